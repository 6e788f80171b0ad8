#!/usr/bin/env python3
"""Measures the accuracy of the functions of --sg-approximate-math.

    measure_math.py [--build DIR] [--points N] [--at-most ULP] [--type f32|f64]...
    measure_math.py --print TYPE

sg-run computes all functions at special values and at N numbers of all magnitudes.
sg-measure-math, a program of the tests, compares the results with the C library in long
double. Prints a table of the largest errors in units in the last place. --print writes a
program with one function per math function. Exits with 1 if an error exceeds ULP, or if a
result is wrongly zero, infinite or NaN, or has the wrong sign.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

UNARY = (
    "acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp2 expm1 "
    "log log10 log1p log2 rsqrt sin sinh tan tanh"
).split()
# The op and its operands. Operand n is an integer.
OTHERS = {
    "atan2": ("math.atan2", "x", "y"),
    "fpowi": ("math.fpowi", "x", "n"),
    "powf": ("math.powf", "x", "y"),
    "remf": ("arith.remf", "x", "y"),
}
FUNCTIONS = {**{name: ("math." + name, "x") for name in UNARY}, **OTHERS}


def types(element: str) -> dict:
    return {"x": f"tensor<?x{element}>", "y": f"tensor<?x{element}>", "n": "tensor<?xi64>"}


def line(name: str, element: str) -> str:
    """Returns a linalg.generic that applies the function to all elements."""
    op, *operands = FUNCTIONS[name]
    inputs = ", ".join("%" + operand for operand in operands)
    operand_types = ", ".join(types(element)[operand] for operand in operands)
    return f"  %{name} = linalg.map {{ {op} }} ins({inputs} : {operand_types}) outs(%x : {types(element)['x']})"


def function(name: str, element: str, names: list) -> str:
    """Returns a function that computes the results of all `names`."""
    arguments = ", ".join(f"%{name}: {type}" for name, type in types(element).items())
    results = ", ".join([types(element)["x"]] * len(names))
    lines = "\n".join(line(name, element) for name in names)
    values = ", ".join("%" + name for name in names)
    return f"func.func @{name}({arguments}) -> ({results}) {{\n{lines}\n  return {values} : {results}\n}}"


def measure(arguments: argparse.Namespace, element: str, folder: str) -> dict:
    """Returns the largest error of each function; infinite if a result is wrongly zero,
    infinite or NaN."""
    tool = lambda name: os.path.join(arguments.build, "bin", name)
    prefix = os.path.join(folder, element)
    subprocess.run(
        [tool("sg-measure-math"), "points", element, str(arguments.points), prefix], check=True
    )
    with open(prefix + ".mlir", "w", encoding="utf-8") as file:
        file.write(function("all", element, sorted(FUNCTIONS)))
    subprocess.run(
        [tool("sg-opt"), prefix + ".mlir", "--sg-approximate-math", "-o", prefix + ".out.mlir"],
        check=True,
    )
    inputs = [f"--input=@{prefix}.{name}.npy" for name in "xyn"]
    outputs = [f"--output=@{prefix}.{name}.npy" for name in sorted(FUNCTIONS)]
    subprocess.run(
        [tool("sg-run"), prefix + ".out.mlir", "--function=all", *inputs, *outputs], check=True
    )
    errors = {}
    for name in sorted(FUNCTIONS):
        command = [tool("sg-measure-math"), "compare", name, element, prefix]
        run = subprocess.run(
            [*command, f"{prefix}.{name}.npy"], capture_output=True, text=True, check=False
        )
        match = re.search(r": ([0-9.]+) ulp", run.stdout)
        if run.returncode or not match:
            print(run.stdout + run.stderr, end="", file=sys.stderr)
        errors[name] = float(match[1]) if match and not run.returncode else float("inf")
    return errors


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default="build")
    parser.add_argument("--points", type=int, default=1000000)
    parser.add_argument("--at-most", type=float, default=2.0)
    parser.add_argument("--type", action="append", choices=["f32", "f64"])
    parser.add_argument("--print")
    arguments = parser.parse_args()
    if arguments.print:
        for name in sorted(FUNCTIONS):
            print(function(name, arguments.print, [name]))
        return 0
    elements = arguments.type or ["f32", "f64"]
    with tempfile.TemporaryDirectory() as folder:
        columns = [measure(arguments, element, folder) for element in elements]
    print("| function | " + " | ".join(f"`{element}`" for element in elements) + " |")
    print("|---|" + "---|" * len(elements))
    for name in sorted(FUNCTIONS):
        print(f"| `{FUNCTIONS[name][0]}` | " + " | ".join(f"{c[name]:.2f}" for c in columns) + " |")
    worst = max(max(column.values()) for column in columns)
    if worst > arguments.at_most:
        print(f"measure_math.py: {worst} ulp are more than {arguments.at_most}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
