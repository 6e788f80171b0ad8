#!/usr/bin/env python3
"""Runs the tools on mutated input, which they may reject. They must not crash or hang.

  mutate.py --tools FOLDER --mlir-opt PATH --tests FOLDER --folder OUT
            KIND... [--first N] [--count N | --seconds S] [--jobs N] [--size N]

A KIND is one of

  text      mutated programs of the tests, for a pass or pipeline of sg-opt
  bytecode  mutated bytecode of these programs
  read      mutated programs that sg-run compiles and prints
  run       mutated programs that sg-run compiles and runs, with checks of gradients
  reduce    mutated programs that sg-reduce reads or reduces
  npy       mutated .npy files as arguments of sg-run
  command   mutated literals and options of sg-run
  session   mutated documents and messages in sessions of sg-lsp-server

Batch N of a kind is the same on every machine, if the tests and --size are the same. --size
is the number of inputs in a batch. These outcomes are failures: a signal, an undocumented
exit code, a report of LLVM or a sanitizer, a timeout of 20 seconds, a rejection by sg-run
of more than one line, and a request to sg-lsp-server without an answer. sg-test-feed
executes a batch in one process. Inputs that fail there are executed again by the tool
itself, and kept in OUT with the command that reproduces the failure.

Failures that mlir-opt also shows when it only reads the input, and failures listed in
known.py, are upstream's: they are counted and do not fail the run.
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
    """The numbers of inputs, of accepted inputs, and of failures by known reason."""


class Worker:
    """A worker process that executes batches."""

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
    """Saves a failing input and prints the command that reproduces the failure."""
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
    parser.add_argument("--share", type=int, default=1, help="divisor of --count in slow builds")
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
                print(f"  {count} known failures: {reason}", flush=True)
            failed |= failures > 0
            if inputs == 0:
                sys.exit("no input was executed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
