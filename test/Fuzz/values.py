"""Chooses types, scopes, and values."""

import math

from ops import Convert, Locked, Simple, Stop
from tree import I1, INDEX, Type, Value, count, dynamic, extent, extents, is_dynamic


def argument(type):
    value = Value(type)
    value.varied = type.is_float
    return value


class Scope:
    """A block under construction, and the values visible in it."""

    def __init__(self, block, outer=None):
        self.block = block
        self.outer = outer
        self.values = list(block.arguments)
        self.scalars_only = outer.scalars_only if outer else False
        self.in_loop = outer.in_loop if outer else False

    def visible(self):
        scope = self
        while scope:
            yield from reversed(scope.values)
            scope = scope.outer

    def add(self, op):
        self.block.ops.append(op)
        self.values += op.results
        read = [*op.operands, *(v for block in op.blocks for v in block.passed)]
        for value in read:
            value.read = True
        varied = any(v.varied for v in read) and not isinstance(op, (Stop, Locked))
        for result in op.results:
            result.varied = varied and result.type.is_float
        return op.results[0] if op.results else None

    def hide(self, op):
        """Adds an op whose result later ops must not choose."""
        self.block.ops.append(op)
        return op.results[0]


class Values:
    """The types of a random program, and values of these types."""

    tensorless = False

    def choose_types(self):
        """Chooses the sizes N and M, which every function takes as arguments, and the usual
        shapes of values."""
        rng = self.rng
        self.floats = ["f64"]
        if rng.random() < 0.35:
            self.floats = rng.choice(
                [["f32"], ["f64", "f32"], ["f32", "f16"], ["f32", "bf16"], ["f64", "f16", "bf16"]]
            )
        self.narrow = self.floats != ["f64"]
        small = [0, 1, 1, 2, 2, 3, 3, 4, 5, 7]
        self.n_size, self.m_size = rng.choice(small), rng.choice(small)
        if rng.random() < 0.25:  # exceeds the size of a vector or a tile
            self.m_size = rng.choice([8, 9, 16, 17, 33, 67])
        self.dynamic_rate = rng.choice([0.0, 0.5, 0.8, 0.8, 1.0])
        self.sizes = [self.n_size, self.m_size, rng.choice([2, 3])]
        self.shapes = [self.random_shape(rank) for rank in (1, 1, 2, 2)]
        for rank, rate in ((0, 0.3), (1, 0.3), (2, 0.4), (3, 0.3), (4, 0.1)):
            if rng.random() < rate:
                self.shapes.append(self.random_shape(rank))

    def random_shape(self, rank):
        most = 400 if rank > 2 else 1200
        while True:
            shape = tuple(self.random_size(1 if self.rng.random() < 0.1 else None) for _ in range(rank))
            if count(shape) <= most:
                return shape

    def random_size(self, size=None):
        """Returns the given size or one of the program's sizes, as a static or a dynamic
        one."""
        size = self.rng.choice(self.sizes) if size is None else size
        return dynamic(size) if self.rng.random() < self.dynamic_rate else size

    def random_type(self, only_float=False):
        rng = self.rng
        if not only_float and rng.random() < 0.12:
            return rng.choice([INDEX, Type("i32"), I1])
        element = rng.choice(self.floats)
        if self.tensorless or rng.random() < 0.25:
            return Type(element)
        return Type(element, rng.choice(self.shapes))

    def pick(self, scope, fits, late=False):
        """Returns a visible value for which fits() is true. Recent values are more
        likely."""
        found = [v for v in scope.visible() if fits(v)]
        if not found:
            return None
        rate = 0.7 if late else 0.4
        for value in found:
            # Prefer values that depend on an argument and have no use yet.
            likely = rate if value.varied or not value.type.is_float else 0.1
            if self.rng.random() < (likely * 0.6 if value.read else likely):
                return value
        varied = [v for v in found if v.varied]
        return self.rng.choice(varied or found)

    def pick_tensor(self, scope, fits=lambda v: True):
        """Returns a tensor of floats."""
        return self.pick(scope, lambda v: v.type.is_tensor and v.type.is_float and fits(v))

    def ensure(self, scope, type, late=False):
        """Returns a value of the type: an existing one, or one computed from another
        value."""
        value = self.pick(scope, lambda v: v.type == type, late)
        if value and (not type.is_float or value.varied or self.rng.random() < 0.5):
            return value
        return self.make(scope, type)

    def make(self, scope, type):
        rng = self.rng
        if type == INDEX:
            return self.index(scope, rng.randrange(5))
        if type == I1:
            return self.condition(scope)
        if not type.is_float:
            return scope.add(Simple(type, [], f"arith.constant {rng.randrange(4)} : {{t}}"))
        other = self.pick(scope, lambda v: v.type.of("") == type.of("") and v.type.is_float)
        if other and other.type != type:
            return scope.add(Convert(other, type.element))
        if other and rng.random() < 0.3:
            return self.unary(scope, other)
        if type.is_tensor and not scope.scalars_only and rng.random() < 0.6:
            tensor = self.pick_tensor(scope, lambda v: 0 < count(v.type.shape))
            if tensor:
                return self.fitted(scope, tensor, type)
        if not type.is_scalar and rng.random() < 0.9:
            scalar = self.ensure(scope, type.scalar)
            return self.splat(scope, scalar, type)
        if type.is_scalar and not scope.scalars_only and rng.random() < 0.7:
            tensor = self.pick_tensor(scope, lambda v: v.type.element == type.element)
            if tensor:
                return self.reduced(scope, tensor)
        return self.constant(scope, type, rng.uniform(-1, 1))

    def converted(self, scope, value, element):
        return value if value.type.element == element else scope.add(Convert(value, element))

    # -- Numbers ------------------------------------------------------------ #

    def index(self, scope, number):
        return scope.add(Simple(INDEX, [], f"arith.constant {number} : index"))

    def arithmetic(self, scope, name, *operands):
        """Emits an op of arith on indices."""
        operands = [self.index(scope, o) if isinstance(o, int) else o for o in operands]
        return scope.add(Simple(INDEX, operands, f"arith.{name} {{0}}, {{1}} : index"))

    def size(self, scope, size):
        """Returns the size as an index: a constant, a tensor.dim, or a computed value."""
        rng = self.rng
        number = extent(size)
        # Loops reject values whose size is computed inside (REFUSED in findings.py), so
        # this is rare.
        if is_dynamic(size) and rng.random() < (0.1 if scope.in_loop else 0.4):
            tensor = self.pick(scope, lambda v: v.type.is_tensor and size in v.type.shape)
            if tensor:
                position = self.index(scope, tensor.type.shape.index(size))
                return scope.add(Simple(INDEX, [tensor, position], "tensor.dim {0}, {1} : {t0}"))
        if not is_dynamic(size) or rng.random() < 0.1:
            return self.index(scope, number)
        known, value = rng.choice([(self.n_size, self.n), (self.m_size, self.m)])
        if known == number:
            return value
        return self.arithmetic(scope, "addi", value, number - known)

    def dynamic_sizes(self, scope, shape):
        return [self.size(scope, size) for size in shape if is_dynamic(size)]

    def splat(self, scope, scalar, type):
        return scope.add(self.splat_of(scope, scalar, type))

    def splat_of(self, scope, scalar, type):
        if type.is_vector:
            return Simple(type, [scalar], "vector.broadcast {0} : {t0} to {t}")
        sizes = self.dynamic_sizes(scope, type.shape)
        suffix = f"[{places(1, sizes)}]" if sizes else ""
        return Simple(type, [scalar, *sizes], f"tensor.splat {{0}}{suffix} : {{t}}")

    def constant(self, scope, type, number):
        """Returns a constant near the number that every float type represents exactly."""
        if self.narrow:
            significand, exponent = math.frexp(number)
            number = math.ldexp(round(significand * 256) / 256, exponent)
        text = f"{number:.14f}" if self.narrow else f"{number:.6f}"
        if type.is_scalar:
            return scope.hide(Simple(type, [], f"arith.constant {text} : {{t}}"))
        if any(map(is_dynamic, type.shape)):
            scalar = self.constant(scope, type.scalar, number)
            return scope.hide(self.splat_of(scope, scalar, type))
        return scope.hide(Simple(type, [], f"arith.constant dense<{text}> : {{t}}"))

    def condition(self, scope):
        rng = self.rng
        kind = rng.random()
        if kind < 0.5:
            a = self.ensure(scope, INDEX)
            b = self.ensure(scope, INDEX)
            predicate = rng.choice(["eq", "ult", "sle", "ne"])
            return scope.add(Simple(I1, [a, b], f"arith.cmpi {predicate}, {{0}}, {{1}} : index"))
        # Rounding may change a condition on narrow floats, compared with f64.
        scalar = None if self.narrow else self.pick(scope, lambda v: v.type == Type("f64"))
        if scalar:
            other = self.constant(scope, scalar.type, rng.uniform(-0.8, 0.8))
            return scope.add(Simple(I1, [scalar, other], "arith.cmpf olt, {0}, {1} : {t0}"))
        rest = self.arithmetic(scope, "remui", self.ensure(scope, INDEX), 2)
        return scope.add(Simple(I1, [rest, self.index(scope, 0)], "arith.cmpi eq, {0}, {1} : index"))

    def address(self, scope, size, span=1):
        """Returns an index into a dimension that is not empty, with `span` elements from
        the index on."""
        rng = self.rng
        room = extent(size) - span + 1
        if rng.random() < 0.2:
            return self.index(scope, rng.randrange(room))
        room = self.size(scope, size)
        if span > 1:
            room = self.arithmetic(scope, "subi", room, span - 1)
        any = self.pick(scope, lambda v: v.type == INDEX) or self.n
        place = self.arithmetic(scope, "remui", any, room)
        if rng.random() < 0.3:  # count from the end
            last = self.arithmetic(scope, "subi", room, 1)
            place = self.arithmetic(scope, "subi", last, place)
        return place

    def addresses(self, scope, shape):
        return [self.address(scope, size) for size in shape]

    def collect(self, scope, value, most=2):
        """Combines `value` with some unread values of this block, which would otherwise be
        dead code."""
        rng = self.rng
        if not value.type.is_float:
            return value
        unread = [
            v
            for v in scope.values
            if v.varied and not v.read and v is not value and v not in scope.block.arguments
        ]
        for other in rng.sample(unread, min(most, len(unread))):
            other = self.converted(scope, other, value.type.element)
            if other.type != value.type:
                if not other.type.is_scalar:
                    if scope.scalars_only and other.type.is_tensor:
                        continue
                    if value.type.is_tensor and other.type.is_tensor and rng.random() < 0.5:
                        other = self.fitted(scope, other, value.type)
                    else:
                        other = self.reduced(scope, other)
                if not value.type.is_scalar and other.type.is_scalar:
                    other = self.splat(scope, other, value.type)
            value = self.binary(scope, value, other, rng.choice(["mean", "product", "fma"]))
        return value


def places(first, operands):
    """Returns placeholders for the operands in a template (Simple): "{1}, {2}"."""
    return ", ".join(f"{{{first + i}}}" for i in range(len(operands)))


def empties(shape):
    return 0 in extents(shape)
