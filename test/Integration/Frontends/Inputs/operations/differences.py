"""Differences from JAX, with their reasons.

A row without `where` permits all elements of a case. A row that permits nothing that differs is an
error, so that the table stays exact.
"""

import re
from typing import Any, Callable, Dict, List, NamedTuple, Optional

import numpy as np

from .comparing import Mismatch, widen

DERIVATIVES = "vjp|jvp|second"
ALL = "value|vjp|jvp|second"


class Difference(NamedTuple):
    operation: str
    # Pattern of the names of quantities.
    quantities: str
    # Returns the elements that may differ, as a mask, for the operands.
    where: Optional[Callable[..., Any]]
    reason: str
    # Pattern in the labels of cases.
    label: str = ""


_CONVENTION = "docs/RationaleGrad.md gives the reasons for sg's convention"
_NO_REFLECTION = "JAX computes polygamma without reflection, which is inexact below -5, and NaN at infinity"
_LIMIT = "sg: the limit if one operand is infinite; JAX: infinity / infinity"
_CANCELS = "the derivative exp(x) in JAX is y + 1 for y = expm1(x), whose terms cancel"
_TREE = "sg shares a tie of several elements one by one, JAX in a tree"


def _is_infinite(*xs: Any) -> Any:
    return np.any([np.isinf(x) for x in xs], axis=0)


def _has_ties(axis: int) -> Callable[[Any], Any]:
    """Returns a function that marks the vectors along an axis with equal elements."""

    def find(x: Any) -> Any:
        ordered = np.moveaxis(np.sort(x, axis), axis, 0)
        is_tied = (ordered[1:] == ordered[:-1]) | np.isnan(ordered[:-1])
        return np.expand_dims(is_tied.any(0), axis)

    return find


