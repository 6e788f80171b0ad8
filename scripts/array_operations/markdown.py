"""The page with the table."""

PAGE = """<!-- Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that. -->
# Array operations

This page lists the operations with which you build functions without MLIR text: in Python by the
function of the same name in `sg` ([Python.md](Python.md)), in C++ by the function of `sg` with the
name in camel case ([Cpp.md](Cpp.md)), in Java by the method of `sg.Ops` with this name
([Java.md](Java.md)), and in C by the functions of
[`sg-c/Operations.h`](../include/sg-c/Operations.h) ([C.md](C.md)). Names and meaning follow the Python array API standard and
JAX. Arrays broadcast as in NumPy. Element types are promoted by the rules of the
standard: an integer and a float have no common type. In a derivative, `dx` is the derivative of
`x`. Operations on integers and bools have none.

Values, first and second derivatives are compared with JAX
([array_operations.py](../test/Integration/Frontends/Inputs/array_operations.py)).
[differences.py](../test/Integration/Frontends/Inputs/operations/differences.py) lists the points at
which they differ, with reasons.

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


def outputs(rows):
    """Returns the text of each generated file."""
    return {"docs/ArrayOperations.md": page(rows)}
