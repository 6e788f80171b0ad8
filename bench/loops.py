#!/usr/bin/env python3
"""Measures the cost of derivatives of loops: time, memory, checkpoints.

    bench/loops.py [--sg-run=build/bin/sg-run] [--repeat=5] [--most=1000000]

Needs only Python. Prints

* for a loop that carries a scalar, 8 elements or 1000 elements, and for two nested loops,
  with 1e2 to 1e6 iterations (--most): the time per iteration of the program and of its
  gradient, and the bytes per iteration of the gradient's stacks. If the cost is linear in the
  trip count, these figures are constant, unless the stacks exceed the caches or the system
  allocates the stacks anew in each call. Stacks of more than 3 GB are skipped;
* for 1e3 to 1e5 iterations and each schedule of checkpoints: the gradient's time relative to
  the program, its memory relative to a loop without checkpoints, and how many times each
  iteration is computed;
* the cost of a Hessian-vector product, forward over reverse, relative to the gradient.

A time is the minimum of --repeat runs after one warm-up run. Memory is the peak that native
code allocates, without arguments and results, as reported by sg-run --memory.
"""

import argparse
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SCALAR = """
func.func private @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (f64) {
    %square = arith.mulf %c, %c : f64
    %below = arith.addf %square, %one : f64
    %part = arith.divf %c, %below : f64
    %next = arith.addf %part, %x : f64
    scf.yield %next : f64
  }
  return %r : f64
}
"""

# One iteration of the loops on tensors; c is the loop-carried value.
ITERATION = """
    %square = arith.mulf %c, %c : TENSOR
    %below = arith.addf %square, %one : TENSOR
    %part = arith.divf %c, %below : TENSOR
    %next = arith.addf %part, %x : TENSOR
    scf.yield %next : TENSOR
"""

TENSOR = """
func.func private @f(%x: TENSOR, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1.0> : TENSOR
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> (TENSOR) {""" + ITERATION + """
  } SCHEDULE
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.reduce {arith.addf} ins(%r : TENSOR) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %sum[] : tensor<f64>
  return %y : f64
}
"""

NESTED = """
func.func private @f(%x: TENSOR, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %m = arith.divui %n, %c10 : index
  %one = arith.constant dense<1.0> : TENSOR
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%outer = %x) -> (TENSOR) {
  %inner = scf.for %j = %c0 to %c10 step %c1 iter_args(%c = %outer) -> (TENSOR) {""" + ITERATION + """
  }
  scf.yield %inner : TENSOR
  }
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.reduce {arith.addf} ins(%r : TENSOR) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %sum[] : tensor<f64>
  return %y : f64
}
"""

REQUESTS = """
func.func @primal(%x: TENSOR, %n: index) -> f64 {
  %y = func.call @f(%x, %n) : (TENSOR, index) -> f64
  return %y : f64
}
func.func @gradient(%x: TENSOR, %n: index) -> TENSOR {
  %y:2 = grad.value_and_grad @f(%x, %n) {wrt = array<i64: 0>} : (TENSOR, index) -> (f64, TENSOR)
  return %y#1 : TENSOR
}
func.func @hvp(%x: TENSOR, %n: index) -> TENSOR {
  %y:2 = grad.jvp @gradient(%x, %n) tangents(%x) {wrt = array<i64: 0>} : (TENSOR, index, TENSOR) -> (TENSOR, TENSOR)
  return %y#1 : TENSOR
}
"""


