"""Searches for elements, with the parameters of the Python array API standard."""

from typing import Any, Optional, Sequence, Tuple, Union

from ..errors import ArgumentError
from . import operations as ops
from .data_types import result_type
from .dtypes import NUMBERS, name_of
from .manipulation import flatten
from .tracer import array_of_number, find_trace

__all__ = ["count_nonzero", "isin", "nonzero", "searchsorted"]


def count_nonzero(x: Any, *, axis: Optional[Union[int, Sequence[int]]] = None, keepdims: bool = False) -> Any:
    """Returns the number of elements along axes that differ from 0, as int64."""
    return ops.sum(ops.astype(ops.astype(x, "bool"), "int64"), axis=axis, keepdims=keepdims)


def searchsorted(x1: Any, x2: Any, *, side: str = "left", sorter: Any = None) -> Any:
    """Returns for each value of x2 the position in the vector x1 before which the value can be
    inserted: the first such position for the side "left", the last for "right". x1 is sorted, or
    `sorter` has the positions that sort it, as `sg.argsort` returns them. x2 can be a number."""
    if sorter is not None:
        x1 = ops.take(x1, sorter)
    return ops.searchsorted(x1, x2, side=side)


def _match_number(number: Any, array: Any) -> Any:
    """Returns a Python number as an array with the type of `array`, and other values unchanged."""
    return array_of_number(number, name_of(array.dtype)) if type(number) in NUMBERS else number


def isin(x1: Any, x2: Any, *, invert: bool = False) -> Any:
    """Returns True for each element of x1 that is an element of x2, or with `invert` for each that is
    not. One of both can be a number. The elements of x2 are sorted."""
    x1, x2 = _match_number(x1, x2), _match_number(x2, x1)
    dtype = result_type(x1, x2)
    x1, elements = ops.astype(x1, dtype), ops.sort(flatten(ops.astype(x2, dtype)))
    first, after = (searchsorted(elements, x1, side=side) for side in ("left", "right"))
    # No element equals NaN, which sorting and searching treat as the largest number.
    found = ops.logical_and(ops.less(first, after), ops.equal(x1, x1))
    return ops.logical_not(found) if invert else found


def size_of_result(name: str, count: Any, size: Any) -> Any:
    """Returns `size`, or the number `count` if the function `name` is not traced.

    Raises ArgumentError if the size is unknown.
    """
    if size is not None:
        return size
    if find_trace([count]) is not None:
        raise ArgumentError(
            f"the size of the result of {name} depends on elements: give the parameter size, or call {name} outside "
            "of the traced function"
        )
    return int(count)


def nonzero(x: Any, *, size: Any = None) -> Tuple[Any, ...]:
    """Returns the positions of the elements that differ from 0, in row-major order: for each axis a
    vector. In a traced function, `size` must be the size of the vectors. Then the first positions
    are returned. If there are fewer, the rest is 0.

    Raises ArgumentError for an array of rank 0.

        >>> sg.nonzero(np.array([0, 3, 4]))
        (array([1, 2]),)
    """
    if not x.ndim:
        raise ArgumentError("nonzero needs an array with axes, not a scalar")
    ranks = ops.cumsum(ops.astype(ops.astype(flatten(x), "bool"), "int64"))
    count = count_nonzero(x)
    wanted = ops.iota(size_of_result("nonzero", count, size))
    position = ops.searchsorted(ranks, wanted, side="right")
    position = ops.where(ops.less(wanted, count), position, ops.subtract(position, position))
    result = []
    for length in reversed(x.shape):
        result.append(ops.remainder(position, length))
        position = ops.floor_divide(position, length)
    return tuple(reversed(result))
