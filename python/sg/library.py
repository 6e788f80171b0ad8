"""The library libSGC.so and its functions (sg-c/SG.h)."""

import ctypes
import functools
import operator
import os
from ctypes import (
    POINTER,
    c_char_p,
    c_double,
    c_int,
    c_int32,
    c_int64,
    c_size_t,
    c_uint64,
    c_void_p,
)
from pathlib import Path
from typing import Any, Iterable, NoReturn, Optional, Tuple

from .errors import KINDS, ArgumentError, Error

NAME = "libSGC.so"


class Request(ctypes.Structure):
    _fields_ = [
        ("mode", c_int),
        ("function", c_char_p),
        ("wrt", POINTER(c_int64)),
        ("wrt_count", c_size_t),
        ("of", POINTER(c_int64)),
        ("of_count", c_size_t),
        ("name", c_char_p),
        ("is_strict", c_int),
        ("has_strong_zero", c_int),
    ]


class CompileOptions(ctypes.Structure):
    _fields_ = [("threads", c_int32), ("donated", POINTER(c_int64)), ("donated_count", c_size_t), ("cache", c_char_p)]


class Type(ctypes.Structure):
    _fields_ = [("type", c_int32), ("rank", c_int32), ("sizes", POINTER(c_int64)), ("is_written", c_int32)]


