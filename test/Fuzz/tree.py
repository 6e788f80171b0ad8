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


# ===----------------------------------------------------------------------=== #
# Writing
# ===----------------------------------------------------------------------=== #


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
    rules = [] if frozen else [text for rule in function.rules for text in [rule]]
    return "\n".join([head, *w.lines, "}", *rules])


# ===----------------------------------------------------------------------=== #
# Ops
# ===----------------------------------------------------------------------=== #


class Simple(Op):
    """An op of one result. `text` says it: {0}, {1} ... are the operands, {t0},
    {t1} ... their types, {t} is the type of the result, {n0} ... new names. It
    may be several lines, of which the last has the result."""

    def __init__(self, result_type, operands, text, frozen=None):
        self.results = [Value(result_type)]
        self.operands = list(operands)
        self.text = text
        self.frozen = frozen

    def write(self, w):
        (result,) = self.results
        for view in w.copies(result):
            keys = {f"n{i}": w.fresh() for i in range(6)}
            for i, operand in enumerate(self.operands):
                keys[f"t{i}"] = w.type(operand.type)
                keys[f"b{i}"] = w.name(operand, w.views[-1])
            keys["t"] = w.type(result.type)
            keys["e"] = w.type(Type(result.type.element))
            keys["c"] = result.type.written("i1")
            text = self.text
            if self.frozen and w.frozen and view is not w.views[-1]:
                text = self.frozen
            name = w.fresh()
            operands = [w.name(o, view) for o in self.operands]
            lines = text.format(*operands, **keys).split("\n")
            for line in lines[:-1]:
                w.line(line)
            w.line(f"{name} = {lines[-1]}")
            w.bind(result, view, name)


class Stop(Op):
    def __init__(self, operand):
        self.operands = [operand]
        self.results = [Value(operand.type)]

    def write(self, w):
        (operand,), (result,) = self.operands, self.results
        if w.frozen:
            for view in w.views:
                w.bind(result, view, w.name(operand, w.views[-1]))
        else:
            (source,) = w.names([operand])
            (name,) = w.define([result])
            w.line(f"{name} = grad.stop_gradient {source} : {w.type(operand.type)}")


class Locked(Simple):
    """An op whose derivative is zero: at x it is its value at x0."""

    def write(self, w):
        if not w.frozen:
            return super().write(w)
        w.at_base(lambda: Simple.write(self, w))
        for view in w.views:
            w.bind(self.results[0], view, w.name(self.results[0], w.views[-1]))


class Convert(Op):
    """To another float type; nothing where all are f64."""

    def __init__(self, operand, element):
        self.operands = [operand]
        self.results = [Value(operand.type.of(element))]

    def write(self, w):
        (operand,), (result,) = self.operands, self.results
        if w.frozen:
            for view in w.views:
                w.bind(result, view, w.name(operand, view))
            return
        wider = FLOATS[result.type.element] > FLOATS[operand.type.element]
        kind = "extf" if wider else "truncf"
        (source,), (name,) = w.names([operand]), w.define([result])
        w.line(
            f"{name} = arith.{kind} {source} : {w.type(operand.type)} to {w.type(result.type)}"
        )


class Generate(Op):
    """tensor.generate or tensor.pad: `head` ends in front of the region, {0} ...
    are the operands, {t0} ... their types; `tail` follows it."""

    def __init__(self, result_type, operands, head, block, tail):
        self.results = [Value(result_type)]
        self.operands = list(operands)
        self.head, self.tail = head, tail
        self.blocks = [block]

    def write(self, w):
        (result,) = self.results
        name = w.fresh()
        self.write_at(w, w.views[0], name)
        if len(w.views) > 1:
            base = w.fresh()
            w.at_base(lambda: self.write_at(w, w.views[-1], base))
            w.bind(result, w.views[-1], base)
        w.bind(result, w.views[0], name)

    def write_at(self, w, view, name):
        (block,) = self.blocks
        keys = {f"t{i}": w.type(o.type) for i, o in enumerate(self.operands)}
        keys["t"] = w.type(self.results[0].type)
        operands = [w.name(o, view) for o in self.operands]
        w.line(f"{name} = {self.head.format(*operands, **keys)} {{")
        arguments = w.define(block.arguments)
        w.line(f"^bb0({', '.join(f'{a}: index' for a in arguments)}):")
        w.block(block)
        (passed,) = block.passed
        w.line(f"tensor.yield {w.name(passed, view)} : {w.type(passed.type)}")
        w.line("} " + self.tail.format(*operands, **keys))


