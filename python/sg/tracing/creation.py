"""Arrays from numbers and shapes."""

import math
from typing import Any

import numpy as np

from ..errors import ArgumentError
from . import operations as ops
from .devices import check_device
from .dtypes import NUMBERS, name_of
from .sizes import Size
from .trace import active_trace
from .tracer import Array, convert, find_trace

__all__ = [
    "arange",
    "asarray",
    "e",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "inf",
    "linspace",
    "nan",
    "newaxis",
    "ones",
    "ones_like",
    "pi",
    "size_value",
    "zeros",
    "zeros_like",
]

pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None

# Integers up to this one are exact as float64, in which sgBuildOperation takes the value of `full`.
_LARGEST_EXACT = 2**53


def asarray(obj: Any, dtype: Any = None, *, device: Any = None, copy: Any = None) -> Any:
    """Returns `obj`, a number, a nested list or an array, as an array. Outside of traced functions,
    `copy` requires or forbids a copy; the arrays of a traced function do not change.

    Raises ArgumentError if a forbidden copy is necessary.
    """
    check_device(device)
    if isinstance(obj, (Array, Size)) or active_trace() is not None:
        trace = find_trace([obj])
        assert trace is not None
        like = name_of(dtype) if dtype is not None and type(obj) in NUMBERS else None
        array = convert(trace, obj, like)
        return array if dtype is None else array.astype(dtype)
    wanted = None if dtype is None else np.dtype(name_of(dtype))
    result = np.array(obj, wanted) if copy else np.asarray(obj, wanted)
    if copy is False and result is not obj:
        raise ArgumentError(f"{type(obj).__name__} cannot be converted to an array of {result.dtype} without a copy")
    return result


def from_dlpack(x: Any, *, device: Any = None, copy: Any = None) -> Any:
    """Returns an array on the memory of a tensor that implements DLPack, or with `copy` a copy."""
    return asarray(np.from_dlpack(x), device=device, copy=copy)


def _default_dtype(number: Any) -> Any:
    """Returns the type of a Python number that stands alone."""
    names = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
    return names.get(type(number)) or getattr(number, "dtype", "float64")


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Returns an array whose elements are all `fill_value`, a number or an array of rank 0, which
    determines the type if `dtype` is None."""
    check_device(device)
    dtype = _default_dtype(fill_value) if dtype is None else dtype
    is_exact = isinstance(fill_value, float) or (isinstance(fill_value, int) and abs(fill_value) <= _LARGEST_EXACT)
    if is_exact:
        return ops.full(shape, fill_value, dtype=dtype)
    return ops.broadcast_to(asarray(fill_value, dtype), shape)


def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Returns an array whose elements are not specified."""
    return zeros(shape, dtype=dtype, device=device)


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Returns an array of zeros, by default of float64."""
    return full(shape, 0, dtype="float64" if dtype is None else dtype, device=device)


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Returns an array of ones, by default of float64."""
    return full(shape, 1, dtype="float64" if dtype is None else dtype, device=device)


def full_like(x: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Returns an array with the shape of x, and by default its type, whose elements are all
    `fill_value`."""
    return full(tuple(x.shape), fill_value, dtype=x.dtype if dtype is None else dtype, device=device)


def empty_like(x: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Returns an array with the shape of x whose elements are not specified."""
    return full_like(x, 0, dtype=dtype, device=device)


def zeros_like(x: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Returns an array of zeros with the shape of x."""
    return full_like(x, 0, dtype=dtype, device=device)


def ones_like(x: Any, *, dtype: Any = None, device: Any = None) -> Any:
    """Returns an array of ones with the shape of x."""
    return full_like(x, 1, dtype=dtype, device=device)


def arange(start: Any, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None) -> Any:
    """Returns the numbers from `start`, or 0, up to `stop`, exclusive, at distance `step`. The
    bounds are numbers or symbolic sizes."""
    check_device(device)
    if stop is None:
        start, stop = 0, start
    if step == 0:
        raise ArgumentError("the step is 0")
    if dtype is None:
        dtype = "float64" if any(isinstance(one, float) for one in (start, stop, step)) else "int64"
    if isinstance(start, Size) or isinstance(stop, Size):
        if not isinstance(step, int) or step < 0:
            raise ArgumentError("with symbolic sizes the step must be a positive integer")
        count: Any = (stop - start + (step - 1)) // step
    elif all(isinstance(one, int) for one in (start, stop, step)):
        count = len(range(start, stop, step))
    else:
        count = max(0, math.ceil((stop - start) / step))
    numbers = ops.iota(count, dtype=dtype)
    if isinstance(start, Size):
        start = asarray(start).astype(dtype)
    scaled = numbers if step == 1 else ops.multiply(numbers, step)
    return scaled if isinstance(start, int) and start == 0 else ops.add(scaled, start)


def linspace(
    start: float, stop: float, num: int, *, dtype: Any = None, device: Any = None, endpoint: bool = True
) -> Any:
    """Returns `num` numbers from `start` to `stop` at equal distances, by default of float64."""
    check_device(device)
    dtype = "float64" if dtype is None else dtype
    intervals = num - 1 if endpoint else num
    step = (stop - start) / intervals if intervals else 0.0
    values = ops.add(ops.multiply(ops.iota(num, dtype=dtype), float(step)), float(start))
    if endpoint and num > 1:
        last = ops.equal(ops.iota(num), num - 1)
        values = ops.where(last, asarray(float(stop), dtype), values)
    return values


def eye(n_rows: Any, n_cols: Any = None, *, k: int = 0, dtype: Any = None, device: Any = None) -> Any:
    """Returns a matrix with ones in the diagonal `k` and zeros elsewhere, by default of float64."""
    check_device(device)
    columns = n_rows if n_cols is None else n_cols
    row = ops.iota((n_rows, 1), axis=0)
    column = ops.iota((1, columns), axis=1)
    # A diagonal beyond the matrix is empty. The bound keeps row + k within 64 bits.
    diagonal = max(-(2**62), min(k, 2**62))
    return ops.astype(ops.equal(ops.add(row, diagonal), column), "float64" if dtype is None else dtype)


def size_value(size: Any) -> Any:
    """Returns a size, possibly symbolic, as an array of rank 0 and type int64."""
    return asarray(size, "int64")
