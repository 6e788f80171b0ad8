"""Generates requests for derivatives inside a program."""

from ops import Request
from rows import Rows


class Requests(Rows):
    """Derivatives of callees, in both modes, as values of the program."""

    def add_request(self, scope, depth):
        rng = self.rng
        callee = rng.choice(self.callees)
        parameters = callee.body.arguments
        operands = self.arguments_of(scope, callee)
        floats = [i for i, p in enumerate(parameters) if p.type.is_float]
        wrt = rng.sample(floats, rng.randint(1, len(floats)))
        outputs = [v for v in callee.results if v.type.is_float]
        modes = ["jvp", "vjp"]
        if len(callee.results) == 1 and outputs and outputs[0].type.is_scalar:
            modes.append("value_and_grad")
        mode = rng.choice(modes)
        if not outputs:
            return
        seeds = {"jvp": [parameters[i] for i in wrt], "vjp": outputs, "value_and_grad": []}[mode]
        seeds = [self.ensure(scope, v.type) for v in seeds]
        op = Request(mode, callee, operands, seeds, wrt)
        scope.add(op)
        made = op.results[len(outputs) :]
        for value in made:  # has no bound
            scope.values.remove(value)
            self.unary(scope, value, rng.choice(["sin", "tanh"]))
        callee.is_requested = True
