#!/usr/bin/env python3
"""Derivatives of random programs, checked in three ways.

  fuzz.py --sg-run PATH [--first N] [--count N] [--each N]

Program number N is the same everywhere. For each, along random directions v and
u,

  * forward mode, <u, jvp(v)>, and reverse mode, <vjp(u), v>, are equal;
  * both equal central differences of the program with its stopped values
    frozen (tree.py), and the value is the frozen program's;
  * for some, so are the four second derivatives by two modes: differences of
    the first derivative of the frozen program.

All of a module are run by one sg-run, which is what takes the time. What fails
is run again alone and named, with the command that repeats it.
"""

import argparse
import math
import os
import pathlib
import random
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from generate import Generator
from tree import FLOATS, INDEX, Type, write_function

# A loop may refuse a value whose size changes from trip to trip, or might.
REFUSED = "whose shape is computed in the loop; give it a shape that is known"
POOL = 61  # a prime, so that strides meet all of it


def tensor_name(type, element):
    return "x".join([*("d" if isinstance(d, str) else str(d) for d in type.shape), element])


class Check:
    """The module that checks programs. @check takes numbers to make arguments of
    and returns, for each program, NUMBERS or SECOND_NUMBERS of what is compared."""

    def __init__(self, programs, replaced=None, step=2.0**-8):
        self.step = step
        self.helpers = {}
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
        """@check calls a function for each program, so that none is long."""
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

    # -- Helpers ---------------------------------------------------------- #

    def loops(self, type):
        rank = len(type.shape)
        loops = ", ".join(f"d{i}" for i in range(rank))
        return (
            f"affine_map<({loops}) -> ({loops})>",
            f"affine_map<({loops}) -> ()>",
            rank,
        )

    def dot(self, type):
        name = f"dot_{tensor_name(type, 'f64')}"
        if name not in self.helpers:
            whole, none, rank = self.loops(type)
            t = type.written("f64")
            iterators = ", ".join(['"reduction"'] * rank)
            self.helpers[name] = (
                f"func.func private @{name}(%a: {t}, %b: {t}) -> f64 {{\n"
                "  %zero = arith.constant dense<0.0> : tensor<f64>\n"
                f"  %r = linalg.generic {{indexing_maps = [{whole}, {whole}, {none}], "
                f"iterator_types = [{iterators}]}} ins(%a, %b : {t}, {t}) outs(%zero : tensor<f64>) {{\n"
                "  ^bb0(%x: f64, %y: f64, %s: f64):\n"
                "    %p = arith.mulf %x, %y : f64\n"
                "    %q = arith.addf %p, %s : f64\n"
                "    linalg.yield %q : f64\n"
                "  } -> tensor<f64>\n"
                "  %y = tensor.extract %r[] : tensor<f64>\n"
                "  return %y : f64\n}"
            )
        return name

    def moved(self, type):
        """x + a v"""
        name = f"moved_{tensor_name(type, 'f64')}"
        if name not in self.helpers:
            whole, _, rank = self.loops(type)
            t = type.written("f64")
            iterators = ", ".join(['"parallel"'] * rank)
            self.helpers[name] = (
                f"func.func private @{name}(%x: {t}, %a: f64, %v: {t}) -> {t} {{\n"
                f"  %r = linalg.generic {{indexing_maps = [{whole}, {whole}], "
                f"iterator_types = [{iterators}]}} ins(%v : {t}) outs(%x : {t}) {{\n"
                "  ^bb0(%y: f64, %s: f64):\n"
                "    %p = arith.mulf %y, %a : f64\n"
                "    %q = arith.addf %p, %s : f64\n"
                "    linalg.yield %q : f64\n"
                f"  }} -> {t}\n"
                f"  return %r : {t}\n}}"
            )
        return name

    def input(self, type):
        name = f"input_{tensor_name(type, 'f64')}"
        if name not in self.helpers:
            t = type.written("f64")
            sizes = [f"%n{i}" for i, d in enumerate(type.shape) if isinstance(d, str)]
            head = "".join(f", {s}: index" for s in sizes)
            indices = ", ".join(f"%i{i}: index" for i in range(len(type.shape)))
            lines = ["%s0 = arith.addi %offset, %c0 : index"]
            for i, stride in enumerate((1, 7, 19)[: len(type.shape)]):
                lines += [
                    f"%k{i} = arith.constant {stride} : index",
                    f"%m{i} = arith.muli %i{i}, %k{i} : index",
                    f"%s{i + 1} = arith.addi %s{i}, %m{i} : index",
                ]
            lines += [
                f"%p = arith.remui %s{len(type.shape)}, %size : index",
                f"%e = tensor.extract %pool[%p] : tensor<{POOL}xf64>",
                "tensor.yield %e : f64",
            ]
            body = "\n".join("    " + line for line in lines)
            self.helpers[name] = (
                f"func.func private @{name}(%pool: tensor<{POOL}xf64>, %offset: index{head}) -> {t} {{\n"
                "  %c0 = arith.constant 0 : index\n"
                f"  %size = arith.constant {POOL} : index\n"
                f"  %r = tensor.generate {', '.join(sizes)} {{\n"
                f"  ^bb0({indices}):\n{body}\n  }} : {t}\n"
                f"  return %r : {t}\n}}"
            )
        return name

    # -- Parts of @check -------------------------------------------------- #

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

    def floats(self, type, rng, sizes):
        """An argument, in its type, and in f64 the same numbers."""
        if type.is_tensor:
            offset = self.add(self.body, "c", f"arith.constant {rng.randrange(POOL)} : index")
            dynamic = [sizes[d] for d in type.shape if isinstance(d, str)]
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
        """The sum of <a, b> over (type, a, b)."""
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
        """The slope at 0 of value(a), central and of order 4, and value(0). In a
        loop, so that the program is compiled once."""
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

    # -- One program ------------------------------------------------------ #

    def check(self, program):
        rng = random.Random(f"inputs of {program.seed}")
        main = program.main
        parameters, results = main.body.arguments, main.body.passed
        sizes = {d: self.integer(program.sizes[d]) for d in ("N", "M")}
        plain, wide = [sizes["N"], sizes["M"]], [sizes["N"], sizes["M"]]
        for p in parameters[2:]:
            if p.type.is_float:
                x, x64 = self.floats(p.type, rng, sizes)
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
            made = [self.floats(t, rng, sizes) for t in types]
            return [a for a, _ in made], [b for _, b in made]

        inputs = [parameters[i].type for i in wrt]
        outputs = [v.type for v in results if v.type.is_float]
        v, v64 = direction(inputs)
        u, u64 = direction(outputs)
        checker = Program(self, program, plain, wide, inputs, outputs)
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


