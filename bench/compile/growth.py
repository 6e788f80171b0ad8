#!/usr/bin/env python3
"""Measures how compile time grows with program size, pass by pass.

    bench/compile/growth.py [--sg-opt=build/bin/sg-opt] [--sizes=100,200,400,800]
        [--forms=REGEX] [--pipelines=REGEX] [--rounds=3] [--most=2.2] [--limit=120]

Needs only Python. Programs of several forms (programs.py) grow by factors of two. The
table has each pipeline's processor time in seconds, without the start of the tool. It
also has the exponent between the last two sizes: 1 is linear, 2 quadratic. If a pipeline's
exponent exceeds --most, the seconds and exponents of its passes follow. Runs of less
than 50 ms are too short to show growth. Exits with 1 if a pipeline grows too fast,
exceeds --limit seconds, or fails without a diagnostic.
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
LEAST = 0.05


class Failure(Exception):
    """An unsuccessful run. `is_stated` is true if the tool printed a diagnostic."""

    def __init__(self, text, is_stated):
        super().__init__(text)
        self.is_stated = is_stated


def duration(node) -> float:
    """Returns the processor time of a pass if it ran in threads, otherwise its wall-clock
    time."""
    return node.get("user", node["wall"])["duration"]


def collect(node, seconds) -> None:
    """Adds the time of each pass, without the passes nested in it, to `seconds`."""
    inner = [each for each in node.get("passes", []) if each]
    own = duration(node) - sum(map(duration, inner))
    if node["name"] not in ("Rest", "Total"):
        seconds[node["name"]] += max(own, 0.0)
    for each in inner:
        collect(each, seconds)


def measure(arguments, pipeline: str, text: str):
    """Returns the processor times of a run and of its passes."""
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
            used = after.ru_utime - before.ru_utime
            if used < best[0]:
                best = (used, seconds)
        return best


def exponent(times, sizes) -> float:
    if times[-1] < LEAST:
        return 0.0
    return math.log(times[-1] / max(times[-2], 1e-3)) / math.log(sizes[-1] / sizes[-2])


def print_passes(runs, sizes, most: float) -> None:
    """Prints the passes that grow too fast or take most of the time."""
    for name, last in runs[-1].most_common():
        grown = exponent([run[name] for run in runs], sizes)
        if grown > most or last > 0.2 * sum(runs[-1].values()):
            print(f"    {name:36}" + "".join(f"{run[name]:9.3f}" for run in runs) + f"{grown:10.2f}", flush=True)


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
        parser.error("--sizes: two sizes at least")
    start = {pipeline: measure(arguments, pipeline, "")[0] for pipeline, _ in PIPELINES.values()}
    print(f"{'seconds for ops:':40}" + "".join(f"{size:9}" for size in sizes) + "  exponent")
    is_good = True
    for form in FORMS:
        for name, (pipeline, mode) in PIPELINES.items():
            if not re.search(arguments.forms, form) or not re.search(arguments.pipelines, name):
                continue
            label = f"{form}, {name}"
            try:
                runs = [measure(arguments, pipeline, build(form, size, mode)) for size in sizes]
            except Failure as failure:
                print(f"{label:40}  {failure}", flush=True)
                is_good &= failure.is_stated
                continue
            times = [max(used - start[pipeline], 0.0) for used, _ in runs]
            grown = exponent(times, sizes)
            print(f"{label:40}" + "".join(f"{used:9.3f}" for used in times) + f"{grown:10.2f}", flush=True)
            if grown > arguments.most or arguments.passes:
                print_passes([passes for _, passes in runs], sizes, arguments.most)
            is_good &= grown <= arguments.most
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
