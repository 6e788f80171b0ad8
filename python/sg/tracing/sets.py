"""Functions of the set of elements of an array, from the Python array API standard."""

from typing import Any, NamedTuple

from . import operations as ops
from .creation import full_like, zeros_like
from .manipulation import flatten, reshape, roll
from .searching import nonzero, size_of_result

__all__ = ["unique_all", "unique_counts", "unique_inverse", "unique_values"]


class UniqueAll(NamedTuple):
    """The result of `sg.unique_all`."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCounts(NamedTuple):
    """The result of `sg.unique_counts`."""

    values: Any
    counts: Any


class UniqueInverse(NamedTuple):
    """The result of `sg.unique_inverse`."""

    values: Any
    inverse_indices: Any


def unique_all(x: Any, *, size: Any = None) -> UniqueAll:
    """Returns the values of the elements in ascending order, for each value the position of its first
    element in row-major order, for each element the position of its value, and for each value the
    number of elements: `values`, `indices`, `inverse_indices` and `counts`. `size` is the number of
    values, which must be given in a traced function. Then the smallest values are returned. If
    there are fewer, the smallest one is repeated, with the count 0. NaN differs from NaN.

        >>> sg.unique_all(np.array([5, 2, 5])).counts
        array([1, 2])
    """
    flat = flatten(x)
    order = ops.argsort(flat)
    elements = ops.take(flat, order)
    position = ops.iota(flat.shape[0])
    is_first = ops.logical_or(ops.equal(position, 0), ops.not_equal(elements, roll(elements, 1)))
    rank = ops.subtract(ops.cumsum(ops.astype(is_first, "int64")), 1)
    count = ops.sum(ops.astype(is_first, "int64"))
    size = size_of_result("unique_all", count, size)
    (bounds,) = nonzero(is_first, size=size + 1)
    starts, following = ops.slice_axis(bounds, stop=-1), ops.slice_axis(bounds, start=1)
    wanted = ops.iota(size)
    is_last = ops.greater_equal(ops.add(wanted, 1), count)
    ends = ops.where(is_last, full_like(starts, flat.shape[0]), following)
    counts = ops.where(ops.less(wanted, count), ops.subtract(ends, starts), zeros_like(starts))
    inverse = ops.scatter(zeros_like(rank), rank, [order], axes=0)
    return UniqueAll(ops.take(elements, starts), ops.take(order, starts), reshape(inverse, tuple(x.shape)), counts)


def unique_counts(x: Any, *, size: Any = None) -> UniqueCounts:
    """Returns `values` and `counts` of `sg.unique_all`."""
    result = unique_all(x, size=size)
    return UniqueCounts(result.values, result.counts)


def unique_inverse(x: Any, *, size: Any = None) -> UniqueInverse:
    """Returns `values` and `inverse_indices` of `sg.unique_all`."""
    result = unique_all(x, size=size)
    return UniqueInverse(result.values, result.inverse_indices)


def unique_values(x: Any, *, size: Any = None) -> Any:
    """Returns `values` of `sg.unique_all`."""
    return unique_all(x, size=size).values