class Program:
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
        """Results and tangents."""
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
        """<u, f(x)> of the frozen program."""
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
        """The arguments of the frozen program at x + a v, x0 = x."""
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
        """d/dw <u, jvp(v)> by forward and by reverse mode, <v, d/dw vjp(u)> by
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
        # Where x is among the arguments of the frozen program.
        place, positions = 0, {}
        for i, p in enumerate(self.parameters):
            positions[i] = place
            place += 2 if p.type.is_float else 1
        frozen_wrt = self.attribute([positions[i] for i in program.wrt])

        def frozen_slope(a):
            operands = self.moved_arguments(a, w) + u
            _, tangent = c.call(
                lines,
                f"grad.jvp @{objective}({', '.join(operands)}) tangents({', '.join(v)}){frozen_wrt}",
                types + inputs,
                ["f64", "f64"],
            )
            return tangent

        frozen, _ = c.differences(frozen_slope)
        return [forward_forward, reverse_forward, forward_reverse, reverse_reverse, frozen]


# ===----------------------------------------------------------------------=== #
# Running
# ===----------------------------------------------------------------------=== #


def tolerance(program):
    """Relative to what is compared, or to 1.

    In f64 the differences of order 4 with steps 2^-8 and 2^-7 leave h^4/30 of
    the fifth derivative, about 1e-11 of it, and rounding below 1e-13. Where that
    derivative is large, steps of an eighth leave 1/4096 of it (check_module). In a
    narrower type a program of some hundred operations on values of order 1
    rounds by about its square root times the type's 2^-bits each way, twice."""
    if not program.narrow:
        return 2e-8
    bits = min(FLOATS[e] for e in program.floats)
    return 64 * 2.0**-bits


