#!/usr/bin/env python3
"""Compares interpreted ops of arith and math on integers with Python's operators.

  integers.py SG_RUN

Each op is run on pairs of small, least and largest integers of several widths
for which it is defined.
"""

import itertools
import sys

from module import Module


def signed(width, x):
    x &= (1 << width) - 1
    return x - (1 << width) if x >> (width - 1) else x


def unsigned(width, x):
    return x & ((1 << width) - 1)


def toward_zero(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def integer_power(a, b):
    if b < 0:
        return {1: 1, -1: 1 if b % 2 == 0 else -1}.get(a, 0)
    return a**b


S, U = signed, unsigned
# The operands for which an op is defined, and its result, given signed and
# unsigned operands.
ANY = lambda w, a, b: True
DIVISOR = lambda w, a, b: b != 0 and not (a == -(1 << (w - 1)) and b == -1)
NONZERO = lambda w, a, b: b != 0
SHIFT = lambda w, a, b: 0 <= U(w, b) < w
INTEGER = {
    "arith.addi": (ANY, lambda w, a, b: a + b),
    "arith.subi": (ANY, lambda w, a, b: a - b),
    "arith.muli": (ANY, lambda w, a, b: a * b),
    "arith.divsi": (DIVISOR, lambda w, a, b: toward_zero(a, b)),
    "arith.divui": (NONZERO, lambda w, a, b: U(w, a) // U(w, b)),
    "arith.remsi": (DIVISOR, lambda w, a, b: a - b * toward_zero(a, b)),
    "arith.remui": (NONZERO, lambda w, a, b: U(w, a) % U(w, b)),
    "arith.floordivsi": (DIVISOR, lambda w, a, b: a // b),
    "arith.ceildivsi": (DIVISOR, lambda w, a, b: -(-a // b)),
    "arith.ceildivui": (NONZERO, lambda w, a, b: -(-U(w, a) // U(w, b))),
    "arith.andi": (ANY, lambda w, a, b: a & b),
    "arith.ori": (ANY, lambda w, a, b: a | b),
    "arith.xori": (ANY, lambda w, a, b: a ^ b),
    "arith.shli": (SHIFT, lambda w, a, b: a << U(w, b)),
    "arith.shrsi": (SHIFT, lambda w, a, b: a >> U(w, b)),
    "arith.shrui": (SHIFT, lambda w, a, b: U(w, a) >> U(w, b)),
    "arith.maxsi": (ANY, lambda w, a, b: max(a, b)),
    "arith.maxui": (ANY, lambda w, a, b: max(U(w, a), U(w, b))),
    "arith.minsi": (ANY, lambda w, a, b: min(a, b)),
    "arith.minui": (ANY, lambda w, a, b: min(U(w, a), U(w, b))),
    "math.ipowi": (lambda w, a, b: abs(b) < 60 and not (a == 0 and b < 0), lambda w, a, b: integer_power(a, b)),
}
PREDICATES = {
    "eq": lambda w, a, b: a == b,
    "ne": lambda w, a, b: a != b,
    "slt": lambda w, a, b: a < b,
    "sle": lambda w, a, b: a <= b,
    "sgt": lambda w, a, b: a > b,
    "sge": lambda w, a, b: a >= b,
    "ult": lambda w, a, b: U(w, a) < U(w, b),
    "ule": lambda w, a, b: U(w, a) <= U(w, b),
    "ugt": lambda w, a, b: U(w, a) > U(w, b),
    "uge": lambda w, a, b: U(w, a) >= U(w, b),
}
EXTENDED = {
    "arith.addui_extended": (lambda w, a, b: U(w, a) + U(w, b), True),
    "arith.mului_extended": (lambda w, a, b: U(w, a) * U(w, b), False),
    "arith.mulsi_extended": (lambda w, a, b: a * b, False),
}
OF_ONE = {
    "math.absi": lambda w, a: abs(a),
    "math.ctlz": lambda w, a: w - U(w, a).bit_length(),
    "math.cttz": lambda w, a: w if a == 0 else (a & -a).bit_length() - 1,
    "math.ctpop": lambda w, a: bin(U(w, a)).count("1"),
}


def wide_check(title, operands, width, expected):
    def check(words):
        failures = 0
        for word, operand, want in zip(words, operands, expected):
            if int(word) != unsigned(width, want) and int(word) != signed(64, unsigned(width, want)):
                print(f"{title}{operand} is {word}, expected {unsigned(width, want)}")
                failures += 1
        return failures

    return check


def check_width(sg_run, width):
    module = Module()
    least, most = -(1 << (width - 1)), (1 << (width - 1)) - 1
    values = sorted({signed(width, x) for x in (0, 1, 2, 3, 5, 7, -1, -2, -3, -7, least, least + 1, most, 41)})
    pairs = list(itertools.product(values, values))
    type = f"i{width}"

    def operands(chosen):
        return [module.constant(type, [str(t[i]) for t in chosen]) for i in range(len(chosen[0]))]

    def extended(name, size, from_type=type):
        """Extends to i64 as an unsigned integer."""
        if from_type == "i64":
            return name, f"tensor<{size}xi64>"
        return module.op(f"arith.extui {name} : tensor<{size}x{from_type}> to tensor<{size}xi64>", None, None), f"tensor<{size}xi64>"

    def add(text, chosen, title, wide, expected, from_type=type):
        value = module.op(text, None, None)
        name, result = extended(value, len(chosen), from_type)
        module.results.append((name, result))
        module.checks.append(wide_check(f"{title} of i{width} ", chosen, wide, expected))

    for name, (defined, compute) in INTEGER.items():
        chosen = [p for p in pairs if defined(width, *p)]
        if not chosen:
            continue
        a, b = operands(chosen)
        expected = [compute(width, *p) for p in chosen]
        add(f"{name} {a}, {b} : tensor<{len(chosen)}x{type}>", chosen, name, width, expected)
    a, b = operands(pairs)
    size = len(pairs)
    for name, holds in PREDICATES.items():
        expected = [int(holds(width, *p)) for p in pairs]
        add(f"arith.cmpi {name}, {a}, {b} : tensor<{size}x{type}>", pairs, name, 1, expected, "i1")
    for name, (compute, is_carry) in EXTENDED.items():
        values_of = [compute(width, *p) for p in pairs]
        low = f"%low{len(module.lines)}"
        types = f"tensor<{size}x{type}>, tensor<{size}xi1>" if is_carry else f"tensor<{size}x{type}>"
        module.lines.append(f"{low}:2 = {name} {a}, {b} : {types}")
        for part, half, part_type in ((0, lambda v: v, type), (1, lambda v: v >> width, "i1" if is_carry else type)):
            value, result = extended(f"{low}#{part}", size, part_type)
            module.results.append((value, result))
            part_width = 1 if part_type == "i1" else width
            module.checks.append(wide_check(f"{name}#{part} of i{width} ", pairs, part_width, [half(v) for v in values_of]))
    (x,) = operands([(v,) for v in values])
    for name, compute in OF_ONE.items():
        if width == 1 and name == "math.absi":
            continue
        add(f"{name} {x} : tensor<{len(values)}x{type}>", values, name, width, [compute(width, v) for v in values])
    return module.run(sg_run)


def main():
    (sg_run,) = sys.argv[1:]
    failures, ops = map(sum, zip(*[check_width(sg_run, width) for width in (1, 3, 8, 16, 32, 64)]))
    print(f"{ops} ops, {failures} wrong numbers")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
