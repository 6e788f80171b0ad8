#!/usr/bin/env python3
"""Generates the interfaces of the array operations from their table (lib/ArrayOps).

    make_array_operations.py LIBRARY [--check]

LIBRARY is libSGC.so, which describes the table (sgDescribeOperations). Writes the files that the
generators of scripts/array_operations list. With --check, writes nothing and exits with 1 if a file
differs.
"""

import argparse
import sys
from pathlib import Path

from array_operations import c, cpp, java, java_tensors, markdown, python
from array_operations.table import describe

ROOT = Path(__file__).resolve().parent.parent
GENERATORS = [python, c, cpp, java, java_tensors, markdown]


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("library")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    rows = describe(arguments.library)
    differing = {}
    for generator in GENERATORS:
        for name, text in generator.outputs(rows).items():
            path = ROOT / name
            if not path.exists() or path.read_text() != text:
                differing[path] = text
    if arguments.check:
        for path in differing:
            print(f"{path.relative_to(ROOT)}: differs from the table; run scripts/make_array_operations.py")
        return 1 if differing else 0
    for path, text in differing.items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