def findings(program, numbers):
    """What disagrees among the numbers of one program."""
    forward, reverse, frozen, value, again, frozen_value = numbers[:6]
    bound = tolerance(program)
    found = []

    def compare(what, a, b, bound=bound):
        if not abs(a - b) <= bound * max(1.0, abs(a), abs(b)):
            found.append(f"{what}: {a!r} and {b!r}")

    compare("the value in forward mode and of the frozen program", value, frozen_value)
    compare("the value in reverse mode and of the frozen program", again, frozen_value)
    compare("forward and reverse mode", forward, reverse, bound if program.narrow else 1e-11)
    compare("forward mode and differences", forward, frozen)
    if program.second:
        names = ["forward over forward", "reverse over forward", "forward over reverse"]
        names += ["reverse over reverse"]
        for name, number in zip(names, numbers[6:]):
            compare(f"{name} and differences", number, numbers[10])
    return found


def run(sg_run, programs, path, replaced=None, **options):
    """The numbers of each program, or the text of an error."""
    check = Check(programs, replaced, **options)
    path.write_text(check.text())
    rng = random.Random(1)
    pool = " ".join(f"{rng.uniform(-1.2, 1.2):.6f}" for _ in range(POOL))
    integers = " ".join(map(str, check.integers))
    command = [
        sg_run,
        str(path),
        "--function=check",
        f"--input={pool}",
        f"--input={integers}",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return None, "it did not end within 600 s", command
    if done.returncode:
        return None, f"exit code {done.returncode}\n{done.stderr}", command
    text = done.stdout.split("=", 1)[1]
    numbers = [float(n) for n in text.replace("[", " ").replace("]", " ").split()]
    each = []
    for program in programs:
        take = 11 if program.second else 6
        each.append(numbers[:take])
        numbers = numbers[take:]
    return each, None, command


class Outcome:
    def __init__(self):
        self.reports = []
        self.refused = 0


def report(options, seed, found):
    """What failed, with its module in a file and how to see it again."""
    path = options.folder / f"program-{seed}.mlir"
    _, _, command = run(options.sg_run, [Generator(seed, options.without)], path)
    again = [sys.executable, sys.argv[0], "--sg-run", options.sg_run]
    again += ["--folder", str(options.folder), "--first", str(seed), "--count", "1"]
    again += [f"--without={kind}" for kind in options.without]
    lines = "\n".join(found)
    return (
        f"program {seed} fails:\n{lines}\n"
        f"repeat it by\n  {shlex.join(again)}\nor, as it was written,\n  {shlex.join(command)}\n"
    )


def check_module(options, seeds):
    outcome = Outcome()
    programs = [Generator(seed, options.without) for seed in seeds]
    path = options.folder / f"programs-{seeds[0]}-{seeds[-1]}.mlir"
    each, error, _ = run(options.sg_run, programs, path)
    if error is None:
        for program, numbers in zip(programs, each):
            found = findings(program, numbers)
            if found:
                closer = options.folder / f"closer-{program.seed}.mlir"
                again, _, _ = run(options.sg_run, [program], closer, step=2.0**-11)
                if again:
                    found = findings(program, again[0])
                closer.unlink()
            if found:
                outcome.reports.append(report(options, program.seed, found))
    elif len(seeds) > 1:
        for seed in seeds:
            alone = check_module(options, [seed])
            outcome.reports += alone.reports
            outcome.refused += alone.refused
        if not outcome.reports and not outcome.refused:
            outcome.reports.append(f"{path} fails, and no program in it does alone:\n{error}\n")
            return outcome
    elif REFUSED in error:
        outcome.refused = 1
    else:
        outcome.reports.append(report(options, seeds[0], [error]))
    path.unlink()
    return outcome


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-run", required=True)
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=300, help="how many programs")
    parser.add_argument("--each", type=int, default=2, help="how many in a module")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--skip", type=int, action="append", default=[], help="a number to leave out")
    parser.add_argument("--without", action="append", default=[], help="a kind of op to leave out")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)

    end = options.first + options.count
    seeds = [seed for seed in range(options.first, end) if seed not in options.skip]
    modules = [seeds[i : i + options.each] for i in range(0, len(seeds), options.each)]
    failed = refused = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(lambda seeds: check_module(options, seeds), modules):
            failed += len(outcome.reports)
            refused += outcome.refused
            for text in outcome.reports:
                print(text, flush=True)
    print(f"{len(seeds)} programs, {failed} failed, {refused} refused for a size in a loop")
    # So that a change which refuses everything is seen.
    # Of the first 300 programs 4 in 75 are refused at most: more would be news.
    return 1 if failed or refused > 2 + options.count // 25 else 0


if __name__ == "__main__":
    sys.exit(main())
