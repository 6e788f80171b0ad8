"""Builders of modules (sg-c/Build.h)."""

import ctypes
import functools
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_void_p
from typing import Any, Dict, List, NamedTuple, Sequence, Tuple, Union

import numpy as np

from ..errors import ArgumentError
from ..handles import Handle
from ..library import Request, library, raise_error
from .dtypes import CODES, NAMES


class _ArrayType(ctypes.Structure):
    _fields_ = [("dtype", c_int32), ("rank", c_int32), ("sizes", POINTER(c_int64))]


class _Parameter(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("kind", c_int32),
        ("integer", c_int64),
        ("number", c_double),
        ("text", c_char_p),
        ("sizes", POINTER(c_int64)),
        ("size_count", c_size_t),
    ]


_VALUES, _TYPES = POINTER(c_int32), POINTER(_ArrayType)
_FALLIBLE = {
    "sgBuilderCreate": [POINTER(c_void_p)],
    "sgBuilderFinish": [c_void_p, POINTER(c_void_p)],
    "sgBuilderSetLocation": [c_void_p, c_char_p, c_int32, c_int32],
    "sgBuilderPrintSize": [c_void_p, c_int64, POINTER(c_void_p)],
    "sgBuildSymbol": [c_void_p, c_char_p, POINTER(c_int64)],
    "sgBuildSize": [c_void_p, c_char, c_int64, c_int64, POINTER(c_int64)],
    "sgBuildSizeValue": [c_void_p, c_int64, _VALUES],
    "sgBuildConstant": [c_void_p, _TYPES, c_void_p, _VALUES],
    "sgBuildOperation": [
        c_void_p, c_char_p, _VALUES, c_size_t, POINTER(_Parameter), c_size_t, _VALUES, _VALUES,
    ],
    "sgBuildBeginFunction": [c_void_p, c_char_p, _TYPES, c_size_t, c_int, _VALUES],
    "sgBuildNameArgument": [c_void_p, c_int32, c_char_p],
    "sgBuildEndFunction": [c_void_p, _VALUES, c_size_t, _VALUES],
    "sgBuildAbandonFunction": [c_void_p],
    "sgBuildCall": [c_void_p, c_int32, _VALUES, c_size_t, _VALUES, _VALUES],
    "sgBuildDerivative": [c_void_p, c_int32, POINTER(Request), _VALUES, c_size_t, _VALUES, _VALUES],
    "sgBuildSetVJP": [c_void_p, c_int32, c_int32, c_int32],
    "sgBuildSetJVP": [c_void_p, c_int32, c_int32],
    "sgBuildBeginIf": [c_void_p, c_int32],
    "sgBuildBeginElse": [c_void_p, _VALUES, c_size_t],
    "sgBuildBeginFor": [c_void_p, c_int32, c_int32, _VALUES, c_size_t, _VALUES],
    "sgBuildBeginWhile": [c_void_p, _VALUES, c_size_t, _VALUES],
    "sgBuildBeginWhileBody": [c_void_p, c_int32, _VALUES],
    "sgBuildBeginCheckpoint": [c_void_p],
    "sgBuildEnd": [c_void_p, _VALUES, c_size_t, _VALUES, _VALUES],
}  # fmt: skip
_OTHERS = {
    "sgBuilderGetDType": (c_int32, [c_void_p, c_int32]),
    "sgBuilderGetRank": (c_int32, [c_void_p, c_int32]),
    "sgBuilderGetSize": (c_int64, [c_void_p, c_int32, c_int32]),
    "sgBuilderGetFunctionName": (c_char_p, [c_void_p, c_int32]),
    "sgBuilderDestroy": (None, [c_void_p]),
}

# Sizes up to this number are symbolic (SG_SYMBOLIC_SIZE).
SYMBOLIC = -(1 << 32)


class Type(NamedTuple):
    """The type of an array. A size is an integer, or the number of a symbolic size."""

    dtype: str
    sizes: Tuple[int, ...]


class DType(str):
    """A parameter that is an element type."""


