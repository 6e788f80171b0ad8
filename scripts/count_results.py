#!/usr/bin/env python3
"""Summarizes a file that lit wrote with --output.

    count_results.py RESULTS.json

The last line is `N passed, N failed`. Exits with 1 if a test failed or none passed, with
2 if the file cannot be read.
"""

import json
import sys
from collections import Counter

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
NOT_RUN = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            tests = json.load(file)["tests"]
    except (OSError, ValueError, KeyError) as error:
        print(f"count_results.py: no results of lit in {sys.argv[1]}: {error}", file=sys.stderr)
        return 2
    codes = Counter(test["code"] for test in tests)
    passed = sum(codes[code] for code in PASSED)
    failed = sum(count for code, count in codes.items() if code not in PASSED | NOT_RUN)
    for code in sorted(NOT_RUN & set(codes)):
        print(f"{codes[code]} {code.lower()}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
