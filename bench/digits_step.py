#!/usr/bin/env python3
"""Compares one training step of the digits classifier in sg and jax.jit, on one thread.

    bench/digits_step.py [--sg-run=build/bin/sg-run] [--rounds=15] [--steps=2000]

Needs numpy and jax. The step is bench/digits-step.mlir (batch 128, layers of
64, 128 and 10, f32); JAX runs the same formulas. Each round measures sg and JAX,
pinned to one processor. A figure is the median over the rounds of each round's
median time of a step. JAX is timed twice: with one call of the compiled function
per step, and with all steps of a round in one compiled loop. The loop hides the
overhead of the call. First checks that the results agree.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
ROOT = Path(__file__).resolve().parent.parent
RATE = 0.5


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-run", type=Path, default=ROOT / "build" / "bin" / "sg-run")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--steps", type=int, default=2000, help="steps in a round")
    arguments = parser.parse_args()
    if not arguments.sg_run.exists():
        parser.error(f"there is no {arguments.sg_run}: build first (scripts/quickstart)")
    if arguments.rounds < 1 or arguments.steps < 1:
        parser.error("--rounds and --steps are at least 1")
    return arguments


def make_inputs(np):
    random = np.random.default_rng(0)
    return [
        random.random((128, 64), np.float32),
        random.integers(0, 10, 128).astype(np.int32),
        (random.standard_normal((64, 128)) * 0.1).astype(np.float32),
        np.zeros(128, np.float32),
        (random.standard_normal((128, 10)) * 0.1).astype(np.float32),
        np.zeros(10, np.float32),
    ]


class Sg:
    def __init__(self, sg_run: Path, folder: Path, inputs, np):
        self.np, self.folder = np, folder
        for i, value in enumerate(inputs):
            np.save(folder / f"{i}.npy", value)
        self.command = [str(sg_run), str(ROOT / "bench" / "digits-step.mlir"), "--function=step"]
        self.command += [f"--input=@{folder}/{i}.npy" for i in range(len(inputs))]
        self.outputs = [folder / f"result{i}.npy" for i in range(5)]

    def run(self, *options: str) -> str:
        done = subprocess.run([*self.command, *options], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        return done.stderr

    def results(self):
        self.run(*(f"--output=@{file}" for file in self.outputs))
        return [self.np.load(file) for file in self.outputs]

    def milliseconds(self, steps: int) -> float:
        line = self.run(f"--repeat={steps}", "--time", *(f"--output=@{f}" for f in self.outputs))
        return float(re.search(r"median ([0-9.e+-]+) ms", line)[1])


class Jax:
    def __init__(self, inputs, jax):
        self.jax, jnp = jax, jax.numpy

        def loss(w1, b1, w2, b2, x, label):
            hidden = jax.nn.relu(x @ w1 + b1)
            logits = hidden @ w2 + b2
            centred = logits - jax.lax.stop_gradient(logits.max(1, keepdims=True))
            chosen = jnp.take_along_axis(centred, label[:, None], 1)[:, 0]
            return jnp.mean(jnp.log(jnp.exp(centred).sum(1)) - chosen)

        def step(parameters, x, label):
            value, gradients = jax.value_and_grad(loss, (0, 1, 2, 3))(*parameters, x, label)
            return value, [p - RATE * g for p, g in zip(parameters, gradients)]

        def loop(steps, parameters, x, label):
            return jax.lax.fori_loop(
                0, steps, lambda _, p: step(p, x, label)[1], parameters
            )

        x, label, *parameters = map(jnp.asarray, inputs)
        self.arguments = parameters, x, label
        self.step, self.loop = jax.jit(step), jax.jit(loop, static_argnums=0)

    def results(self):
        value, parameters = self.step(*self.arguments)
        return [value, *parameters]

    def milliseconds_by_call(self, steps: int) -> float:
        times = []
        for _ in range(steps):
            start = time.perf_counter()
            self.jax.block_until_ready(self.step(*self.arguments))
            times.append(time.perf_counter() - start)
        return statistics.median(times) * 1e3

    def milliseconds_by_loop(self, steps: int) -> float:
        start = time.perf_counter()
        self.jax.block_until_ready(self.loop(steps, *self.arguments))
        return (time.perf_counter() - start) / steps * 1e3


def main() -> int:
    arguments = parse_arguments()
    try:
        import jax
        import numpy as np
    except ImportError as error:
        print(f"digits_step.py: {error}; needs: pip install numpy jax", file=sys.stderr)
        return 2
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    inputs = make_inputs(np)
    with tempfile.TemporaryDirectory() as folder:
        sg, reference = Sg(arguments.sg_run, Path(folder), inputs, np), Jax(inputs, jax)
        for ours, theirs in zip(sg.results(), reference.results()):
            np.testing.assert_allclose(ours, theirs, rtol=2e-5, atol=2e-6)
        reference.milliseconds_by_loop(arguments.steps)  # compiles
        rows = {
            "sg": sg.milliseconds,
            "jax.jit, a call for each step": reference.milliseconds_by_call,
            "jax.jit, one compiled loop": reference.milliseconds_by_loop,
        }
        rounds = [
            [measure(arguments.steps) for measure in rows.values()]
            for _ in range(arguments.rounds)
        ]
    medians = [statistics.median(column) for column in zip(*rounds)]
    print(f"digits step, 1 thread, jax {jax.__version__}, {arguments.rounds} rounds of "
          f"{arguments.steps} steps: median in ms, ratio to sg")
    for name, median in zip(rows, medians):
        print(f"  {name:32} {median:8.4f}  {median / medians[0]:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
