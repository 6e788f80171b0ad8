#!/usr/bin/env python3
"""Measures the overhead of a call from Python, compared with jax.jit and PyTorch.

    bench/python_calls.py [--rounds=20]

The functions are a product, and a dot product with its gradients. Arguments are arrays of four
elements, so the work is negligible. Prints the microseconds per call, the minimum over the
rounds. A round makes 1000 calls of each function in turn, on arrays of numpy and JAX and on
tensors of PyTorch. Functions of sg.function are compared with calls of their native code by
ctypes alone, with arguments and results that are described once. Needs numpy and the package sg
with libSGC.so (SG_LIBRARY); jax and torch are measured if they are installed.
"""

import argparse
import importlib
import time

import numpy as np
import sg
from sg.call_frame import CallFrame

PROGRAM = """
func.func @scale(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.mulf %x, %y : tensor<4xf32>
  return %z : tensor<4xf32>
}
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %z = arith.mulf %x, %y : tensor<?xf32>
  return %z : tensor<?xf32>
}
func.func @dot(%x: tensor<4xf32>, %y: tensor<4xf32>) -> f32 {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %dot = linalg.dot ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %z = tensor.extract %dot[] : tensor<f32>
  return %z : f32
}"""


def find(name):
    """Returns a module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def add_modules(calls, arrays):
    module = sg.load(PROGRAM)
    for kind in ("numpy", "torch"):
        if kind in arrays:
            pair = (arrays[kind], arrays[kind])
            calls["product", f"sg, {kind}"] = module["scale"], pair
            calls["product, sizes not known", f"sg, {kind}"] = module["dynamic"], pair
            calls["value and gradients", f"sg, {kind}"] = module.value_and_grad("dot"), pair


def add_jax(calls, arrays, jax):
    product, dot = jax.jit(jax.numpy.multiply), jax.jit(jax.value_and_grad(jax.numpy.dot, (0, 1)))
    sg_in_jit = jax.jit(jax.value_and_grad(sg.jax.function(jax.numpy.dot, threads=1), (0, 1)))
    for kind in ("numpy", "jax"):
        pair = (arrays[kind], arrays[kind])
        calls["product", f"jit, {kind}"] = product, pair
        calls["value and gradients", f"jit, {kind}"] = dot, pair
        calls["value and gradients", f"sg.jax.function in jit, {kind}"] = sg_in_jit, pair


def call_natively(function, arguments):
    """Returns a function that calls the native code of a traced function by ctypes alone. The types
    and addresses of its arguments and results are set once."""
    program = function.program(*arguments)
    native = program.native
    frame = CallFrame(native.arguments, native.results)
    arrays = program.collect((arguments, {}))
    assert frame.describe_arguments(arrays)
    results = frame.describe_results(None)
    call, address = native._call, native._address

    def run(*_, keep_alive=(arrays, results)):
        call(address, frame.inputs, len(frame.inputs), frame.outputs, len(frame.outputs))

    return run


def add_traced(calls):
    x = np.ones(4)
    tree = {"w": np.ones((3, 3)), "b": np.ones(3), "x": np.ones((2, 3))}
    functions = {
        "x + 1": (sg.function(lambda x: x + 1.0), (x,)),
        "three arrays": (sg.function(lambda t: {"w": t["w"] * 2.0, "b": t["b"] + 1.0, "x": t["x"] @ t["w"]}), (tree,)),
        "gradient of two arrays": (sg.grad(lambda t: sg.sum((t["x"] @ t["w"]) ** 2)), (tree,)),
        "a number": (sg.function(lambda x: x + 1.0), (2.0,)),
    }
    for name, (function, arguments) in functions.items():
        calls[name, "sg.function"] = function, arguments
        calls[name, "native code by ctypes"] = call_natively(function, arguments), arguments


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    jax, torch = find("jax"), find("torch")
    arrays = {"numpy": np.ones(4, np.float32)}
    if torch:
        arrays["torch"] = torch.ones(4)
    if jax:
        arrays["jax"] = jax.numpy.ones(4)
    calls = {}
    add_modules(calls, arrays)
    add_traced(calls)
    if jax:
        add_jax(calls, arrays, jax)
    if torch:
        calls["product", "torch, eager"] = torch.mul, (arrays["torch"], arrays["torch"])
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for key, (function, arguments) in calls.items():
            start = time.perf_counter()
            for _ in range(1000):
                function(*arguments)
            best[key] = min(best[key], (time.perf_counter() - start) * 1e3)
    for (function, caller), microseconds in sorted(best.items()):
        print(f"{function:26} {caller:32} {microseconds:6.1f} us")


if __name__ == "__main__":
    main()
