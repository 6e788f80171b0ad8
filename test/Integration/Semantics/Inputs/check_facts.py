"""Checks that a list of facts and the tests in a folder agree.

check_facts.py LIST FOLDER: each of the facts 1 to 70 has one row `| N | what |
where |` in LIST, where a test is named only if a comment in it begins with the
fact, and each such comment is of a fact that is listed with that test.
"""

import pathlib
import re
import sys

LAST = 70


def listed(text):
    """The pairs of fact and where."""
    for line in text.splitlines():
        row = re.fullmatch(r"\| (\d+) \| .+ \| (.+) \|", line)
        if row:
            yield int(row[1]), row[2]


def stated(folder):
    """The pairs of fact and test that begins a comment with it."""
    for test in folder.glob("*.mlir"):
        for fact in re.findall(r"^// Fact (\d+)\. ", test.read_text(), re.MULTILINE):
            yield int(fact), test.name


def main():
    rows = list(listed(pathlib.Path(sys.argv[1]).read_text()))
    tests = sorted(stated(pathlib.Path(sys.argv[2])))
    problems = []
    for fact in range(1, LAST + 1):
        count = sum(row[0] == fact for row in rows)
        if count != 1:
            problems.append(f"fact {fact} has {count} rows instead of one")
    for fact, where in rows:
        if fact > LAST:
            problems.append(f"there is no fact {fact}")
        if where.endswith(".mlir") and (fact, where) not in tests:
            problems.append(f"{where} does not state fact {fact}")
    for fact, test in tests:
        if (fact, test) not in rows:
            problems.append(f"{test} states fact {fact}, but is not listed with it")
    print("\n".join(problems) or f"{len(tests)} facts are stated by tests")
    sys.exit(bool(problems))


main()
