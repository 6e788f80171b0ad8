"""A function of many ops to interpret, and its expected results."""

import math
import subprocess
import sys


def run(sg_run, text, results, options):
    """Returns the results of a function without arguments, as lists of words."""
    command = [sg_run, "-", "--function=f", "--device=reference", *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{text}\n{done.stderr}")
    lines = done.stdout.splitlines()
    assert len(lines) == results, (len(lines), results)
    return [line.split("=", 1)[1].strip("[]").replace("][", " ").split() for line in lines]


class Module:
    """A function that returns the results of its ops."""

    def __init__(self):
        self.lines, self.results, self.checks = [], [], []

    def constant(self, type, values):
        name = f"%c{len(self.lines)}"
        self.lines.append(f"{name} = arith.constant dense<[{', '.join(values)}]> : tensor<{len(values)}x{type}>")
        return name

    def op(self, text, type, check):
        """`text` in the place of the operands and the type; `check` gets the words."""
        name = f"%r{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        if check:
            self.results.append((name, type))
            self.checks.append(check)
        return name

    def run(self, sg_run, *options):
        names, types = zip(*self.results)
        lines = "\n  ".join(self.lines)
        text = (
            f"func.func @f() -> ({', '.join(types)}) {{\n  {lines}\n"
            f"  return {', '.join(names)} : {', '.join(types)}\n}}\n"
        )
        failures = 0
        for check, words in zip(self.checks, run(sg_run, text, len(names), options)):
            failures += check(words)
        return failures, sum(1 for _ in self.checks)


def expecting(title, operands, expected, read=float, places=0):
    """Compares words with numbers; signs of zeros count, NaN is NaN."""

    def check(words):
        failures = 0
        assert len(words) == len(expected)
        for word, operand, want in zip(words, operands, expected):
            got = read(word)
            if math.isnan(want):
                same = math.isnan(got)
            elif math.isfinite(want) and places:
                same = abs(got - want) <= places * math.ulp(want)
            else:
                same = got == want and math.copysign(1.0, got) == math.copysign(1.0, want)
            if not same:
                print(f"{title}{operand} is {got!r}, expected {want!r}")
                failures += 1
        return failures

    return check
