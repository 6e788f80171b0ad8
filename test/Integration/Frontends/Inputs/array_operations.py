"""Compares each array operation of sg (docs/ArrayOperations.md) with JAX.

    array_operations.py PART
    array_operations.py --complete

A part is a module of the folder `operations`, for example `elementwise`. With --complete, checks
only that each operation has a case. Exit code 1 if elements differ for which
operations/differences.py has no reason, or if a case is missing or a reason is not needed.
"""

import sys

import numpy as np
from operations import elementwise, indexing, integers, products, random_numbers, reductions, shapes, slices, sorts
from operations.comparing import Case, Mismatch, compare
from operations.differences import DIFFERENCES, Permitted

from sg.tracing import operations as table

PARTS = {
    module.__name__.rpartition(".")[2]: module.cases
    for module in (elementwise, indexing, integers, products, random_numbers, reductions, shapes, slices, sorts)
}
# Number of elements that are printed for a mismatch.
_SHOWN = 5


def show(mismatch: Mismatch, wrong: np.ndarray) -> None:
    case = mismatch.case
    print(
        f"FAILED: {case.operation} [{case.label}], {mismatch.dtype}, {mismatch.quantity}: "
        f"{np.count_nonzero(wrong)} of {wrong.size} elements differ"
    )
    for at in map(tuple, np.argwhere(wrong)[:_SHOWN]):
        operands = [str(x[at]) for x in mismatch.operands if x.shape == wrong.shape]
        place = f"for {', '.join(operands)}" if operands else f"at {tuple(map(int, at))}"
        print(f"    {place}: sg {mismatch.ours[at]}, JAX {mismatch.theirs[at]}")


class Run:
    """The comparisons of a part, with counts of elements."""

    def __init__(self, part: str) -> None:
        self._permitted = Permitted(part)
        self._compared = self._differing = self._failures = 0
        for case in PARTS[part]():
            try:
                self._compare(case)
            except Exception as error:  # The other cases are reported, too.
                self._fail(f"{case.operation} [{case.label}]: {type(error).__name__}: {error}")
        for row in self._permitted.find_unused():
            self._fail(f"the difference '{row.reason}' of {row.operation} permits nothing")

    def _fail(self, message: str) -> None:
        self._failures += 1
        print(f"FAILED: {message}")

    def _compare(self, case: Case) -> None:
        for size, mismatch in compare(case):
            self._compared += size
            if mismatch is None:
                continue
            self._differing += np.count_nonzero(mismatch.wrong)
            wrong = self._permitted.find_wrong(mismatch)
            if wrong.any():
                self._failures += 1
                show(mismatch, wrong)

    def finish(self) -> int:
        """Prints the counts and returns the exit code."""
        equal = self._compared - self._differing
        print(
            f"{self._compared} elements compared: {equal} equal, {self._differing} different, {self._failures} failures"
        )
        return 1 if self._failures else 0


def check_complete() -> int:
    tested = {case.operation for cases in PARTS.values() for case in cases()}
    missing = sorted(set(table.__all__) - tested)
    explained = {row.operation for rows in DIFFERENCES.values() for row in rows}
    unknown = sorted((tested | explained) - set(table.__all__))
    for name in missing:
        print(f"FAILED: {name} has no case in the folder operations")
    for name in unknown:
        print(f"FAILED: there is no operation {name}")
    return 1 if missing or unknown else 0


def main() -> int:
    np.seterr(all="ignore")
    if sys.argv[1:] == ["--complete"]:
        return check_complete()
    if len(sys.argv) != 2 or sys.argv[1] not in PARTS:
        print(f"{__doc__}\nParts: {', '.join(PARTS)}")
        return 2
    return Run(sys.argv[1]).finish()


if __name__ == "__main__":
    sys.exit(main())
