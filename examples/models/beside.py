"""Compares training by sg with training by the model's framework.

Both trainings start with the same parameters and see the same batches. Steps of the two alternate.
Prints both loss curves, their largest difference, the median time of a step, the
compile time, and the peak memory of the process.
"""

import argparse
import json
import resource
import statistics
import sys
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "data"


def arguments(steps):
    """Parses the options, which are the same for all models."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--steps", type=int, default=steps, help=f"number of training steps (default: {steps})")
    parser.add_argument("--threads", type=int, default=2, help="number of threads, for sg and the framework (default: 2)")
    parser.add_argument("--compiled", action="store_true", help="also compare with torch.compile, which compiles slowly")
    parser.add_argument("--text", metavar="FILE", help="also write the MLIR program")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON, for bench/models/measure.py")
    return parser.parse_args()


def digits(size, count=None):
    """Returns images of digits, of shape (n, 1, size, size) in [0, 1], and their labels."""
    images = np.load(DATA / "digits_x.npy").astype(np.float32).reshape(-1, 1, 8, 8)
    images /= images.max()
    labels = np.load(DATA / "digits_y.npy").astype(np.int64)
    assert size % 8 == 0
    return images.repeat(size // 8, 2).repeat(size // 8, 3)[:count], labels[:count]


def text_tokens():
    """Returns the bytes of the license, a text that every checkout has."""
    return np.frombuffer((HERE.parent.parent / "LICENSE").read_bytes(), np.uint8).astype(np.int64)


def text_batches(steps, batch, length, seed=0):
    """Returns `batch` random excerpts of the license for each step, each `length` bytes long."""
    tokens, random = text_tokens(), np.random.default_rng(seed)
    starts = random.integers(0, len(tokens) - length, (steps, batch))
    return [np.stack([tokens[s : s + length] for s in row]) for row in starts]


def batches_of(steps, size, *arrays, seed=0):
    """Returns `size` random rows of the arrays for each step."""
    random = np.random.default_rng(seed)
    rows = [random.permutation(len(arrays[0]))[:size] for _ in range(steps)]
    return [tuple(array[chosen] for array in arrays) for chosen in rows]


class Clock:
    """Measures the times of steps, by name."""

    def __init__(self):
        self.times = {}

    def run(self, name, step, *values):
        start = time.perf_counter()
        result = step(*values)
        self.times.setdefault(name, []).append(time.perf_counter() - start)
        return result

    def median(self, name):
        """Returns the median time without the first run, which warms up."""
        times = self.times[name]
        return statistics.median(times[1:] or times)


def report(name, options, curves, clock, compile_time, compared=None):
    """Prints the comparison. Exits with 1 if the loss curves diverge within the first
    `compared` steps (default: all)."""
    ours, reference = (np.array(curve) for curve in curves)
    compared_steps = slice(compared)
    difference = float(np.max(np.abs(ours - reference)[compared_steps] / np.maximum(1, np.abs(reference))[compared_steps]))
    figures = {
        "model": name,
        "steps": len(ours),
        "threads": options.threads,
        "first": float(ours[0]),
        "last": float(ours[-1]),
        "difference": difference,
        "compile": compile_time,
        "step": {framework: clock.median(framework) for framework in clock.times},
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    if options.json:
        print(json.dumps(figures))
    else:
        scope = f"the first {compared} steps" if compared else "the curves"
        print(f"{'step':>6}{'sg':>12}{'reference':>12}")
        for i in range(0, len(ours), max(1, len(ours) // 10)):
            print(f"{i:6}{ours[i]:12.6f}{reference[i]:12.6f}")
        print(f"loss {ours[0]:.4f} to {ours[-1]:.4f}; largest relative difference of {scope} {difference:.1e}")
        times = ", ".join(f"{framework} {1e3 * seconds:.1f} ms" for framework, seconds in figures["step"].items())
        print(f"a step: {times}; compiled in {compile_time:.1f} s; peak memory {figures['memory']:.0f} MB")
    if not difference < 1e-2:
        sys.exit(f"{name}: the loss curves diverge")
