#!/usr/bin/env python3
"""Prints a regular expression for lit that matches the multithreaded tests.

    list_thread_tests.py [ROOT]

The expression matches the GoogleTest tests, and tests that mention threads: --threads, pthread,
the language server, or --mlir-disable-threading. Tests with the last option also run sg-opt with
threads. Files of Inputs count as parts of the tests that name them. Exits with 1 if
no test matches.
"""

import argparse
import re
import sys
from pathlib import Path

# Matches a call with two or more threads, or code that starts threads.
THREADS = re.compile(r"--threads[= ](?!1\b)|\bthreads=(?!1\b)\d|pthread|std::thread|threading\.Thread|sg-lsp-server|mlir-disable-threading")
INPUT = re.compile(r"Inputs/([\w./-]+)")


def texts(test: Path):
    text = test.read_text(errors="replace")
    yield text
    for name in INPUT.findall(text):
        file = test.parent / "Inputs" / name
        if file.is_file():
            yield file.read_text(errors="replace")


def thread_tests(folder: Path) -> list[str]:
    tests = sorted(
        test
        for test in [*folder.rglob("*.mlir"), *folder.rglob("*.test")]
        if "Inputs" not in test.relative_to(folder).parts
    )
    return [test.relative_to(folder).as_posix() for test in tests if any(map(THREADS.search, texts(test)))]


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).resolve().parent.parent)
    tests = thread_tests(parser.parse_args().root / "test")
    if not tests:
        print("list_thread_tests.py: no test runs threads", file=sys.stderr)
        return 1
    print("|".join(["^sg-unit :: ", *(f"^sg :: {re.escape(name)}$" for name in tests)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