class Call(Op):
    def __init__(self, callee, operands):
        self.callee = callee
        self.operands = list(operands)
        self.results = [Value(v.type) for v in callee.results]

    def write(self, w):
        suffix = "_frozen" if w.frozen else ""
        names, types = w.names(self.operands), w.types(self.operands)
        results = w.define(self.results)
        w.line(
            f"{assigned(results)}func.call @{self.callee.name}{suffix}({', '.join(names)})"
            f" : ({', '.join(types)}) -> ({', '.join(w.types(self.results))})"
        )


class If(Op):
    def __init__(self, condition, then, otherwise):
        self.operands = [condition]
        self.blocks = [then, otherwise]
        self.results = [Value(v.type) for v in then.passed]

    def write(self, w):
        (condition,) = w.names(self.operands)
        results = w.define(self.results)
        types = arrow(w.types(self.results))
        w.line(f"{assigned(results)}scf.if {condition}{types} {{")
        w.block(self.blocks[0], "scf.yield")
        w.line("} else {")
        w.block(self.blocks[1], "scf.yield")
        w.line("}")


class For(Op):
    """The block's arguments: the induction variable, then the carries."""

    def __init__(self, bounds, inits, block, attribute=""):
        self.operands = [*bounds, *inits]
        self.blocks = [block]
        self.results = [Value(v.type) for v in inits]
        self.attribute = attribute

    def write(self, w):
        (block,) = self.blocks
        lower, upper, step = w.names(self.operands[:3])
        inits = w.names(self.operands[3:])
        results = w.define(self.results)
        (induction,) = w.define(block.arguments[:1])
        carries = w.define(block.arguments[1:])
        head = f"{assigned(results)}scf.for {induction} = {lower} to {upper} step {step}"
        if inits:
            pairs = ", ".join(f"{c} = {i}" for c, i in zip(carries, inits))
            head += f" iter_args({pairs}){arrow(w.types(self.results))}"
        bound = block.arguments[0].type
        if bound != INDEX:
            head += f" : {w.type(bound)}"
        w.line(head + " {")
        w.block(block, "scf.yield")
        w.line("}" if w.frozen else f"}}{self.attribute}")


class While(Op):
    """The first block passes a condition, then what the second one takes."""

    def __init__(self, inits, before, after, attribute=""):
        self.operands = list(inits)
        self.blocks = [before, after]
        self.results = [Value(v.type) for v in before.passed[1:]]
        self.attribute = attribute

    def write(self, w):
        before, after = self.blocks
        inits = w.names(self.operands)
        results = w.define(self.results)
        carries = w.define(before.arguments)
        pairs = ", ".join(f"{c} = {i}" for c, i in zip(carries, inits))
        ins = ", ".join(w.types(self.operands))
        outs = ", ".join(w.types(self.results))
        w.line(f"{assigned(results)}scf.while ({pairs}) : ({ins}) -> ({outs}) {{")
        w.block(before)
        (condition,) = w.names(before.passed[:1])
        w.terminator(f"scf.condition({condition})", before.passed[1:])
        w.line("} do {")
        arguments = w.define(after.arguments)
        types = w.types(after.arguments)
        w.line(f"^bb0({', '.join(f'{a}: {t}' for a, t in zip(arguments, types))}):")
        w.block(after, "scf.yield")
        attribute = "" if w.frozen or not self.attribute else f" attributes{self.attribute}"
        w.line("}" + attribute)


class Switch(Op):
    """scf.index_switch; the last block is the default."""

    def __init__(self, index, cases, blocks):
        self.operands = [index]
        self.cases = cases
        self.blocks = blocks
        self.results = [Value(v.type) for v in blocks[0].passed]

    def write(self, w):
        (index,) = w.names(self.operands)
        results = w.define(self.results)
        types = ", ".join(w.types(self.results))
        types = f" -> {types}" if types else ""
        w.line(f"{assigned(results)}scf.index_switch {index}{types}")
        for label, block in zip([*(f"case {c}" for c in self.cases), "default"], self.blocks):
            w.line(f"{label} {{")
            w.block(block, "scf.yield")
            w.line("}")


class Region(Op):
    """grad.checkpoint and scf.execute_region."""

    def __init__(self, checkpoint, block):
        self.checkpoint = checkpoint
        self.blocks = [block]
        self.results = [Value(v.type) for v in block.passed]

    def write(self, w):
        (block,) = self.blocks
        if w.frozen:
            w.block(block)
            for result, passed in zip(self.results, block.passed):
                for view in w.copies(result):
                    w.bind(result, view, w.name(passed, view))
            return
        results = w.define(self.results)
        types = w.types(self.results)
        if self.checkpoint:
            w.line(f"{assigned(results)}grad.checkpoint {{")
            w.block(block, "grad.yield")
            w.line("}" + (f" : {', '.join(types)}" if types else ""))
        else:
            w.line(f"{assigned(results)}scf.execute_region{arrow(types)} {{")
            w.block(block, "scf.yield")
            w.line("}")


