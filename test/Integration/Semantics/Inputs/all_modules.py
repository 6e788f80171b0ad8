"""Prints one module for each program that the tests in a folder run.

all_modules.py FOLDER: a module has the functions of a test and one of the drivers in
Inputs that the test names. --split-input-file separates the modules. Skips tests of
several files.
"""

import pathlib
import re
import sys

DRIVEN = re.compile(
    r"sed '?s/FACT/(\w+)/g(?:; s/SIZE/(\d+)/g')? %\{(?:unmasked-)?(\w+)\}"
)


def modules(folder):
    inputs = folder / "Inputs"
    same = (inputs / "assert-same.mlir").read_text()
    for test in sorted(folder.glob("*.mlir")):
        text = test.read_text()
        if "RUN: split-file" in text:
            continue
        yield text
        for fact, size, name in dict.fromkeys(DRIVEN.findall(text)):
            driver = (inputs / f"{name}.mlir").read_text()
            yield text + driver.replace("FACT", fact).replace("SIZE", size) + same


print("\n// -----\n".join(modules(pathlib.Path(sys.argv[1]))))
