"""The page with the table."""

PAGE = """<!-- Generated from the table in lib/ArrayOps by scripts/make_array_operations.py: edit that. -->
# Array operations

This page lists the operations with which you build functions without MLIR text: in C by
`sgBuildOperation` of [`sg-c/Build.h`](../include/sg-c/Build.h), in Python by the function of the
same name in `sg` ([Python.md](Python.md)), and in Java by the method of `sg.Ops` with the name in
camel case ([Java.md](Java.md)). Names and meaning follow the Python array API standard and
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


def outputs(rows):
    """Returns the text of each generated file."""
    return {"docs/ArrayOperations.md": page(rows)}