class Forall(Op):
    """Along the first dimension of a tensor. The block's arguments: the index and
    the tensor so far; it passes the part at that index, a tensor of the others'
    sizes. `sizes` are those, with {0} ... for the last operands."""

    def __init__(self, upper, tensor, block, sizes, operands):
        self.operands = [upper, tensor, *operands]
        self.blocks = [block]
        self.results = [Value(tensor.type)]
        self.sizes = sizes

    def write(self, w):
        (block,) = self.blocks
        (upper,) = w.names(self.operands[:1])
        tensors = w.names(self.operands[1:2])
        sizes = [s.format(*w.names(self.operands[2:])) for s in self.sizes]
        results = w.define(self.results)
        (index,) = w.define(block.arguments[:1])
        running = w.define(block.arguments[1:])
        pairs = ", ".join(f"{r} = {t}" for r, t in zip(running, tensors))
        types = w.types(self.results)
        w.line(
            f"{assigned(results)}scf.forall ({index}) in ({upper}) shared_outs({pairs}){arrow(types)} {{"
        )
        w.block(block)
        w.line("scf.forall.in_parallel {")
        (part,) = block.passed
        for name, into in zip(w.names([part]), running):
            offsets = ", ".join([index, *["0"] * len(sizes)])
            extents, strides = ", ".join(["1", *sizes]), ", ".join(["1"] * (1 + len(sizes)))
            w.line(
                f"tensor.parallel_insert_slice {name} into {into}[{offsets}] [{extents}] [{strides}]"
                f" : {w.type(part.type)} into {types[0]}"
            )
        w.line("}")
        w.line("}")


class Parallel(Op):
    """scf.parallel that adds up what the block passes, onto initial values."""

    def __init__(self, bounds, inits, block):
        self.operands = [*bounds, *inits]
        self.blocks = [block]
        self.results = [Value(v.type) for v in inits]

    def write(self, w):
        (block,) = self.blocks
        lower, upper, step = w.names(self.operands[:3])
        inits = w.names(self.operands[3:])
        results = w.define(self.results)
        (index,) = w.define(block.arguments)
        types = w.types(self.results)
        w.line(
            f"{assigned(results)}scf.parallel ({index}) = ({lower}) to ({upper}) step ({step})"
            f" init ({', '.join(inits)}){arrow(types)} {{"
        )
        w.block(block)
        w.line(f"scf.reduce({', '.join(w.names(block.passed))} : {', '.join(types)}) {{")
        for i, type in enumerate(types):
            left, right, sum = w.fresh(), w.fresh(), w.fresh()
            if i:
                w.line("}, {")
            w.line(f"^bb0({left}: {type}, {right}: {type}):")
            w.line(f"{sum} = arith.addf {left}, {right} : {type}")
            w.line(f"scf.reduce.return {sum} : {type}")
        w.line("}")
        w.line("}")


class Generic(Op):
    """linalg.generic. The block's arguments: a scalar per input and output."""

    def __init__(self, inputs, outputs, maps, iterators, block):
        self.inputs, self.outputs = list(inputs), list(outputs)
        self.maps, self.iterators = maps, iterators
        self.blocks = [block]
        self.results = [Value(v.type) for v in outputs]

    @property
    def operands(self):
        return self.inputs + self.outputs

    def write(self, w):
        (block,) = self.blocks
        maps = [m for m, v in zip(self.maps, self.operands) for _ in w.copies(v)]
        loops = ", ".join(f"d{i}" for i in range(len(self.iterators)))
        maps = ", ".join(
            f"affine_map<({loops}) -> ({', '.join(f'd{i}' for i in m)})>" for m in maps
        )
        iterators = ", ".join(f'"{i}"' for i in self.iterators)
        ins = f"{', '.join(w.names(self.inputs))} : {', '.join(w.types(self.inputs))}"
        outs = f"{', '.join(w.names(self.outputs))} : {', '.join(w.types(self.outputs))}"
        results = w.define(self.results)
        arguments = w.define(block.arguments)
        types = w.types(block.arguments)
        ins = f" ins({ins})" if self.inputs else ""
        w.line(
            f"{assigned(results)}linalg.generic {{indexing_maps = [{maps}], "
            f"iterator_types = [{iterators}]}}{ins} outs({outs}) {{"
        )
        w.line(f"^bb0({', '.join(f'{a}: {t}' for a, t in zip(arguments, types))}):")
        w.block(block, "linalg.yield")
        w.line(f"}} -> ({', '.join(w.types(self.results))})")
