"""The functions of the Python package."""

import textwrap

from .table import parameters_of

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


def outputs(rows):
    """Returns the text of each generated file."""
    return {"python/sg/tracing/operations.py": python_module(rows)}
