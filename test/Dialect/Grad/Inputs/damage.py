"""Bytecode that is cut off, or of which a byte is another one: it may be refused,
with an error, but no tool may crash.

    damage.py FILE STEP TOOL...       (the tool and its options; it reads standard input)

Every STEP-th place in turn. Prints how often it was refused.
"""

import subprocess
import sys
from pathlib import Path

file, step, *command = sys.argv[1:]
data = Path(file).read_bytes()
refused = {"cut": 0, "changed": 0}
for place in range(1, len(data), int(step)):
    changed = bytearray(data)
    changed[place] ^= 0xFF
    for how, damaged in ("cut", data[:place]), ("changed", bytes(changed)):
        done = subprocess.run(command, input=damaged, capture_output=True, check=False, timeout=60)
        if done.returncode == 0 and how == "changed":
            continue  # It may say something else.
        is_told = b"error:" in done.stderr or done.stderr.startswith(b"sg-run:")
        if done.returncode not in (1, 2) or not is_told:
            sys.exit(f"{how} at {place}: exit code {done.returncode}\n{done.stderr.decode(errors='replace')}")
        refused[how] += 1
print(f"refused: {refused['cut']} cut, {refused['changed']} changed")
