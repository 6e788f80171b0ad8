"""Builds the parts of @check (check.py) that belong to one program."""


class Comparison:
    """The parts of @check for one program."""

    def __init__(self, check, program, plain, wide, inputs, outputs):
        self.check, self.program = check, program
        self.plain, self.wide = plain, wide
        self.inputs, self.outputs = inputs, outputs
        self.parameters = program.main.body.arguments
        self.results = program.main.body.passed
        self.types = [p.type.written(p.type.element) for p in self.parameters]
        self.result_types = [v.type.written(v.type.element) for v in self.results]

    def attribute(self, positions):
        return f" {{wrt = array<i64: {', '.join(map(str, positions))}>}}"

    def jvp(self, lines, x, v):
        """Emits a grad.jvp. Returns the results and the tangents."""
        types = [t.written(t.element) for t in self.inputs]
        tangents = [t.written(t.element) for t in self.outputs]
        made = self.check.call(
            lines,
            f"grad.jvp @{self.program.main.name}({', '.join(x)}) tangents({', '.join(v)})"
            + self.attribute(self.program.wrt),
            self.types + types,
            self.result_types + tangents,
        )
        return made[: len(self.results)], made[len(self.results) :]

    def vjp(self, lines, x, u):
        types = [t.written(t.element) for t in self.outputs]
        gradients = [t.written(t.element) for t in self.inputs]
        made = self.check.call(
            lines,
            f"grad.vjp @{self.program.main.name}({', '.join(x)}) cotangents({', '.join(u)})"
            + self.attribute(self.program.wrt),
            self.types + types,
            self.result_types + gradients,
        )
        return made[: len(self.results)], made[len(self.results) :]

    def wide_pairs(self, lines, types, values, directions):
        return [
            (t, self.check.widened(lines, a, t), b) for t, a, b in zip(types, values, directions)
        ]

    def float_results(self, values):
        return [r for r, v in zip(values, self.results) if v.type.is_float]

    def first(self, v, v64, u, u64):
        c, lines = self.check, self.check.body
        results, tangents = self.jvp(lines, self.plain, v)
        forward = c.inner(lines, self.wide_pairs(lines, self.outputs, tangents, u64))
        value = c.inner(
            lines, self.wide_pairs(lines, self.outputs, self.float_results(results), u64)
        )
        results, gradients = self.vjp(lines, self.plain, u)
        reverse = c.inner(lines, self.wide_pairs(lines, self.inputs, gradients, v64))
        again = c.inner(
            lines, self.wide_pairs(lines, self.outputs, self.float_results(results), u64)
        )
        objective = self.define_objective()
        slope, middle = c.differences(lambda a: self.at(objective, a, v64, u64))
        return [forward, reverse, slope, value, again, middle]

    def doubled(self, values):
        return [name for name, p in zip(values, self.parameters) for _ in range(2 if p.type.is_float else 1)]

    def frozen_types(self):
        return [
            t
            for p in self.parameters
            for t in ([p.type.written("f64")] * 2 if p.type.is_float else [p.type.element])
        ]

    def define_objective(self):
        """Defines <u, f(x)> of the frozen program."""
        c, program = self.check, self.program
        name = f"{program.name}_objective"
        lines = []
        types = self.frozen_types()
        names = [f"%a{i}" for i in range(len(types))]
        direction_types = [t.written("f64") for t in self.outputs]
        directions = [f"%u{i}" for i in range(len(direction_types))]
        result_types = [
            t
            for v in self.results
            for t in ([v.type.written("f64")] * 2 if v.type.is_float else [v.type.element])
        ]
        made = c.call(
            lines, f"func.call @{program.main.name}_frozen({', '.join(names)})", types, result_types
        )
        moved, at = [], 0
        for v in self.results:
            if v.type.is_float:
                moved.append(made[at])
            at += 2 if v.type.is_float else 1
        total = c.inner(lines, list(zip(self.outputs, moved, directions)))
        c.define(name, names + directions, types + direction_types, lines, [total], ["f64"])
        return name, types + direction_types

    def moved_arguments(self, a, v64):
        """Returns the arguments of the frozen program at x + a v, with x0 = x."""
        c, lines = self.check, self.check.body
        shifted = list(self.wide)
        for i, type, v in zip(self.program.wrt, self.inputs, v64):
            shifted[i] = c.shifted(lines, type, self.wide[i], a, v)
        return [
            name
            for p, x, y in zip(self.parameters, shifted, self.wide)
            for name in ([x, y] if p.type.is_float else [y])
        ]

    def at(self, objective, a, v64, u64):
        name, types = objective
        operands = self.moved_arguments(a, v64) + u64
        (value,) = self.check.call(
            self.check.body, f"func.call @{name}({', '.join(operands)})", types, ["f64"]
        )
        return value

    # -- Second derivatives ------------------------------------------------ #

    def second(self, v, u, w):
        """Computes d/dw <u, jvp(v)> by forward and by reverse mode, <v, d/dw vjp(u)> by
        both, and differences of the frozen program's jvp."""
        c, lines, program = self.check, self.check.body, self.program
        names = [f"%a{i}" for i in range(len(self.types))]
        inputs = [t.written("f64") for t in self.inputs]
        outputs = [t.written("f64") for t in self.outputs]
        vs = [f"%v{i}" for i in range(len(inputs))]
        us = [f"%u{i}" for i in range(len(outputs))]

        slope, inner = f"{program.name}_slope", []
        _, tangents = self.jvp(inner, names, vs)
        total = c.inner(inner, list(zip(self.outputs, tangents, us)))
        slope_types = self.types + inputs + outputs
        c.define(slope, names + vs + us, slope_types, inner, [total], ["f64"])
        operands = ", ".join([*self.plain, *v, *u])
        wrt = self.attribute(program.wrt)
        _, forward_forward = c.call(
            lines,
            f"grad.jvp @{slope}({operands}) tangents({', '.join(w)}){wrt}",
            slope_types + inputs,
            ["f64", "f64"],
        )
        made = c.call(
            lines, f"grad.value_and_grad @{slope}({operands}){wrt}", slope_types, ["f64", *inputs]
        )
        reverse_forward = c.inner(lines, list(zip(self.inputs, made[1:], w)))

        gradient, inner = f"{program.name}_gradient", []
        _, gradients = self.vjp(inner, names, us)
        gradient_types = self.types + outputs
        c.define(gradient, names + us, gradient_types, inner, gradients, inputs)
        operands = ", ".join([*self.plain, *u])
        made = c.call(
            lines,
            f"grad.jvp @{gradient}({operands}) tangents({', '.join(w)}){wrt}",
            gradient_types + inputs,
            inputs * 2,
        )
        forward_reverse = c.inner(lines, list(zip(self.inputs, made[len(inputs) :], v)))
        made = c.call(
            lines,
            f"grad.vjp @{gradient}({operands}) cotangents({', '.join(v)}){wrt}",
            gradient_types + inputs,
            inputs * 2,
        )
        reverse_reverse = c.inner(lines, list(zip(self.inputs, made[len(inputs) :], w)))

        objective = f"{program.name}_objective"
        types = self.frozen_types() + outputs
        # Positions of x among the arguments of the frozen program.
        place, positions = 0, {}
        for i, p in enumerate(self.parameters):
            positions[i] = place
            place += 2 if p.type.is_float else 1
        frozen_wrt = self.attribute([positions[i] for i in program.wrt])

        def frozen_derivative(a):
            operands = self.moved_arguments(a, w) + u
            _, tangent = c.call(
                lines,
                f"grad.jvp @{objective}({', '.join(operands)}) tangents({', '.join(v)}){frozen_wrt}",
                types + inputs,
                ["f64", "f64"],
            )
            return tangent

        frozen, _ = c.differences(frozen_derivative)
        return [forward_forward, reverse_forward, forward_reverse, reverse_reverse, frozen]
