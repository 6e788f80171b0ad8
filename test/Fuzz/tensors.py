"""Random programs: parts and shapes of tensors."""

from ops import Generate, Simple
from reductions import Reductions
from tree import INDEX, Block, Type, Value
from values import Scope


class Tensors(Reductions):
    """Ops that take tensors apart, join and rearrange them."""

    def insert(self, scope, tensor):
        shape = tensor.type.shape
        if any(self.size_of(d) == 0 for d in shape):
            return None
        scalar = self.ensure(scope, Type(tensor.type.element))
        places = [self.address(scope, d) for d in shape]
        text = ", ".join(f"{{{i + 2}}}" for i in range(len(places)))
        return scope.add(
            Simple(
                tensor.type,
                [scalar, tensor, *places],
                f"tensor.insert {{0}} into {{1}}[{text}] : {{t}}",
            )
        )

    def window(self, scope, outer, inner):
        """Offsets, sizes and strides of a part of a tensor, as text with places
        from {2}, and the operands there; None where there is no room."""
        rng = self.rng
        offsets, sizes, strides, operands = [], [], [], []
        for whole, part in zip(outer, inner):
            have, want = self.size_of(whole), self.size_of(part)
            if want > have:
                return None
            stride = 2 if want > 1 and 2 * want - 1 <= have and rng.random() < 0.5 else 1
            span = max((want - 1) * stride + 1, 1)
            if have >= 1 and rng.random() < 0.6:
                operands.append(self.address(scope, whole, span))
                offsets.append(f"{{{len(operands) + 1}}}")
            else:
                offsets.append("0" if want == 0 or have < 1 else str(rng.randint(0, have - span)))
            if isinstance(part, str):
                operands.append(self.size(scope, part))
                sizes.append(f"{{{len(operands) + 1}}}")
            else:
                sizes.append(str(part))
            strides.append(str(stride))
        text = "".join(f"[{', '.join(part)}]" for part in (offsets, sizes, strides))
        return text, operands

    def slice(self, scope, tensor):
        shapes = [s for s in self.shapes if len(s) == len(tensor.type.shape) and s]
        if not shapes:
            return None
        type = Type(tensor.type.element, self.rng.choice(shapes))
        found = self.window(scope, tensor.type.shape, type.shape)
        if not found:
            return None
        text, operands = found
        return scope.add(
            Simple(
                type,
                [tensor, tensor, *operands],
                f"tensor.extract_slice {{0}}{text} : {{t0}} to {{t}}",
            )
        )

    def insert_slice(self, scope, tensor):
        part = self.pick(
            scope,
            lambda v: v.type.is_tensor
            and v.type.shape
            and v.type.element == tensor.type.element
            and len(v.type.shape) == len(tensor.type.shape),
        )
        found = part and self.window(scope, tensor.type.shape, part.type.shape)
        if not found:
            return None
        text, operands = found
        return scope.add(
            Simple(
                tensor.type,
                [part, tensor, *operands],
                f"tensor.insert_slice {{0}} into {{1}}{text} : {{t0}} into {{t}}",
            )
        )

    def pad(self, scope, tensor):
        """To a larger shape; the value may be active."""
        rng = self.rng
        shape = tensor.type.shape
        shapes = [
            s
            for s in self.shapes
            if s and len(s) == len(shape)
            and all(self.size_of(a) >= self.size_of(b) for a, b in zip(s, shape))
        ]
        if not shapes:
            return None
        type = Type(tensor.type.element, rng.choice(shapes))
        low, high, operands = [], [], []
        for whole, part in zip(type.shape, shape):
            room = self.size_of(whole) - self.size_of(part)
            first = rng.randint(0, room)
            low.append(str(first))
            if isinstance(whole, str) or isinstance(part, str):
                have = self.size(scope, part)
                moved = scope.add(
                    Simple(INDEX, [have, self.index(scope, first)], "arith.addi {0}, {1} : index")
                )
                operands.append(
                    scope.add(
                        Simple(INDEX, [self.size(scope, whole), moved], "arith.subi {0}, {1} : index")
                    )
                )
                high.append(f"{{{len(operands)}}}")
            else:
                high.append(str(room - first))
        value = self.ensure(scope, Type(tensor.type.element))
        block = Block([Value(INDEX) for _ in shape])
        inner = Scope(block, scope)
        inner.scalars_only = True
        if rng.random() < 0.3:
            value = self.unary(inner, value, "sin")
        block.passed = [value]
        head = f"tensor.pad {{0}} low[{', '.join(low)}] high[{', '.join(high)}]"
        return scope.add(Generate(type, [tensor, *operands], head, block, ": {t0} to {t}"))

    def generate(self, scope, type):
        block = Block([Value(INDEX) for _ in type.shape])
        inner = Scope(block, scope)
        inner.scalars_only = True
        sources = [
            v
            for v in scope.visible()
            if v.type.is_tensor and v.type.element == type.element
            and all(self.size_of(d) > 0 for d in v.type.shape)
        ]
        if sources:
            source = self.rng.choice(sources)
            places = [self.address(inner, d) for d in source.type.shape]
            text = ", ".join(f"{{{i + 1}}}" for i in range(len(places)))
            inner.add(
                Simple(
                    Type(type.element),
                    [source, *places],
                    f"tensor.extract {{0}}[{text}] : {{t0}}",
                )
            )
        self.grow_scalars(inner, self.rng.randint(0, 2))
        block.passed = [self.ensure_scalar(inner, type.element)]
        sizes = self.dynamic_sizes(scope, type.shape)
        places = " " + ", ".join(f"{{{i}}}" for i in range(len(sizes))) if sizes else ""
        return scope.add(Generate(type, sizes, f"tensor.generate{places}", block, ": {t}"))

    def reshape(self, scope, tensor):
        """Collapsed to one dimension, or that and expanded again."""
        rng = self.rng
        shape = tensor.type.shape
        element = tensor.type.element
        if len(shape) < 2:
            if len(shape) == 1:
                wide = Type(element, (1, *shape) if rng.random() < 0.5 else (*shape, 1))
                sizes = self.dynamic_sizes(scope, shape)
                output = ", ".join(
                    "{1}" if isinstance(d, str) else str(d) for d in wide.shape
                )
                return scope.add(
                    Simple(
                        wide,
                        [tensor, *sizes],
                        f"tensor.expand_shape {{0}} [[0, 1]] output_shape [{output}] : {{t0}} into {{t}}",
                    )
                )
            return None
        count = 1
        for d in shape:
            count *= self.size_of(d)
        if any(isinstance(d, str) for d in shape):
            flat = f"s{len(self.sizes)}"
            self.sizes[flat] = count
        else:
            flat = count
        group = ", ".join(map(str, range(len(shape))))
        if rng.random() < 0.5 or any(isinstance(d, str) for d in shape):
            flattened = scope.add(
                Simple(
                    Type(element, (flat,)),
                    [tensor],
                    f"tensor.collapse_shape {{0}} [[{group}]] : {{t0}} into {{t}}",
                )
            )
        else:
            number = self.index(scope, count)
            sizes = scope.add(
                Simple(Type("index", (1,)), [number], "tensor.from_elements {0} : {t}")
            )
            flattened = scope.add(
                Simple(
                    Type(element, (flat,)),
                    [tensor, sizes],
                    "tensor.reshape {0}({1}) : ({t0}, {t1}) -> {t}",
                )
            )
        if rng.random() < 0.4:
            return flattened
        flattened = self.unary(scope, flattened)
        sizes = self.dynamic_sizes(scope, shape)
        places = iter(range(1, 9))
        output = ", ".join(
            f"{{{next(places)}}}" if isinstance(d, str) else str(d) for d in shape
        )
        return scope.add(
            Simple(
                tensor.type,
                [flattened, *sizes],
                f"tensor.expand_shape {{0}} [[{group}]] output_shape [{output}] : {{t0}} into {{t}}",
            )
        )

    def concat(self, scope, tensor):
        """Of two, or of one twice, along a dimension; then a slice of it."""
        rng = self.rng
        shape = tensor.type.shape
        if not shape:
            return None
        axis = rng.randrange(len(shape))
        other = self.pick(
            scope,
            lambda v: v.type.element == tensor.type.element
            and v.type.is_tensor
            and len(v.type.shape) == len(shape)
            and all(a == b or i == axis for i, (a, b) in enumerate(zip(shape, v.type.shape))),
        )
        sizes = shape[axis], other.type.shape[axis]
        if any(isinstance(s, str) for s in sizes):
            total = f"s{len(self.sizes)}"
            self.sizes[total] = self.size_of(sizes[0]) + self.size_of(sizes[1])
        else:
            total = sizes[0] + sizes[1]
        type = Type(tensor.type.element, shape[:axis] + (total,) + shape[axis + 1 :])
        joined = scope.add(
            Simple(
                type,
                [tensor, other],
                f"tensor.concat dim({axis}) {{0}}, {{1}} : ({{t0}}, {{t1}}) -> {{t}}",
            )
        )
        return self.slice(scope, joined) or joined

    def gather(self, scope, tensor):
        rng = self.rng
        shape = tensor.type.shape
        if not shape or any(self.size_of(d) == 0 for d in shape):
            return None
        axis = rng.randrange(len(shape))
        count = rng.choice([1, 2, 3])
        places = [self.address(scope, shape[axis]) for _ in range(count)]
        text = ", ".join(f"{{{i}}}" for i in range(count))
        indices = scope.add(
            Simple(Type("index", (count, 1)), places, f"tensor.from_elements {text} : {{t}}")
        )
        type = Type(tensor.type.element, (count, *shape[:axis], *shape[axis + 1 :]))
        return scope.add(
            Simple(
                type,
                [tensor, indices],
                f"tensor.gather {{0}}[{{1}}] gather_dims([{axis}]) : ({{t0}}, {{t1}}) -> {{t}}",
            )
        )

    def elements(self, scope, element):
        count = self.rng.choice([1, 2, 3])
        scalars = [self.ensure(scope, Type(element)) for _ in range(count)]
        text = ", ".join(f"{{{i}}}" for i in range(count))
        return scope.add(
            Simple(Type(element, (count,)), scalars, f"tensor.from_elements {text} : {{t}}")
        )

    def tensor(self, scope, x):
        rng = self.rng
        if not x.type.is_tensor:
            kind = rng.choice(["splat", "elements", "generate"])
            if kind == "elements":
                return self.elements(scope, x.type.element)
            type = Type(x.type.element, rng.choice(self.shapes))
            return self.splat(scope, x, type) if kind == "splat" else self.generate(scope, type)
        kinds = ["reduced", "generic", "generic", "insert", "gather", "concat", "slice",
                 "insert_slice", "pad", "reshape", "broadcast"]  # fmt: skip
        if x.type.shape:
            kinds += ["partial_reduction", "transpose", "contraction"]
        kind = rng.choice([k for k in kinds if k not in self.without])
        return getattr(self, kind)(scope, x)
