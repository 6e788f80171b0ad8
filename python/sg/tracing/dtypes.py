"""Element types of traced arrays."""

import enum
from typing import Any

import numpy as np

from ..arrays import dtype_named
from ..errors import ArgumentError

# In the order of enum SGDType of sg-c/Build.h.
NAMES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "index",
    "float8_e5m2", "float8_e4m3", "float8_e4m3fn", "float8_e5m2fnuz", "float8_e4m3fnuz",
    "float8_e4m3b11fnuz", "float8_e3m4", "float8_e8m0fnu", "float16", "bfloat16", "float32",
    "float64", "complex64", "complex128",
)  # fmt: skip
CODES = {name: code for code, name in enumerate(NAMES)}
NUMBERS = (bool, int, float, complex)


class Kind(enum.Enum):
    BOOL = "bool"
    INTEGER = "integer"
    FLOAT = "float"
    COMPLEX = "complex"


def kind_of(name: str) -> Kind:
    """Returns the kind of the type called `name`."""
    if name == "bool":
        return Kind.BOOL
    if name.startswith(("int", "uint")) or name == "index":
        return Kind.INTEGER
    return Kind.COMPLEX if name.startswith("complex") else Kind.FLOAT


def name_of(dtype: Any) -> str:
    """Returns the name of a type, which may be a name, a NumPy dtype or class, or bool, int, float
    and complex for the widest type of that kind.

    Raises ArgumentError if there is no such type.
    """
    if isinstance(dtype, str) and dtype in CODES:
        return dtype
    try:
        name: str = np.dtype(dtype).name
    except TypeError:
        name = getattr(dtype, "__name__", "")
    if name not in CODES:
        raise ArgumentError(f"there is no element type {dtype!r}; the types are {', '.join(NAMES)}")
    return name


def complex_of(name: str) -> str:
    """Returns the complex type to which the float type called `name` promotes."""
    return "complex128" if name == "float64" else "complex64"


def dtype_of(name: str) -> np.dtype:
    """Returns the NumPy dtype of the type called `name`."""
    if name == "index":
        return np.dtype(np.int64)
    return dtype_named(name)
