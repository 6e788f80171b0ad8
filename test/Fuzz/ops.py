"""Defines ops without control flow, in both forms of a program (tree.py)."""

from tree import FLOATS, Op, Type, Value, assigned, extents


class Simple(Op):
    """An op with one result. `text` is its template: {0}, {1} ... are the operands, {t0},
    {t1} ... their types, {t} is the type of the result, {n0} ... are new names. If it has
    several lines, the last one defines the result."""

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
    """An op whose derivative is zero: at x it has its value at x0."""

    def write(self, w):
        if not w.frozen:
            return super().write(w)
        w.at_base(lambda: Simple.write(self, w))
        for view in w.views:
            w.bind(self.results[0], view, w.name(self.results[0], w.views[-1]))


class Convert(Op):
    """A conversion to another float type. It is a no-op if all types are f64."""

    def __init__(self, operand, element):
        self.operands = [operand]
        self.results = [Value(operand.type.of(element))]

    def write(self, w):
        (operand,), (result,) = self.operands, self.results
        if w.frozen:
            for view in w.views:
                w.bind(result, view, w.name(operand, view))
            return
        elements = [operand.type.element, result.type.element]
        if set(elements) == {"f16", "bf16"}:  # neither type contains the other
            elements.insert(1, "f32")
        (name,) = w.names([operand])
        for before, after in zip(elements, elements[1:]):
            kind = "extf" if FLOATS[after] > FLOATS[before] else "truncf"
            source, name = name, w.fresh()
            types = (operand.type.written(e) for e in (before, after))
            w.line(f"{name} = arith.{kind} {source} : {' to '.join(types)}")
        w.bind(result, w.views[0], name)


class Generate(Op):
    """tensor.generate or tensor.pad. `head` is the text before the region: {0} ... are the
    operands, {t0} ... their types. `tail` is the text after it."""

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


class Request(Op):
    """A grad.jvp, grad.vjp or grad.value_and_grad of a callee. The results are the floats
    of the callee, then the derivatives. `seeds` are tangents or cotangents."""

    def __init__(self, mode, callee, operands, seeds, wrt):
        self.mode, self.callee, self.wrt = mode, callee, wrt
        self.operands = [*operands, *seeds]
        self.count = len(operands)
        self.outputs = [v.type for v in callee.results if v.type.is_float]
        self.derivatives = self.outputs
        if mode != "jvp":
            self.derivatives = [operands[i].type for i in wrt]
        self.results = [Value(t) for t in (*self.outputs, *self.derivatives)]

    def write(self, w):
        for view in w.views:
            if w.frozen:
                self.write_frozen(w, view)
            else:
                self.write_plain(w, view)

    def write_plain(self, w, view):
        values = self.callee.results
        names = [w.fresh() for _ in (*values, *self.derivatives)]
        floats = [name for name, v in zip(names, values) if v.type.is_float]
        for result, name in zip(self.results, floats + names[len(values) :]):
            w.bind(result, view, name)
        operands = [w.name(o, view) for o in self.operands]
        types = [w.type(o.type) for o in self.operands]
        results = [w.type(t) for t in (*(v.type for v in values), *self.derivatives)]
        self.write_request(w, self.callee.name, names, operands, types, self.wrt, results)

    def write_frozen(self, w, view):
        """Writes a request for the function that returns the moving results. It takes each
        float at x and at x0."""
        operands, types, wrt = [], [], []
        for i, operand in enumerate(self.operands):
            if i in self.wrt:
                wrt.append((self.wrt.index(i), len(operands)))
            operands.append(w.name(operand, view))
            if i < self.count and operand.type.is_float:
                operands.append(w.name(operand, w.views[-1]))
            types += [w.type(operand.type)] * (len(operands) - len(types))
        wrt = [position for _, position in sorted(wrt)]
        names = [w.fresh() for _ in self.results]
        for result, name in zip(self.results, names):
            w.bind(result, view, name)
        results = [w.type(r.type) for r in self.results]
        self.write_request(w, self.callee.name + "_moving", names, operands, types, wrt, results)

    def write_request(self, w, callee, names, operands, types, wrt, results):
        first = len(operands) - (len(self.operands) - self.count)
        seeds = ", ".join(operands[first:])
        seeds = {"jvp": f" tangents({seeds})", "vjp": f" cotangents({seeds})"}.get(self.mode, "")
        w.line(
            f"{assigned(names)}grad.{self.mode} @{callee}({', '.join(operands[:first])}){seeds}"
            f" {{wrt = array<i64: {', '.join(map(str, wrt))}>}} : ({', '.join(types)})"
            f" -> ({', '.join(results)})"
        )


class Literal(Op):
    """A constant of any type."""

    def __init__(self, type):
        self.results = [Value(type)]

    def write(self, w):
        (result,) = self.results
        type = result.type
        number = "0.5" if type.is_float else "true" if type.element == "i1" else "1"
        (name, *more) = w.define(self.results)
        for other in more:
            w.bind(result, w.views[-1], name)
        if type.is_scalar:
            typed = "" if type.element == "i1" else f" : {w.type(type)}"
            return w.line(f"{name} = arith.constant {number}{typed}")
        static = w.type(type._replace(shape=tuple(extents(type.shape))))
        constant = w.fresh()
        w.line(f"{constant} = arith.constant dense<{number}> : {static}")
        if static == w.type(type):
            for view in w.copies(result):
                w.bind(result, view, constant)
            return None
        return w.line(f"{name} = tensor.cast {constant} : {static} to {w.type(type)}")