@functools.lru_cache(maxsize=None)
def _library() -> ctypes.CDLL:
    loaded = library()
    for name, types in _FALLIBLE.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = c_void_p, types
    for name, (result, types) in _OTHERS.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, types
    return loaded


def _integers(numbers: Sequence[int]) -> Any:
    return (c_int64 * len(numbers))(*numbers)


def _values(numbers: Sequence[int]) -> Any:
    return (c_int32 * len(numbers))(*numbers)


def _types(types: Sequence[Type]) -> Any:
    return (_ArrayType * len(types))(
        *[_ArrayType(CODES[one.dtype], len(one.sizes), _integers(one.sizes)) for one in types]
    )


def _parameter(name: str, value: Any) -> _Parameter:
    one = _Parameter(name.encode())
    if value is None:
        one.kind = 0
    elif isinstance(value, bool):
        one.kind, one.integer = 1, value
    elif isinstance(value, DType):
        one.kind, one.integer = 5, CODES[value]
    elif isinstance(value, str):
        one.kind, one.text = 4, value.encode()
    elif isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise ArgumentError(f"{name} is {value}, which has more than 64 bits")
        one.kind, one.integer = 2, value
    elif isinstance(value, float):
        one.kind, one.number = 3, value
    else:
        one.kind, one.sizes, one.size_count = 6, _integers(value), len(value)
    return one


