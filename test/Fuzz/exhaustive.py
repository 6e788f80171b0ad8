"""Makes programs for rewrites.py that test integer rewrites on all inputs of up to 8 bits.

Job N is a width, an outer op and an inner op. Its program contains the nestings of both
with constants on each side and with repeated operands: f(g(x, c), d), f(d, g(c, x)),
f(g(x, y), x) and so on. Constants are all numbers of up to 3 bits, and the limits of wider
types. x takes all values, and so does y up to 4 bits. For wider types y takes the limits,
and a program contains only some of the nestings.
"""

import itertools
import random

from rewrite_programs import PREDICATES, limits, table

WIDTHS = range(1, 9)
PLAIN = ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui"]
SHIFTS = ["shli", "shrsi", "shrui"]
DIVISIONS = ["divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"]
COMPARISONS = [f"cmpi {predicate}," for predicate in PREDICATES]
CASTS = ["extsi", "extui", "trunci", "index_cast", "index_castui"]
SELECTS = ["select"]
INNER = PLAIN + SHIFTS + DIVISIONS + COMPARISONS + SELECTS
OUTER = INNER + CASTS
CASES = list(itertools.product(WIDTHS, OUTER, INNER))
MOST = 250  # Number of nestings of more than 4 bits, of up to 754. Narrower types use all nestings.


class Lines:
    """The ops, with the expressions that they compute."""

    def __init__(self, width):
        self.type = f"i{width}"
        self.width = width
        self.lines = []
        self.constants = {}

    def add(self, text):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def constant(self, number, type):
        key = number, type
        if key not in self.constants:
            text = f"{'true' if number else 'false'}" if type == "i1" else f"{number} : {type}"
            self.constants[key] = self.add(f"arith.constant {text}")
        return self.constants[key]

    def binary(self, op, a, b):
        """Adds an op of two values (name, type). Returns None if the op is not defined for
        them."""
        (x, t), (y, u) = a, b
        if t != u:
            return None
        if op in SHIFTS or op in DIVISIONS:
            number = next((n for (n, k), name in self.constants.items() if (name, k) == b), None)
            bits = int(t[1:])
            if number is None:
                return None
            if op in SHIFTS and not 0 <= number % (1 << bits) < bits:
                return None
            if op in DIVISIONS and (number == 0 or (number == -1 and "si" in op)):
                return None
        result = "i1" if op in COMPARISONS else t
        return self.add(f"arith.{op}{'' if op.endswith(',') else ''} {x}, {y} : {t}"), result

    def cast(self, op, a):
        x, t = a
        if op.startswith("index"):
            middle = self.add(f"arith.{op} {x} : {t} to index")
            return self.add(f"arith.{op} {middle} : index to i{self.width}"), self.type
        bits = int(t[1:])
        to = bits - 1 if op == "trunci" else bits + 1
        if to < 1 or to > 9:
            return None
        wide = self.add(f"arith.{op} {x} : {t} to i{to}")
        back = "trunci" if to > bits else random.Random(to).choice(["extsi", "extui"])
        return self.add(f"arith.{back} {wide} : i{to} to {t}"), t

    def apply(self, op, a, b):
        if op in CASTS:
            return self.cast(op, a)
        if op == "select":
            condition = self.add(f"arith.cmpi slt, {a[0]}, {b[0]} : {a[1]}") if a[1] == b[1] else None
            if not condition:
                return None
            return self.add(f"arith.select {condition}, {a[0]}, {b[0]} : {a[1]}"), a[1]
        return self.binary(op, a, b)


def get_constants(width):
    if width == 1:
        return [0, -1]
    if width <= 3:
        return range(-(1 << (width - 1)), 1 << (width - 1))
    return limits(width)


def get_nestings(width):
    """Returns the operands of both ops: constants, or one of x, y and z, where z is the
    result of the inner op."""
    numbers = list(get_constants(width))
    inner = [("x", c) for c in numbers] + [(c, "x") for c in numbers] + [("x", "y"), ("x", "x")]
    outer = [("z", d) for d in numbers] + [(d, "z") for d in numbers]
    outer += [("z", "x"), ("x", "z"), ("z", "y"), ("y", "z"), ("z", "z")]
    return list(itertools.product(inner, outer))


def make_exhaustive(job):
    case = CASES[job % len(CASES)]
    width, outer, inner = case
    nestings = get_nestings(width)
    if width > 4:
        nestings = random.Random(f"{case} {job}").sample(nestings, MOST)
    body = Lines(width)
    yielded = []
    for operands, around in nestings:
        values = {"x": ("%a0", body.type), "y": ("%a1", body.type)}

        def get(operand):
            if isinstance(operand, str):
                return values[operand]
            type = values["z"][1] if "z" in values else body.type
            if type == "i1" and operand not in (0, -1):
                return None
            return body.constant(operand, type), type

        count = len(body.lines)
        found = body.apply(inner, *map(get, operands))
        if found:
            values["z"] = found
            pair = list(map(get, around))
            found = body.apply(outer, *pair) if None not in pair else None
        if found:
            yielded.append(found)
        elif count != len(body.lines):
            body.lines.append("// not defined")
    everything = range(-(1 << (width - 1)), 1 << (width - 1)) if width > 1 else [0, -1]
    others = everything if width <= 4 else limits(width)
    pairs = [(a, b) for a in everything for b in others]
    if not yielded:
        yielded = [("%a0", body.type)]
    text, inputs = table([body.type] * 2, yielded, len(pairs), body, list(zip(*pairs)))
    if width == 1:
        inputs = [i.replace("-1", "1") for i in inputs]
    return text, inputs
