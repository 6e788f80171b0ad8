"""Random programs: types, scopes, and the values in them."""

from ops import Convert, Locked, Simple, Stop
from tree import I1, INDEX, Type, Value


def argument(type):
    value = Value(type)
    value.varied = type.is_float
    return value


class Scope:
    """A block that is being filled, and what is visible in it."""

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
        """An op whose result is not what later ops look for."""
        self.block.ops.append(op)
        return op.results[0]


class Values:
    """A random program's types, and values of them."""

    def random_type(self, only_float=False):
        rng = self.rng
        if not only_float and rng.random() < 0.12:
            return rng.choice([INDEX, Type("i32"), I1])
        element = rng.choice(self.floats)
        if self.tensorless or rng.random() < 0.35:
            return Type(element)
        return Type(element, rng.choice(self.shapes))

    tensorless = False

    def pick(self, scope, fits, late=False):
        """A visible value that fits, more likely a recent one."""
        found = [v for v in scope.visible() if fits(v)]
        if not found:
            return None
        rate = 0.7 if late else 0.4
        for value in found:
            # What depends on no argument, or is read already, is of less use.
            likely = rate if value.varied or not value.type.is_float else 0.1
            if self.rng.random() < (likely * 0.6 if value.read else likely):
                return value
        varied = [v for v in found if v.varied]
        return self.rng.choice(varied or found)

    def ensure(self, scope, type, late=False):
        """A value of that type: one that is there, or one made of another."""
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
        other = self.pick(
            scope, lambda v: v.type.shape == type.shape and v.type.is_float
        )
        if other and other.type != type:
            return scope.add(Convert(other, type.element))
        if other and rng.random() < 0.5:
            return self.unary(scope, other)
        if type.is_tensor and rng.random() < 0.9:
            scalar = self.ensure(scope, Type(type.element))
            return self.splat(scope, scalar, type)
        if not type.is_tensor and not scope.scalars_only and rng.random() < 0.7:
            tensor = self.pick(
                scope, lambda v: v.type.is_tensor and v.type.element == type.element
            )
            if tensor:
                return self.reduced(scope, tensor)
        return self.constant(scope, type, rng.uniform(-1, 1))

    def size_of(self, dim):
        return self.sizes.get(dim, dim)

    def index(self, scope, number):
        return scope.add(Simple(INDEX, [], f"arith.constant {number} : index"))

    def size(self, scope, dim):
        """The size as an index: the argument, or asked of a tensor."""
        if not isinstance(dim, str):
            return self.index(scope, dim)
        tensor = self.pick(scope, lambda v: v.type.is_tensor and dim in v.type.shape)
        # A value whose size is computed in a loop is refused there (REFUSED in
        # fuzz.py), so that is rare.
        rate = 0.95 if scope.in_loop else 0.5
        if dim in ("N", "M") and (not tensor or self.rng.random() < rate):
            return self.n if dim == "N" else self.m
        position = self.index(scope, tensor.type.shape.index(dim))
        return scope.add(
            Simple(INDEX, [tensor, position], "tensor.dim {0}, {1} : {t0}")
        )

    def dynamic_sizes(self, scope, shape):
        return [self.size(scope, d) for d in shape if isinstance(d, str)]

    def splat(self, scope, scalar, type):
        return scope.add(self.splat_of(scope, scalar, type))

    def splat_of(self, scope, scalar, type):
        sizes = self.dynamic_sizes(scope, type.shape)
        places = ", ".join(f"{{{i + 1}}}" for i in range(len(sizes)))
        suffix = f"[{places}]" if sizes else ""
        return Simple(type, [scalar, *sizes], f"tensor.splat {{0}}{suffix} : {{t}}")

    def constant(self, scope, type, number):
        text = f"{number:.6f}"
        if not type.is_tensor:
            return scope.hide(Simple(type, [], f"arith.constant {text} : {{t}}"))
        if any(isinstance(d, str) for d in type.shape):
            scalar = self.constant(scope, Type(type.element), number)
            return scope.hide(self.splat_of(scope, scalar, type))
        return scope.hide(Simple(type, [], f"arith.constant dense<{text}> : {{t}}"))

    def condition(self, scope):
        rng = self.rng
        kind = rng.random()
        if kind < 0.5:
            a = self.ensure(scope, INDEX)
            b = self.ensure(scope, INDEX)
            predicate = rng.choice(["eq", "ult", "sle", "ne"])
            return scope.add(
                Simple(I1, [a, b], f"arith.cmpi {predicate}, {{0}}, {{1}} : index")
            )
        # A condition on floats that are rounded may go another way than in f64.
        scalar = None if self.narrow else self.pick(scope, lambda v: v.type == Type("f64"))
        if scalar:
            other = self.constant(scope, scalar.type, rng.uniform(-0.8, 0.8))
            return scope.add(
                Simple(I1, [scalar, other], "arith.cmpf olt, {0}, {1} : {t0}")
            )
        two = self.index(scope, 2)
        rest = scope.add(
            Simple(INDEX, [self.ensure(scope, INDEX), two], "arith.remui {0}, {1} : index")
        )
        zero = self.index(scope, 0)
        return scope.add(Simple(I1, [rest, zero], "arith.cmpi eq, {0}, {1} : index"))

    def address(self, scope, dim, span=1):
        """An index into a dimension, with `span` elements behind it; the
        dimension is not empty."""
        room = self.size(scope, dim)
        if span > 1:
            less = self.index(scope, span - 1)
            room = scope.add(Simple(INDEX, [room, less], "arith.subi {0}, {1} : index"))
        any = self.ensure(scope, INDEX)
        return scope.add(Simple(INDEX, [any, room], "arith.remui {0}, {1} : index"))

    def collect(self, scope, value, most=2):
        """`value` with a part of what has been made in this block and is not
        read, which would be dead code."""
        rng = self.rng
        if not value.type.is_float:
            return value
        unread = [
            v
            for v in scope.values
            if v.varied and not v.read and v is not value and v not in scope.block.arguments
        ]
        for other in rng.sample(unread, min(most, len(unread))):
            if other.type.element != value.type.element:
                other = scope.add(Convert(other, value.type.element))
            if other.type != value.type:
                if other.type.is_tensor:
                    if scope.scalars_only:
                        continue
                    other = self.reduced(scope, other)
                if value.type.is_tensor:
                    other = self.splat(scope, other, value.type)
            value = self.binary(scope, value, other, rng.choice(["mean", "product", "fma"]))
        return value
