"""Generates functions."""

from ops import Call, Simple
from regions import If
from statements import Statements
from tree import I1, INDEX, Block, Function, Value
from values import Scope, argument


class Functions(Statements):
    """The program and the functions that it calls."""

    def start(self, name, types):
        self.n, self.m = Value(INDEX), Value(INDEX)
        function = Function(name, [self.n, self.m, *map(argument, types)])
        return function, Scope(function.body)

    def make_function(self, name, inputs, outputs, budget, depth):
        rng = self.rng
        types = [self.random_type() for _ in range(inputs)]
        types[rng.randrange(inputs)] = self.random_type(only_float=True)
        if rng.random() < 0.4:
            types.append(INDEX)
        function, scope = self.start(name, types)
        self.grow(scope, budget, depth)
        for i in range(outputs):
            type = self.random_type(only_float=i == 0)
            value = self.ensure(scope, type, late=True)
            function.body.passed.append(self.collect(scope, value, 3))
        self.finish(function)
        return function

    def finish(self, function):
        function.results = function.body.passed
        self.functions.append(function)

    def make_callee(self, name):
        rng = self.rng
        return self.make_function(name, rng.randint(1, 2), rng.randint(1, 2), rng.randint(1, 3), 1)

    def make_recursive(self, name):
        """Adds a recursive function: f(n, x, ...) is its argument at n = 0, otherwise it is
        computed from f(n - 1, ...)."""
        rng = self.rng
        carried = [self.random_type(only_float=True) for _ in range(rng.randint(1, 2))]
        function, scope = self.start(name, [*carried, INDEX])
        function.results = [Value(t) for t in carried]
        count = scope.values[-1]
        floats = scope.values[2:-1]
        zero = self.index(scope, 0)
        done = scope.add(Simple(I1, [count, zero], "arith.cmpi eq, {0}, {1} : index"))
        then, otherwise = Block(), Block()
        then.passed = list(floats)
        inner = Scope(otherwise, scope)
        self.grow(inner, rng.randint(0, 3), 2)
        less = self.arithmetic(inner, "subi", count, 1)
        operands = [self.ensure(inner, v.type) for v in floats]
        call = Call(function, [self.n, self.m, *operands, less])
        inner.add(call)
        self.grow(inner, rng.randint(0, 3), 2)
        if rng.random() < 0.5:
            otherwise.passed = self.passed(inner, [v.type for v in floats])
        else:
            otherwise.passed = list(call.results)
        branch = If(done, then, otherwise)
        scope.add(branch)
        function.body.passed = list(branch.results)
        self.functions.append(function)
        function.is_recursive = True
        return function

    def make_ruled(self, name):
        """Adds f(x, w) = sin(x) w with a custom rule, which is its true derivative."""
        rng = self.rng
        type = self.random_type(only_float=True)
        function, scope = self.start(name, [type, type])
        x, w = scope.values[2:4]
        sine = scope.add(Simple(type, [x], "math.sin {0} : {t}"))
        product = scope.add(Simple(type, [sine, w], "arith.mulf {0}, {1} : {t}"))
        function.body.passed = [product]
        t = type.written(type.element)
        head = f"%N: index, %M: index, %x: {t}, %w: {t}"
        partials = f"  %s = math.sin %x : {t}\n  %c = math.cos %x : {t}\n  %k = arith.mulf %c, %w : {t}\n"
        rules = {
            "vjp": f"""
func.func private @{name}_fwd({head}) -> ({t}, {t}, {t}) {{
  %y = func.call @{name}(%N, %M, %x, %w) : (index, index, {t}, {t}) -> {t}
  return %y, %x, %w : {t}, {t}, {t}
}}
func.func private @{name}_bwd(%x: {t}, %w: {t}, %u: {t}) -> ({t}, {t}) {{
{partials}  %dx = arith.mulf %k, %u : {t}
  %dw = arith.mulf %s, %u : {t}
  return %dx, %dw : {t}, {t}
}}""",
            "jvp": f"""
func.func private @{name}_jvp({head}, %dx: {t}, %dw: {t}) -> ({t}, {t}) {{
{partials}  %y = arith.mulf %s, %w : {t}
  %a = arith.mulf %k, %dx : {t}
  %b = arith.mulf %s, %dw : {t}
  %dy = arith.addf %a, %b : {t}
  return %y, %dy : {t}, {t}
}}""",
        }
        attributes = {
            "vjp": f"grad.custom_vjp = {{forward = @{name}_fwd, backward = @{name}_bwd}}",
            "jvp": f"grad.custom_jvp = @{name}_jvp",
        }
        modes = rng.choice([["vjp"], ["jvp"], ["vjp", "jvp"]])
        function.rules = [rules[m].strip() for m in modes]
        joined = ", ".join(["no_inline", *(attributes[m] for m in modes)])
        function.attributes = f" attributes {{{joined}}}"
        self.finish(function)
        return function
