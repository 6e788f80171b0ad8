#!/usr/bin/env python3
"""Executes the code cells of a notebook in order, without Jupyter, and compares their outputs.

    run_notebook.py [--update] NOTEBOOK

--update stores the outputs instead. The cells run in the folder of the notebook. Printed text,
and the text of the last expression of a cell, must equal the stored output. Drawings are not
compared: they depend on the versions of Python and matplotlib. A cell with the tag 'matplotlib' is
omitted if matplotlib is not installed, except by --update. Exits with 1 if an output differs, with
2 if a cell fails.
"""

import argparse
import ast
import base64
import contextlib
import importlib.util
import io
import json
import os
import sys
import traceback
from pathlib import Path

os.environ["MPLBACKEND"] = "agg"


def to_lines(text):
    """Returns text in the form of notebooks: a list of lines."""
    return text.splitlines(keepends=True)


def evaluate(source, file, names):
    """Executes a cell. Returns the value of its last expression, or None if a semicolon ends it."""
    body = ast.parse(source, file)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, file, "exec"), names)
    value = eval(compile(ast.Expression(last.value), file, "eval"), names) if last else None
    return None if source.rstrip().endswith(";") else value


def take_figures():
    """Returns the open figures of matplotlib as outputs, and closes them."""
    if "matplotlib.pyplot" not in sys.modules:
        return []
    plt = sys.modules["matplotlib.pyplot"]
    outputs = []
    for number in plt.get_fignums():
        file = io.BytesIO()
        plt.figure(number).savefig(file, format="png", bbox_inches="tight", metadata={"Software": None})
        data = {"image/png": base64.b64encode(file.getvalue()).decode(), "text/plain": ["<Figure>"]}
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
    plt.close("all")
    return outputs


def run(cell, number, names):
    """Executes a cell. Returns its outputs as Jupyter stores them."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        value = evaluate("".join(cell["source"]), f"cell {number}", names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": to_lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": to_lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = to_lines(value._repr_svg_())
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs + take_figures()


def is_omitted(cell):
    return "matplotlib" in cell["metadata"].get("tags", []) and not importlib.util.find_spec("matplotlib")


def texts(outputs):
    """Returns the text of outputs, except of figures of matplotlib."""
    found = [output.get("text") or output["data"]["text/plain"] for output in outputs if not is_figure(output)]
    return ["".join(lines) for lines in found]


def is_figure(output):
    return "image/png" in output.get("data", {})


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("notebook", type=Path)
    arguments = parser.parse_args()
    path = arguments.notebook.resolve()
    notebook = json.loads(path.read_text(encoding="utf-8"))
    os.chdir(path.parent)
    names = {"__name__": "__main__"}
    is_different = False
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        if is_omitted(cell) and not arguments.update:
            continue
        try:
            outputs = run(cell, number, names)
        except Exception:
            traceback.print_exc()
            print(f"{path.name}: code cell {number} fails", file=sys.stderr)
            return 2
        if arguments.update:
            cell.update(execution_count=number, outputs=outputs)
        elif texts(outputs) != texts(cell["outputs"]):
            is_different = True
            print(f"{path.name}: the output of code cell {number} differs from the stored output:")
            print("\n".join(texts(outputs)))
    if arguments.update:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    return int(is_different)


if __name__ == "__main__":
    sys.exit(main())
