"""Runs random programs, and says what is wrong with them."""

import os
import random
import re
import resource
import signal
import subprocess

from check import Check
from entry import Entry
from helpers import POOL

# A loop may refuse a value whose size changes from trip to trip, or might.
REFUSED = re.compile("whose shape is computed in the loop; give it a shape that is known")
# Relative to what is compared, or to 1. The differences of order 4 with steps 2^-8
# and 2^-7 leave h^4/30 of the fifth derivative, about 1e-11 of it, and rounding below
# 1e-13. Where that derivative is large, smaller steps leave less of it (STEPS).
TOLERANCE = 2e-8
SECONDS = 40  # that a run may take
MEMORY = 8 << 30  # that it may ask for, which sanitizers exceed
STEPS = [2.0**-8, 2.0**-11, 2.0**-14]


class Failure(Exception):
    """A run that ended with an error, and its text."""


def limit():
    """Of the processor, so that it does not matter what else runs."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    if "SG_TEST_SANITIZED" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(command, stderr=False):
    """What the command prints, or, with `stderr`, what it reports."""
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    if done.returncode == -signal.SIGXCPU:
        raise Failure(f"error: it did not end within {SECONDS} s of the processor")
    if done.returncode:
        raise Failure(f"exit code {done.returncode}\n{done.stderr}")
    return done.stderr if stderr else done.stdout


def signature(finding):
    """What two findings have in common that are alike."""
    *_, first = [line for line in finding.split("\n") if "error" in line or "DISAGREE" in line][:1] or [finding[:80]]
    first = re.sub(r"^.*?(error|DISAGREE)", r"\1", first)
    return re.sub(r"'[^']*'|[%@][\w.]+|-?\d[\d.e+-]*|inf|nan", "_", first)


class Rules:
    """Whether derivatives are right, by the reference: modes and differences."""

    def __init__(self, sg_run):
        self.command = [sg_run, "--device=reference"]

    def numbers(self, programs, path, replaced=None, step=STEPS[0]):
        """Those of each program."""
        check = Check(programs, replaced, step)
        path.write_text(check.text())
        rng = random.Random(1)
        pool = " ".join(f"{rng.uniform(-1.2, 1.2):.6f}" for _ in range(POOL))
        integers = " ".join(map(str, check.integers))
        self.inputs = ["--function=check", f"--input={pool}", f"--input={integers}"]
        text = run([*self.command, str(path), *self.inputs]).split("=", 1)[1]
        numbers = [float(n) for n in text.replace("[", " ").replace("]", " ").split()]
        for program in programs:
            take = 11 if program.second else 6
            yield numbers[:take]
            numbers = numbers[take:]

    def findings(self, program, path, replaced=None):
        """Of one program, by steps of differences that suit it."""
        for step in STEPS:
            try:
                (numbers,) = self.numbers([program], path, replaced, step)
            except Failure as failure:
                return [str(failure)]
            found = compare(program, numbers)
            if not found:
                break
        return found


def compare(program, numbers):
    """What disagrees among the numbers of one program."""
    forward, reverse, frozen, value, again, frozen_value = numbers[:6]
    pairs = [
        ("the value in forward mode and of the frozen program", value, frozen_value, TOLERANCE),
        ("the value in reverse mode and of the frozen program", again, frozen_value, TOLERANCE),
        ("forward and reverse mode", forward, reverse, 1e-11),
        ("forward mode and differences", forward, frozen, TOLERANCE),
    ]
    if program.second:
        names = ["forward over forward", "reverse over forward", "forward over reverse"]
        names += ["reverse over reverse"]
        for name, number in zip(names, numbers[6:]):
            pairs.append((f"{name} and differences", number, numbers[10], TOLERANCE))
    return [
        f"{what} DISAGREE: {a!r} and {b!r}"
        for what, a, b, bound in pairs
        if not abs(a - b) <= bound * max(1.0, abs(a), abs(b))
    ]


class Code:
    """Whether code for a processor, with these options, computes what the reference
    does."""

    def __init__(self, sg_run, options):
        self.command = [sg_run, "--cache=", "--verify-against-reference=quiet", *options]

    def findings(self, program, path, replaced=None):
        entry = Entry(program, replaced)
        path.write_text(entry.text())
        self.inputs = ["--function=run", *entry.specs]
        try:
            run([*self.command, str(path), *self.inputs])
        except Failure as failure:
            return [str(failure)]
        return []
