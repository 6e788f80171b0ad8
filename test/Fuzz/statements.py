"""Chooses the next statement of a program."""

from requests import Requests

# Weight of each kind, among the kinds that a program has.
ELEMENTWISE = {"unary": 3, "binary": 4, "stop": 2, "integer": 1, "vector": 1}
DECIDING = {"kink": 1, "select": 1, "mask": 1}  # decisions that rounding may change
TENSORS = {
    "reduced": 1, "partial_reduction": 2, "softmax": 1, "map": 1,
    "generic": 5, "product": 2, "convolution": 2, "pooling": 1,
    "slice": 2, "insert_slice": 2, "insert": 1, "pad": 1,
    "reshape": 2, "concat": 1, "broadcast": 1, "transpose": 1, "pack": 1,
    "gather": 1, "scatter": 1, "made": 1,
}  # fmt: skip
NESTED = {
    "for": 2, "rows": 2, "if": 2, "while": 1, "switch": 1, "checkpoint": 1, "region": 1,
    "forall": 1, "parallel": 1,
}  # fmt: skip
CALLS = {"call": 3, "request": 2}
KINDS = [*ELEMENTWISE, *DECIDING, *TENSORS, *NESTED, *CALLS]


class Statements(Requests):
    """Generates statements. A program has only some kinds of them, so that a kind often
    occurs several times."""

    def choose_kinds(self):
        rate = self.rng.choice([0.3, 0.6, 1.0])
        self.kinds = {kind for kind in KINDS if self.rng.random() < rate} - self.without
        self.kinds |= {"binary"}

    def grow(self, scope, budget, depth):
        for _ in range(budget):
            self.statement(scope, depth)

    def statement(self, scope, depth):
        rng = self.rng
        kinds = dict(ELEMENTWISE)
        if not self.narrow:
            kinds.update(DECIDING)
        if not scope.scalars_only:
            kinds.update(TENSORS)
        if depth < self.depth:
            kinds.update(NESTED)
        if self.callees:
            kinds.update(CALLS)
        kinds = {kind: weight for kind, weight in kinds.items() if kind in self.kinds}
        (kind,) = rng.choices(list(kinds), list(kinds.values()))
        if hasattr(self, "add_" + kind):
            return getattr(self, "add_" + kind)(scope, depth)
        x = self.pick(scope, lambda v: v.type.is_float)
        if not x:
            x = self.make(scope, self.random_type(only_float=True))
        if kind in ELEMENTWISE or kind in DECIDING:
            return self.elementwise(scope, x, kind)
        if not x.type.is_tensor:
            x = self.pick_tensor(scope) or self.tensor_of(scope, self.ensure_scalar(scope, rng.choice(self.floats)))
        return getattr(self, kind)(scope, x)

    def elementwise(self, scope, x, kind):
        if kind == "unary":
            return self.unary(scope, x)
        if kind == "stop":
            return self.stop(scope, x)
        y = x if self.rng.random() < 0.1 else self.ensure(scope, x.type)
        return getattr(self, kind)(scope, x, y)

    def made(self, scope, x):
        """Makes a tensor from scalars, or a scalar from elements of a tensor."""
        scalar = self.ensure_scalar(scope, x.type.element)
        return self.tensor_of(scope, scalar)
