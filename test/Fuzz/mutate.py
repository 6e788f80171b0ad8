#!/usr/bin/env python3
"""Throws mutated input at the tools: they may refuse it, but not crash or hang.

  mutate.py --sg-opt PATH --sg-run PATH --mlir-opt PATH --tests FOLDER --folder OUT
            KIND... [--first N] [--count N | --seconds S] [--jobs N]

A KIND is one of

  text      programs of the tests, changed, through a pass or pipeline of ours
  run       the same, compiled and run by sg-run, gradients checked
  bytecode  their bytecode, changed
  npy       .npy files, changed, as arguments of sg-run
  command   the literals and options of sg-run, changed

Case number N of a kind is the same everywhere, as long as the tests are. A
failure is an end by a signal, an exit code that is not documented, LLVM's or a
sanitizer's report, no end within 20 seconds, and of sg-run a refusal that is not
said in one line. What fails is kept in OUT with the command that repeats it.

What mlir-opt fails on likewise when it only reads the input, and what known.py
lists, is upstream's: it is counted and does not fail.
"""

import argparse
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from cases import Case, Mutator
from known import KNOWN

TIMEOUT = 20
REPORTS = re.compile(
    rb"PLEASE submit a bug report|Stack dump|ERROR: AddressSanitizer|LeakSanitizer|runtime error:"
    rb"|Assertion .* failed|LLVM ERROR|UNREACHABLE"
)
# One for each option whose value cannot be read.
ONE_LINE = re.compile(rb"[^\n]+\n|(sg-run: for the [^\n]+ option: [^\n]+\n)+")
# What was asked for comes before a file that cannot be written.
BEFORE = re.compile(rb"\Agradient report of .*\n(?=sg-run: cannot write )", re.DOTALL)


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Runner:
    def __init__(self, options):
        self.options, self.mutator = options, Mutator(options)

    def run(self, case):
        """Nothing, or what is wrong."""
        try:
            done = subprocess.run(case.words, input=case.stdin, capture_output=True,
                                  timeout=TIMEOUT, preexec_fn=limit)  # fmt: skip
        except subprocess.TimeoutExpired:
            return None if case.may_run_on else ("no end within 20 seconds", b"")
        if report := REPORTS.search(done.stderr):
            return report[0].decode(), done.stderr
        if done.returncode not in case.codes:
            return f"exit code {done.returncode}", done.stderr
        if case.is_one_line and done.returncode == 2 and not ONE_LINE.fullmatch(BEFORE.sub(b"", done.stderr)):
            return "exit code 2 without one line that says why", done.stderr
        return None

    def find_known(self, case, what, said):
        """Why a failure is not ours, or nothing."""
        if case.is_program and case.words[0] == self.options.sg_run:
            # sg-run does not say where it fails.
            reading = self.run(Case([self.options.sg_opt, "-o", "/dev/null"], case.stdin, {0, 1}))
            said += reading[1] if reading else b""
            if reading and reading[0] == what and what.startswith("no end"):
                return "reading it alone has no end"
        for pattern, reason in KNOWN:
            if re.search(pattern, b"\n".join([what.encode(), said, case.stdin])):
                return reason
        words = [self.options.mlir_opt, "--allow-unregistered-dialect", "-o", "/dev/null"]
        words += [word for word in case.words if word == "--split-input-file"]
        if case.is_program and self.run(Case(words, case.stdin, {0, 1})):
            return "mlir-opt fails on reading it"
        return None

    def check(self, kind, number):
        """The failures of a case: what it was, what went wrong, what was said, and
        why it is known."""
        first, *each = getattr(self.mutator, "case_" + kind)(number)
        wrong = self.run(first)
        if not wrong:
            return []
        if not each:
            return [(f"{kind} {number}", first, *wrong, self.find_known(first, *wrong))]
        failures = []
        for i, case in enumerate(each):
            if wrong_alone := self.run(case):
                reason = self.find_known(case, *wrong_alone)
                failures.append((f"{kind} {number}.{i}", case, *wrong_alone, reason))
        # All together they may only take too long, or one spoils the memory of another.
        if failures or wrong[0].startswith("no end"):
            return failures
        return [(f"{kind} {number}", first, *wrong, self.find_known(first, *wrong))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("sg-opt", "sg-run", "mlir-opt", "tests", "folder"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("kinds", nargs="+", choices=["text", "run", "bytecode", "npy", "command"])
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    folder = pathlib.Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    runner = Runner(options)
    exit_code = 0
    for kind in options.kinds:
        begin, done, known, failures = time.monotonic(), 0, {}, 0

        def numbers():
            number = options.first
            while options.count is None or number < options.first + options.count:
                if options.seconds is not None and time.monotonic() - begin >= options.seconds:
                    return
                yield number
                number += 1

        with ThreadPoolExecutor(options.jobs) as pool:
            source, pending = numbers(), []
            while True:
                while len(pending) < 2 * options.jobs and (n := next(source, None)) is not None:
                    pending.append(pool.submit(runner.check, kind, n))
                if not pending:
                    break
                for name, case, what, said, reason in pending.pop(0).result():
                    if reason:
                        known[reason] = known.get(reason, 0) + 1
                        continue
                    failures += 1
                    path = folder / name.replace(" ", "-")
                    path.write_bytes(case.stdin)
                    path.with_name(path.name + ".log").write_bytes(said)
                    print(f"{name}: {what}\n  {shlex.join(case.words)} < {path}", flush=True)
                done += 1
        print(f"{kind}: {done} cases, {failures} failures")
        for reason, count in known.items():
            print(f"  {count} of a known kind: {reason}")
        if failures:
            exit_code = 1
        if done == 0:
            sys.exit("no case has been run")
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
