"""Generates integers that select or scale floats."""

from ops import Simple
from structures import Generic
from scalars import Scalars
from tree import INDEX, Block, Type, Value
from values import Scope, places


class Integers(Scalars):
    """Indices, tensors of indices, masks, and floats computed from them."""

    def add_integer(self, scope, depth):
        kinds = ["index", "number"] + ([] if scope.scalars_only else ["positions", "chosen", "weighed"])
        getattr(self, "add_" + self.rng.choice(kinds))(scope)

    def add_index(self, scope):
        a, b = self.ensure(scope, INDEX), self.ensure(scope, INDEX)
        name = self.rng.choice(["addi", "muli", "maxui", "minsi", "xori"])
        self.arithmetic(scope, "remui", self.arithmetic(scope, name, a, b), 5)

    def add_number(self, scope):
        """Adds a float computed from an index."""
        element = self.rng.choice(self.floats)
        index = self.ensure(scope, INDEX)
        wide = scope.add(Simple(Type("i64"), [index], "arith.index_cast {0} : index to i64"))
        five = scope.add(Simple(Type("i64"), [], "arith.constant 5 : i64"))
        small = scope.add(Simple(Type("i64"), [wide, five], "arith.remui {0}, {1} : i64"))
        number = scope.add(Simple(Type(element), [small], "arith.uitofp {0} : i64 to {t}"))
        quarter = self.constant(scope, number.type, 0.25)
        scope.add(Simple(number.type, [number, quarter], "arith.mulf {0}, {1} : {t}"))

    def positions(self, scope, shape):
        """Returns a tensor of indices below 7, computed from the positions of its
        elements."""
        rng = self.rng
        type = Type("index", shape)
        sizes = self.dynamic_sizes(scope, shape)
        out = scope.hide(Simple(type, sizes, f"tensor.empty({places(0, sizes)}) : {{t}}"))
        block = Block([Value(INDEX)])
        inner = Scope(block, scope)
        inner.scalars_only = True
        value = self.index(inner, rng.randrange(5))
        for i in range(len(shape)):
            place = inner.add(Simple(INDEX, [], f"linalg.index {i} : index"))
            scaled = self.arithmetic(inner, "muli", place, rng.choice([1, 2, 3, 5]))
            value = self.arithmetic(inner, "addi", value, scaled)
        block.passed = [self.arithmetic(inner, "remui", value, rng.choice([2, 3, 5, 7]))]
        loops = [f"d{i}" for i in range(len(shape))]
        return scope.add(Generic([], [out], [loops], ["parallel"] * len(shape), block))

    def add_positions(self, scope):
        self.positions(scope, self.rng.choice(self.shapes))

    def indices(self, scope, shape):
        found = self.pick(scope, lambda v: v.type == Type("index", shape))
        return found or self.positions(scope, shape)

    def add_chosen(self, scope):
        """Selects between two floats element by element, by comparing indices."""
        rng = self.rng
        x = self.pick_tensor(scope)
        if not x:
            return
        indices = self.indices(scope, x.type.shape)
        # Upstream folds a comparison with itself to a constant of dynamic shape.
        other = self.indices(scope, x.type.shape) if rng.random() < 0.5 else indices
        if other is indices:
            other = self.positions(scope, x.type.shape)
        mask = scope.add(
            Simple(
                x.type.of("i1"),
                [indices, other],
                f"arith.cmpi {rng.choice(['slt', 'eq', 'ule'])}, {{0}}, {{1}} : {{t0}}",
            )
        )
        y = self.ensure(scope, x.type)
        scope.add(Simple(x.type, [mask, x, y], "arith.select {0}, {1}, {2} : {t0}, {t}"))

    def add_weighed(self, scope):
        """Adds the product of a float and a factor computed from indices."""
        x = self.pick_tensor(scope)
        if not x:
            return
        indices = self.indices(scope, x.type.shape)
        narrow = x.type.of("i32")
        narrow = scope.add(Simple(narrow, [indices], "arith.index_cast {0} : {t0} to {t}"))
        weights = scope.add(Simple(x.type, [narrow], "arith.sitofp {0} : {t0} to {t}"))
        factor = self.constant(scope, x.type, 0.125)
        weights = scope.add(Simple(x.type, [weights, factor], "arith.mulf {0}, {1} : {t}"))
        scope.add(Simple(x.type, [x, weights], "arith.mulf {0}, {1} : {t}"))
