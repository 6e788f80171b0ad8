#!/usr/bin/env python3
"""Throws mutated input at the tools: they may refuse it, but not crash or hang.

  mutate.py --tools FOLDER --mlir-opt PATH --tests FOLDER --folder OUT
            KIND... [--first N] [--count N | --seconds S] [--jobs N] [--size N]

A KIND is one of

  text      programs of the tests, changed, through a pass or pipeline of ours
  bytecode  their bytecode, changed
  read      programs, changed, that sg-run compiles and prints
  run       the same, compiled and run by sg-run, gradients checked
  reduce    the same, read or made smaller by sg-reduce
  npy       .npy files, changed, as arguments of sg-run
  command   the literals and options of sg-run, changed
  session   documents and messages, changed, in sessions of sg-lsp-server

Batch N of a kind is the same everywhere, as long as the tests are, and as long as
--size, the number of inputs in it, is. A failure is an end by a signal, an exit code
that is not documented, LLVM's or a sanitizer's report, no end within 20 seconds, of
sg-run a refusal that is not said in one line, and of sg-lsp-server a request without
an answer. sg-test-feed executes a batch in one process. What fails there is executed
again by the tool itself, and kept in OUT with the command that repeats it.

What mlir-opt fails on likewise when it only reads the input, and what known.py
lists, is upstream's: it is counted and does not fail.
"""

import argparse
import collections
import pathlib
import shlex
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import passes
from cases import SIZES, Mutator
from feeder import Feeder
from judge import Judge
from sessions import Sessions


class Counts(collections.Counter):
    """Inputs, those that were accepted, and those that failed for a known reason."""


class Worker:
    """Executes batches in a process of its own."""

    def __init__(self, options):
        self.judge = Judge(options)
        self.feeder = Feeder(options.sg_test_feed, options.folder)
        self.mutator = Mutator(options, self.feeder)
        self.sessions = Sessions(options, self.mutator, self.judge)
        self.size = options.size

    def check(self, kind, number):
        """Returns the counts and the failures of a batch."""
        if kind == "session":
            return self.sessions.check(number, self.size)
        cases = self.mutator.make_batch(kind, number, self.size)
        outcomes = self.feeder.run([(case.words, case.stdin) for case in cases])
        counts, failures = Counts(inputs=len(cases)), []
        for i, (case, outcome) in enumerate(zip(cases, outcomes)):
            counts["accepted"] += outcome[0] == 0
            wrong = self.judge.find_wrong(case, *outcome)
            if not wrong:
                continue
            is_alone, what, said, reason = self.judge.explain(case, *wrong)
            if reason:
                counts[reason] += 1
            else:
                name = f"{kind} {number}.{i}" + ("" if is_alone else ", in its batch only")
                failures.append((name, case, what, said))
        return counts, failures


def start_worker(options):
    global worker
    worker = Worker(options)


def check(kind, number):
    return worker.check(kind, number)


def run_batches(pool, kind, options):
    """Yields the counts and failures of batches, in their order."""
    begin, number, pending = time.monotonic(), options.first, collections.deque()
    while True:
        while (
            len(pending) < 2 * options.jobs
            and (options.count is None or number < options.first + options.count)
            and (options.seconds is None or time.monotonic() - begin < options.seconds)
        ):
            pending.append(pool.submit(check, kind, number))
            number += 1
        if not pending:
            return
        yield pending.popleft().result()


def report(name, case, what, said, options):
    """Keeps a failing input, and prints what repeats it."""
    path = pathlib.Path(options.folder) / name.split(",")[0].replace(" ", "-")
    path.write_bytes(case.stdin)
    path.with_name(path.name + ".log").write_bytes(said)
    print(f"{name}: {what}\n  {shlex.join(case.words)} < {path}", flush=True)


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("tools", "mlir-opt", "tests", "folder"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("kinds", nargs="+", choices=[*SIZES, "session"])
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int)
    parser.add_argument("--share", type=int, default=1, help="the divisor of --count in slow builds")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--size", type=int)
    options = parser.parse_args()
    if options.count is not None:
        options.count = max(1, options.count // options.share)
    options.folder = str(pathlib.Path(options.folder).resolve())
    for tool in ("sg-opt", "sg-run", "sg-reduce", "sg-lsp-server", "sg-test-feed"):
        setattr(options, tool.replace("-", "_"), str(pathlib.Path(options.tools).resolve() / tool))
    return options


def main():
    options = parse_options()
    pathlib.Path(options.folder).mkdir(parents=True, exist_ok=True)
    if {"text", "bytecode"} & set(options.kinds):
        feeder = Feeder(options.sg_test_feed, options.folder)
        passes.check_known(feeder, passes.list_pipelines(options.sg_opt))
        feeder.close()
    failed = False
    with ProcessPoolExecutor(options.jobs, initializer=start_worker, initargs=(options,)) as pool:
        for kind in options.kinds:
            begin, total, failures = time.monotonic(), Counts(), 0
            for counts, found in run_batches(pool, kind, options):
                total += counts
                failures += len(found)
                for failure in found:
                    report(*failure, options)
            seconds = time.monotonic() - begin
            inputs, accepted = total.pop("inputs", 0), total.pop("accepted", 0)
            print(f"{kind}: {inputs} inputs in {seconds:.0f} s, {accepted} accepted, {failures} failures")
            for reason, count in total.items():
                print(f"  {count} of a known kind: {reason}", flush=True)
            failed |= failures > 0
            if inputs == 0:
                sys.exit("no input has been tried")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
