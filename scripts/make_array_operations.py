#!/usr/bin/env python3
"""Generates the interfaces of the array operations from their table (lib/ArrayOps).

    make_array_operations.py LIBRARY [--check]

LIBRARY is libSGC.so, which describes the table (sgDescribeOperations). Writes
python/sg/tracing/operations.py and docs/ArrayOperations.md. With --check, writes nothing and
exits with 1 if a file differs.
"""

import argparse
import ctypes
import json
import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = '''"""Operations on arrays, with the names of the Python array API standard and of JAX.

Generated from the table in lib/ArrayOps by scripts/make_array_operations.py.
"""

from typing import Any, List, Optional, Sequence, Union

from .parameters import to_dtype, to_ints, to_size, to_sizes
from .tracer import operate, operate_all

Axis = Union[int, Sequence[int]]
Shape = Union[int, Any, Sequence[Any]]

'''
# Type, and the conversion of a value for the builder.
KINDS = {
    "int": ("int", "{}"),
    "ints": ("Axis", "to_ints({})"),
    "bool": ("bool", "bool({})"),
    "float": ("float", "float({})"),
    "str": ("str", "{}"),
    "dtype": ("Any", "to_dtype({})"),
    "size": ("Any", "to_size({})"),
    "sizes": ("Shape", "to_sizes({})"),
}


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
    key of KINDS; the star is (None, 'star', False, None)."""
    for part in re.fullmatch(r"\w+\((.*)\)", signature)[1].split(", "):
        if part == "*":
            yield None, "star", False, None
        elif ":" not in part:
            yield part.removesuffix("..."), "arrays" if part.endswith("...") else "array", False, None
        else:
            name, kind, optional, default = re.fullmatch(r"(\w+): (\w+)(\??)(?: = (.*))?", part).groups()
            yield name, kind, bool(optional), default


def python_function(row) -> str:
    """Returns the source of a function of the Python package."""
    heads, arrays, values = [], [], []
    parameters = list(parameters_of(row["signature"]))
    for name, kind, optional, default in parameters:
        if kind == "star":
            heads.append("*")
        elif kind == "array":
            heads.append(f"{name}: Any")
            arrays.append(name)
        elif kind == "arrays":
            heads.append(f"{name}: Sequence[Any]")
            arrays.append(f"*{name}")
        else:
            type_, conversion = KINDS[kind]
            if default is not None and kind == "dtype" and default != "None":
                default = f'"{default}"'
            heads.append(f"{name}: {f'Optional[{type_}]' if optional else type_}" + (f" = {default}" if default else ""))
            converted = conversion.format(name)
            if optional and converted != name:
                converted = f"None if {name} is None else {converted}"
            values.append(f'"{name}": {converted}')
    function, result = ("operate_all", "List[Any]") if row["results"] == "several" else ("operate", "Any")
    head = f"def {row['name']}({', '.join(heads)}) -> {result}:"
    if len(head) > 116:
        head = f"def {row['name']}(\n    {', '.join(heads)}\n) -> {result}:"
    summary = textwrap.fill(row["summary"], 96, subsequent_indent="    ")
    lines = [head, f'    """{summary}']
    if row["derivative"]:
        text = row["derivative"].rstrip(".")
        lines += ["", textwrap.fill(f"Derivative: {text}.", 96, initial_indent="    ", subsequent_indent="    ")]
        lines.append('    """')
    else:
        lines[-1] += '"""'
    call = f'    return {function}("{row["name"]}", [{", ".join(arrays)}], {{{", ".join(values)}}})'
    if len(call) > 120:
        inner = "".join(f"            {value},\n" for value in values)
        call = f'    return {function}(\n        "{row["name"]}",\n        [{", ".join(arrays)}],\n        {{\n{inner}        }},\n    )'
    return "\n".join([*lines, call]) + "\n"


def python_module(rows) -> str:
    names = ",\n".join(f'    "{row["name"]}"' for row in sorted(rows, key=lambda row: row["name"]))
    return HEADER + f"__all__ = [\n{names},\n]\n\n\n" + "\n\n".join(map(python_function, rows))


PAGE = """<!-- Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that. -->
# Array operations

This page lists the operations with which you build functions without MLIR text: in C by
`sgBuildOperation` of [`sg-c/Build.h`](../include/sg-c/Build.h), and in Python by the function of
the same name in `sg` ([Python.md](Python.md)). Names and meaning follow the Python array API standard and
JAX. Arrays broadcast as in NumPy. Element types are promoted by the rules of the
standard: an integer and a float have no common type. In a derivative, `dx` is the derivative of
`x`. Operations on integers and bools have none.

| operation | result | derivative |
|---|---|---|
"""


def page(rows) -> str:
    """Returns the page with the table."""

    def cell(text):
        return text.replace("|", "\\|")

    lines = (
        f"| `{row['signature']}` | {cell(row['summary'])} | {cell(row['derivative']) or 'none'} |"
        for row in sorted(rows, key=lambda row: row["name"])
    )
    return PAGE + "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("library")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    rows = describe(arguments.library)
    outputs = {
        ROOT / "python/sg/tracing/operations.py": python_module(rows),
        ROOT / "docs/ArrayOperations.md": page(rows),
    }
    differing = [path for path, text in outputs.items() if not path.exists() or path.read_text() != text]
    if arguments.check:
        for path in differing:
            print(f"{path.relative_to(ROOT)}: differs from the table; run scripts/make_array_operations.py")
        return 1 if differing else 0
    for path in differing:
        path.write_text(outputs[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