class Program:
    def __init__(self, arguments, text: str, tensor: str, schedule: str = ""):
        self.sg_run, self.repeat = arguments.sg_run, arguments.repeat
        text = (text + REQUESTS).replace("TENSOR", tensor)
        self.text = text.replace("SCHEDULE", "{%s}" % schedule if schedule else "")

    def run(self, function: str, trips: int):
        """Returns the seconds and the bytes of a call."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "loop.mlir"
            file.write_text(self.text)
            done = subprocess.run(
                [str(self.sg_run), str(file), f"--function={function}", "--input=0.5",
                 f"--input={trips}", f"--output=@{folder}/y.npy",
                 f"--repeat={self.repeat}", "--time", "--memory"],
                capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr)
        seconds = float(re.search(r"min ([0-9.e+-]+) ms", done.stderr)[1]) / 1e3
        return seconds, int(re.search(r"at most (\d+) bytes", done.stderr)[1])


def powers(first: int, last: int):
    return [10**k for k in range(first, round(math.log10(last)) + 1)]


def print_trips(arguments):
    print("per iteration: ns of the program, ns of the gradient, their ratio, bytes stored")
    loops = {
        "scalar": (SCALAR, "f64", 1),
        "8 elements": (TENSOR, "tensor<8xf64>", 8),
        "1000 elements": (TENSOR, "tensor<1000xf64>", 1000),
        "8 elements, nested": (NESTED, "tensor<8xf64>", 8),
    }
    for name, (text, tensor, size) in loops.items():
        program = Program(arguments, text, tensor)
        for n in powers(2, arguments.most):
            if n * size * 8 > 3e9:
                continue
            primal, _ = program.run("primal", n)
            gradient, memory = program.run("gradient", n)
            print(f"  {name:18} n = {n:8}: {primal / n * 1e9:9.1f} {gradient / n * 1e9:9.1f} "
                  f"{gradient / primal:6.1f} {memory / n:9.1f}", flush=True)


def count_by_slots(trips: int, states: int) -> float:
    """Returns how often the binomial schedule computes an iteration at most."""
    slots, sweeps, reach = states - 1, 0, 1
    while reach < trips:
        sweeps += 1
        reach = reach * (sweeps + slots) // sweeps
    return sweeps + 1


def print_schedules(arguments):
    print("\nschedules, 1000 elements: ms, relative to the program, MB, relative to the full stack")
    for n in powers(3, min(arguments.most, 10**5)):
        every, slots = 50, 30
        primal, _ = Program(arguments, TENSOR, "tensor<1000xf64>").run("primal", n)
        full = None
        for name, schedule in {
            "keeps all": "",
            "every = 0": "grad.checkpoint_every = 0 : i64",
            f"every = {every}": f"grad.checkpoint_every = {every} : i64",
            f"slots = {slots}": f"grad.checkpoint_slots = {slots} : i64",
        }.items():
            program = Program(arguments, TENSOR, "tensor<1000xf64>", schedule)
            seconds, memory = program.run("gradient", n)
            full = full or memory
            times = {"k": "1", "e": "2"}.get(name[0]) or f"at most {count_by_slots(n, slots)}"
            print(f"  n = {n:7} {name:12} {seconds * 1e3:10.2f} {seconds / primal:6.1f} "
                  f"{memory / 1e6:10.2f} {memory / full:8.4f}   computations per iteration: {times}",
                  flush=True)


def print_products(arguments):
    print("\nHessian-vector product, forward over reverse: ms, gradient: ms, ratio")
    for name, text, tensor in [("scalar", SCALAR, "f64"),
                               ("8 elements", TENSOR, "tensor<8xf64>"),
                               ("1000 elements", TENSOR, "tensor<1000xf64>")]:
        program = Program(arguments, text, tensor)
        for n in powers(2, 10**4):
            product, _ = program.run("hvp", n)
            gradient, _ = program.run("gradient", n)
            print(f"  {name:14} n = {n:6}: {product * 1e3:9.4f} {gradient * 1e3:9.4f} "
                  f"{product / gradient:6.2f}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sg-run", type=Path, default=ROOT / "build" / "bin" / "sg-run")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--most", type=int, default=10**6, help="largest trip count")
    arguments = parser.parse_args()
    if not arguments.sg_run.exists():
        parser.error(f"there is no {arguments.sg_run}: build first (scripts/quickstart)")
    if arguments.repeat < 1 or arguments.most < 1000:
        parser.error("--repeat is at least 1, --most at least 1000")
    print_trips(arguments)
    print_schedules(arguments)
    print_products(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
