"""Generates ops that change the shape of a tensor or the order of its elements."""

from ops import Locked, Simple
from slices import Slices
from tree import INDEX, Type, count, dynamic, extent, extents, is_dynamic
from values import empties, places


def common_size(sizes):
    """Returns the size of the dimension to which tensor.collapse_shape collapses
    `sizes`."""
    return dynamic(count(sizes)) if any(map(is_dynamic, sizes)) else count(sizes)


def written_groups(groups):
    return "[" + ", ".join(str(list(group)) for group in groups) + "]"


class Layouts(Slices):
    """Collapsed, expanded, concatenated, transposed, broadcast and packed tensors."""

    def empty(self, scope, type):
        sizes = self.dynamic_sizes(scope, type.shape)
        op = Locked(type, sizes, f"tensor.empty({places(0, sizes)}) : {{t}}")
        self.empties.append(op.results[0])
        return scope.hide(op)

    def collapsed(self, scope, tensor, groups):
        shape = tensor.type.shape
        type = Type(tensor.type.element, tuple(common_size([shape[i] for i in g]) for g in groups))
        text = f"tensor.collapse_shape {{0}} {written_groups(groups)} : {{t0}} into {{t}}"
        return scope.add(Simple(type, [tensor], text))

    def expanded(self, scope, tensor, shape, groups):
        """Expands a tensor to `shape`. Its sizes are the products of the groups."""
        tensor = self.cast(scope, tensor, [common_size([shape[i] for i in g]) for g in groups])
        sizes = self.dynamic_sizes(scope, shape)
        numbers = iter(range(1, 9))
        output = ", ".join(f"{{{next(numbers)}}}" if is_dynamic(s) else str(s) for s in shape)
        text = f"tensor.expand_shape {{0}} {written_groups(groups)} output_shape [{output}] : {{t0}} into {{t}}"
        return scope.add(Simple(Type(tensor.type.element, tuple(shape)), [tensor, *sizes], text))

    def random_groups(self, rank):
        """Cuts the dimensions into random groups of consecutive ones."""
        groups = [[0]]
        for i in range(1, rank):
            if self.rng.random() < 0.5:
                groups.append([])
            groups[-1].append(i)
        return groups

    def reshape(self, scope, tensor):
        rng = self.rng
        shape = tensor.type.shape
        kinds = ["unit"]
        if len(shape) > 1:
            kinds += ["collapse"] * 2 + ["back"]
        if not any(map(is_dynamic, shape)) and not empties(shape):
            kinds.append("reshape")
        kind = rng.choice(kinds)
        if kind == "unit":
            return self.with_unit(scope, tensor)
        if kind == "reshape":
            return self.reshaped(scope, tensor)
        groups = self.random_groups(len(shape))
        made = self.collapsed(scope, tensor, groups)
        if kind == "collapse":
            return made
        return self.expanded(scope, self.unary(scope, made), shape, groups)

    def with_unit(self, scope, tensor):
        """Adds a dimension of size 1."""
        rng = self.rng
        shape = tensor.type.shape
        if not shape or len(shape) > 3:
            return None
        axis = rng.randrange(len(shape))
        wide = list(shape)
        wide.insert(axis + rng.randrange(2), 1)
        groups = [[i] if i < axis else [i, i + 1] if i == axis else [i + 1] for i in range(len(shape))]
        return self.expanded(scope, tensor, wide, groups)

    def reshaped(self, scope, tensor):
        """Flattens a tensor by tensor.reshape, with sizes in a tensor."""
        number = self.index(scope, count(tensor.type.shape))
        text = "tensor.from_elements {0} : {t}"
        sizes = scope.add(Simple(Type("index", (1,)), [number], text))
        type = Type(tensor.type.element, (self.random_size(count(tensor.type.shape)),))
        text = "tensor.reshape {0}({1}) : ({t0}, {t1}) -> {t}"
        return scope.add(Simple(type, [tensor, sizes], text))

    def fitted(self, scope, tensor, type):
        """Returns a tensor of the given type, computed from one of another shape."""
        tensor = self.converted(scope, tensor, type.element)
        shape, wanted = tensor.type.shape, type.shape
        if extents(shape) == extents(wanted):
            return self.cast(scope, tensor, wanted)
        kinds = ["flat"]
        if len(shape) == len(wanted):
            pairs = list(zip(extents(shape), extents(wanted)))
            kinds += ["pad"] * 3 * all(a <= b for a, b in pairs)
            kinds += ["slice"] * 3 * all(a >= b for a, b in pairs)
        kind = self.rng.choice(kinds)
        if kind == "pad":
            made = self.padded(scope, tensor, wanted)
            return self.cast(scope, made, wanted)
        if kind == "slice":
            made = self.slice_of(scope, tensor, wanted)
            return self.cast(scope, made, wanted)
        if not shape:
            scalar = scope.add(Simple(tensor.type.scalar, [tensor], "tensor.extract {0}[] : {t0}"))
            return self.splat(scope, scalar, type)
        if len(shape) > 1:
            tensor = self.collapsed(scope, tensor, [range(len(shape))])
        flat = [common_size(wanted)]
        if count(shape) < count(wanted):
            tensor = self.padded(scope, tensor, flat)
        elif count(shape) > count(wanted):
            tensor = self.slice_of(scope, tensor, flat)
        if not wanted:
            tensor = self.cast(scope, tensor, [1])
            return scope.add(Simple(type, [tensor], "tensor.collapse_shape {0} [] : {t0} into {t}"))
        if len(wanted) == 1:
            return self.cast(scope, tensor, wanted)
        return self.expanded(scope, tensor, wanted, [range(len(wanted))])

    def concat(self, scope, tensor):
        """Concatenates two tensors, or a tensor with itself, along a dimension."""
        rng = self.rng
        shape = tensor.type.shape
        if not shape or count(shape) > 300:
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
        total = extent(sizes[0]) + extent(sizes[1])
        if any(map(is_dynamic, sizes)):
            total = dynamic(total)
        type = Type(tensor.type.element, shape[:axis] + (total,) + shape[axis + 1 :])
        text = f"tensor.concat dim({axis}) {{0}}, {{1}} : ({{t0}}, {{t1}}) -> {{t}}"
        return scope.add(Simple(type, [tensor, other], text))

    def broadcast(self, scope, tensor):
        """Adds one or two dimensions."""
        rng = self.rng
        shape = list(tensor.type.shape)
        if len(shape) > 2 or count(shape) > 100:
            return None
        axes = sorted(rng.sample(range(len(shape) + 1), 1))
        for axis in axes:
            shape.insert(axis, self.random_size())
        return self.moved(scope, tensor, "broadcast", shape, f"dimensions = {axes}")

    def transpose(self, scope, tensor):
        order = list(range(len(tensor.type.shape)))
        if not order:  # an empty permutation crashes the verifier
            return None
        self.rng.shuffle(order)
        shape = [tensor.type.shape[i] for i in order]
        return self.moved(scope, tensor, "transpose", shape, f"permutation = {order}")

    def moved(self, scope, tensor, name, shape, how):
        type = Type(tensor.type.element, tuple(shape))
        out = self.empty(scope, type)
        text = f"linalg.{name} ins({{0}} : {{t0}}) outs({{1}} : {{t1}}) {how}"
        return scope.add(Simple(type, [tensor, out], text))

    def pack(self, scope, tensor):
        """Packs a tensor into tiles, and perhaps unpacks it."""
        rng = self.rng
        shape = tensor.type.shape
        if not shape or len(shape) > 2 or empties(shape):
            return None
        tiled = sorted(rng.sample(range(len(shape)), rng.randint(1, len(shape))))
        tiles = [rng.choice([1, 2, 3, 4]) for _ in tiled]
        outer = list(shape)
        for axis, tile in zip(tiled, tiles):
            tiles_there = -(-extent(shape[axis]) // tile)
            outer[axis] = dynamic(tiles_there) if is_dynamic(shape[axis]) else tiles_there
        order = list(range(len(shape)))
        rng.shuffle(order)
        packed = Type(tensor.type.element, (*(outer[i] for i in order), *tiles))
        padding = self.ensure(scope, tensor.type.scalar)
        out = self.empty(scope, packed)
        how = f"outer_dims_perm = {order} inner_dims_pos = {tiled} inner_tiles = {tiles}"
        text = f"linalg.pack {{0}} padding_value({{1}} : {{t1}}) {how} into {{2}} : {{t0}} -> {{t2}}"
        made = scope.add(Simple(packed, [tensor, padding, out], text))
        if rng.random() < 0.4:
            return made
        made = self.unary(scope, made)
        out = self.empty(scope, tensor.type)
        text = f"linalg.unpack {{0}} {how} into {{1}} : {{t0}} -> {{t1}}"
        return scope.add(Simple(tensor.type, [made, out], text))
