#!/usr/bin/env python3
"""Throws mutated input at the tools: they may refuse it, but not crash or hang.

  mutate.py --sg-opt PATH --sg-run PATH --mlir-opt PATH --tests FOLDER --folder OUT
            KIND... [--first N] [--count N | --seconds S] [--jobs N]

A KIND is one of

  text      programs of the tests, changed, through a pass or pipeline of ours
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
import random
import re
import resource
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import mutations
from known import KNOWN

TIMEOUT = 20
BATCH = 24  # programs for one sg-opt
REPORTS = re.compile(
    rb"PLEASE submit a bug report|Stack dump|ERROR: AddressSanitizer|LeakSanitizer|runtime error:"
    rb"|Assertion .* failed|LLVM ERROR|UNREACHABLE"
)
# One for each option whose value cannot be read.
ONE_LINE = re.compile(rb"[^\n]+\n|(sg-run: for the [^\n]+ option: [^\n]+\n)+")
PASSES = [
    *("--grad-expand-derivatives", "--grad-expand-derivatives=strict"),
    *(f"--grad-request-derivative=function=f mode={mode} name=new_name"
      for mode in ("vjp", "jvp", "value-and-grad", "split")),
    "--grad-request-derivative=function=f mode=vjp wrt=0,1 name=new_name strict",
    "--grad-freeze-stop-gradient=function=f",
    *("--grad-lint", "--grad-report=function=f", "--grad-report=function=f format=dot"),
    *("--grad-erase-stop-gradient", "--grad-verify-expanded", "--sg-lower-to-cpu", "--sg-lower-to-cpu"),
    *(f"--sg-{name}" for name in (
        "check-allocations", "check-indices", "check-shapes", "exchange-carried-buffers",
        "expand-math-ops", "expand-memref-ops", "expand-tensor-ops", "export-functions",
        "fuse-elementwise", "hoist-result-buffers", "internalize-symbols", "keep-unwritten-elements",
        "lend-buffers", "lower-asserts", "lower-contractions", "relax-reductions", "resolve-sizes",
        "separate-destinations", "trace-nan", "transpose-factors")),
    "--grad-request-derivative=function=f mode=vjp name=new_name --grad-expand-derivatives --canonicalize"
    " --grad-freeze-stop-gradient=function=new_name --grad-erase-stop-gradient --grad-verify-expanded",
    "--grad-request-derivative=function=f mode=vjp name=new_name --sg-lower-to-cpu",
    "--grad-request-derivative=function=f mode=jvp name=new_name --sg-lower-to-cpu",
    *["--grad-request-derivative=function=f mode=vjp name=new_name --grad-expand-derivatives"] * 4,
    *["--grad-request-derivative=function=f mode=jvp name=new_name --grad-expand-derivatives"] * 4,
]  # fmt: skip
MODEL = """
func.func @f(%x: tensor<?x?xf32>) -> tensor<?x?xf32> { return %x : tensor<?x?xf32> }
func.func @bf16(%x: tensor<?x?xbf16>) -> tensor<?x?xbf16> { return %x : tensor<?x?xbf16> }
func.func @f64(%x: tensor<?xf64>) -> tensor<?xf64> { return %x : tensor<?xf64> }
func.func @i64(%x: tensor<2x3xi64>) -> tensor<2x3xi64> { return %x : tensor<2x3xi64> }
func.func @i1(%x: tensor<?x?xi1>) -> tensor<?x?xi1> { return %x : tensor<?x?xi1> }
func.func @small(%x: f8E4M3FN, %y: ui8) -> (f8E4M3FN, ui8) { return %x, %y : f8E4M3FN, ui8 }
func.func @scalar(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }
func.func @e8(%x: tensor<?xf8E8M0FNU>) -> tensor<?xf8E8M0FNU> { return %x : tensor<?xf8E8M0FNU> }
"""
FUNCTIONS = ["f", "bf16", "f64", "i64", "i1", "small", "scalar", "e8", "none"]
SPECS = [
    *("2x3xf32=1 2 3 4 5 6", "2x3xf32=[1 2 3][4 5 6]", "tensor<2x3xf32>=1", "3xf64=nan -inf 1e-320"),
    *("2x3xi64=-1", "2x3xi1=true", "f32=1.5", "1.5", "1", "0x1p-3", "-0", "2xf8E8M0FNU=1 2", "@missing.npy"),
    *("0x3xf32=", "2x2xbf16=[[1, 2], [3, 4]]", "ui8=255", "f8E4M3FN=448", "@-", "tensor<f32>=1e39"),
]
OPTIONS = [
    *("--tolerance=1e-6", "--tolerance=", "--repeat=2", "--repeat=-1", "--time", "--memory", "--donate=0"),
    *("--donate=0,0,7", "--device=cpu", "--device=", "--threads=1", "--print-lowered", "--dump-object="),
    *("--output=@/dev/null", "--output=@", "--output=@.", "--help", "--version", "--input", "--expected-output=1"),
    *("--", "-", "@file", "--function=f", "--repeat=2000000000000", "--expected-output=@/dev/null"),
]


class Case:
    """A command, and what it may end with."""

    def __init__(self, words, stdin, codes, is_one_line=False, is_program=False):
        self.words, self.stdin, self.codes = words, stdin, codes
        self.is_one_line, self.is_program = is_one_line, is_program


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Mutator:
    def __init__(self, options):
        self.options = options
        self.programs = mutations.read_programs(options.tests)
        self.model = pathlib.Path(options.folder) / "model.mlir"
        self.model.write_text(MODEL)

    def case_text(self, number):
        """Several programs at once, and then each alone."""
        rng = random.Random(f"text {number}")
        passes = rng.choice(PASSES)
        chunks = [
            mutations.mutate_text(rng, *(mutations.choose(rng, self.programs) for _ in range(2)))
            for _ in range(BATCH)
        ]
        return [self.sg_opt(passes, text.encode()) for text in ["\n// -----\n".join(chunks), *chunks]]

    def sg_opt(self, passes, stdin):
        words = [self.options.sg_opt, "--split-input-file", "-o", "/dev/null"]
        words += re.split(r" (?=--)", passes)
        return Case(words, stdin, {0, 1}, is_program=True)

    def bytecode_of(self, program):
        """Nothing, if it is wrong."""
        words = [self.options.sg_opt, "--emit-bytecode", "--allow-unregistered-dialect"]
        done = subprocess.run(words, input=program.encode(), capture_output=True)
        return done.stdout if done.returncode == 0 else b""

    def case_bytecode(self, number):
        rng = random.Random(f"bytecode {number}")
        data = b""
        while not data:
            data = self.bytecode_of(mutations.choose(rng, self.programs))
        data = mutations.mutate_bytes(rng, data, start=4)
        if rng.random() < 0.3:
            words = [self.options.sg_run, "-", "--function=f", "--print-lowered"]
            return [Case(words, data, {0, 1, 2}, is_program=True)]
        case = self.sg_opt(rng.choice(PASSES), data)
        case.words.remove("--split-input-file")
        return [case]

    def case_npy(self, number):
        rng = random.Random(f"npy {number}")
        data = mutations.make_npy(rng)
        if rng.random() < 0.7:
            data = mutations.mutate_bytes(rng, data, start=rng.choice([0, 6, 10, 10]))
        function = rng.choice(["f", "f", "f", "bf16", "f64", "i64", "i1", "scalar"])
        words = [self.options.sg_run, str(self.model), f"--function={function}", "--input=@-"]
        return [Case(words, data, {0, 2}, is_one_line=True)]

    def case_command(self, number):
        rng = random.Random(f"command {number}")
        inputs = []
        for _ in range(rng.choice([1, 1, 1, 2, 0])):
            spec = rng.choice(SPECS)
            if rng.random() < 0.7:
                other = rng.choice(SPECS)
                change = rng.choice([mutations.change_token, mutations.change_number, mutations.change_size])
                spec = change(rng, spec, other)
            if rng.random() < 0.2:
                changed = mutations.mutate_bytes(rng, spec.encode()).replace(b"\0", b"")
                spec = changed.decode("utf-8", "replace")
            inputs.append("--input=" + spec)
        words = [str(self.model), f"--function={rng.choice(FUNCTIONS)}", *inputs]
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            words.insert(rng.randrange(len(words) + 1), rng.choice(OPTIONS))
        # That would run for long, as it is asked to.
        words = [w for w in words if w != "--repeat=2000000000000" or "--help" in words]
        return [Case([self.options.sg_run, *words], b"", {0, 1, 2}, is_one_line=True)]

    def run(self, case):
        """Nothing, or what is wrong."""
        try:
            done = subprocess.run(case.words, input=case.stdin, capture_output=True,
                                  timeout=TIMEOUT, preexec_fn=limit)  # fmt: skip
        except subprocess.TimeoutExpired:
            return "no end within 20 seconds", b""
        if report := REPORTS.search(done.stderr):
            return report[0].decode(), done.stderr
        if done.returncode not in case.codes:
            return f"exit code {done.returncode}", done.stderr
        if case.is_one_line and done.returncode == 2 and not ONE_LINE.fullmatch(done.stderr):
            return "exit code 2 without one line that says why", done.stderr
        return None

    def find_known(self, case, what, said):
        """Why a failure is not ours, or nothing."""
        for pattern, reason in KNOWN:
            if re.search(pattern, what.encode() + b"\n" + said):
                return reason
        words = [self.options.mlir_opt, "--allow-unregistered-dialect", "-o", "/dev/null"]
        if case.is_program and self.run(Case(words, case.stdin, {0, 1})):
            return "mlir-opt fails on reading it"
        return None

    def check(self, kind, number):
        """The failures of a case: what it was, what went wrong, what was said, and
        why it is known."""
        first, *each = getattr(self, "case_" + kind)(number)
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
        # All together they may only take too long.
        is_slow = wrong[0].startswith("no end")
        return failures or ([] if is_slow else [(f"{kind} {number}", first, *wrong, None)])




def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("sg-opt", "sg-run", "mlir-opt", "tests", "folder"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("kinds", nargs="+", choices=["text", "bytecode", "npy", "command"])
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    folder = pathlib.Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    mutator = Mutator(options)
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
                    pending.append(pool.submit(mutator.check, kind, n))
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
