#!/usr/bin/env python3
"""Computes derivatives of programs with one framework, for stop_gradient.py.

    candidate.py FRAMEWORK PROGRAM...

Prints one JSON object per line. The first line has the `versions` of the packages. For
each program and order of the derivative, a line `begun` announces the computation. The
line after it has the `value` of the derivative (null if the framework reports that no
gradient flows) or the `error`. If the computation kills the process, this line is missing.
"""

import importlib
import importlib.metadata
import json
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

from programs import PROGRAMS


class Jax:
    packages = ["jax"]

    def __init__(self):
        import jax
        from jax import lax, numpy

        jax.config.update("jax_enable_x64", True)
        self.jax = jax
        self.stop, self.exp, self.log, self.sqrt = lax.stop_gradient, numpy.exp, numpy.log, numpy.sqrt
        self.round, self.maximum, self.branch = numpy.round, numpy.maximum, lax.cond
        self.loop = lambda count, step, start: lax.fori_loop(0, count, lambda i, c: step(c), start)
        self.repeat = lax.while_loop
        self.checkpoint = lambda f, x: jax.checkpoint(f)(x)

    def rule(self, f, backward, x):
        with_rule = self.jax.custom_vjp(f)
        with_rule.defvjp(lambda x: (f(x), None), lambda _, cotangent: (backward(cotangent),))
        return with_rule(x)

    def derivative(self, f, order, x):
        for _ in range(order):
            f = self.jax.grad(f)
        return float(self.jax.jit(f)(x))


class EnzymeJax(Jax):
    packages = ["enzyme_ad", "jax"]

    def derivative(self, f, order, x):
        from enzyme_ad.jax import enzyme_jax_ir

        return super().derivative(enzyme_jax_ir()(f), order, x)


class Catalyst(Jax):
    packages = ["pennylane_catalyst", "jax"]

    def derivative(self, f, order, x):
        from catalyst import grad, qjit

        for _ in range(order):
            f = grad(f)
        return float(qjit(lambda y: f(y))(x))


class Torch:
    packages = ["torch"]

    def __init__(self):
        import torch
        from torch.utils import checkpoint

        self.torch = torch
        self.stop, self.log, self.sqrt = torch.Tensor.detach, torch.log, torch.sqrt
        self.round = torch.round
        # The formulas also call exp on Python numbers.
        self.exp = lambda x: torch.exp(torch.as_tensor(x, dtype=torch.float64))
        self.maximum = lambda x, y: torch.maximum(x, torch.as_tensor(y, dtype=x.dtype))
        self.branch = lambda condition, yes, no, x: (yes if condition else no)(x)
        self.checkpoint = lambda f, x: checkpoint.checkpoint(f, x, use_reentrant=False)

    def loop(self, count, step, carry):
        for _ in range(count):
            carry = step(carry)
        return carry

    def repeat(self, condition, step, carry):
        while condition(carry):
            carry = step(carry)
        return carry

    def rule(self, f, backward, x):
        class Rule(self.torch.autograd.Function):
            @staticmethod
            def forward(_, x):
                return f(x)

            @staticmethod
            def backward(_, cotangent):
                return backward(cotangent)

        return Rule.apply(x)

    def derivative(self, f, order, x):
        x = self.torch.tensor(x, dtype=self.torch.float64, requires_grad=True)
        y = f(x)
        for _ in range(order):
            if y is None or not y.requires_grad:
                return None
            (y,) = self.torch.autograd.grad(y, x, create_graph=True, allow_unused=True)
        return None if y is None else float(y.detach())


class TensorFlow:
    packages = ["tensorflow"]

    def __init__(self):
        import tensorflow as tf

        self.tf = tf
        self.stop, self.exp, self.log, self.sqrt = tf.stop_gradient, tf.exp, tf.math.log, tf.sqrt
        self.round, self.maximum = tf.round, tf.maximum
        self.branch = lambda condition, yes, no, x: tf.cond(condition, lambda: yes(x), lambda: no(x))
        self.checkpoint = lambda f, x: tf.recompute_grad(f)(x)

    def loop(self, count, step, start):
        return self.tf.while_loop(lambda i, c: i < count, lambda i, c: (i + 1, step(c)), (0, start))[1]

    def repeat(self, condition, step, start):
        return self.tf.while_loop(condition, lambda c: (step(c),), (start,))[0]

    def rule(self, f, backward, x):
        return self.tf.custom_gradient(lambda y: (f(y), backward))(x)

    def gradient(self, f):
        def evaluate(x):
            with self.tf.GradientTape() as tape:
                tape.watch(x)
                y = f(x)
            return None if y is None else tape.gradient(y, x)

        return evaluate

    def derivative(self, f, order, x):
        for _ in range(order):
            f = self.gradient(f)
        y = self.tf.function(f)(self.tf.constant(x, self.tf.float64))
        return None if y is None else float(y)


FRAMEWORKS = {"jax": Jax, "torch": Torch, "tf": TensorFlow, "enzyme-jax": EnzymeJax, "catalyst": Catalyst}


def version(name):
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:  # for example, tensorflow is in the package tensorflow_cpu
        return importlib.import_module(name).__version__


def main():
    def write_line(**fields):
        print(json.dumps(fields), flush=True)

    import programs

    try:
        framework = FRAMEWORKS[sys.argv[1]]()
        write_line(versions={name: version(name) for name in framework.packages})
    except ImportError as error:
        sys.exit(f"{error}")
    for name in sys.argv[2:]:
        _, point, values = PROGRAMS[name]
        for order in range(1, len(values) + 1):
            write_line(begun=[name, order])
            try:
                program = getattr(programs, name)
                write_line(value=framework.derivative(lambda x: program(framework, x), order, point))
            except Exception as error:  # any exception is a result of the comparison
                write_line(error=f"{type(error).__name__}: {error}".strip().splitlines()[0])


if __name__ == "__main__":
    main()
