#!/usr/bin/env python3
"""Checks that upstream's passes between passes of the project keep the derivative.

  pass_orders.py --sg-opt PATH --sg-run PATH [--orders=N] [--first=N] CASES FOLDER

The order's number is the random seed. It selects a case below CASES, one of its
modes, and the passes for its module: the project's steps in their order, passes on
tensors in any order, any of them twice, and a few of upstream's passes after each.
sg-run must then give the results of the case, within its tolerance. A module that
fails stays in FOLDER, and the commands are printed.
"""

import argparse
import pathlib
import random
import shlex
import subprocess
import sys

from case_module import all_cases

# Excluded: linalg-fuse-elementwise-ops, which makes sums of additions to a
# destination too large (22.1.8, model_gradient_penalty);
# duplicate-function-elimination, which may keep an equal function under another
# name; and remove-dead-values, which crashes on some functions without callers.
UPSTREAM = [
    "canonicalize",
    "cse",
    "inline",
    "sccp",
    "loop-invariant-code-motion",
    "control-flow-sink",
    "linalg-generalize-named-ops",
    "symbol-dce",
    "symbol-privatize",
]
# The order of docs/Passes.md: a program may be erased only after all its
# requests are expanded.
STEPS = ["grad-expand-derivatives", "grad-erase-stop-gradient", "grad-verify-expanded"]
# Passes that only analyze a program with requests.
BEFORE = [
    "grad-lint",
    "grad-report=function=main output=/dev/null",
    "grad-report=function=main output=/dev/null format=json",
]
# Passes on tensors without requests. Excluded: sg-trace-nan. After it,
# canonicalize removes the operands of structured ops whose body only reports,
# and their text cannot be parsed again.
ON_TENSORS = [
    *("sg-carry-scalars", "sg-expand-math-ops", "sg-expand-tensor-ops", "sg-check-shapes", "sg-check-indices"),
    *("sg-keep-unwritten-elements", "sg-resolve-sizes", "sg-fuse-elementwise"),
    *("sg-relax-reductions", "sg-separate-destinations"),
]
TIME_LIMIT = 120


def draw_passes(generator, entry):
    """Returns the options of sg-opt; symbol-privatize must leave `entry` public."""
    passes = []

    def add(name):
        passes.extend([f"--{name}"] * generator.choice([1, 1, 2]))

    def add_upstream():
        for name in generator.choices(UPSTREAM, k=generator.randrange(4)):
            add(name + (f"=exclude={entry}" if name == "symbol-privatize" else ""))

    add_upstream()
    if generator.random() < 0.4:
        add(generator.choice(BEFORE))
    for step in STEPS:
        add(step)
        add_upstream()
    for name in generator.sample(ON_TENSORS, generator.choice([0, 0, 1, 3, len(ON_TENSORS)])):
        add(name)
        add_upstream()
    return passes


def run(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return f"{shlex.join(command)}\ntook more than {TIME_LIMIT} s\n"
    if done.returncode:
        return f"{shlex.join(command)}\nexit code {done.returncode}\n{done.stderr}"
    return ""


def check(number, cases, options):
    """Returns an error message for this order, empty on success."""
    generator = random.Random(number)
    case = generator.choice(cases)
    function, arguments, results = generator.choice(list(case.modes.values()))
    source = options.folder / f"{number}.mlir"
    source.write_text(case.module())
    target = options.folder / f"{number}.out.mlir"
    failure = run(
        [options.sg_opt, str(source), *draw_passes(generator, function), "-o", str(target)]
    )
    command = [options.sg_run, str(target), f"--function={function}"]
    command += [f"--input=@{path}" for path in arguments]
    command += [f"--expected-output=@{path}" for path in results]
    command += [f"--tolerance={case.tolerance}"]
    failure = failure or run(command)
    if not failure:
        source.unlink()
        target.unlink()
    return failure


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-opt", required=True)
    parser.add_argument("--sg-run", required=True)
    parser.add_argument("--orders", type=int, default=20, help="how many (default 20)")
    parser.add_argument("--first", type=int, default=0, help="the first number")
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()

    options.folder.mkdir(parents=True, exist_ok=True)
    cases = all_cases(options.cases)
    numbers = range(options.first, options.first + options.orders)
    failures = {number: check(number, cases, options) for number in numbers}
    for number, failure in failures.items():
        if failure:
            print(f"order {number}: {failure}")
    return 1 if any(failures.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
