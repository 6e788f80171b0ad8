#!/usr/bin/env python3
"""Compares interpreted ops of arith and math on floats with Python.

  floats.py SG_RUN

Each op is run on some numbers of each type, or all pairs of them: zeros of both
signs, the least and the largest number, infinities, NaN. The expected value is the
result of Python's fractions and functions, rounded once to the type.
"""

import itertools
import math
import sys
from fractions import Fraction

from formats import FORMATS, numbers, rounded
from functions import BINARY, CLASSES, COMPARISONS, EXACT, UNARY
from module import Module, expecting


def float_constant(module, format, values):
    """Returns the constant for a value rounded from f64."""
    words = []
    for x in values:
        if math.isnan(x):
            words.append("0x7FF8000000000000")
        elif math.isinf(x):
            words.append("0x7FF0000000000000" if x > 0 else "0xFFF0000000000000")
        else:
            words.append(repr(x) if "." in repr(x) or "e" not in repr(x) else repr(x).replace("e", ".0e"))
    name = module.constant("f64", words)
    if format == "f64":
        return name
    size = len(values)
    return module.op(f"arith.truncf {name} : tensor<{size}xf64> to tensor<{size}x{format}>", None, None)


def check_format(sg_run, format):
    module = Module()
    values = numbers(format)

    def read(word):
        """Returns the printed number; it has the digits that the type needs."""
        return rounded(format, float(word))

    pairs = list(itertools.product(values, values))
    few = [x for x in values if abs(x) < 1e4]
    ones = float_constant(module, format, values)
    left = float_constant(module, format, [a for a, _ in pairs])
    right = float_constant(module, format, [b for _, b in pairs])
    one, two = f"tensor<{len(values)}x{format}>", f"tensor<{len(pairs)}x{format}>"
    for name, compute in UNARY.items():
        expected = [rounded(format, float(compute(x))) for x in values]
        places = 4 if format == "f64" and name.startswith("math.") else 0
        module.op(f"{name} {ones} : {one}", one, expecting(f"{name} of {format} ", values, expected, read, places))
    for name, compute in EXACT.items():
        expected = [compute(format, a, b) for a, b in pairs]
        module.op(f"{name} {left}, {right} : {two}", two, expecting(f"{name} of {format} ", pairs, expected, read))
    for name, compute in BINARY.items():
        expected = [rounded(format, float(compute(a, b))) for a, b in pairs]
        places = 4 if format == "f64" and name in ("math.powf", "math.atan2") else 0
        module.op(f"{name} {left}, {right} : {two}", two, expecting(f"{name} of {format} ", pairs, expected, read, places))
    for name, holds in COMPARISONS.items():
        bits = f"tensor<{len(pairs)}xi1>"
        expected = [float(holds(a, b)) for a, b in pairs]
        module.op(f"arith.cmpf {name}, {left}, {right} : {two}", bits, expecting(f"{name} of {format} ", pairs, expected, float))
    triples = list(itertools.product(few[:8], few[4:10], few[:8]))
    type = f"tensor<{len(triples)}x{format}>"
    a, b, c = (float_constant(module, format, [t[i] for t in triples]) for i in range(3))
    # The sign of a zero is the sign of the sum in f64.
    fused = [rounded(format, Fraction(x) * Fraction(y) + Fraction(z)) or x * y + z for x, y, z in triples]
    module.op(f"math.fma {a}, {b}, {c} : {type}", type, expecting(f"fma of {format} ", triples, fused, read))
    for name, holds in CLASSES.items():
        bits = f"tensor<{len(values)}xi1>"
        expected = [float(holds(format, x)) for x in values]
        module.op(f"math.{name} {ones} : {one}", bits, expecting(f"{name} of {format} ", values, expected, float))
    return module.run(sg_run, "--reference-rounding=each-op")


def main():
    (sg_run,) = sys.argv[1:]
    failures, ops = map(sum, zip(*[check_format(sg_run, format) for format in FORMATS]))
    print(f"{ops} ops, {failures} wrong numbers")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
