#!/usr/bin/env python3
"""Generates random programs and checks them in two ways.

  fuzz.py --sg-run PATH [--first N] [--count N] [--check rules|code]
          [OPTIONS OF sg-run ...]

Program number N is the same on every machine. The checks use random directions v and u:

  rules  the reference (docs/ReferenceInterpreter.md) computes that
           * forward mode, <u, jvp(v)>, and reverse mode, <vjp(u), v>, are equal;
           * both equal central differences of the program with its stopped values
             frozen (tree.py), and its value equals the value of the frozen program;
           * for some programs, four second derivatives by pairs of modes equal
             differences of the first derivative of the frozen program;
  code   compiled code and the reference compute the same for the program, its
         derivative in a mode, or a second derivative (entry.py). Options of sg-run
         select the target: --cpu=x86-64-v3, --threads=2 --least-work=1,
         --device=emulated.

Failing programs are reduced and reported with the command that reproduces the failure.
"""

import argparse
import pathlib
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor

from findings import REFUSED, Code, Failure, Rules, compare, signature
from generate import Generator
from reduce import Reducer

EACH = 10  # programs in a module, if several run at once


class Outcome:
    def __init__(self):
        self.reports = []
        self.refused = 0


class Fuzzer:
    def __init__(self, options):
        self.options = options
        self.checks = {}
        if "rules" in options.check:
            self.checks["rules"] = Rules(options.sg_run)
        if "code" in options.check:
            self.checks["code"] = Code(options.sg_run, options.options)

    def check(self, seeds):
        """Checks several programs at once if that is faster."""
        outcome = Outcome()
        if rules := self.checks.get("rules"):
            for seed in self.check_together(rules, seeds):
                self.check_alone("rules", seed, outcome)
        for seed in seeds if "code" in self.checks else ():
            self.check_alone("code", seed, outcome)
        return outcome

    def generate(self, seed):
        return Generator(seed, self.options.without)

    def check_together(self, rules, seeds):
        programs = [self.generate(seed) for seed in seeds]
        path = self.options.folder / f"programs-{seeds[0]}.mlir"
        try:
            numbers = list(rules.numbers(programs, path))
        except Failure:
            return seeds
        finally:
            path.unlink()
        return [s for s, p, n in zip(seeds, programs, numbers) if compare(p, n)]

    def check_alone(self, name, seed, outcome):
        check = self.checks[name]
        path = self.options.folder / f"{name}-{seed}.mlir"
        program = self.generate(seed)
        found = check.findings(program, path)
        if not found or REFUSED.search(found[0]):
            outcome.refused += bool(found)
            return path.unlink()
        if self.options.reduce:
            alike = signature(found[0])

            def fails(replaced):
                now = check.findings(program, path, replaced)
                return bool(now) and signature(now[0]) == alike

            smaller = Reducer(program, fails).run()
            found = check.findings(program, path, smaller)
        command = shlex.join([*check.command, str(path), *check.inputs])
        lines = [f"program {seed}, {name}:", *(f"  {line}" for line in found), f"  {command}"]
        return outcome.reports.append("\n".join(lines) + "\n")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-run", required=True)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--count", type=int, default=300, help="number of programs")
    parser.add_argument("--share", type=int, default=1, help="divisor of --count in slow builds")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--check", nargs="+", choices=["rules", "code"], default=["rules", "code"])
    parser.add_argument("--skip", type=int, action="append", default=[], help="number of a program to skip")
    parser.add_argument("--without", action="append", default=[], help="kind of statement to leave out")
    parser.add_argument("--no-reduce", dest="reduce", action="store_false")
    options, others = parser.parse_known_args()
    options.options = others
    options.count = max(1, options.count // options.share)
    return options


def main():
    options = parse_arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    end = options.first + options.count
    seeds = [seed for seed in range(options.first, end) if seed not in options.skip]
    parts = [seeds[i : i + EACH] for i in range(0, len(seeds), EACH)]
    failed = refused = 0
    fuzzer = Fuzzer(options)
    with ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(fuzzer.check, parts):
            failed += len(outcome.reports)
            refused += outcome.refused
            for text in outcome.reports:
                print(text, flush=True)
    print(f"{len(seeds)} programs, {failed} failed, {refused} rejected because of a value carried by a loop")
    # Fail if many programs are rejected: the change under test may reject everything.
    return 1 if failed or refused > 2 + options.count // 25 else 0


if __name__ == "__main__":
    sys.exit(main())
