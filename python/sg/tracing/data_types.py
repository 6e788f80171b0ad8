"""Element types, with the names and functions of the Python array API standard."""

import builtins
import functools
import importlib
from typing import Any, Dict, NamedTuple, Tuple

import numpy as np

from ..arrays import dtype_named
from ..errors import ArgumentError, ProgramError
from . import operations as ops
from .builder import Type
from .devices import check_device
from .dtypes import NUMBERS, dtype_of, name_of
from .trace import Trace, activate
from .tracer import Array, array_of_number, operate

__all__ = [
    "astype",
    "bool",
    "can_cast",
    "finfo",
    "float16",
    "float32",
    "float64",
    "iinfo",
    "int16",
    "int32",
    "int64",
    "int8",
    "isdtype",
    "result_type",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
]

bool = np.dtype("bool")
int8, int16, int32, int64 = (np.dtype(f"int{bits}") for bits in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64))
float16, float32, float64 = (np.dtype(f"float{bits}") for bits in (16, 32, 64))

# Names of the standard for sets of types.
KINDS: Dict[str, Tuple[str, ...]] = {
    "bool": ("bool",),
    "signed integer": ("int8", "int16", "int32", "int64"),
    "unsigned integer": ("uint8", "uint16", "uint32", "uint64"),
    "real floating": ("float32", "float64"),
    "complex floating": (),
}
KINDS["integral"] = KINDS["signed integer"] + KINDS["unsigned integer"]
KINDS["numeric"] = KINDS["integral"] + KINDS["real floating"] + KINDS["complex floating"]
# Kinds of types that the namespace of the standard lacks: it requires functions that they have not.
_OTHER_KINDS = {
    "float16": "real floating",
    "bfloat16": "real floating",
    "complex64": "complex floating",
    "complex128": "complex floating",
}


class FloatLimits(NamedTuple):
    """The result of `sg.finfo`."""

    bits: int
    eps: float  # distance from 1 to the next larger number
    max: float
    min: float
    smallest_normal: float
    dtype: np.dtype


class IntegerLimits(NamedTuple):
    """The result of `sg.iinfo`."""

    bits: int
    max: int
    min: int
    dtype: np.dtype


def _dtype_name(type: Any) -> str:
    """Returns the name of the type of an array, or of a type."""
    is_array = isinstance(type, (Array, np.ndarray, np.generic))
    return type._type.dtype if isinstance(type, Array) else name_of(type.dtype if is_array else type)


def finfo(type: Any) -> FloatLimits:
    """Returns the limits of a float type, or of the type of an array: `bits`, `eps`, `max`, `min`,
    `smallest_normal` and `dtype`.

    Raises ArgumentError for other types.
    """
    name = _dtype_name(type)
    dtype = dtype_named(name)
    if dtype.kind == "f":
        limits: Any = np.finfo(dtype)
    elif "float" in name:
        limits = importlib.import_module("ml_dtypes").finfo(dtype)
    else:
        raise ArgumentError(f"{name} is no float type: use sg.iinfo for integers")
    eps, largest, least, normal = map(float, (limits.eps, limits.max, limits.min, limits.smallest_normal))
    return FloatLimits(limits.bits, eps, largest, least, normal, dtype)


def iinfo(type: Any) -> IntegerLimits:
    """Returns the limits of an integer type, or of the type of an array: `bits`, `max`, `min` and
    `dtype`.

    Raises ArgumentError for other types.
    """
    name = _dtype_name(type)
    if name not in KINDS["integral"]:
        raise ArgumentError(f"{name} is no integer type: use sg.finfo for floats")
    limits = np.iinfo(name)
    return IntegerLimits(limits.bits, int(limits.max), int(limits.min), np.dtype(name))


def isdtype(dtype: Any, kind: Any) -> builtins.bool:
    """Returns True if `dtype` is of a kind: a type, a name of the standard such as "integral" or
    "real floating", or a tuple of these. "real floating" includes float16 and bfloat16.

    Raises ArgumentError for an unknown kind.
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, one) for one in kind)
    name = name_of(dtype)
    if not isinstance(kind, str):
        return name == name_of(kind)
    if kind not in KINDS:
        raise ArgumentError(f"there is no kind of types {kind!r}; the kinds are {', '.join(KINDS)}")
    return name in KINDS[kind] or (name in _OTHER_KINDS and kind in (_OTHER_KINDS[name], "numeric"))


@functools.lru_cache(maxsize=None)
def _promote(names: Tuple[str, ...]) -> str:
    """Returns the type to which operations promote arrays of the types `names`."""
    trace = Trace()
    with activate(trace):
        values = trace.builder.begin_function("types", [Type(name, ()) for name in names], False)
        try:
            return operate("stack", [trace.wrap(value) for value in values], {"axis": 0})._type.dtype
        except ProgramError:
            raise ArgumentError(f"{' and '.join(names)} have no common type: convert one by sg.astype") from None
        finally:
            trace.builder.abandon_function()


def result_type(*arrays_and_dtypes: Any) -> np.dtype:
    """Returns the type of an operation on these arrays, types and numbers. A number takes the type
    of the arrays.

    Raises ArgumentError if there is no common type.

        >>> sg.result_type(sg.int8, sg.uint8)
        dtype('int16')
    """
    numbers = [one for one in arrays_and_dtypes if type(one) in NUMBERS]
    names = [_dtype_name(one) for one in arrays_and_dtypes if type(one) not in NUMBERS]
    if not names:
        raise ArgumentError("result_type needs an array or a type")
    result = dtype_of(_promote(tuple(names)) if len(names) > 1 else names[0])
    for number in numbers:  # a complex number makes floats complex
        result = array_of_number(number, result.name).dtype if type(number) is complex else result
        array_of_number(number, result.name)  # for its errors
    return result


def can_cast(from_: Any, to: Any, /) -> builtins.bool:
    """Returns True if the promotion of a type, or of the type of an array, with `to` gives `to`."""
    target = name_of(to)
    try:
        return _promote((_dtype_name(from_), target)) == target
    except ArgumentError:
        return False


def astype(x: Any, dtype: Any, *, copy: builtins.bool = True, device: Any = None) -> Any:
    """Returns x with converted elements. Floats are rounded to nearest; as integers they are rounded
    to zero and clamped to the range, and NaN is 0. Integers wrap around. As bool, a number is true
    unless it is 0. If `copy` is false, an array that has the type already is returned itself.

    Derivative: dx, converted, from float to float.
    """
    check_device(device)
    if not copy and getattr(x, "dtype", None) == dtype_of(name_of(dtype)):
        return x
    return ops.astype(x, dtype)
