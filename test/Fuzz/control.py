"""Generates control flow."""

from ops import Call, Simple
from regions import For, Forall, If, Parallel, Region, Switch, While
from tree import I1, INDEX, Block, Type, Value, extent, is_dynamic
from values import Scope, argument
from vectors import Vectors


class Control(Vectors):
    """Loops, branches, regions and calls, with their bodies."""

    def inner(self, scope, arguments=()):
        block = Block([argument(t) for t in arguments])
        return block, Scope(block, scope)

    def carried(self, scope):
        rng = self.rng
        inits = []
        for _ in range(rng.randint(1, 3)):
            value = self.pick(
                scope,
                lambda v: v.type.is_float or v.type.is_scalar and v.type.element != "i64",
            )
            inits.append(value or self.make(scope, self.random_type()))
        if rng.random() < 0.3:  # two values of one type, which the loop may swap
            inits.append(self.ensure(scope, inits[0].type))
        return inits

    def passed(self, scope, types):
        return self.collected(scope, [self.ensure(scope, t, late=True) for t in types])

    def collected(self, scope, values):
        """Marks the values as read, and combines a random value with unread ones."""
        for value in values:
            value.read = True
        chosen = self.rng.randrange(len(values))
        values[chosen] = self.collect(scope, values[chosen])
        return values

    def yields(self, scope, types):
        """Returns the values that a body yields, mostly values computed in it."""
        rng = self.rng
        passed = []
        for type in types:
            if type == INDEX and rng.random() < 0.5:
                a, b = self.ensure(scope, INDEX), self.ensure(scope, INDEX)
                sum = self.arithmetic(scope, "addi", a, b)
                passed.append(self.arithmetic(scope, "remui", sum, 5))
                continue
            passed.append(self.ensure(scope, type, late=rng.random() < 0.8))
        return self.collected(scope, passed)

    def trips(self, scope):
        """Returns bounds of a loop with at most four iterations."""
        rng = self.rng
        count = self.pick(scope, lambda v: v.type == INDEX) if rng.random() < 0.6 else None
        if count:
            upper = self.arithmetic(scope, "remui", count, rng.choice([3, 4, 5]))
        else:
            upper = self.index(scope, rng.choice([0, 1, 2, 3, 4]))
        lower, step = self.index(scope, 0), self.index(scope, 1)
        if rng.random() < 0.3:
            lower = self.index(scope, rng.choice([1, 2]))
            step = self.index(scope, rng.choice([1, 2, 3]))
            upper = self.arithmetic(scope, "addi", upper, 2)
        return lower, upper, step

    def schedule(self):
        if "schedule" in self.without or self.rng.random() < 0.7:
            return ""
        every = f" {{grad.checkpoint_every = {self.rng.choice([0, 1, 2, 3])} : i64}}"
        slots = f" {{grad.checkpoint_slots = {self.rng.choice([1, 2, 3])} : i64}}"
        return self.rng.choice([every, slots])

    def add_for(self, scope, depth):
        rng = self.rng
        inits = self.carried(scope)
        bounds = self.trips(scope)
        types = [v.type for v in inits]
        block, inner = self.inner(scope, [INDEX, *types])
        inner.in_loop = True
        self.grow(inner, rng.randint(1, 4), depth + 1)
        block.passed = self.yields(inner, types)
        if rng.random() < 0.15 and len(types) > 1 and types[0] == types[-1]:
            block.passed[0], block.passed[-1] = block.arguments[-1], block.arguments[1]
        scope.add(For(bounds, inits, block, self.schedule()))

    def add_if(self, scope, depth):
        rng = self.rng
        condition = self.condition(scope)
        types = [self.random_type() for _ in range(rng.randint(1, 2))]
        blocks = []
        for _ in range(2):
            block, inner = self.inner(scope)
            self.grow(inner, rng.randint(0, 3), depth + 1)
            block.passed = self.passed(inner, types)
            blocks.append(block)
        scope.add(If(condition, *blocks))

    def add_switch(self, scope, depth):
        rng = self.rng
        index = self.ensure(scope, INDEX)
        types = [self.random_type() for _ in range(rng.randint(1, 2))]
        cases = rng.sample(range(4), rng.randint(1, 2))
        blocks = []
        for _ in range(len(cases) + 1):
            block, inner = self.inner(scope)
            self.grow(inner, rng.randint(0, 2), depth + 1)
            block.passed = self.passed(inner, types)
            blocks.append(block)
        scope.add(Switch(index, cases, blocks))

    def add_while(self, scope, depth):
        """Adds a loop of at most four iterations, which may end early by a condition on a
        float."""
        rng = self.rng
        inits = self.carried(scope)
        zero = self.index(scope, 0)
        limit = self.trips(scope)[1]
        types = [INDEX, *(v.type for v in inits)]
        before, head = self.inner(scope, types)
        head.in_loop = True
        self.grow(head, rng.randint(0, 2), depth + 1)
        more = head.add(
            Simple(I1, [before.arguments[0], limit], "arith.cmpi ult, {0}, {1} : index")
        )
        if rng.random() < 0.5:
            more = head.add(
                Simple(I1, [more, self.condition(head)], "arith.andi {0}, {1} : i1")
            )
        forwarded = [INDEX, *(rng.choice([t, self.random_type()]) for t in types[1:])]
        before.passed = [more, before.arguments[0]]
        before.passed += self.passed(head, forwarded[1:])
        after, body = self.inner(scope, forwarded)
        body.in_loop = True
        self.grow(body, rng.randint(0, 3), depth + 1)
        next = self.arithmetic(body, "addi", after.arguments[0], 1)
        after.passed = [next, *self.yields(body, types[1:])]
        scope.add(While([zero, *inits], before, after, self.schedule()))

    def add_forall(self, scope, depth):
        rng = self.rng
        # Upstream's verifier rejects insertions into tensors that are statically empty.
        tensor = self.pick_tensor(
            scope,
            lambda v: v.type.shape and extent(v.type.shape[0]) < 8 and 0 not in v.type.shape,
        )
        if not tensor:
            return
        first, *rest = tensor.type.shape
        part = Type(tensor.type.element, tuple(rest))
        upper = self.size(scope, first)
        dynamic = self.dynamic_sizes(scope, rest)
        places = (f"{{{i}}}" for i in range(len(dynamic)))
        sizes = [next(places) if is_dynamic(d) else str(d) for d in rest]
        block = Block([Value(INDEX), Value(tensor.type)])
        inner = Scope(block, scope)
        inner.values.pop()  # other iterations may have written to it
        inner.in_loop = True
        self.grow(inner, rng.randint(1, 3), depth + 1)
        block.passed = self.passed(inner, [part])
        scope.add(Forall(upper, tensor, block, sizes, dynamic))

    def add_parallel(self, scope, depth):
        rng = self.rng
        bounds = self.trips(scope)
        inits, passed = [], []
        for _ in range(rng.randint(1, 2)):
            inits.append(self.ensure(scope, Type(rng.choice(self.floats))))
        block, inner = self.inner(scope, [INDEX])
        inner.in_loop = True
        self.grow(inner, rng.randint(1, 3), depth + 1)
        for init in inits:
            value = self.collect(inner, self.ensure(inner, init.type, late=True))
            block.passed.append(self.scaled(inner, value, 0.2))
        op = Parallel(bounds, inits, block)
        scope.add(op)
        for result in op.results:
            self.scaled(scope, result, 0.6)

    def add_checkpoint(self, scope, depth, checkpoint=True):
        rng = self.rng
        block, inner = self.inner(scope)
        self.grow(inner, rng.randint(1, 3), depth + 1)
        types = [self.random_type() for _ in range(rng.randint(1, 2))]
        block.passed = self.passed(inner, types)
        scope.add(Region(checkpoint, block))

    def add_region(self, scope, depth):
        self.add_checkpoint(scope, depth, checkpoint=False)

    def arguments_of(self, scope, callee):
        operands = [self.ensure(scope, p.type) for p in callee.body.arguments[2:]]
        if callee.is_recursive:
            operands[-1] = self.arithmetic(scope, "remui", operands[-1], 4)
        return [self.n, self.m, *operands]

    def add_call(self, scope, depth):
        callee = self.rng.choice(self.callees)
        scope.add(Call(callee, self.arguments_of(scope, callee)))
