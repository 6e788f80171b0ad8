"""Ops without control flow, in both forms of a program (tree.py)."""

from tree import FLOATS, Op, Type, Value, assigned


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