# Rows for each part, which is a module of this folder.
DIFFERENCES: Dict[str, List[Difference]] = {
    "elementwise": [
        Difference("abs", "vjp|jvp", lambda x: (x == 0) | np.isnan(x), _CONVENTION),
        Difference("acosh", DERIVATIVES, lambda x: x < 1, "outside of the domain, JAX computes the formula, sg NaN"),
        Difference("asinh", "second", np.isinf, _LIMIT),
        Difference("atan2", DERIVATIVES, _is_infinite, _LIMIT),
        Difference("atan2", "second 0 1", lambda x, y: np.abs(x) == np.abs(y), "a root, at which terms cancel"),
        Difference("atanh", "second", lambda x: np.abs(x) == 1, "sg: infinite, the limit; JAX: infinity - infinity"),
        Difference("atanh", "second", np.isinf, "outside of the domain"),
        Difference(
            "atanh", "second", lambda x: np.abs(x) < 0.01, "in JAX, terms of the derivative of (1 - x)(1 + x) cancel"
        ),
        Difference(
            "cbrt", "second", lambda x: (x == 0) | np.isinf(x), "the rule of math.cbrt multiplies 0 and infinity"
        ),
        Difference("copysign", "(vjp|jvp) 0", lambda x, y: (x == 0) | np.isnan(x), _CONVENTION),
        Difference("digamma", DERIVATIVES, lambda x: (x < -5) | np.isinf(x), _NO_REFLECTION),
        Difference("elu", DERIVATIVES, lambda x: x < -5, _CANCELS),
        Difference("exp2", ALL, lambda x: np.abs(x) > 100, "JAX computes exp(x ln(2)), where x ln(2) is rounded"),
        Difference("expm1", DERIVATIVES, lambda x: x < -5, _CANCELS),
        Difference(
            "floor_divide", "value", lambda x, y: np.floor_divide(x, y) == 0, "as in NumPy, 0 has the sign of x / y"
        ),
        Difference("fmod", "(vjp|jvp) 1", lambda x, y: (y == 0) | np.isinf(x), _CONVENTION),
        Difference(
            "hypot",
            "vjp|jvp",
            lambda x, y: (x == 0) & (y == 0),
            "sg: 0, as for abs; JAX: the rule of a maximum at a tie",
        ),
        Difference("hypot", DERIVATIVES, _is_infinite, _LIMIT),
        Difference(
            "hypot", "second", lambda x, y: np.abs(x) == np.abs(y), "JAX differentiates the maximum of the operands"
        ),
        Difference("lgamma", "second", lambda x: (x < -5) | np.isinf(x), _NO_REFLECTION),
        Difference("polygamma", ALL, lambda x: (x < -5) | np.isinf(x), _NO_REFLECTION),
        Difference("polygamma", ALL, lambda x: np.abs(x + 0.5) < 0.02, "a root, at which terms of 10^6 cancel"),
        Difference("polygamma", "second", lambda x: (x <= 0) & (x == np.round(x)), "a pole: sg infinite, JAX NaN"),
        Difference("pow", "(vjp|jvp) 0", lambda x, y: (x == 0) & (y == 0), _CONVENTION),
        Difference(
            "pow", "second 0 0", lambda x, y: (x == 0) & ((y == 0) | (y == 1)), "the second derivative of 1 and x is 0"
        ),
        Difference(
            "pow",
            "second 0 1",
            lambda x, y: (y == 0) & ((x <= 0) | np.isinf(x)),
            "JAX multiplies 0 by the logarithm of x, which is infinite or NaN",
        ),
        Difference(
            "remainder", "value", lambda x, y: np.fmod(x, y) == 0, "as in NumPy, 0 has the sign of y; in JAX that of x"
        ),
        Difference("remainder", "(vjp|jvp) 1", lambda x, y: (y == 0) | np.isinf(x), _CONVENTION),
        Difference("selu", DERIVATIVES, lambda x: x < -5, _CANCELS),
        Difference(
            "softsign", DERIVATIVES, lambda x: np.abs(x) > 1, "JAX differentiates the quotient, and terms cancel"
        ),
        Difference("softsign", "second", lambda x: x == 0, "sg: 0, as for the derivative of abs"),
    ],
    "indexing": [
        Difference(
            "scatter",
            "jvp 1",
            None,
            "sg multiplies the update NaN by the tangent 0 of x",
            "special points, mode=multiply",
        ),
    ],
    "integers": [
        Difference("floor_divide", "value", lambda x, y: y == 0, "sg: 0, as NumPy; JAX: -1 or -2"),
    ],
    "products": [
        Difference("reduce_window", "vjp|jvp", None, _CONVENTION + " at NaN", "ties, mode=(max|min)"),
    ],
    "reductions": [
        Difference("max", "jvp", lambda x: np.isnan(x).any(1), _CONVENTION),
        Difference("min", "jvp", lambda x: np.isnan(x).any(1), _CONVENTION),
        Difference("cummax", DERIVATIVES, _has_ties(0), _TREE, "special points"),
        Difference("cummin", DERIVATIVES, _has_ties(0), _TREE, "special points"),
    ],
    "sorts": [
        Difference(
            "sort",
            "value|vjp|jvp",
            _has_ties(1),
            "jax.numpy.sort reverses the ascending order, and with it the order of equal elements",
            "special points, descending=True",
        ),
        Difference("top_k", "value|vjp|jvp", _has_ties(1), "jax.lax.top_k orders -0 before 0", "special points"),
    ],
}


class Permitted:
    """The rows of a part, with the numbers of elements that they permit in a run."""

    def __init__(self, part: str) -> None:
        self._rows = DIFFERENCES.get(part, [])
        self._counts = [0] * len(self._rows)

    def find_wrong(self, mismatch: Mismatch) -> np.ndarray:
        """Returns the elements of a mismatch that no row permits, as a mask."""
        wrong = mismatch.wrong.copy()
        for i, row in enumerate(self._rows):
            if row.operation != mismatch.case.operation or not re.match(row.quantities, mismatch.quantity):
                continue
            if re.search(row.label, mismatch.case.label):
                mask = np.asarray(row.where(*map(widen, mismatch.operands)) if row.where else True)
                self._counts[i] += np.count_nonzero(wrong & mask)
                wrong &= ~mask
        return wrong

    def find_unused(self) -> List[Difference]:
        """Returns the rows that permitted nothing."""
        return [row for row, count in zip(self._rows, self._counts) if not count]
