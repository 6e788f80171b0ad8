"""Runs random programs and reports failures."""

import os
import random
import re
import resource
import signal
import subprocess

from check import Check
from entry import Entry
from helpers import POOL

# Loops may reject a value whose size changes, or may change, between iterations.
REFUSED = re.compile("whose shape is computed in the loop; give it a shape that is known")
# Relative to the compared value, or to 1. Differences of order 4 with steps 2^-8 and 2^-7
# have a truncation error of h^4/30 times the fifth derivative, about 1e-11 of it, and a
# rounding error below 1e-13. If that derivative is large, smaller steps reduce the error
# (STEPS).
TOLERANCE = 2e-8
SECONDS = 40  # processor time limit of a run
MEMORY = 8 << 30  # memory limit of a run in bytes, not used with sanitizers
STEPS = [2.0**-8, 2.0**-11, 2.0**-14]


class Failure(Exception):
    """A run that ended with an error, with its message."""


def limit():
    """Limits processor time instead of wall-clock time, so that the load of the machine
    does not matter."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    if "SG_TEST_SANITIZED" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(command, stderr=False):
    """Returns the standard output of the command, or its standard error with `stderr`."""
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    if done.returncode == -signal.SIGXCPU:
        raise Failure(f"error: it did not end within {SECONDS} s of the processor")
    if done.returncode:
        raise Failure(f"exit code {done.returncode}\n{done.stderr}")
    return done.stderr if stderr else done.stdout


def signature(finding):
    """Returns a text that is equal for similar findings."""
    *_, first = [line for line in finding.split("\n") if "error" in line or "DISAGREE" in line][:1] or [finding[:80]]
    first = re.sub(r"^.*?(error|DISAGREE)", r"\1", first)
    return re.sub(r"'[^']*'|[%@][\w.]+|-?\d[\d.e+-]*|inf|nan", "_", first)


class Rules:
    """Checks derivatives with the reference: forward mode, reverse mode and differences."""

    def __init__(self, sg_run):
        self.command = [sg_run, "--device=reference"]

    def numbers(self, programs, path, replaced=None, step=STEPS[0]):
        """Returns the numbers of each program."""
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
        """Returns the findings for one program, with suitable steps of the differences."""
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
    """Returns the disagreements among the numbers of one program."""
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
    """Compares code for a processor, compiled with these options, with the reference."""

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
