#!/usr/bin/env python3
"""Tests the canonicalization: applies it to random programs and compares their results.

  rewrites.py --sg-opt PATH --sg-run PATH [--first N] [--count N] [--jobs N]
              [--kinds KIND,KIND,...] [--all] [--table FILE] [--unnamed] [--code=OPTIONS]

The reference interprets each program before and after --sg-canonicalize. All results must
be equal, bit for bit. The kinds of programs:

  integers    arithmetic on integers of all widths
  exhaustive  two nested ops on integers of up to 8 bits, on all inputs
  floats      arithmetic on special values
  indices     affine ops and arithmetic on indices
  control     nested loops and branches
  branches    the same as a graph of blocks, by --convert-scf-to-cf
  shapes      tensors with some static sizes
  memory      views of memory
  idioms      ops that a single rewrite matches
  vectors     vectors, masks, reads and writes of vectors
  tensors     the programs of fuzz.py
  pipeline    the same, compiled: native code is compared with the reference. Shows the
              patterns that apply to memory, loops and vectors of later stages, and the
              steps by which --sg-bufferize avoids an error

Writes a table. Each row has the number of programs in which a rewrite applied without a
difference, the op, and the pattern or `fold`. With --table, the counts are added to those
in FILE. sg-opt must have debug output (a build with assertions), except with --unnamed,
which only compares. With --all, rewrites that are not admitted apply too, without guards.

With --code, compiles the programs instead, as `sg-run OPTIONS` does, and compares native
code with the reference: --code= for all conversions to LLVM, --code=--validate-passes for
each pass by itself, --code='--threads=2 --least-work=1' for several threads.
"""

import argparse
import collections
import pathlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor

from entry import Entry
from findings import Code, Failure, run
from generate import Generator
from exhaustive import make_exhaustive
from rewrite_idioms import make_idioms
from rewrite_indices import make_indices
from rewrite_memory import make_memory
from rewrite_programs import make_control, make_floats, make_integers
from rewrite_tensors import make_tensors
from rewrite_vectors import make_vectors

def make_primal(seed):
    entry = Entry(Generator(seed), kind="primal")
    return entry.text(), entry.specs


MAKERS = {
    "integers": make_integers,
    "floats": make_floats,
    "control": make_control,
    "branches": make_control,
    "shapes": make_tensors,
    "memory": make_memory,
    "vectors": make_vectors,
    "indices": make_indices,
    "exhaustive": make_exhaustive,
    "idioms": make_idioms,
    "tensors": make_primal,
}
# Passes that run before the canonicalization.
BEFORE = {"branches": ["--convert-scf-to-cf"]}

APPLIED = re.compile(r"\] applied: (\S+) (\S+)")
# Steps by which --sg-bufferize avoids an error.
STEPS = {
    "without elimination of empty tensors": "without-elimination",
    "a copy of this result is made": "copied-results",
    "with a copy before each write": "copied-writes",
}


class Evidence:
    def __init__(self, options):
        self.options = options

    def applied(self, path, pipeline, output, before=()):
        """Canonicalizes a program and writes it to `output`. Returns the rewrites that
        applied."""
        command = [self.options.sg_opt, str(path), *before, pipeline, "--mlir-disable-threading"]
        if not self.options.unnamed:
            command.append("-debug-only=sg-canonicalize")
        done = run([*command, "-o", str(output)], stderr=True)
        steps = {("sg-bufferize", step) for text, step in STEPS.items() if text in done}
        return steps | {pair for pair in APPLIED.findall(done) if pair != ("*", "FoldOp")}

    def interpret(self, path, inputs):
        """Interprets a program. Rounds after each op, as folds do."""
        reference = ["--device=reference", "--reference-rounding=each-op"]
        return run([self.options.sg_run, str(path), *reference, "--function=run", *inputs])

    def check(self, job):
        """Returns the rewrites that applied, and the differences."""
        kind, seed = job
        path = self.options.folder / f"{kind}-{seed}.mlir"
        after = self.options.folder / f"{kind}-{seed}-after.mlir"
        try:
            if kind == "pipeline":
                return self.check_pipeline(seed, path, after)
            text, inputs = MAKERS[kind](seed)
            path.write_text(text)
            if self.options.code is not None:
                return self.check_code(path, inputs)
            pipeline = "--sg-canonicalize=admit-all" if self.options.all else "--sg-canonicalize"
            names = self.applied(path, pipeline, after, BEFORE.get(kind, ()))
            if not names and not self.options.unnamed:
                path.unlink()
                return names, None
            before, now = self.interpret(path, inputs), self.interpret(after, inputs)
            if before != now:
                return names, f"{path}: the results differ after {sorted(names)}\n{before}{now}"
            path.unlink()
            return names, None
        except Failure as failure:
            return set(), f"{path}: {failure}"
        finally:
            after.unlink(missing_ok=True)

    def check_code(self, path, inputs):
        command = [self.options.sg_run, str(path), "--cache=", "--verify-against-reference=quiet"]
        run([*command, *self.options.code.split(), "--function=run", *inputs])
        path.unlink()
        return set(), None

    def check_pipeline(self, seed, path, after):
        found = Code(self.options.sg_run, []).findings(Generator(seed), path)
        if found:
            return set(), f"{path}: {found[0]}"
        names = self.applied(path, "--sg-lower-to-cpu", after)
        path.unlink()
        return names, None


def read_table(file):
    counts = collections.Counter()
    for line in file.read_text().splitlines() if file and file.exists() else []:
        count, op, name = line.split()
        counts[op, name] += int(count)
    return counts


def write_table(counts):
    return [f"{count} {op} {name}" for (op, name), count in sorted(counts.items())]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sg-opt", required=True)
    parser.add_argument("--sg-run", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(MAKERS))
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument(
        "--all", action="store_true", help="also apply rewrites that are not admitted, without guards"
    )
    parser.add_argument("--code", metavar="OPTIONS", help="compile with these options of sg-run and compare native code")
    parser.add_argument(
        "--unnamed",
        action="store_true",
        help="only compare results; sg-opt needs no debug output",
    )
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("rewrites"))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        (kind, seed)
        for seed in range(options.first, options.first + options.count)
        for kind in options.kinds.split(",")
    ]
    counts, differences = read_table(options.table), 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for done, (names, difference) in enumerate(pool.map(Evidence(options).check, jobs)):
            if difference:
                differences += 1
                print(difference, flush=True)
            else:
                counts.update(names)
            if options.table and (done % 100 == 99 or done == len(jobs) - 1):
                options.table.write_text("".join(f"{line}\n" for line in write_table(counts)))
    if not options.table:
        print("\n".join(write_table(counts)))
    print(f"{len(jobs)} programs, {len(counts)} patterns and folds, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
