#!/usr/bin/env python3
"""Measures how compile time grows with program size, pass by pass.

    bench/compile/growth.py [--sg-opt=build/bin/sg-opt] [--sizes=100,200,400,800]
        [--forms=REGEX] [--pipelines=REGEX] [--rounds=3] [--most=2.2] [--limit=120]

Needs only Python. Compiles programs of several forms (programs.py) in all --sizes. The
table has each pipeline's processor time in seconds, minus the time for an empty program. It
also has the exponent of growth between the last two sizes: 1 is linear, 2 quadratic. It is
0 if the last run takes less than 50 ms. If a pipeline's exponent exceeds --most, the
seconds and exponents of its passes follow. Exits with 1 if an exponent exceeds --most, or
if a run exceeds --limit seconds or fails without a diagnostic.
"""

import argparse
import collections
import json
import math
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from programs import FORMS, build

ROOT = Path(__file__).resolve().parent.parent.parent
PIPELINES = {
    "expand forward": ("--grad-expand-derivatives", "forward"),
    "expand reverse": ("--grad-expand-derivatives", "reverse"),
    "cpu forward": ("--sg-lower-to-cpu", "forward"),
    "cpu reverse": ("--sg-lower-to-cpu", "reverse"),
    "emulated reverse": ("--sg-lower-to-emulated", "reverse"),
}
# Run time in seconds below which noise and constant costs hide the growth.
MIN_SECONDS = 0.05


class Failure(Exception):
    """An unsuccessful run. `has_diagnostic`: sg-opt printed an error message."""

    def __init__(self, text, has_diagnostic):
        super().__init__(text)
        self.has_diagnostic = has_diagnostic


def duration(node) -> float:
    """Returns the processor time of a pass if it ran in threads, otherwise its wall-clock
    time."""
    return node.get("user", node["wall"])["duration"]


def collect(node, seconds) -> None:
    """Adds the time of each pass, without the passes nested in it, to `seconds`."""
    passes = [child for child in node.get("passes", []) if child]
    self_time = duration(node) - sum(map(duration, passes))
    if node["name"] not in ("Rest", "Total"):
        seconds[node["name"]] += max(self_time, 0.0)
    for child in passes:
        collect(child, seconds)


def measure(arguments, pipeline: str, text: str):
    """Returns the processor times of the fastest run and of its passes."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        command = [str(arguments.sg_opt), file.name, pipeline, "--mlir-timing", "--mlir-timing-display=tree",
                   "--mlir-output-format=json", "-o", "/dev/null"]
        best = (math.inf, {})
        for _ in range(arguments.rounds):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            try:
                done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=arguments.limit)
            except subprocess.TimeoutExpired:
                raise Failure(f"no end in {arguments.limit} s", False) from None
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode:
                error = re.search(r"error: (.*)", done.stderr)
                raise Failure(error[1] if error else f"exit code {done.returncode}", bool(error))
            seconds = collections.Counter()
            for node in json.loads(done.stderr[done.stderr.index("[\n{"):]):
                if node:
                    collect(node, seconds)
            cpu_seconds = after.ru_utime - before.ru_utime
            if cpu_seconds < best[0]:
                best = (cpu_seconds, seconds)
        return best


def exponent(times, sizes) -> float:
    if times[-1] < MIN_SECONDS:
        return 0.0
    return math.log(times[-1] / max(times[-2], 1e-3)) / math.log(sizes[-1] / sizes[-2])


def print_passes(runs, sizes, max_exponent: float) -> None:
    """Prints the passes whose exponent exceeds the limit or that take 20 % of the time."""
    for name, seconds in runs[-1].most_common():
        growth = exponent([run[name] for run in runs], sizes)
        if growth > max_exponent or seconds > 0.2 * sum(runs[-1].values()):
            print(f"    {name:36}" + "".join(f"{run[name]:9.3f}" for run in runs) + f"{growth:10.2f}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sg-opt", type=Path, default=ROOT / "build" / "bin" / "sg-opt")
    parser.add_argument("--sizes", default="100,200,400,800")
    parser.add_argument("--forms", default="", help="only forms whose names match this regular expression")
    parser.add_argument("--pipelines", default="", help="only pipelines whose names match this regular expression")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=float, default=2.2, help="largest accepted exponent")
    parser.add_argument("--limit", type=float, default=120, help="time limit of a run in seconds")
    parser.add_argument("--passes", action="store_true", help="print passes of all pipelines")
    arguments = parser.parse_args()
    if not arguments.sg_opt.exists():
        parser.error(f"there is no {arguments.sg_opt}: build first (scripts/quickstart)")
    sizes = [int(size) for size in arguments.sizes.split(",")]
    if len(sizes) < 2:
        parser.error("--sizes needs at least two sizes")
    start = {pipeline: measure(arguments, pipeline, "")[0] for pipeline, _ in PIPELINES.values()}
    print(f"{'seconds for ops:':40}" + "".join(f"{size:9}" for size in sizes) + "  exponent")
    passed = True
    for form in FORMS:
        for name, (pipeline, mode) in PIPELINES.items():
            if not re.search(arguments.forms, form) or not re.search(arguments.pipelines, name):
                continue
            label = f"{form}, {name}"
            try:
                runs = [measure(arguments, pipeline, build(form, size, mode)) for size in sizes]
            except Failure as failure:
                print(f"{label:40}  {failure}", flush=True)
                passed &= failure.has_diagnostic
                continue
            times = [max(cpu_seconds - start[pipeline], 0.0) for cpu_seconds, _ in runs]
            growth = exponent(times, sizes)
            print(f"{label:40}" + "".join(f"{cpu_seconds:9.3f}" for cpu_seconds in times) + f"{growth:10.2f}", flush=True)
            if growth > arguments.most or arguments.passes:
                print_passes([passes for _, passes in runs], sizes, arguments.most)
            passed &= growth <= arguments.most
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
