#!/usr/bin/env python3
"""Passes invalid values to all numeric options of our passes and pipelines.

    option_ranges.py --sg-opt SG_OPT --tests FOLDER --program FILE

`sg-opt --help` lists the options. A pass runs on its test of the same name in
FOLDER, or, like the pipelines, on FILE. Prints for each option the values that
are refused, and the values that are accepted. A crash, an endless run and a refusal
without the expected message are findings: the exit code is 1.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

PASS = re.compile(r"^ {6}--([\w-]+)")
NUMBER = re.compile(r"^ {8}--([\w-]+)=<(?:u?int|u?long|ulonglong|number)> ")
VALUES = ["0", "-1", "1", "3", "256", str(2**31), str(2**63), "0,0", "x"]
# Passes with a function option run on FILE, with these other options.
ON_FILE = {
    "grad-report": ["function=f"],
    "grad-request-derivative": ["function=f", "name=df", "mode=vjp"],
    "sg-export-functions": [],
}


def find_options(text):
    """Returns pairs of a pass and one of its options."""
    found = []
    name = None
    for line in text.splitlines():
        if match := PASS.match(line):
            name = match[1] if re.match(r"(sg|grad)-", match[1]) else None
        elif name and (match := NUMBER.match(line)):
            found.append((name, match[1]))
    return found


def run(options, name, argument):
    """Returns the exit code, or None for an endless run, and the output."""
    tests = sorted(options.tests.rglob(re.sub(r"^(sg|grad)-", "", name) + ".mlir"))
    program = tests[0] if tests and name not in ON_FILE else options.program
    given = " ".join([*ON_FILE.get(name, []), argument])
    command = [options.sg_opt, str(program), "--split-input-file", f"--{name}={given}", "-o", os.devnull]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stderr


def is_refusal(option, value, text):
    """Returns true if the text is a message for a value that is not allowed."""
    number, values = re.escape(value), re.escape(value.split(",")[0])
    return any(
        re.search(message, text)
        for message in (
            rf"error: '{option}' is {number}; it must be ",
            rf"error: '{option}' names (argument|result) {values}(, but @\w+ has \d+| twice)",
            rf"for the --{option} option: '{number}' value invalid for \w+ argument!",
        )
    )


def judge(options, name, option, value):
    """Returns 'refused', 'accepted', or a description of the failure."""
    code, text = run(options, name, f"{option}={value}")
    if code is None:
        return f"no end after {options.seconds} s"
    if code == 1 and is_refusal(option, value, text):
        return "refused"
    if code == 0:
        return "accepted"
    return f"exit code {code}: {text.strip()[:300]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sg-opt", required=True)
    parser.add_argument("--tests", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=int, default=120)
    options = parser.parse_args()
    text = subprocess.run([options.sg_opt, "--help"], capture_output=True, text=True, check=True).stdout
    pairs = find_options(text)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        cases = [(name, option, value) for name, option in pairs for value in VALUES]
        verdicts = dict(zip(cases, pool.map(lambda case: judge(options, *case), cases)))
    wrong = 0
    for name, option in pairs:
        by = {}
        for value in VALUES:
            by.setdefault(verdicts[name, option, value], []).append(value)
        print(f"{name} {option}:", "; ".join(f"{verdict} {' '.join(by[verdict])}" for verdict in sorted(by)))
        wrong += len(set(by) - {"accepted", "refused"})
    print(f"{len(pairs)} options, {wrong} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
