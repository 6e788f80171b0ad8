"""Compares the lines "epoch N  loss X  test accuracy Y" of two programs.

    same_training.py FILE FILE

Both compute in f32, in different orders. On x86-64 all printed digits are equal. The losses may
differ by rounding (python/tests/test_uses.py: 1.2e-6 after 20 epochs), and one of 360 images may
change its class.
"""

import math
import re
import sys
from pathlib import Path


def epochs(file: str):
    text = Path(file).read_text(encoding="utf-8")
    found = re.findall(r"^epoch (\d+)  loss (\S+)  test accuracy (\S+)$", text, re.MULTILINE)
    return [(int(number), float(loss), float(accuracy)) for number, loss, accuracy in found]


first, second = map(epochs, sys.argv[1:])
agree = len(first) == len(second) > 0 and all(
    a[0] == b[0] and math.isclose(a[1], b[1], rel_tol=1e-5) and abs(a[2] - b[2]) < 1.5 / 360
    for a, b in zip(first, second)
)
if not agree:
    print("\n".join(f"{a}  {b}" for a, b in zip(first, second)))
sys.exit(not agree)
