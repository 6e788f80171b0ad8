"""Cumulative functions, differences and normalizations."""

from typing import Any, Optional, Sequence

from ..errors import ArgumentError
from . import operations as ops
from .creation import full, zeros_like
from .manipulation import concat

__all__ = [
    "cumulative_prod",
    "cumulative_sum",
    "diff",
    "log_softmax",
    "logsumexp",
    "softmax",
]


def _cumulate(name: str, x: Any, axis: Optional[int], dtype: Any, first: Optional[int]) -> Any:
    if axis is None:
        if x.ndim != 1:
            raise ArgumentError(f"{name} needs an axis, because the array has rank {x.ndim}, not 1")
        axis = 0
    result = (ops.cumsum if name == "cumulative_sum" else ops.cumprod)(x, axis=axis, dtype=dtype)
    if first is None:
        return result
    shape = list(x.shape)
    shape[axis] = 1
    return concat([full(tuple(shape), first, dtype=result.dtype), result], axis=axis)


def cumulative_sum(x: Any, *, axis: Optional[int] = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Returns the sum of the elements up to each element along an axis, which can be omitted for
    rank 1. Integers are widened to 64 bits. With `include_initial`, the sum 0 of no elements comes
    first.

    Derivative: The cumulative sum of dx.
    """
    return _cumulate("cumulative_sum", x, axis, dtype, 0 if include_initial else None)


def cumulative_prod(x: Any, *, axis: Optional[int] = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """Returns the product of the elements up to each element along an axis, which can be omitted for
    rank 1. Integers are widened to 64 bits. With `include_initial`, the product 1 of no elements
    comes first.

    Derivative: The sum of the products with one factor differentiated.
    """
    return _cumulate("cumulative_prod", x, axis, dtype, 1 if include_initial else None)


def diff(x: Any, *, axis: int = -1, n: int = 1, prepend: Any = None, append: Any = None) -> Any:
    """Returns the differences of adjacent elements along an axis, computed `n` times. `prepend` and
    `append` are arrays that are joined to x first.

    Derivative: The differences of dx.
    """
    if n < 0:
        raise ArgumentError(f"n is {n}, but must not be negative")
    parts = [one for one in (prepend, x, append) if one is not None]
    if len(parts) > 1:
        x = concat(parts, axis=axis)
    for _ in range(n):
        following = ops.slice_axis(x, axis=axis, start=1)
        preceding = ops.slice_axis(x, axis=axis, stop=-1)
        subtract = ops.not_equal if str(x.dtype) == "bool" else ops.subtract
        x = subtract(following, preceding)
    return x


def softmax(x: Any, *, axis: int = -1) -> Any:
    """Returns exp(x) divided by its sum along an axis. The maximum is subtracted first, with a
    stopped gradient, so that exp does not overflow."""
    largest = ops.stop_gradient(ops.max(x, axis=axis, keepdims=True))
    powers = ops.exp(ops.subtract(x, largest))
    return ops.divide(powers, ops.sum(powers, axis=axis, keepdims=True))


def logsumexp(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Returns the logarithm of the sum of exp(x) along axes, without overflow."""
    largest = ops.stop_gradient(ops.max(x, axis=axis, keepdims=True))
    finite = ops.where(ops.isfinite(largest), largest, ops.astype(zeros_like(largest), largest.dtype))
    total = ops.log(ops.sum(ops.exp(ops.subtract(x, finite)), axis=axis, keepdims=True))
    result = ops.add(total, finite)
    if keepdims:
        return result
    axes = range(x.ndim) if axis is None else (axis if isinstance(axis, Sequence) else [axis])
    return ops.squeeze(result, list(axes))


def log_softmax(x: Any, *, axis: int = -1) -> Any:
    """Returns x - logsumexp(x) along an axis."""
    return ops.subtract(x, logsumexp(x, axis=axis, keepdims=True))
