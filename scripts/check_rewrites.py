#!/usr/bin/env python3
"""Checks that each upstream rewrite that --sg-canonicalize applies has been tested.

    check_rewrites.py [ROOT] [--least=N]
    check_rewrites.py [ROOT] --update TABLE... [--sg-opt=PATH]

docs/Canonicalization.md must have exactly one row for each row of AdmittedRewritesTable.cpp.
With --least, each rewrite must have been tested with N programs, or with all inputs of
small integers. --update writes the rows. TABLE is a file that test/Fuzz/rewrites.py --table
wrote. Its counts are added to the counts of the page. A file named exhaustive.* has the rewrites
that were tested with all inputs. sg-opt, built with debug output, lists the rewrites that are not
admitted. Exits with 1 if a row is missing or has too few programs, with 2 for wrong usage.
"""

import argparse
import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ADMITTED = re.compile(r'\{"([^"]+)", "([^"]+)"(?:, (\w+))?\}')
ROW = re.compile(r"^\| `([^`]+)` \| `?([^`|]+?)`? \| (\d+)(, all inputs)? \| (.*) \|$", re.MULTILINE)
HEAD = "| op | rewrite | programs | condition |\n|---|---|---|---|\n"
NOT_ADMITTED = "## Not admitted\n"


def read_admitted(root):
    text = (root / "lib/CodeGen/Tensor/AdmittedRewritesTable.cpp").read_text()
    return {(op, name): guard for op, name, guard in ADMITTED.findall(text)}


def read_page(page):
    """Returns the number of programs that tested each rewrite, and whether all inputs were tested."""
    return {(op, name): (int(count), bool(all)) for op, name, count, all, _ in ROW.findall(page)}


def find_faults(admitted, rows, least):
    for op, name in admitted:
        if (op, name) not in rows:
            yield f"{op} {name}: admitted, but not in docs/Canonicalization.md"
    for (op, name), (count, all) in rows.items():
        if (op, name) not in admitted:
            yield f"{op} {name}: in docs/Canonicalization.md, but not admitted"
        elif count < least and not all:
            yield f"{op} {name}: {count} programs, {least} are needed"


def add_tables(rows, tables):
    counts = collections.Counter({rewrite: count for rewrite, (count, _) in rows.items()})
    complete = {rewrite for rewrite, (_, all) in rows.items() if all}
    for table in tables:
        for line in table.read_text().splitlines():
            count, op, name = line.split()
            counts[op, name] += int(count)
            if table.stem == "exhaustive":
                complete.add((op, name))
    return counts, complete


def list_not_admitted(sg_opt):
    """Lists the rewrites that are not admitted, by op. Loads the same dialects as the pipelines."""
    rewrites_by_op = collections.defaultdict(set)
    with tempfile.NamedTemporaryFile(suffix=".mlir") as file:
        for pipeline in ("--sg-lower-to-cpu", "--sg-lower-to-nvvm"):
            command = [sg_opt, file.name, pipeline, "-debug-only=sg-canonicalize"]
            text = subprocess.run(command, capture_output=True, text=True).stderr
            for op, name in re.findall(r"not admitted: (\S+) (\S+)", text):
                rewrites_by_op[op].add(name)
    return "".join(f"| `{op}` | {', '.join(f'`{n}`' for n in sorted(rewrites_by_op[op]))} |\n" for op in sorted(rewrites_by_op))


def update(root, page, admitted, options):
    counts, complete = add_tables(read_page(page), options.update)
    lines = [
        f"| `{op}` | {name if name == 'fold' else f'`{name}`'} | {counts[op, name]}"
        f"{', all inputs' if (op, name) in complete else ''} | {f'`{guard}`' if guard else ''} |\n"
        for (op, name), guard in sorted(admitted.items())
    ]
    before = page[: page.index(HEAD) + len(HEAD)]
    after = page[page.index(NOT_ADMITTED) - 1 :]
    if options.sg_opt:
        head = "| op | rewrites |\n|---|---|\n"
        after = after[: after.index(head) + len(head)] + list_not_admitted(options.sg_opt)
    return before + "".join(lines) + after


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", type=Path, nargs="?", default=ROOT)
    parser.add_argument("--least", type=int, default=0, help="number of programs that each rewrite needs")
    parser.add_argument("--update", type=Path, nargs="+", metavar="TABLE")
    parser.add_argument("--sg-opt")
    options = parser.parse_args()
    file = options.root / "docs/Canonicalization.md"
    admitted = read_admitted(options.root)
    page = file.read_text()
    if options.update:
        page = update(options.root, page, admitted, options)
        file.write_text(page)
    faults = list(find_faults(admitted, read_page(page), options.least))
    print("\n".join(faults) if faults else f"{len(admitted)} rewrites are admitted and listed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
