"""Writes the files of an imported example, for from-jax/make.py and from-torch/make.py.

NAME.mlir has the program and two requests: @gradient for the value and gradients of
@loss, and @products for the reverse-mode derivative of @gradient. NAME.gradient.args
and NAME.products.args have the arguments of sg-run: the inputs, and the results that
the frontend computes.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from sg.tools import find_tool, run_tool  # noqa: E402

TOLERANCE = {"float32": 1e-5, "float64": 1e-12}


def _elements(array):
    return " ".join(repr(x.item()) if x.dtype.kind != "f" else np.format_float_scientific(x, unique=True)
                    for x in np.asarray(array).ravel())  # fmt: skip


def write_arguments(path, function, inputs, outputs, dtype):
    lines = [f"--function={function}", f"--tolerance={TOLERANCE[dtype]}"]
    lines += [f'"--input={_elements(x)}"' for x in inputs]
    lines += [f'"--expected-output={_elements(y)}"' for y in outputs]
    path.write_text("\n".join(lines) + "\n")


def write(folder, name, header, text, wrt, inputs, derivatives):
    """Writes the program and the arguments of an example.

    `derivatives(directions)` returns the frontend's results: the value, the gradients with
    respect to the arguments `wrt`, and the gradients of their inner product with `directions`.
    """
    inputs = [np.asarray(x) for x in inputs]
    rng = np.random.default_rng(7)
    directions = [rng.normal(size=inputs[i].shape).astype(inputs[i].dtype) for i in wrt]
    value, gradients, products = derivatives(directions)
    indices = ",".join(map(str, wrt))
    text = run_tool(
        [find_tool("sg-opt"), "-",
         f"--grad-request-derivative=function=loss wrt={indices} name=gradient",
         f"--grad-request-derivative=function=gradient mode=vjp wrt={indices} name=products"],
        text,
    )  # fmt: skip
    comment = "".join(f"// {line}\n" for line in header.splitlines())
    (folder / f"{name}.mlir").write_text(comment + "\n" + text.rstrip() + "\n")
    dtype = inputs[wrt[0]].dtype.name
    zero = np.zeros((), inputs[wrt[0]].dtype)
    gradient_outputs = [value, *gradients]
    write_arguments(folder / f"{name}.gradient.args", "gradient", inputs, gradient_outputs, dtype)
    write_arguments(folder / f"{name}.products.args", "products", [*inputs, zero, *directions], gradient_outputs + products, dtype)
