"""The table of array operations (lib/ArrayOps)."""

import ctypes
import json
import re
import sys


def describe(library: str):
    """Returns the rows of the table."""
    loaded = ctypes.CDLL(library)
    loaded.sgDescribeOperations.restype = ctypes.c_void_p
    loaded.sgFree.argtypes = [ctypes.c_void_p]
    text = ctypes.c_void_p()
    if loaded.sgDescribeOperations(ctypes.byref(text)):
        sys.exit("make_array_operations.py: the library does not describe its operations")
    rows = json.loads(ctypes.string_at(text.value))
    loaded.sgFree(text)
    return rows


def parameters_of(signature: str):
    """Yields (name, kind, allows None, default) for each parameter; kind is 'array', 'arrays' or a
    type of the table, as in ArrayOp.h; the star is (None, 'star', False, None)."""
    for part in re.fullmatch(r"\w+\((.*)\)", signature)[1].split(", "):
        if part == "*":
            yield None, "star", False, None
        elif ":" not in part:
            yield part.removesuffix("..."), "arrays" if part.endswith("...") else "array", False, None
        else:
            name, kind, optional, default = re.fullmatch(r"(\w+): (\w+)(\??)(?: = (.*))?", part).groups()
            yield name, kind, bool(optional), default
