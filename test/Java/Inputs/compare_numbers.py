"""Compares two texts whose numbers may differ by a relative tolerance.

compare_numbers.py TOLERANCE FILE FILE
"""

import math
import re
import sys
from pathlib import Path

tolerance = float(sys.argv[1])
texts = [re.split(r"(\d+(?:\.\d+)?)", Path(name).read_text(encoding="utf-8")) for name in sys.argv[2:]]
if len(texts[0]) != len(texts[1]) or texts[0][::2] != texts[1][::2]:
    sys.exit("the texts differ:\n" + "\n".join("".join(text) for text in texts))
for first, second in zip(texts[0][1::2], texts[1][1::2]):
    if not math.isclose(float(first), float(second), rel_tol=tolerance):
        sys.exit(f"{first} and {second} differ by more than {tolerance}")
