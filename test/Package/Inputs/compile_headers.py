"""Compiles each header below a folder on its own.

    compile_headers.py FOLDER CXX CC LLVM_INCLUDE
"""

import subprocess
import sys
from pathlib import Path

folder, cxx, cc, llvm = sys.argv[1:]
headers = sorted(Path(folder).rglob("*.h"))


def is_c(header: Path) -> bool:
    return header.name.startswith("sg_") or header.parent.name == "sg-c"


def compile_alone(command: list[str], header: Path) -> str:
    includes = [f"-I{folder}", "-isystem", llvm, "-fsyntax-only", "-Wall", "-Werror", "-x"]
    line = f'#include "{header.relative_to(folder)}"\n'
    done = subprocess.run(
        [command[0], *includes, *command[1:], "-"], input=line, capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else f"{header.relative_to(folder)} does not compile alone:\n{done.stderr}"


jobs = [([cxx, "c++", "-std=c++17", "-fno-exceptions"], header) for header in headers]
jobs += [([cc, "c", "-std=c99", "-pedantic"], header) for header in headers if is_c(header)]
found = [message for message in (compile_alone(*job) for job in jobs) if message]
print("\n".join(found))
sys.exit(1 if found or len(headers) < 20 else 0)
