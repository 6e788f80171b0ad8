#!/usr/bin/env python3
"""Derivatives of random programs, checked in three ways.

  fuzz.py --sg-run PATH [--first N] [--count N] [--each N]

Program number N is the same everywhere. For each, along random directions v and
u,

  * forward mode, <u, jvp(v)>, and reverse mode, <vjp(u), v>, are equal;
  * both equal central differences of the program with its stopped values
    frozen (tree.py), and the value is the frozen program's;
  * for some, so are the four second derivatives by two modes: differences of
    the first derivative of the frozen program.

All of a module are run by one sg-run, which is what takes the time. What fails
is run again alone and named, with the command that repeats it.
"""

import argparse
import pathlib
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor

from findings import findings, run
from generate import Generator

# A loop may refuse a value whose size changes from trip to trip, or might.
REFUSED = "whose shape is computed in the loop; give it a shape that is known"


class Outcome:
    def __init__(self):
        self.reports = []
        self.refused = 0


def report(options, seed, found):
    """What failed, with its module in a file and how to see it again."""
    path = options.folder / f"program-{seed}.mlir"
    _, _, command = run(options.sg_run, [Generator(seed, options.without)], path)
    again = [sys.executable, sys.argv[0], "--sg-run", options.sg_run]
    again += ["--folder", str(options.folder), "--first", str(seed), "--count", "1"]
    again += [f"--without={kind}" for kind in options.without]
    lines = "\n".join(found)
    return (
        f"program {seed} fails:\n{lines}\n"
        f"repeat it by\n  {shlex.join(again)}\nor, as it was written,\n  {shlex.join(command)}\n"
    )


def check_module(options, seeds):
    outcome = Outcome()
    programs = [Generator(seed, options.without) for seed in seeds]
    path = options.folder / f"programs-{seeds[0]}-{seeds[-1]}.mlir"
    each, error, _ = run(options.sg_run, programs, path)
    if error is None:
        for program, numbers in zip(programs, each):
            found = findings(program, numbers)
            if found:
                closer = options.folder / f"closer-{program.seed}.mlir"
                for step in (2.0**-11, 2.0**-14):  # some programs are very curved
                    again, _, _ = run(options.sg_run, [program], closer, step=step)
                    if again:
                        found = findings(program, again[0])
                    if not found:
                        break
                closer.unlink()
            if found:
                outcome.reports.append(report(options, program.seed, found))
    elif len(seeds) > 1:
        for seed in seeds:
            alone = check_module(options, [seed])
            outcome.reports += alone.reports
            outcome.refused += alone.refused
        if not outcome.reports and not outcome.refused:
            outcome.reports.append(f"{path} fails, and no program in it does alone:\n{error}\n")
            return outcome
    elif REFUSED in error:
        outcome.refused = 1
    else:
        outcome.reports.append(report(options, seeds[0], [error]))
    path.unlink()
    return outcome


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sg-run", required=True)
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=300, help="how many programs")
    parser.add_argument("--each", type=int, default=2, help="how many in a module")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--skip", type=int, action="append", default=[], help="a number to leave out")
    parser.add_argument("--without", action="append", default=[], help="a kind of op to leave out")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)

    end = options.first + options.count
    seeds = [seed for seed in range(options.first, end) if seed not in options.skip]
    modules = [seeds[i : i + options.each] for i in range(0, len(seeds), options.each)]
    failed = refused = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(lambda seeds: check_module(options, seeds), modules):
            failed += len(outcome.reports)
            refused += outcome.refused
            for text in outcome.reports:
                print(text, flush=True)
    print(f"{len(seeds)} programs, {failed} failed, {refused} refused for a size in a loop")
    # So that a change which refuses everything is seen.
    # Of the first 300 programs 4 in 75 are refused at most: more would be news.
    return 1 if failed or refused > 2 + options.count // 25 else 0


if __name__ == "__main__":
    sys.exit(main())
