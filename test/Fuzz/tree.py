"""Programs as trees of ops, and the text of MLIR that says them.

A tree is written in one of two forms. The plain one is the program. The frozen
one, in which every float is an f64, takes each argument of float type twice, x
and the base point x0, and computes each value of float type twice, at x and at
x0. A stop at x is its value at x0; so is whatever decides: conditions, indices
and which side a maximum takes. So its differences in x at x = x0 are the
derivative that the plain program has to have, at every order (fact 13), however
its stops lie in loops, calls and recursions. There is no stop in it.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple, Optional

FLOATS = {"bf16": 8, "f16": 11, "f32": 24, "f64": 53}  # bits of the significand


class Type(NamedTuple):
    """A scalar, or a tensor whose sizes are numbers or, where they are known
    when the program runs, names."""

    element: str
    shape: Optional[tuple] = None

    @property
    def is_float(self):
        return self.element in FLOATS

    @property
    def is_tensor(self):
        return self.shape is not None

    def of(self, element):
        return Type(element, self.shape)

    def written(self, element):
        if self.shape is None:
            return element
        sizes = [f"{'?' if isinstance(d, str) else d}x" for d in self.shape]
        return f"tensor<{''.join(sizes)}{element}>"


INDEX = Type("index")
I1 = Type("i1")


class Value:
    """What an op returns or a block takes. Compared by identity."""

    varied = False  # whether it may depend on an argument's value
    read = False

    def __init__(self, type):
        self.type = type


class Op:
    operands: list = []
    results: list = []
    blocks: list = []


class Block:
    """Ops, and the values that the region passes on."""

    def __init__(self, arguments=()):
        self.arguments = list(arguments)
        self.ops = []
        self.passed = []


class Function:
    def __init__(self, name, parameters):
        self.name = name
        self.body = Block(parameters)
        self.attributes = ""  # of the plain form
        self.rules = []  # functions of the plain form alone


class Writer:
    def __init__(self, frozen, replaced=None):
        self.frozen = frozen
        self.replaced = replaced or {}
        self.lines = []
        self.numbers = itertools.count()
        # The names of values: at x and at x0.
        self.views = [{}, {}] if frozen else [{}]

    def line(self, text):
        self.lines.append("  " + text)

    def fresh(self, hint="v"):
        return f"%{hint}{next(self.numbers)}"

    def type(self, type):
        wide = self.frozen and type.is_float
        return type.written("f64" if wide else type.element)

    def types(self, values):
        return [self.type(v.type) for v in values for _ in self.copies(v)]

    def copies(self, value):
        return self.views if value.type.is_float else self.views[-1:]

    def resolve(self, value):
        while value in self.replaced:
            value = self.replaced[value]
        return value

    def name(self, value, view):
        return view[self.resolve(value)]

    def names(self, values):
        """Of the copies of all."""
        return [self.name(v, view) for v in values for view in self.copies(v)]

    def bind(self, value, view, name):
        if value.type.is_float:
            view[value] = name
        else:
            for each in self.views:
                each[value] = name

    def define(self, values):
        """New names for the copies of all."""
        made = []
        for value in values:
            for view in self.copies(value):
                made.append(self.fresh())
                self.bind(value, view, made[-1])
        return made

    def at_base(self, write):
        """What `write` writes, at x0 only."""
        views, self.views = self.views, self.views[-1:]
        write()
        self.views = views

    def block(self, block, terminator=None):
        for op in block.ops:
            op.write(self)
        if terminator:
            self.terminator(terminator, block.passed)

    def terminator(self, name, values):
        names, types = self.names(values), self.types(values)
        suffix = f" {', '.join(names)} : {', '.join(types)}" if names else ""
        self.line(name + suffix)


def arrow(types):
    return f" -> ({', '.join(types)})" if types else ""


def assigned(names):
    return f"{', '.join(names)} = " if names else ""


def write_function(function, frozen, replaced=None):
    w = Writer(frozen, replaced)
    parameters = function.body.arguments
    names = w.define(parameters)
    signature = ", ".join(f"{n}: {t}" for n, t in zip(names, w.types(parameters)))
    passed = function.body.passed
    name = function.name + ("_frozen" if frozen else "")
    attributes = "" if frozen else function.attributes
    head = f"func.func private @{name}({signature}){arrow(w.types(passed))}{attributes} {{"
    w.block(function.body, "return")
    rules = [] if frozen else function.rules
    return "\n".join([head, *w.lines, "}", *rules])
