"""Generates loops over a dimension that replace slices."""

from control import Control
from regions import For
from slices import Part
from tree import INDEX, Type, count, extent, is_dynamic
from values import empties


class Rows(Control):
    """Insertions in loops, into loop-carried tensors or tensors from outside."""

    def add_rows(self, scope, depth):
        rng = self.rng
        tensor = self.pick_tensor(
            scope, lambda v: v.type.shape and not empties(v.type.shape) and count(v.type.shape) < 200
        )
        if not tensor:
            return
        axes = [i for i, s in enumerate(tensor.type.shape) if extent(s) < 8]
        if not axes:
            return
        axis = rng.choice(axes)
        carried = tensor if rng.random() < 0.5 else self.ensure(scope, tensor.type)
        upper = self.size(scope, tensor.type.shape[axis])
        bounds = self.index(scope, 0), upper, self.index(scope, 1)
        block, inner = self.inner(scope, [INDEX, tensor.type])
        inner.in_loop = True
        induction, running = block.arguments
        place = induction
        if rng.random() < 0.4:
            last = self.arithmetic(inner, "subi", upper, 1)
            place = self.arithmetic(inner, "subi", last, induction)
        source = rng.choice([running, tensor])
        value = self.slice_at(inner, source, self.row(inner, tensor, axis, place))
        inner.values.remove(value)
        value = self.unary(inner, value)
        self.grow(inner, rng.choice([0, 0, 1, 2]), depth + 1)
        value = self.collect(inner, value)
        if rng.random() < 0.6:
            target = running
        else:  # any other value of the type
            target = self.pick(scope, lambda v: v.type == tensor.type)
        part = self.row(inner, tensor, axis, place if rng.random() < 0.7 else induction)
        wanted = Type(tensor.type.element, part.shape)
        if value.type != wanted:
            value = self.fitted(inner, value, wanted)
        made = self.inserted(inner, value, target, part)
        if target is not running:
            made = self.binary(inner, made, running, "mean")
        block.passed = [made]
        op = For(bounds, [carried], block, self.schedule())
        scope.add(op)

    def row(self, scope, tensor, axis, place):
        """Returns the slice at an index of the axis. The axis is dropped or has size 1."""
        rng = self.rng
        operands, offsets, sizes, shape = [place], [], [], []
        keeps = rng.random() < 0.5
        for i, size in enumerate(tensor.type.shape):
            offsets.append("{2}" if i == axis else "0")
            if i == axis:
                sizes.append("1")
                shape += [1] * keeps
            elif is_dynamic(size):
                operands.append(self.size(scope, size))
                sizes.append(f"{{{len(operands) + 1}}}")
                shape.append(size)
            else:
                sizes.append(str(size))
                shape += [size] * (size != 1 or keeps)
        strides = ["1"] * len(sizes)
        text = "".join(f"[{', '.join(column)}]" for column in (offsets, sizes, strides))
        return Part(text, operands, tuple(shape))
