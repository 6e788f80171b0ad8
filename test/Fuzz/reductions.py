"""Generates reductions."""

from layouts import Layouts
from ops import Simple
from structures import Extremum, Generic
from tree import INDEX, Block, Type, count, extent
from values import Scope, argument, empties, places


class Reductions(Layouts):
    """Sums and extrema over any dimensions, and softmax."""

    def scaled(self, scope, value, factor):
        factor = self.constant(scope, value.type, factor)
        return scope.add(Simple(value.type, [value, factor], "arith.mulf {0}, {1} : {t}"))

    def reduced(self, scope, value):
        """Reduces all elements to a scalar, by a sum or by extracting an element."""
        rng = self.rng
        shape = value.type.shape
        if value.type.is_vector:
            return self.reduced_vector(scope, value)
        if not empties(shape) and rng.random() < 0.5:
            indices = self.addresses(scope, shape)
            text = f"tensor.extract {{0}}[{places(1, indices)}] : {{t0}}"
            return scope.add(Simple(value.type.scalar, [value, *indices], text))
        start = self.constant(scope, Type(value.type.element, ()), rng.uniform(-0.5, 0.5))
        every = list(range(len(shape)))
        most = max(count(shape), 1)
        if rng.random() < 0.25 and shape and not self.narrow:
            total = self.extremum(scope, value, start, every)
        else:
            total = self.summed(scope, value, start, every)
            most += 0.5
        result = scope.add(Simple(value.type.scalar, [total], "tensor.extract {0}[] : {t0}"))
        return self.scaled(scope, result, 1.3 / most) if most > 1.6 else result

    def summed(self, scope, tensor, start, axes):
        text = "linalg.reduce {{ arith.addf }} ins({0} : {t0}) outs({1} : {t1})"
        operands = [tensor, start]
        return scope.add(Simple(start.type, operands, f"{text} dimensions = {axes}"))

    def extremum(self, scope, tensor, start, axes):
        """Emits an extremum. If several elements equal it, the initial value included, they
        share its derivative equally."""
        name = self.rng.choice(["maximumf", "minimumf"])
        text = f"linalg.reduce {{{{ arith.{name} }}}} ins({{0}} : {{t0}}) outs({{1}} : {{t1}}) dimensions = {axes}"
        loops = [f"d{i}" for i in range(len(tensor.type.shape))]
        maps = [loops, [d for i, d in enumerate(loops) if i not in axes]]
        iterators = ["reduction" if i in axes else "parallel" for i in range(len(loops))]
        return scope.add(Extremum([tensor, start], text, maps, iterators))

    def partial_reduction(self, scope, tensor):
        """Reduces some dimensions, or none."""
        rng = self.rng
        shape = tensor.type.shape
        axes = [i for i in range(len(shape)) if rng.random() < 0.5]
        kept = tuple(size for i, size in enumerate(shape) if i not in axes)
        start = self.ensure(scope, Type(tensor.type.element, kept))
        if rng.random() < 0.2 and not self.narrow:
            return self.extremum(scope, tensor, start, axes)
        total = self.summed(scope, tensor, start, axes)
        return self.scaled(scope, total, 1 / (1 + count([shape[i] for i in axes])))

    def map(self, scope, tensor):
        """Adds linalg.map in its short form, with one or two inputs."""
        rng = self.rng
        inputs = [tensor]
        name = rng.choice(["math.sin", "arith.negf", "math.tanh"])
        if rng.random() < 0.5:
            inputs.append(self.ensure(scope, tensor.type))
            name = rng.choice(["arith.mulf", "arith.subf"])
        out = self.empty(scope, tensor.type)
        types = ", ".join(f"{{t{i}}}" for i in range(len(inputs)))
        text = (
            f"linalg.map {{{{ {name} }}}} ins({places(0, inputs)} : {types})"
            f" outs({{{len(inputs)}}} : {{t}})"
        )
        made = scope.add(Simple(tensor.type, [*inputs, out], text))
        return self.scaled(scope, made, 0.5) if len(inputs) == 2 else made

    def softmax(self, scope, tensor):
        """Adds a softmax along a dimension that is not empty."""
        shape = tensor.type.shape
        if empties(shape) or not shape:
            return None
        axis = self.rng.randrange(len(shape))
        out = self.empty(scope, tensor.type)
        text = f"linalg.softmax dimension({axis}) ins({{0}} : {{t0}}) outs({{1}} : {{t1}}) -> {{t}}"
        return scope.add(Simple(tensor.type, [tensor, out], text))

    def untied(self, scope, tensor):
        """Adds a different number to each element, so that no elements are equal."""
        type = tensor.type
        block = Block([argument(type.scalar), argument(type.scalar)])
        inner = Scope(block, scope)
        inner.scalars_only = True
        value = block.arguments[0]
        weight = 0.11
        for i, size in enumerate(type.shape):
            index = inner.add(Simple(INDEX, [], f"linalg.index {i} : index"))
            wide = inner.add(Simple(Type("i64"), [index], "arith.index_cast {0} : index to i64"))
            number = inner.add(Simple(type.scalar, [wide], "arith.sitofp {0} : i64 to {t}"))
            number = self.scaled(inner, number, weight)
            value = inner.add(Simple(type.scalar, [value, number], "arith.addf {0}, {1} : {t}"))
            weight /= max(extent(size), 1) * 1.3
        block.passed = [self.scaled(inner, value, 0.8)]
        out = self.empty(scope, type)
        loops = [f"d{i}" for i in range(len(type.shape))]
        return scope.add(Generic([tensor], [out], [loops, loops], ["parallel"] * len(loops), block))
