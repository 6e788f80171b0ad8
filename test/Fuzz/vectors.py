"""Generates values of vector type."""

from indexed import Indexed
from ops import Simple
from tree import Type, count
from values import places


class Vectors(Indexed):
    """Vectors made from scalars, and scalars made from vectors."""

    def add_vector(self, scope, depth):
        """Adds an op on an existing or a new vector."""
        rng = self.rng
        vector = self.pick(scope, lambda v: v.type.is_vector and v.type.is_float)
        if not vector or rng.random() < 0.2:
            element = rng.choice(self.floats)
            shape = rng.choice([(4,), (2, 2), (8,), (3,), (2, 3), (1,)])
            scalar = self.ensure_scalar(scope, element)
            vector = self.splat(scope, scalar, Type(element, shape, True))
            vector = self.changed(scope, vector)
        kind = rng.choice(["changed", "fma", "part", "cast", "reduced_vector", "unary", "binary"])
        if kind == "unary":
            return self.unary(scope, vector)
        if kind == "binary":
            return self.binary(scope, vector, self.ensure(scope, vector.type))
        return getattr(self, kind)(scope, vector)

    def position(self, type):
        return [self.rng.randrange(size) for size in type.shape]

    def changed(self, scope, vector):
        """Sets one element of a vector."""
        scalar = self.ensure_scalar(scope, vector.type.element)
        text = f"vector.insert {{0}}, {{1}} {self.position(vector.type)} : {{t0}} into {{t}}"
        return scope.add(Simple(vector.type, [scalar, vector], text))

    def part(self, scope, vector):
        """Extracts an element or a vector of lower rank."""
        position = self.position(vector.type)
        position = position[: self.rng.randint(1, len(position))]
        rest = vector.type.shape[len(position) :]
        type = Type(vector.type.element, rest, True) if rest else vector.type.scalar
        text = f"vector.extract {{0}}{position} : {{t}} from {{t0}}"
        return scope.add(Simple(type, [vector], text))

    def fma(self, scope, vector):
        others = [self.scaled(scope, self.ensure(scope, vector.type), 0.5) for _ in range(2)]
        text = f"vector.fma {places(0, [vector, *others])} : {{t}}"
        return scope.add(Simple(vector.type, [vector, *others], text))

    def cast(self, scope, value, shape=None):
        if not value.type.is_vector:
            return super().cast(scope, value, shape)
        number = count(value.type.shape)
        shape = self.rng.choice([(number,), (1, number), (number, 1)])
        if shape == value.type.shape:
            return value
        type = value.type._replace(shape=shape)
        return scope.add(Simple(type, [value], "vector.shape_cast {0} : {t0} to {t}"))

    def reduced_vector(self, scope, vector):
        """Returns the sum, by reductions of one dimension each."""
        number = count(vector.type.shape)
        if len(vector.type.shape) > 1:
            flat = vector.type._replace(shape=(number,))
            vector = scope.add(Simple(flat, [vector], "vector.shape_cast {0} : {t0} to {t}"))
        operands, start = [vector], ""
        if self.rng.random() < 0.5:
            operands.append(self.ensure_scalar(scope, vector.type.element))
            start = ", {1}"
        text = f"vector.reduction <add>, {{0}}{start} : {{t0}} into {{t}}"
        total = scope.add(Simple(vector.type.scalar, operands, text))
        return self.scaled(scope, total, 1 / (number + 0.5))
