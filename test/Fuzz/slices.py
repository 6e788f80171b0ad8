"""Generates slices of tensors."""

from typing import NamedTuple

from integers import Integers
from ops import Generate, Simple
from tree import INDEX, Block, Type, Value, count, dynamic, extent, extents, is_dynamic
from values import Scope, empties, places


class Part(NamedTuple):
    """A part of a tensor: offsets, sizes and strides as text, in which operands are
    numbered from {2}, and the shape of the part, with or without unit dimensions."""

    text: str
    operands: list
    shape: tuple


class Slices(Integers):
    """Slices, insertions and paddings."""

    def choose_part(self, scope, shape, wanted=None):
        """Chooses a part of the wanted shape, or of any shape. Returns None if it does not
        fit. Numbers are static, constant operands, or computed."""
        rng = self.rng
        operands, entries, sizes = [], [], []

        def entry(number, make):
            """Returns a number as static text or as an operand."""
            if rng.random() < 0.5:
                return str(number)
            operands.append(self.index(scope, number) if rng.random() < 0.4 else make())
            return f"{{{len(operands) + 1}}}"

        for i, whole in enumerate(shape):
            have = extent(whole)
            want = extent(wanted[i]) if wanted else min(have, rng.choice([1, have, rng.randint(0, have)]))
            if want > have:
                return None
            most = (have - 1) // (want - 1) if want > 1 else max(have, 1)
            stride = rng.randint(1, min(most, 3)) if rng.random() < 0.5 else 1
            span = (want - 1) * stride + 1 if want else 0
            first = rng.randint(0, have - max(span, 1)) if have else 0
            if have == 0:  # the verifier rejects every static offset
                operands.append(self.size(scope, dynamic(0)))
                offset = f"{{{len(operands) + 1}}}"
            elif span == 0:
                offset = str(first)
            else:
                offset = entry(first, lambda: self.address(scope, whole, span))
            if is_dynamic(wanted[i]) if wanted else rng.random() < 0.4 * self.dynamic_rate:
                operands.append(self.size(scope, dynamic(want)))
                size = f"{{{len(operands) + 1}}}"
                sizes.append(dynamic(want))
            else:
                size = str(want)
                sizes.append(want)
            static = rng.random() < 0.8
            step = str(stride) if static else entry(stride, lambda: self.size(scope, dynamic(stride)))
            entries.append((offset, size, step))
        text = "".join(f"[{', '.join(column)}]" for column in zip(*entries))
        keeps = 1.0 if wanted else rng.choice([1.0, 0.5, 0.0])
        kept = tuple(s for s in sizes if s != 1 or rng.random() < keeps)
        return Part(text or "[][][]", operands, kept)

    def slice_of(self, scope, tensor, wanted=None):
        part = self.choose_part(scope, tensor.type.shape, wanted)
        return part and self.slice_at(scope, tensor, part)

    def slice_at(self, scope, tensor, part):
        type = Type(tensor.type.element, part.shape)
        text = f"tensor.extract_slice {{0}}{part.text} : {{t0}} to {{t}}"
        return scope.add(Simple(type, [tensor, tensor, *part.operands], text))

    def slice(self, scope, tensor):
        return self.slice_of(scope, tensor)

    def insert_slice(self, scope, tensor):
        """Inserts a slice of the tensor itself, or a value computed otherwise."""
        part = self.choose_part(scope, tensor.type.shape)
        type = Type(tensor.type.element, part.shape)
        return self.inserted(scope, self.ensure(scope, type), tensor, part)

    def inserted(self, scope, value, tensor, part):
        text = f"tensor.insert_slice {{0}} into {{1}}{part.text} : {{t0}} into {{t}}"
        return scope.add(Simple(tensor.type, [value, tensor, *part.operands], text))

    def insert(self, scope, tensor):
        shape = tensor.type.shape
        if empties(shape):
            return None
        scalar = self.ensure(scope, tensor.type.scalar)
        indices = self.addresses(scope, shape)
        text = f"tensor.insert {{0}} into {{1}}[{places(2, indices)}] : {{t}}"
        return scope.add(Simple(tensor.type, [scalar, tensor, *indices], text))

    def pad(self, scope, tensor):
        rng = self.rng
        if count(tensor.type.shape) > 300:
            return None
        wanted = [extent(s) + rng.choice([0, 0, 1, 2, 3]) for s in tensor.type.shape]
        return self.padded(scope, tensor, [self.random_size(w) for w in wanted])

    def padded(self, scope, tensor, shape):
        """Pads a tensor to a larger shape. The padding value may be active and depend on
        the position."""
        rng = self.rng
        operands, type_shape = [], []

        def entry(number, is_free):
            if not is_free or rng.random() < 0.4:
                return str(number)
            operands.append(self.size(scope, dynamic(number)) if rng.random() < 0.7 else self.index(scope, number))
            return f"{{{len(operands)}}}"

        low, high = [], []
        for whole, part in zip(shape, tensor.type.shape):
            room = extent(whole) - extent(part)
            first = rng.randint(0, room)
            # All-static paddings give a static size.
            is_static = not is_dynamic(part) and not is_dynamic(whole)
            low.append(entry(first, not is_static))
            high.append(entry(room - first, not is_static))
            inferred_static = not is_dynamic(part) and "{" not in low[-1] + high[-1]
            type_shape.append(extent(whole) if inferred_static else whole)
        block = Block([Value(INDEX) for _ in shape])
        inner = Scope(block, scope)
        inner.scalars_only = True
        if rng.random() < 0.3:
            value = self.element_at(inner, scope, tensor.type.element)
        else:
            value = self.ensure(scope, tensor.type.scalar)
        if rng.random() < 0.3:
            value = self.unary(inner, value, "sin")
        block.passed = [value]
        nofold = "nofold " if rng.random() < 0.2 else ""
        head = f"tensor.pad {{0}} {nofold}low[{', '.join(low)}] high[{', '.join(high)}]"
        type = Type(tensor.type.element, tuple(type_shape))
        return scope.add(Generate(type, [tensor, *operands], head, block, ": {t0} to {t}"))

    def element_at(self, inner, scope, element):
        """Returns a scalar in a body: an element of a tensor from outside at computed
        indices, or any scalar."""
        source = self.pick_tensor(
            scope, lambda v: v.type.element == element and not empties(v.type.shape)
        )
        if not source:
            return self.ensure_scalar(inner, element)
        indices = self.addresses(inner, source.type.shape)
        text = f"tensor.extract {{0}}[{places(1, indices)}] : {{t0}}"
        return inner.add(Simple(source.type.scalar, [source, *indices], text))

    def generate(self, scope, type):
        block = Block([Value(INDEX) for _ in type.shape])
        inner = Scope(block, scope)
        inner.scalars_only = True
        self.element_at(inner, scope, type.element)
        self.grow_scalars(inner, self.rng.randint(0, 2))
        block.passed = [self.ensure_scalar(inner, type.element)]
        sizes = self.dynamic_sizes(scope, type.shape)
        head = f"tensor.generate {places(0, sizes)}"
        return scope.add(Generate(type, sizes, head, block, ": {t}"))

    def cast(self, scope, tensor, shape):
        """Casts a tensor so that other sizes are static."""
        if tensor.type.shape == tuple(shape):
            return tensor
        assert extents(tensor.type.shape) == extents(shape)
        type = Type(tensor.type.element, tuple(shape))
        return scope.add(Simple(type, [tensor], "tensor.cast {0} : {t0} to {t}"))