class Builder:
    """A module that is being built. A value, a function and a symbolic size are numbers."""

    def __init__(self) -> None:
        address = c_void_p()
        self._library = _library()
        self._check(self._library.sgBuilderCreate(byref(address)))
        assert address.value is not None
        self._handle = Handle(address.value, "sgBuilderDestroy")
        self._address = address.value
        self._location: Any = None
        self._result_types: Dict[int, List[Type]] = {}

    @staticmethod
    def _check(error: Any) -> None:
        if error:
            raise_error(error)

    def finish(self) -> Handle:
        """Returns the module."""
        address = c_void_p()
        self._check(self._library.sgBuilderFinish(self._address, byref(address)))
        assert address.value is not None
        return Handle(address.value, "sgModuleDestroy")

    def set_location(self, file: str, line: int, column: int) -> None:
        if self._location != (file, line, column):
            self._location = file, line, column
            self._check(self._library.sgBuilderSetLocation(self._address, file.encode(), line, column))

    # Sizes

    def symbol(self, name: str) -> int:
        size = c_int64()
        self._check(self._library.sgBuildSymbol(self._address, name.encode(), byref(size)))
        return size.value

    def size(self, operation: str, x: int, y: int) -> int:
        size = c_int64()
        self._check(self._library.sgBuildSize(self._address, operation.encode(), x, y, byref(size)))
        return size.value

    def print_size(self, size: int) -> str:
        text = c_void_p()
        self._check(self._library.sgBuilderPrintSize(self._address, size, byref(text)))
        assert text.value is not None
        try:
            return ctypes.string_at(text.value).decode()
        finally:
            self._library.sgFree(text)

    def size_value(self, size: int) -> int:
        value = c_int32()
        self._check(self._library.sgBuildSizeValue(self._address, size, byref(value)))
        return value.value

    # Arrays

    def type_of(self, value: int) -> Type:
        rank = self._library.sgBuilderGetRank(self._address, value)
        sizes = tuple(self._library.sgBuilderGetSize(self._address, value, axis) for axis in range(rank))
        return Type(NAMES[self._library.sgBuilderGetDType(self._address, value)], sizes)

    def constant(self, array: np.ndarray, dtype: str) -> int:
        """Builds a constant. `array` has the NumPy dtype of `dtype`."""
        array = np.array(array, order="C")  # ascontiguousarray would add an axis to a scalar
        value = c_int32()
        type_ = _types([Type(dtype, array.shape)])
        self._check(self._library.sgBuildConstant(self._address, type_, array.ctypes.data, byref(value)))
        return value.value

    def operation(self, name: str, arrays: Sequence[int], parameters: Any) -> List[int]:
        """Builds an operation. Returns its results."""
        listed = [_parameter(key, value) for key, value in parameters.items()]
        return self._results(
            self._library.sgBuildOperation,
            name.encode(),
            _values(arrays),
            len(arrays),
            (_Parameter * len(listed))(*listed),
            len(listed),
        )

    def _results(self, function: Any, *arguments: Any) -> List[int]:
        first, count = c_int32(), c_int32()
        self._check(function(self._address, *arguments, byref(first), byref(count)))
        return list(range(first.value, first.value + count.value))

    # Functions

    def begin_function(self, name: str, types: Sequence[Type], is_public: bool) -> List[int]:
        first = c_int32()
        arguments = name.encode(), _types(types), len(types), is_public
        self._check(self._library.sgBuildBeginFunction(self._address, *arguments, byref(first)))
        return list(range(first.value, first.value + len(types)))

    def name_argument(self, argument: int, name: str) -> None:
        """Names an argument of a function, for reports and messages."""
        self._check(self._library.sgBuildNameArgument(self._address, argument, name.encode()))

    def end_function(self, results: Sequence[int]) -> int:
        function = c_int32()
        types = [self.type_of(result) for result in results]
        self._check(
            self._library.sgBuildEndFunction(self._address, _values(results), len(results), byref(function))
        )
        self._result_types[function.value] = types
        return function.value

    def result_types(self, function: int) -> List[Type]:
        return self._result_types[function]

    def abandon_function(self) -> None:
        self._check(self._library.sgBuildAbandonFunction(self._address))

    def name_of(self, function: int) -> str:
        name: bytes = self._library.sgBuilderGetFunctionName(self._address, function)
        return name.decode()

    def call(self, function: int, arguments: Sequence[int]) -> List[int]:
        return self._results(self._library.sgBuildCall, function, _values(arguments), len(arguments))

    def derivative(
        self, function: int, mode: int, wrt: Sequence[int], operands: Sequence[int], strict: bool, strong_zero: bool
    ) -> List[int]:
        request = Request(mode, None, _integers(wrt), len(wrt), None, 0, None, strict, strong_zero)
        return self._results(
            self._library.sgBuildDerivative, function, byref(request), _values(operands), len(operands)
        )

    def set_vjp(self, function: int, forward: int, backward: int) -> None:
        self._check(self._library.sgBuildSetVJP(self._address, function, forward, backward))

    def set_jvp(self, function: int, jvp: int) -> None:
        self._check(self._library.sgBuildSetJVP(self._address, function, jvp))

    # Control flow

    def begin_if(self, condition: int) -> None:
        self._check(self._library.sgBuildBeginIf(self._address, condition))

    def begin_else(self, results: Sequence[int]) -> None:
        self._check(self._library.sgBuildBeginElse(self._address, _values(results), len(results)))

    def begin_for(self, begin: int, end: int, carry: Sequence[int]) -> List[int]:
        first = c_int32()
        arguments = begin, end, _values(carry), len(carry)
        self._check(self._library.sgBuildBeginFor(self._address, *arguments, byref(first)))
        return list(range(first.value, first.value + 1 + len(carry)))

    def begin_while(self, carry: Sequence[int]) -> List[int]:
        first = c_int32()
        self._check(self._library.sgBuildBeginWhile(self._address, _values(carry), len(carry), byref(first)))
        return list(range(first.value, first.value + len(carry)))

    def begin_while_body(self, condition: int, count: int) -> List[int]:
        first = c_int32()
        self._check(self._library.sgBuildBeginWhileBody(self._address, condition, byref(first)))
        return list(range(first.value, first.value + count))

    def begin_checkpoint(self) -> None:
        self._check(self._library.sgBuildBeginCheckpoint(self._address))

    def end(self, results: Sequence[int]) -> List[int]:
        """Ends the innermost branch, loop or checkpoint. Returns its results."""
        return self._results(self._library.sgBuildEnd, _values(results), len(results))


Parameter = Union[None, bool, int, float, str, DType, Sequence[int]]
