#!/usr/bin/env python3
"""Measures the overhead of a call from Python, compared with jax.jit and PyTorch.

    bench/python_calls.py [--rounds=20]

The functions are a product, and a dot product with its gradients. Arguments are arrays of four
elements, so the work is negligible. Prints the microseconds per call, the minimum over the
rounds. A round makes 1000 calls of each function in turn, on arrays of numpy and JAX and on
tensors of PyTorch. Needs numpy, jax, torch and the package sg with libSGC.so (SG_LIBRARY).
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np
import sg
import torch

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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    module = sg.load(PROGRAM)
    arrays = {"numpy": np.ones(4, np.float32), "torch": torch.ones(4), "jax": jnp.ones(4)}
    calls = {}
    for kind in ("numpy", "torch"):
        calls["product", f"sg, {kind}"] = module["scale"], arrays[kind]
        calls["product, sizes not known", f"sg, {kind}"] = module["dynamic"], arrays[kind]
        calls["value and gradients", f"sg, {kind}"] = module.value_and_grad("dot"), arrays[kind]
    product, dot = jax.jit(jnp.multiply), jax.jit(jax.value_and_grad(jnp.dot, (0, 1)))
    sg_in_jit = jax.jit(jax.value_and_grad(sg.jax.function(jnp.dot, threads=1), (0, 1)))
    for kind in ("numpy", "jax"):
        calls["product", f"jit, {kind}"] = product, arrays[kind]
        calls["value and gradients", f"jit, {kind}"] = dot, arrays[kind]
        calls["value and gradients", f"sg.jax.function in jit, {kind}"] = sg_in_jit, arrays[kind]
    calls["product", "torch, eager"] = torch.mul, arrays["torch"]
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for key, (function, x) in calls.items():
            start = time.perf_counter()
            for _ in range(1000):
                function(x, x)
            best[key] = min(best[key], (time.perf_counter() - start) * 1e3)
    for (function, caller), microseconds in sorted(best.items()):
        print(f"{function:26} {caller:32} {microseconds:6.1f} us")


if __name__ == "__main__":
    main()
