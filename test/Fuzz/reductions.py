"""Random programs: structured ops."""

from ops import Locked, Simple
from regions import Generic
from scalars import Scalars
from tree import INDEX, Block, Type
from values import Scope, argument


class Reductions(Scalars):
    """Structured ops: sums, maxima, contractions, broadcasts, and general ones."""

    def empty(self, scope, type):
        sizes = self.dynamic_sizes(scope, type.shape)
        places = ", ".join(f"{{{i}}}" for i in range(len(sizes)))
        op = Locked(type, sizes, f"tensor.empty({places}) : {{t}}")
        self.empties.append(op.results[0])
        return scope.hide(op)

    def reduced(self, scope, tensor):
        """All elements in one, by a sum or by an element."""
        rng = self.rng
        shape = tensor.type.shape
        scalar = Type(tensor.type.element)
        if all(self.size_of(d) > 0 for d in shape) and rng.random() < 0.6:
            places = [self.address(scope, d) for d in shape]
            text = ", ".join(f"{{{i + 1}}}" for i in range(len(places)))
            return scope.add(
                Simple(scalar, [tensor, *places], f"tensor.extract {{0}}[{text}] : {{t0}}")
            )
        start = self.constant(scope, Type(scalar.element, ()), rng.uniform(-0.5, 0.5))
        dims = ", ".join(map(str, range(len(shape))))
        count = 1
        for d in shape:
            count *= max(self.size_of(d), 1)
        if rng.random() < 0.25 and shape and not self.narrow:
            total = self.extremum(scope, tensor, start, dims)
        else:
            total = scope.add(
                Simple(
                    start.type,
                    [tensor, start],
                    "linalg.reduce {{ arith.addf }} ins({0} : {t0}) outs({1} : {t1})"
                    f" dimensions = [{dims}]",
                )
            )
            count += 0.5
        result = scope.add(Simple(scalar, [total], "tensor.extract {0}[] : {t0}"))
        if count > 1.6:
            factor = self.constant(scope, scalar, 1.3 / count)
            result = scope.add(Simple(scalar, [result, factor], "arith.mulf {0}, {1} : {t}"))
        return result

    def extremum(self, scope, tensor, start, dims):
        """The maximum: where several are equal, the initial value among them,
        each has an equal part."""
        text = (
            "linalg.reduce {{ arith.maximumf }} ins({0} : {t0}) outs({1} : {t1})"
            f" dimensions = [{dims}]"
        )
        rank = len(tensor.type.shape)
        loops = ", ".join(f"d{i}" for i in range(rank))
        whole = f"affine_map<({loops}) -> ({loops})>"
        none = f"affine_map<({loops}) -> ()>"
        iterators = ", ".join(['"reduction"'] * rank)
        # The mean at x of what is the maximum at x0.
        frozen = (
            "{n0} = linalg.reduce {{ arith.maximumf }} ins({b0} : {t0}) outs({b1} : {t1})"
            f" dimensions = [{dims}]\n"
            "{n1} = tensor.extract {n0}[] : {t1}\n"
            "{n2} = tensor.extract {b1}[] : {t1}\n"
            "{n3} = tensor.extract {1}[] : {t1}\n"
            "{n4} = arith.constant 0.0 : {e}\n"
            "{n4}_one = arith.constant 1.0 : {e}\n"
            "{n5} = arith.cmpf oeq, {n1}, {n2} : {e}\n"
            "{n5}_c = arith.select {n5}, {n4}_one, {n4} : {e}\n"
            "{n5}_s = arith.select {n5}, {n3}, {n4} : {e}\n"
            "{n5}_ct = tensor.from_elements {n5}_c : {t1}\n"
            "{n5}_st = tensor.from_elements {n5}_s : {t1}\n"
            f"{{n0}}_r:2 = linalg.generic {{{{indexing_maps = [{whole}, {whole}, {none}, {none}, {none}], "
            f"iterator_types = [{iterators}]}}}} ins({{0}}, {{b0}}, {{n0}} : {{t0}}, {{t0}}, {{t1}}) "
            "outs({n5}_ct, {n5}_st : {t1}, {t1}) {{\n"
            "^bb0(%x: {e}, %b: {e}, %m: {e}, %c: {e}, %s: {e}):\n"
            "%q = arith.cmpf oeq, %b, %m : {e}\n"
            "%qc = arith.select %q, {n4}_one, {n4} : {e}\n"
            "%qs = arith.select %q, %x, {n4} : {e}\n"
            "%c2 = arith.addf %c, %qc : {e}\n"
            "%s2 = arith.addf %s, %qs : {e}\n"
            "linalg.yield %c2, %s2 : {e}, {e}\n"
            "}} -> ({t1}, {t1})\n"
            "arith.divf {n0}_r#1, {n0}_r#0 : {t1}"
        )
        return scope.add(Simple(start.type, [tensor, start], text, frozen))

    def partial_reduction(self, scope, tensor):
        """Along one dimension."""
        rng = self.rng
        shape = tensor.type.shape
        axis = rng.randrange(len(shape))
        rest = Type(tensor.type.element, shape[:axis] + shape[axis + 1 :])
        start = self.ensure(scope, rest)
        total = scope.add(
            Simple(
                rest,
                [tensor, start],
                "linalg.reduce {{ arith.addf }} ins({0} : {t0}) outs({1} : {t1})"
                f" dimensions = [{axis}]",
            )
        )
        factor = self.constant(scope, rest, 1 / (1 + self.size_of(shape[axis])))
        return scope.add(Simple(rest, [total, factor], "arith.mulf {0}, {1} : {t}"))

    def broadcast(self, scope, tensor):
        fits = [
            (s, axis)
            for s in self.shapes
            for axis in range(len(s))
            if s[:axis] + s[axis + 1 :] == tensor.type.shape
        ]
        if not fits:
            return None
        shape, axis = self.rng.choice(fits)
        return self.moved(scope, tensor, "broadcast", shape, f"dimensions = [{axis}]")

    def transpose(self, scope, tensor):
        order = list(range(len(tensor.type.shape)))
        self.rng.shuffle(order)
        shape = tuple(tensor.type.shape[i] for i in order)
        return self.moved(scope, tensor, "transpose", shape, f"permutation = {order}")

    def moved(self, scope, tensor, name, shape, how):
        type = Type(tensor.type.element, shape)
        out = self.empty(scope, type)
        text = f"linalg.{name} ins({{0}} : {{t0}}) outs({{1}} : {{t1}}) {how}"
        return scope.add(Simple(type, [tensor, out], text))

    def contraction(self, scope, x):
        """matmul, matvec, vecmat or dot, onto an initial value."""
        rng = self.rng
        element = x.type.element
        shape = x.type.shape
        options = []
        for y in scope.visible():
            if not y.type.is_tensor or y.type.element != element or not y.type.shape:
                continue
            ranks = len(shape), len(y.type.shape)
            if shape[-1] != y.type.shape[0] or ranks not in ((1, 1), (2, 1), (1, 2), (2, 2)):
                continue
            options.append(y)
        if not options:
            return None
        y = rng.choice(options)
        name = {(1, 1): "dot", (2, 1): "matvec", (1, 2): "vecmat", (2, 2): "matmul"}[
            len(shape), len(y.type.shape)
        ]
        type = Type(element, shape[:-1] + y.type.shape[1:])
        factor = self.constant(scope, x.type, 0.7 / (1 + self.size_of(shape[-1])))
        x = scope.add(Simple(x.type, [x, factor], "arith.mulf {0}, {1} : {t}"))
        if rng.random() < 0.5:
            start = self.constant(scope, type, 0.0)
        else:
            half = self.constant(scope, type, 0.4)
            start = self.ensure(scope, type)
            start = scope.add(Simple(type, [start, half], "arith.mulf {0}, {1} : {t}"))
        return scope.add(
            Simple(
                type,
                [x, y, start],
                f"linalg.{name} ins({{0}}, {{1}} : {{t0}}, {{t1}}) outs({{2}} : {{t2}}) -> {{t}}",
            )
        )

    def generic(self, scope, tensor):
        """Elementwise, with broadcasts and transposed operands, or a sum. The
        body may read what is around it."""
        rng = self.rng
        element = tensor.type.element
        loops = list(tensor.type.shape)
        place = {}
        for i, d in enumerate(loops):
            place.setdefault(d, i)
        inputs, maps = [tensor], [list(range(len(loops)))]
        for v in scope.visible():
            if len(inputs) == 3:
                break
            if (
                v.type.is_tensor and v.type.is_float and v is not tensor
                and len(set(v.type.shape)) == len(v.type.shape)
                and all(d in place for d in v.type.shape)
                and (v.type.element == element or self.narrow)
                and rng.random() < 0.4
            ):
                inputs.append(v)
                maps.append([place[d] for d in v.type.shape])
        kept = [i for i in range(len(loops)) if rng.random() < 0.7]
        iterators = ["parallel" if i in kept else "reduction" for i in range(len(loops))]
        rng.shuffle(kept)
        outputs = []
        reduction = len(kept) < len(loops)
        size = 1.0
        for i, d in enumerate(loops):
            if i not in kept:
                size *= max(self.size_of(d), 1)
        for _ in range(rng.choice([1, 1, 1, 2])):
            type = Type(element, tuple(loops[i] for i in kept))
            filled = rng.random() < 0.5
            if filled or reduction:
                out = self.ensure(scope, type)
            else:
                out = self.empty(scope, type)
            outputs.append(out)
            maps.append(list(kept))
        block = Block([argument(Type(v.type.element)) for v in [*inputs, *outputs]])
        inner = Scope(block, scope)
        inner.scalars_only = True
        accumulators = block.arguments[len(inputs) :]
        # What a reduction has so far, or tensor.empty's contents, is not read
        # in passing.
        hidden = [
            a for a, o in zip(accumulators, outputs)
            if reduction or o in self.empties
        ]
        inner.values = [v for v in inner.values if v not in hidden]
        for i in range(len(loops)):
            if rng.random() < 0.15:
                inner.add(Simple(INDEX, [], f"linalg.index {i} : index"))
        self.grow_scalars(inner, rng.randint(1, 4))
        for accumulator in accumulators:
            value = self.collect(inner, self.ensure_scalar(inner, element))
            if reduction:
                factor = self.constant(inner, value.type, 0.7 / size)
                value = inner.add(Simple(value.type, [value, factor], "arith.mulf {0}, {1} : {t}"))
                value = inner.add(
                    Simple(value.type, [accumulator, value], "arith.addf {0}, {1} : {t}")
                )
            block.passed.append(value)
        op = Generic(inputs, outputs, maps, iterators, block)
        scope.add(op)
        if not reduction:
            return op.results[0]
        factor = self.constant(scope, op.results[0].type, 0.6)
        return scope.add(
            Simple(op.results[0].type, [op.results[0], factor], "arith.mulf {0}, {1} : {t}")
        )
