"""Traced arrays: the arrays that a function of `sg.function` computes with."""

from typing import Any, List, Optional, Sequence, Union

import numpy as np

from ..errors import ArgumentError
from .devices import CPU, check_device
from .dtypes import Kind, complex_of, dtype_of, kind_of
from .location import error_positions
from .number_types import is_weak, number_types
from .sizes import Shape, Size, number_of_size, size_of_number
from .trace import Trace, active_trace

# Maps attributes of NumPy's arrays that have other names in this package.
_INSTEAD_OF = {
    "dot": "x @ y",
    "flatten": "x.reshape(-1)",
    "ravel": "x.reshape(-1)",
    "transpose": "x.T or sg.permute_dims",
}


class Array:
    """An array of a traced function. It has a type and a shape, and operations on it are recorded.

    `dtype` is the NumPy dtype of the elements, `shape` a tuple of sizes, and `ndim` their number.
    """

    __slots__ = ("_trace", "_value", "_type", "_scope", "__weakref__")

    def __init__(self, trace: Trace, value: int):
        self._trace, self._value, self._scope = trace, value, trace.scope
        self._type = trace.builder.type_of(value)

    @property
    def dtype(self) -> np.dtype:
        """The NumPy dtype of the elements."""
        return dtype_of(self._type.dtype)

    @property
    def shape(self) -> Shape:
        """The sizes, which are integers or symbolic."""
        return tuple(size_of_number(self._trace, size) for size in self._type.sizes)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self._type.sizes)

    @property
    def size(self) -> Union[int, Size]:
        """The number of elements."""
        product: Union[int, Size] = 1
        for size in self.shape:
            product = product * size
        return product

    def __repr__(self) -> str:
        sizes = ", ".join(map(str, self.shape))
        return f"<sg.Array {self._type.dtype}[{sizes}]>"

    def _refuse(self, *_: Any) -> Any:
        raise ArgumentError(
            f"{self!r} has no value while the function is traced: use sg.where, sg.cond, sg.while_loop or "
            "sg.fori_loop instead of if, while and for, and NumPy outside of the function"
        )

    __bool__ = __int__ = __index__ = __float__ = __complex__ = __array__ = _refuse

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("an array of rank 0 has no length")
        size = self.shape[0]
        return size if isinstance(size, int) else size.__index__()

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        # NumPy's arrays and scalars call this method for their operators.
        if method == "__call__" and not keywords and ufunc.__name__ in _UFUNCS:
            return operate(_UFUNCS[ufunc.__name__], list(inputs), {})
        return self._refuse_numpy(ufunc)

    def __array_function__(self, function: Any, *_: Any) -> Any:
        return self._refuse_numpy(function)

    def _refuse_numpy(self, function: Any) -> Any:
        import sg

        name = function.__name__
        advice = f"use sg.{name}" if name in sg.__all__ else "docs/ArrayOperations.md lists the operations of sg"
        raise ArgumentError(f"{self!r} has no value for numpy.{name} while the function is traced: {advice}")

    # An array is compared by elements, and is no key.
    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, index: Any) -> "Array":
        """Returns x[index] as in NumPy. The index has integers, slices, None, an ellipsis and arrays of
        integers."""
        from .indexing import get_item

        return get_item(self, index)

    def __getattr__(self, name: str) -> Any:
        import sg

        advice = _INSTEAD_OF.get(name) or (f"sg.{name}(x)" if name in sg.__all__ else None)
        instead = f": use {advice}" if advice else ""
        raise AttributeError(f"an array x of a traced function has no attribute {name}{instead}")

    def __setitem__(self, index: Any, value: Any) -> None:
        raise ArgumentError("arrays of a traced function cannot be changed: use x = x.at[index].set(value)")

    @property
    def at(self) -> Any:
        """Updates of elements: `x.at[index].set(y)`, `.add(y)`, `.multiply(y)`, `.min(y)` and
        `.max(y)` return a new array."""
        from .indexing import At

        return At(self)

    @property
    def T(self) -> "Array":
        """The transpose of a matrix."""
        if self.ndim != 2:
            raise ArgumentError(f"x.T needs rank 2, not {self.ndim}: use sg.permute_dims or x.mT")
        return operate("matrix_transpose", [self], {})

    @property
    def real(self) -> "Array":
        """The real parts, as `sg.real`."""
        real: Array = operate("real", [self], {})
        return real

    @property
    def imag(self) -> "Array":
        """The imaginary parts, as `sg.imag`."""
        imag: Array = operate("imag", [self], {})
        return imag

    @property
    def mT(self) -> "Array":
        """The array with the last two axes exchanged."""
        return operate("matrix_transpose", [self], {})

    @property
    def device(self) -> str:
        """The device of the standard: the CPU."""
        return CPU

    def to_device(self, device: Any, /, *, stream: Any = None) -> "Array":
        """Returns the array. The device must be the CPU."""
        check_device(device)
        return self

    def __array_namespace__(self, /, *, api_version: Optional[str] = None) -> Any:
        """Returns the module `sg`, for libraries that use the Python array API standard.

        Raises ArgumentError for a version of the standard that is newer than that of `sg`.
        """
        from .namespace import find_namespace

        return find_namespace(api_version)

    def astype(self, dtype: Any) -> "Array":
        """Returns the array with converted elements, as `sg.astype`."""
        from .dtypes import name_of
        from .builder import DType

        return operate("astype", [self], {"dtype": DType(name_of(dtype))})

    def reshape(self, *shape: Any) -> "Array":
        """Returns the array with other sizes, as `sg.reshape`."""
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = tuple(shape[0])
        return operate("reshape", [self], {"shape": [number_of_size(size) for size in shape]})

    def sum(self, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> "Array":
        """Returns the sum along axes, as `sg.sum`."""
        from . import operations

        result: Array = operations.sum(self, axis=axis, dtype=dtype, keepdims=keepdims)
        return result

    def mean(self, axis: Any = None, keepdims: bool = False) -> "Array":
        """Returns the mean along axes, as `sg.mean`."""
        from . import operations

        result: Array = operations.mean(self, axis=axis, keepdims=keepdims)
        return result

    def max(self, axis: Any = None, keepdims: bool = False) -> "Array":
        """Returns the largest elements along axes, as `sg.max`."""
        from . import operations

        result: Array = operations.max(self, axis=axis, keepdims=keepdims)
        return result

    def min(self, axis: Any = None, keepdims: bool = False) -> "Array":
        """Returns the smallest elements along axes, as `sg.min`."""
        from . import operations

        result: Array = operations.min(self, axis=axis, keepdims=keepdims)
        return result


def constant(trace: Trace, array: np.ndarray, dtype: str) -> Array:
    return Array(trace, trace.builder.constant(np.asarray(array, dtype_of(dtype)), dtype))


_SCALARS = {bool: Kind.BOOL, int: Kind.INTEGER, float: Kind.FLOAT, complex: Kind.COMPLEX}
_ORDER = (Kind.INTEGER, Kind.FLOAT, Kind.COMPLEX)
# Operations whose results have the type that the call names.
_TYPED = {"astype", "bitcast"}
_DEFAULT = {Kind.BOOL: "bool", Kind.INTEGER: "int64", Kind.FLOAT: "float64", Kind.COMPLEX: "complex128"}


def array_of_number(number: Any, like: Optional[str]) -> np.ndarray:
    """Returns a Python number as an array of rank 0 of the type `like`, or of the widest type of its
    kind.

    By the rules of the array API standard, a complex number makes floats complex.

    Raises ArgumentError if the kind of the number otherwise exceeds that of the type, or if the
    number is out of range.
    """
    kind = _SCALARS[type(number)]
    if like is None:
        return np.asarray(number, _DEFAULT[kind])
    like = _make_complex(like, kind)
    _check_kind(repr(number), kind, like)
    if kind_of(like) is Kind.INTEGER:
        limits = np.iinfo(dtype_of(like))
        if not limits.min <= number <= limits.max:
            raise ArgumentError(f"the number {number} is out of the range of {like}")
    return np.asarray(number, dtype_of(like))


def _make_complex(like: str, kind: Kind) -> str:
    """Returns the complex type of a float type for a complex number, and other types unchanged."""
    return complex_of(like) if kind is Kind.COMPLEX and kind_of(like) is Kind.FLOAT else like


def _check_kind(number: str, kind: Kind, like: str) -> None:
    """Raises ArgumentError if the kind of a number exceeds that of the type `like`."""
    target = kind_of(like)
    if kind == target or (kind in _ORDER and target in _ORDER and _ORDER.index(kind) < _ORDER.index(target)):
        return
    raise ArgumentError(
        f"the number {number} does not fit to elements of type {like}: convert the array with astype, or the number "
        "with sg.asarray"
    )


def convert(trace: Trace, value: Any, like: Optional[str] = None) -> Array:
    """Returns a traced array for `value`: a traced array, a NumPy array, a list, or a number, which
    gets the type `like`. A number without a type is weak."""
    if isinstance(value, Array):
        if value._trace is not trace and value._scope.is_open:
            raise ArgumentError(
                f"{value!r} belongs to another traced function: pass it as an argument, and return results "
                "instead of storing them"
            )
        if not value._scope.is_open:
            raise ArgumentError(f"{value!r} was computed in {value._scope.what}, which has ended: return it from there")
        if like is None or like == value._type.dtype or not is_weak(value):
            return value
        kind = kind_of(value._type.dtype)
        like = _make_complex(like, kind)
        _check_kind(repr(value), kind, like)
        return value.astype(like)
    if type(value) in _SCALARS:
        array = array_of_number(value, like)
        number = constant(trace, array, array.dtype.name)
        if like is None and type(value) is not bool:
            trace.weak.add(number._value)
        return number
    if isinstance(value, Size):
        if value._trace is not trace:
            raise ArgumentError(f"the size {value} belongs to another traced function")
        # Like a Python integer, a size gets the type of the array.
        size = Array(trace, trace.builder.size_value(value._number))
        return size if like is None or kind_of(like) is Kind.BOOL else size.astype(like)
    if isinstance(value, (list, tuple)) and any(isinstance(one, (Array, Size)) for one in value):
        return operate("stack", list(value), {"axis": 0})
    if not isinstance(value, (np.ndarray, np.generic, list, tuple)):
        try:
            value = np.from_dlpack(value)
        except (TypeError, AttributeError, BufferError):
            raise ArgumentError(f"{type(value).__name__} cannot be converted to an array") from None
    array = np.asarray(value)
    from .dtypes import name_of

    return constant(trace, array, name_of(array.dtype))


def find_trace(values: Sequence[Any]) -> Optional[Trace]:
    """Returns the trace to which an operation on `values` belongs, or None if no value is traced
    and no function is being traced."""
    for value in values:
        if isinstance(value, (Array, Size)):
            return value._trace
    return active_trace()


def _evaluate(name: str, values: Sequence[Any], parameters: Any) -> List[Any]:
    from .eager import evaluate

    for value in values:
        if isinstance(value, (Array, Size)):
            raise ArgumentError(f"{value!r} belongs to a traced function that has ended: return it from there")
    return evaluate(name, values, parameters)


def operate_all(name: str, values: Sequence[Any], parameters: Any) -> List[Any]:
    """Applies an operation and returns its results: traced arrays, or NumPy arrays outside of
    traced functions."""
    if name == "pow" and type(values[1]) is int and not type(values[0]) is bool:
        # Multiplications are faster than powers, and exact for small integers.
        name, values, parameters = "integer_pow", values[:1], {"n": values[1]}
    if active_trace() is None:
        with error_positions():
            return _evaluate(name, values, parameters)
    trace = find_trace(values)
    assert trace is not None
    trace.locate()
    arrays = [convert(trace, value, like) for value, like in zip(values, number_types(name, values))]
    operands = [array._value for array in arrays]
    results = [Array(trace, result) for result in trace.builder.operation(name, operands, parameters)]
    if values and name not in _TYPED and all(is_weak(value) or type(value) in _SCALARS for value in values):
        trace.weak.update(result._value for result in results if result._type.dtype != "bool")
    return results


def operate(name: str, values: Sequence[Any], parameters: Any) -> Array:
    """Applies an operation with one result. Outside of traced functions the result is a NumPy array,
    which has the operators of an Array."""
    result: Array = operate_all(name, values, parameters)[0]
    return result


# Maps NumPy's functions for operators to operations.
_UFUNCS = {
    "add": "add", "subtract": "subtract", "multiply": "multiply", "divide": "divide", "true_divide": "divide",
    "floor_divide": "floor_divide", "remainder": "remainder", "power": "pow", "matmul": "matmul",
    "bitwise_and": "bitwise_and", "bitwise_or": "bitwise_or", "bitwise_xor": "bitwise_xor",
    "left_shift": "bitwise_left_shift", "right_shift": "bitwise_right_shift", "equal": "equal",
    "not_equal": "not_equal", "less": "less", "less_equal": "less_equal", "greater": "greater",
    "greater_equal": "greater_equal",
}  # fmt: skip


def _add_operators() -> None:
    binary = {
        "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
        "mod": "remainder", "pow": "pow", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or",
        "xor": "bitwise_xor", "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift",
    }  # fmt: skip
    compare = {
        "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal",
    }  # fmt: skip

    def define(method: str, name: str, is_reflected: bool = False) -> None:
        def binary_operator(self: Array, other: Any) -> Any:
            if isinstance(other, (list, dict, str, type(None))):
                return NotImplemented
            return operate(name, [other, self] if is_reflected else [self, other], {})

        binary_operator.__name__ = method
        setattr(Array, method, binary_operator)

    for method, name in binary.items():
        define(f"__{method}__", name)
        define(f"__r{method}__", name, is_reflected=True)
    for method, name in compare.items():
        define(f"__{method}__", name)
    for method, name in {"neg": "negative", "pos": "positive", "abs": "abs", "invert": "bitwise_invert"}.items():
        setattr(Array, f"__{method}__", lambda self, name=name: operate(name, [self], {}))


_add_operators()
