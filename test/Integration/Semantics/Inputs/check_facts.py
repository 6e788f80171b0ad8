"""Checks that a list of facts and the tests in a folder agree.

check_facts.py LIST FOLDER: each of the facts 1 to 70 has one row `| N | what |
where |` or `| N | what | numbers | where |` in LIST. A row names a test only if a
comment in the test begins with the fact, and the fact of each such comment must be
listed with that test. Consecutive numbers in a row, as in `9, 3, 0`, must also be
consecutive in the fact's comments and commands, rounded to the digits of the row.
"""

import math
import pathlib
import re
import sys

LAST = 70
NUMBER = r"(?<![\w.,])-?(?:\d+\.?\d*(?:e-?\d+)?|nan|inf)(?!\w|\.\d)"


def listed(text):
    """Returns fact, numbers and test of each row."""
    for line in text.splitlines():
        line = re.sub(r"\[([\w.-]+)\]\(.*?\1\)", r"\1", line.replace(r"\|", "!"))
        row = re.fullmatch(r"\| (\d+) \| [^|]+ \|(?: ([^|]*) \|)? (.+) \|", line)
        if row:
            yield int(row[1]), row[2] or "", row[3]


def stated(folder):
    """Maps (fact, test) of each comment that begins with a fact to the comments from
    there to the next fact."""
    found = {}
    for test in sorted(folder.glob("*.mlir")):
        for part in re.split(r"^(?=// Fact \d+\. )", test.read_text(), flags=re.MULTILINE)[1:]:
            comments = " ".join(re.findall(r"^// ?(?:RUN: +)?(.*)$", part, re.MULTILINE))
            found[int(re.match(r"// Fact (\d+)", part)[1]), test.name] = comments
    return found


def sequences(text):
    text = text.lower().replace("−", "-").replace("∞", "inf")
    for run in re.findall(rf"{NUMBER}(?:, {NUMBER})*", text):
        yield re.findall(NUMBER, run)


def is_shown(sequence, numbers):
    def same(shown, number):
        digits = len(shown.partition(".")[2]) if "e" not in shown else 0
        shown, number = float(shown), float(number)
        return math.isnan(number) if math.isnan(shown) else round(number, digits) == shown or number == shown

    starts = range(len(numbers) - len(sequence) + 1)
    return any(all(map(same, sequence, numbers[start:])) for start in starts)


def main():
    rows = list(listed(pathlib.Path(sys.argv[1]).read_text()))
    tests = stated(pathlib.Path(sys.argv[2]))
    problems = []
    for fact in range(1, LAST + 1):
        count = sum(row[0] == fact for row in rows)
        if count != 1:
            problems.append(f"fact {fact} has {count} rows instead of one")
    for fact, shown, where in rows:
        if fact > LAST:
            problems.append(f"there is no fact {fact}")
        if where.endswith(".mlir") and (fact, where) not in tests:
            problems.append(f"{where} does not state fact {fact}")
            continue
        numbers = re.findall(NUMBER, tests.get((fact, where), "").replace("'", " ").lower())
        for sequence in sequences(shown):
            if not is_shown(sequence, numbers):
                problems.append(f"{where} does not have '{', '.join(sequence)}' of fact {fact}")
    for fact, test in tests:
        if (fact, test) not in [(row[0], row[2]) for row in rows]:
            problems.append(f"{test} states fact {fact}, but is not listed with it")
    print("\n".join(problems) or f"{len(tests)} facts are stated by tests")
    sys.exit(bool(problems))


main()
