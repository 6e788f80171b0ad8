"""Builds the module that checks random programs."""

import random

from comparison import Comparison
from helpers import POOL, Helpers
from tree import INDEX, extent, is_dynamic, write_function


class Check(Helpers):
    """The module that checks programs. Its function @check takes numbers, from which
    arguments are made. For each program it returns NUMBERS or SECOND_NUMBERS values to
    compare."""

    def __init__(self, programs, replaced=None, step=2.0**-8):
        super().__init__()
        self.step = step
        self.texts = []
        self.body = []
        self.integers = []
        self.parts = []
        self.count = 0
        for program in programs:
            for function in program.functions:
                self.texts.append(write_function(function, False, replaced))
                self.texts.append(write_function(function, True, replaced))
            self.check(program)

    def text(self):
        """Returns the module. @check calls one function per program, so that no function is
        long."""
        outputs, lines = [], []
        for name, made in self.parts:
            results = [f"%{name}_{i}" for i in range(len(made))]
            types = ", ".join(["f64"] * len(made))
            lines.append(
                f"  {', '.join(results)} = func.call @{name}(%pool, %integers)"
                f" : (tensor<{POOL}xf64>, tensor<COUNTxi64>) -> ({types})"
            )
            outputs += results
        total = len(outputs)
        count = len(self.integers)
        lines = "\n".join(lines)
        outputs = ", ".join(outputs)
        text = "\n\n".join(
            [
                *self.texts,
                *self.helpers.values(),
                f"func.func @check(%pool: tensor<{POOL}xf64>, %integers: tensor<{count}xi64>)"
                f" -> tensor<{total}xf64> {{\n{lines}\n"
                f"  %all = tensor.from_elements {outputs} : tensor<{total}xf64>\n"
                f"  return %all : tensor<{total}xf64>\n}}\n",
            ]
        )
        return text.replace("tensor<COUNTxi64>", f"tensor<{count}xi64>")

    def fresh(self, hint):
        self.count += 1
        return f"%{hint}{self.count}"

    def add(self, lines, hint, text):
        name = self.fresh(hint)
        lines.append(f"{name} = {text}")
        return name

    def integer(self, number):
        self.integers.append(number)
        position = self.add(self.body, "c", f"arith.constant {len(self.integers) - 1} : index")
        wide = self.add(
            self.body, "i", f"tensor.extract %integers[{position}] : tensor<COUNTxi64>"
        )
        return self.add(self.body, "n", f"arith.index_cast {wide} : i64 to index")

    def floats(self, type, rng):
        """Makes an argument in its type, and the same numbers in f64."""
        if type.is_tensor:
            offset = self.add(self.body, "c", f"arith.constant {rng.randrange(POOL)} : index")
            dynamic = [self.integer(extent(d)) for d in type.shape if is_dynamic(d)]
            operands = ", ".join([f"%pool, {offset}", *dynamic])
            types = ", ".join([f"tensor<{POOL}xf64>", "index", *["index"] * len(dynamic)])
            wide = self.add(
                self.body,
                "x",
                f"func.call @{self.input(type)}({operands}) : ({types}) -> {type.written('f64')}",
            )
        else:
            place = self.add(self.body, "c", f"arith.constant {rng.randrange(POOL)} : index")
            wide = self.add(self.body, "x", f"tensor.extract %pool[{place}] : tensor<{POOL}xf64>")
        if type.element == "f64":
            return wide, wide
        t = type.written(type.element)
        narrow = self.add(self.body, "x", f"arith.truncf {wide} : {type.written('f64')} to {t}")
        return narrow, self.widened(self.body, narrow, type)

    def widened(self, lines, value, type):
        if type.element == "f64":
            return value
        return self.add(
            lines, "w", f"arith.extf {value} : {type.written(type.element)} to {type.written('f64')}"
        )

    def inner(self, lines, pairs):
        """Emits the sum of <a, b> over (type, a, b)."""
        total = self.add(lines, "z", "arith.constant 0.0 : f64")
        for type, a, b in pairs:
            if type.is_tensor:
                t = type.written("f64")
                part = self.add(
                    lines, "d", f"func.call @{self.dot(type)}({a}, {b}) : ({t}, {t}) -> f64"
                )
            else:
                part = self.add(lines, "d", f"arith.mulf {a}, {b} : f64")
            total = self.add(lines, "s", f"arith.addf {total}, {part} : f64")
        return total

    def shifted(self, lines, type, x, a, v):
        if type.is_tensor:
            t = type.written("f64")
            return self.add(
                lines, "m", f"func.call @{self.moved(type)}({x}, {a}, {v}) : ({t}, f64, {t}) -> {t}"
            )
        step = self.add(lines, "m", f"arith.mulf {a}, {v} : f64")
        return self.add(lines, "m", f"arith.addf {x}, {step} : f64")

    def differences(self, value):
        """Emits value(0) and the derivative of value(a) at 0, by central differences of
        order 4. They are computed in a loop, so that the program is compiled once."""
        lines, step = self.body, self.step
        five = "tensor<5xf64>"
        weights = [w / (12 * step) for w in (1, -8, 0, 8, -1)]

        def dense(numbers):
            return self.add(lines, "k", f"arith.constant dense<{list(map(float, numbers))}> : {five}")

        steps = dense([step * s for s in (-2, -1, 0, 1, 2)])
        weights, centre = dense(weights), dense([0, 0, 1, 0, 0])
        zero = self.add(lines, "z", "arith.constant 0.0 : f64")
        bounds = [self.add(lines, "c", f"arith.constant {i} : index") for i in (0, 5, 1)]
        slope, middle = self.fresh("r"), self.fresh("r")
        i, s, m = self.fresh("i"), self.fresh("s"), self.fresh("s")
        lines.append(
            f"{slope}, {middle} = scf.for {i} = {bounds[0]} to {bounds[1]} step {bounds[2]} "
            f"iter_args({s} = {zero}, {m} = {zero}) -> (f64, f64) {{"
        )
        a, w, c = (
            self.add(lines, "a", f"tensor.extract {t}[{i}] : {five}")
            for t in (steps, weights, centre)
        )
        y = value(a)
        next_s = self.add(lines, "r", f"math.fma {w}, {y}, {s} : f64")
        next_m = self.add(lines, "r", f"math.fma {c}, {y}, {m} : f64")
        lines.append(f"scf.yield {next_s}, {next_m} : f64, f64")
        lines.append("}")
        return slope, middle

    def call(self, lines, text, types, callee_results):
        names = [self.fresh("r") for _ in callee_results]
        left = f"{', '.join(names)} = " if names else ""
        lines.append(f"{left}{text} : ({', '.join(types)}) -> ({', '.join(callee_results)})")
        return names

    def check(self, program):
        rng = random.Random(f"inputs of {program.seed}")
        main = program.main
        parameters, results = main.body.arguments, main.body.passed
        plain = [self.integer(program.n_size), self.integer(program.m_size)]
        wide = list(plain)
        for p in parameters[2:]:
            if p.type.is_float:
                x, x64 = self.floats(p.type, rng)
            elif p.type == INDEX:
                x = x64 = self.integer(rng.choice([0, 1, 2, 3, 4]))
            else:
                i = self.integer(rng.choice([0, 1, 2, 3]))
                i64 = self.add(self.body, "i", f"arith.index_cast {i} : index to i64")
                x = x64 = self.add(self.body, "i", f"arith.trunci {i64} : i64 to {p.type.element}")
            plain.append(x)
            wide.append(x64)
        wrt = program.wrt

        def direction(types):
            made = [self.floats(t, rng) for t in types]
            return [a for a, _ in made], [b for _, b in made]

        inputs = [parameters[i].type for i in wrt]
        outputs = [v.type for v in results if v.type.is_float]
        v, v64 = direction(inputs)
        u, u64 = direction(outputs)
        checker = Comparison(self, program, plain, wide, inputs, outputs)
        numbers = checker.first(v, v64, u, u64)
        if program.second:
            w, _ = direction(inputs)
            numbers += checker.second(v, u, w)
        name = f"{program.name}_check"
        self.define(
            name,
            ["%pool", "%integers"],
            [f"tensor<{POOL}xf64>", "tensor<COUNTxi64>"],
            self.body,
            numbers,
            ["f64"] * len(numbers),
        )
        self.body = []
        self.parts.append((name, numbers))

    def define(self, name, names, types, lines, results, result_types):
        signature = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
        body = "\n".join("  " + line for line in lines)
        self.texts.append(
            f"func.func private @{name}({signature}) -> ({', '.join(result_types)}) {{\n{body}\n"
            f"  return {', '.join(results)} : {', '.join(result_types)}\n}}"
        )
