"""Runs the module that checks programs, and judges the numbers it gives."""

import random
import subprocess

from check import Check
from helpers import POOL
from tree import FLOATS


def tolerance(program):
    """Relative to what is compared, or to 1.

    In f64 the differences of order 4 with steps 2^-8 and 2^-7 leave h^4/30 of
    the fifth derivative, about 1e-11 of it, and rounding below 1e-13. Where that
    derivative is large, steps of an eighth leave 1/4096 of it (check_module). In a
    narrower type a program of some hundred operations on values of order 1
    rounds by about its square root times the type's 2^-bits each way, twice."""
    if not program.narrow:
        return 2e-8
    bits = min(FLOATS[e] for e in program.floats)
    return 64 * 2.0**-bits


def findings(program, numbers):
    """What disagrees among the numbers of one program."""
    forward, reverse, frozen, value, again, frozen_value = numbers[:6]
    bound = tolerance(program)
    found = []

    def compare(what, a, b, bound=bound):
        if not abs(a - b) <= bound * max(1.0, abs(a), abs(b)):
            found.append(f"{what}: {a!r} and {b!r}")

    compare("the value in forward mode and of the frozen program", value, frozen_value)
    compare("the value in reverse mode and of the frozen program", again, frozen_value)
    compare("forward and reverse mode", forward, reverse, bound if program.narrow else 1e-11)
    compare("forward mode and differences", forward, frozen)
    if program.second:
        names = ["forward over forward", "reverse over forward", "forward over reverse"]
        names += ["reverse over reverse"]
        for name, number in zip(names, numbers[6:]):
            compare(f"{name} and differences", number, numbers[10])
    return found


def run(sg_run, programs, path, replaced=None, **options):
    """The numbers of each program, or the text of an error."""
    check = Check(programs, replaced, **options)
    path.write_text(check.text())
    rng = random.Random(1)
    pool = " ".join(f"{rng.uniform(-1.2, 1.2):.6f}" for _ in range(POOL))
    integers = " ".join(map(str, check.integers))
    command = [
        sg_run,
        str(path),
        "--function=check",
        f"--input={pool}",
        f"--input={integers}",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    except subprocess.TimeoutExpired:
        return None, "it did not end within 600 s", command
    if done.returncode:
        return None, f"exit code {done.returncode}\n{done.stderr}", command
    text = done.stdout.split("=", 1)[1]
    numbers = [float(n) for n in text.replace("[", " ").replace("]", " ").split()]
    each = []
    for program in programs:
        take = 11 if program.second else 6
        each.append(numbers[:take])
        numbers = numbers[take:]
    return each, None, command