class Array(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("type", c_int32),
        ("rank", c_int32),
        ("sizes", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
    ]


class CheckOptions(ctypes.Structure):
    _fields_ = [
        ("wrt", POINTER(c_int64)),
        ("wrt_count", c_size_t),
        ("order", c_int32),
        ("directions", c_int32),
        ("seed", c_uint64),
        ("time_limit", c_double),
        ("has_strong_zero", c_int),
        ("is_cancelled", POINTER(c_int32)),
    ]


class DirectionCheck(ctypes.Structure):
    _fields_ = [
        ("verdict", c_int32),
        ("forward", c_double),
        ("reverse", c_double),
        ("differences", c_double),
        ("distance", c_double),
        ("direction", POINTER(c_double)),
        ("direction_size", c_size_t),
    ]


class IntegerInput(ctypes.Structure):
    _fields_ = [("argument", c_int32), ("value", c_int64)]


class ArgumentCheck(ctypes.Structure):
    _fields_ = [
        ("function", c_int32),
        ("argument", c_int32),
        ("directions", POINTER(DirectionCheck)),
        ("direction_count", c_size_t),
        ("worst", POINTER(DirectionCheck)),
        ("integers", POINTER(IntegerInput)),
        ("integer_count", c_size_t),
    ]


class WrongOp(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("file", c_char_p),
        ("line", c_int32),
        ("column", c_int32),
        ("message", c_char_p),
        ("forward", c_double),
        ("reverse", c_double),
        ("differences", c_double),
    ]


# Functions that return an SGError, with the types of their arguments.
FALLIBLE = {
    "sgArrayFromDLPack": [c_void_p, POINTER(Array)],
    "sgArrayFromDLPackVersioned": [c_void_p, POINTER(Array), POINTER(c_int32)],
    "sgCheckGradients": [c_void_p, c_char_p, POINTER(Array), c_int32, POINTER(CheckOptions), POINTER(c_void_p)],
    "sgExecutableCall": [c_void_p, POINTER(Array), c_int32, POINTER(Array), c_int32],
    "sgGetDefaultCache": [POINTER(c_void_p)],
    "sgModuleClone": [c_void_p, POINTER(c_void_p)],
    "sgModuleCompile": [c_void_p, c_char_p, POINTER(CompileOptions), POINTER(c_void_p)],
    "sgModuleDescribe": [c_void_p, POINTER(c_void_p)],
    "sgModuleDifferentiate": [c_void_p, POINTER(Request)],
    "sgModuleExpand": [c_void_p],
    "sgModuleParse": [c_char_p, c_size_t, c_char_p, POINTER(c_void_p)],
    "sgModuleParseFile": [c_char_p, c_char_p, POINTER(c_void_p)],
    "sgModulePrint": [c_void_p, c_int, POINTER(c_void_p)],
    "sgModuleReport": [c_void_p, POINTER(Request), c_int, POINTER(c_void_p)],
    "sgModuleRunPipeline": [c_void_p, c_char_p],
    "sgModuleTakeWarnings": [c_void_p, POINTER(c_void_p)],
}
# The other functions, with the types of their result and arguments.
INFALLIBLE = {
    "sgErrorDestroy": (None, [c_void_p]),
    "sgErrorGetKind": (c_int, [c_void_p]),
    "sgErrorGetMessage": (c_char_p, [c_void_p]),
    "sgExecutableDestroy": (None, [c_void_p]),
    "sgExecutableGetArgument": (POINTER(Type), [c_void_p, c_int32]),
    "sgExecutableGetArgumentCount": (c_int32, [c_void_p]),
    "sgExecutableGetResult": (POINTER(Type), [c_void_p, c_int32]),
    "sgExecutableGetResultCount": (c_int32, [c_void_p]),
    "sgExecutableTimeDependsOnValues": (c_int, [c_void_p]),
    "sgFree": (None, [c_void_p]),
    "sgGradientCheckAgrees": (c_int, [c_void_p]),
    "sgGradientCheckDestroy": (None, [c_void_p]),
    "sgGradientCheckGetArgument": (POINTER(ArgumentCheck), [c_void_p, c_size_t]),
    "sgGradientCheckGetArgumentCount": (c_size_t, [c_void_p]),
    "sgGradientCheckGetText": (c_char_p, [c_void_p]),
    "sgGradientCheckGetWrongOp": (POINTER(WrongOp), [c_void_p, c_size_t]),
    "sgGradientCheckGetWrongOpCount": (c_size_t, [c_void_p]),
    "sgModuleDestroy": (None, [c_void_p]),
    "sgVersion": (c_char_p, []),
    "sgXlaFfiCall": (c_void_p, [c_void_p]),
    "sgXlaFfiSetExecutable": (None, [c_int64, c_void_p]),
}


def _find() -> str:
    """Returns the path in SG_LIBRARY, the library of this package, or a name for the loader."""
    path = os.environ.get("SG_LIBRARY")
    if path:
        return path
    sibling = Path(__file__).resolve().parent / NAME
    return str(sibling) if sibling.exists() else NAME


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """Returns the library with typed functions. ctypes releases the GIL during calls."""
    path = _find()
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        raise Error(f"cannot load {path}: {error}; the variable SG_LIBRARY can name {NAME}") from None
    for name, types in FALLIBLE.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = c_void_p, types
    for name, (result, types) in INFALLIBLE.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, types
    return loaded


def call(name: str, *arguments: Any) -> None:
    """Calls a function that can fail and raises its error."""
    error = getattr(library(), name)(*arguments)
    if error:
        raise_error(error)


def raise_error(error: int) -> NoReturn:
    """Raises the exception for an SGError."""
    kind = library().sgErrorGetKind(error)
    message = library().sgErrorGetMessage(error).decode(errors="replace")
    library().sgErrorDestroy(error)
    raise KINDS[kind](message)


def call_for_bytes(name: str, *arguments: Any) -> bytes:
    """Returns the text that a function stores in its last argument, or an empty string."""
    text = c_void_p()
    call(name, *arguments, ctypes.byref(text))
    if not text.value:
        return b""
    try:
        return ctypes.string_at(text.value)
    finally:
        library().sgFree(text)


def cache_folder() -> bytes:
    """Returns the folder of the cache of native code, or an empty string for none."""
    return call_for_bytes("sgGetDefaultCache")


def integer(name: str, number: Any, minimum: int, maximum: int) -> int:
    """Returns `number` if it is an integer from `minimum` to `maximum`. Otherwise raises
    ArgumentError, because ctypes would drop the upper bits."""
    try:
        value = operator.index(number)
    except TypeError:
        raise ArgumentError(f"{name} is {number!r}, which is not an integer") from None
    if not minimum <= value <= maximum:
        raise ArgumentError(f"{name} is {value}; it is at least {minimum} and at most {maximum}")
    return value


def thread_count(threads: Any) -> int:
    return integer("threads", threads, 1, 4096)


def positions(name: str, numbers: Optional[Iterable[Any]]) -> Tuple[Any, int]:
    """Returns a pointer to the integers, and the count, which is 0 for None. Errors refer to the
    list as `name`."""
    # The library knows the number of arguments and refuses other positions.
    numbers = [integer(f"a position in {name}", number, -(2**63), 2**63 - 1) for number in numbers or ()]
    return (c_int64 * len(numbers))(*numbers), len(numbers)


def version() -> str:
    """Returns the version of the library, for example '0.1.0'."""
    text: bytes = library().sgVersion()
    return text.decode()
