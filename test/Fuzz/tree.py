"""Represents programs as trees of ops, and writes them as MLIR.

A tree is written in one of two forms. The plain form is the program. In the frozen form
every float is an f64. It takes each float argument twice, x and the base point x0, and
computes each float value twice, at x and at x0. A stop at x has its value at x0. So do
decisions: conditions, indices, and the side that a maximum takes. Therefore differences of
the frozen form in x at x = x0 are the derivatives of the plain program, at every order
(fact 13). The frozen form contains no stop.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple, Optional

FLOATS = {"bf16": 8, "f16": 11, "f32": 24, "f64": 53}  # bits of the significand


def dynamic(size):
    """Returns a size that is known only at run time, such as "?3". The generator knows its
    value."""
    return f"?{size}"


def is_dynamic(size):
    return isinstance(size, str)


def extent(size):
    return int(size[1:]) if is_dynamic(size) else size


def extents(shape):
    return [extent(size) for size in shape]


def count(shape):
    return math.prod(extents(shape))


class Type(NamedTuple):
    """A scalar, tensor or vector type. Sizes are numbers or dynamic(number)."""

    element: str
    shape: Optional[tuple] = None
    is_vector: bool = False

    @property
    def is_float(self):
        return self.element in FLOATS

    @property
    def is_scalar(self):
        return self.shape is None

    @property
    def is_tensor(self):
        return self.shape is not None and not self.is_vector

    @property
    def scalar(self):
        return Type(self.element)

    def of(self, element):
        return self._replace(element=element)

    def written(self, element):
        if self.shape is None:
            return element
        sizes = [f"{'?' if is_dynamic(size) else size}x" for size in self.shape]
        return f"{'vector' if self.is_vector else 'tensor'}<{''.join(sizes)}{element}>"


INDEX = Type("index")
I1 = Type("i1")


class Value:
    """A result of an op or an argument of a block. Compared by identity."""

    varied = False  # whether it may depend on an argument's value
    read = False

    def __init__(self, type):
        self.type = type


class Op:
    operands: list = []
    results: list = []
    blocks: list = []


class Block:
    """A block: ops, and the values that it yields."""

    def __init__(self, arguments=()):
        self.arguments = list(arguments)
        self.ops = []
        self.passed = []


class Function:
    is_recursive = False  # its last argument is the depth of the recursion
    is_requested = False  # a request differentiates it

    def __init__(self, name, parameters):
        self.name = name
        self.body = Block(parameters)
        self.attributes = ""  # attributes in the plain form
        self.rules = []  # functions that only the plain form has


def resolve(value, replaced):
    while value in replaced:
        value = replaced[value]
    return value


def nested_ops(block):
    for op in block.ops:
        yield op
        for inner in op.blocks:
            yield from nested_ops(inner)


def find_live(function, replaced):
    """Returns the ops on which the results of the function depend."""
    producers = {result: op for op in nested_ops(function.body) for result in op.results}
    live, seen, pending = set(), set(), list(function.body.passed)
    while pending:
        value = resolve(pending.pop(), replaced)
        op = producers.get(value)
        if value in seen or op is None:
            continue
        seen.add(value)
        if op not in live:
            live.add(op)
            pending += op.operands
            pending += (v for block in op.blocks for v in block.passed)
    return live


class Writer:
    """Writes functions without dead code. `replaced` maps values to their replacements."""

    def __init__(self, frozen, replaced=None, live=None):
        self.frozen = frozen
        self.replaced = replaced or {}
        self.live = live
        self.lines = []
        self.numbers = itertools.count()
        # Names of values at x and at x0.
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

    def name(self, value, view):
        return view[resolve(value, self.replaced)]

    def names(self, values):
        """Returns the names of all copies of the values."""
        return [self.name(v, view) for v in values for view in self.copies(v)]

    def bind(self, value, view, name):
        if value.type.is_float:
            view[value] = name
        else:
            for each in self.views:
                each[value] = name

    def define(self, values):
        """Creates names for all copies of the values."""
        made = []
        for value in values:
            for view in self.copies(value):
                made.append(self.fresh())
                self.bind(value, view, made[-1])
        return made

    def at_base(self, write):
        """Calls `write` for x0 only."""
        views, self.views = self.views, self.views[-1:]
        write()
        self.views = views

    def block(self, block, terminator=None):
        for op in block.ops:
            if self.live is None or op in self.live:
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
    live = None if replaced is None else find_live(function, replaced)
    w = Writer(frozen, replaced, live)
    parameters = function.body.arguments
    names = w.define(parameters)
    types = w.types(parameters)
    passed = function.body.passed
    name = function.name + ("_frozen" if frozen else "")
    attributes = "" if frozen else function.attributes
    head = write_head(name, names, types, w.types(passed), attributes)
    w.block(function.body, "return")
    text = "\n".join([head, *w.lines, "}"])
    if frozen and function.is_requested:
        text += "\n" + write_moving(function, names, types, w)
    return "\n".join([text, *([] if frozen else function.rules)])


def write_head(name, names, types, results, attributes=""):
    signature = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
    return f"func.func private @{name}({signature}){arrow(results)}{attributes} {{"


def write_moving(function, names, types, w):
    """Writes a function that returns only the floats at x of the frozen form, which are
    differentiated."""
    passed = function.body.passed
    made = [w.fresh("r") for v in passed for _ in w.copies(v)]
    copies = iter(made)
    moving = []
    for value in passed:
        first, *_ = [next(copies) for _ in w.copies(value)]
        if value.type.is_float:
            moving.append((first, w.type(value.type)))
    results, result_types = zip(*moving)
    return "\n".join(
        [
            write_head(function.name + "_moving", names, types, result_types),
            f"  {assigned(made)}func.call @{function.name}_frozen({', '.join(names)})"
            f" : ({', '.join(types)}){arrow(w.types(passed))}",
            f"  return {', '.join(results)} : {', '.join(result_types)}",
            "}",
        ]
    )
