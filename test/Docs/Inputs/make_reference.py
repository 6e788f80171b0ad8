"""Prints the reference of a header: make_reference.py DOCS FOLDER FILE."""

import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import reference

text = (Path(sys.argv[2]) / sys.argv[3]).read_text()
print(reference.header(text, f"`{sys.argv[3]}`", "##", "cpp").rstrip())
