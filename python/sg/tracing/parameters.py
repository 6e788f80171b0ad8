"""Parameters of operations that are no arrays."""

import operator
from typing import Any, List

from ..errors import ArgumentError
from .builder import DType
from .dtypes import name_of
from .sizes import number_of_size


def to_dtype(dtype: Any) -> DType:
    return DType(name_of(dtype))


def to_ints(value: Any) -> List[int]:
    """Returns an integer or integers as a list."""
    try:
        return [operator.index(one) for one in (value if isinstance(value, (tuple, list)) else [value])]
    except TypeError:
        raise ArgumentError(f"{value!r} is neither an integer nor a sequence of integers") from None


def to_size(size: Any) -> List[int]:
    return [number_of_size(size)]


def to_sizes(shape: Any) -> List[int]:
    """Returns the numbers of a shape: a size or a sequence of sizes."""
    return [number_of_size(size) for size in (shape if isinstance(shape, (tuple, list)) else [shape])]


