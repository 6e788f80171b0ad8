"""Conversion of Python arrays to the arrays of a call and back, without copies."""

import ctypes
import importlib
import math
import re
import sys
import weakref
from ctypes import c_int32, c_int64, c_void_p
from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np

from .errors import ArgumentError, Error
from .library import Array, call, library

# The description of an array for a call, and the objects that must outlive the call.
Described = Tuple[Array, Any]

# Maps enum sg_type to NumPy's names.
DTYPES = {
    1: "bool",
    2: "int8",
    3: "int16",
    4: "int32",
    5: "int64",
    16: "float16",
    18: "float32",
    19: "float64",
    48: "complex64",
    49: "complex128",
}
OTHER_DTYPES = {  # types that NumPy lacks, by the names of ml_dtypes
    17: "bfloat16",
    32: "float8_e5m2",
    33: "float8_e4m3",
    34: "float8_e4m3fn",
    35: "float8_e5m2fnuz",
    36: "float8_e4m3fnuz",
    37: "float8_e4m3b11fnuz",
    38: "float8_e3m4",
    39: "float8_e8m0fnu",
}
CODES = {name: code for code, name in {**DTYPES, **OTHER_DTYPES}.items()}
# MLIR's integers are signless.
CODES.update({f"uint{bits}": CODES[f"int{bits}"] for bits in (8, 16, 32, 64)})


def dtype_name(code: int) -> str:
    return DTYPES.get(code) or OTHER_DTYPES[code]


def dtype_of(code: int) -> np.dtype:
    """Returns the NumPy dtype of a code. Types that NumPy lacks come from ml_dtypes."""
    return dtype_named(dtype_name(code))


def dtype_named(name: str) -> np.dtype:
    """Returns the dtype with a name in `CODES`."""
    if name not in OTHER_DTYPES.values():
        return np.dtype(name)
    try:
        ml_dtypes = importlib.import_module("ml_dtypes")
    except ImportError:
        raise Error(f"NumPy has no {name}: install ml_dtypes, or pass memory for the result in 'out'") from None
    dtype: np.dtype = np.dtype(getattr(ml_dtypes, name))
    return dtype


# The names of the types in MLIR.
_ELEMENTS = {"i1": 1, "index": 5, "f16": 16, "bf16": 17, "f32": 18, "f64": 19, "complex<f32>": 48, "complex<f64>": 49}
_ELEMENTS.update({f"i{bits}": CODES[f"int{bits}"] for bits in (8, 16, 32, 64)})
_ELEMENTS.update({name.replace("float8_", "f8").lower(): code for code, name in OTHER_DTYPES.items() if code != 17})


def code_of(mlir_type: str) -> Optional[int]:
    """Returns the code of the element type of a type in MLIR syntax, or None if unsupported."""
    match = re.fullmatch(r"(?:tensor<(?:(?:\d+|\?)x)*)?(complex<\w+>|\w+).*", mlir_type)
    return _ELEMENTS.get(match[1].lower()) if match else None


def _integers(numbers: Sequence[int]) -> Any:
    return (c_int64 * len(numbers))(*numbers)


def _describe_numpy(array: np.ndarray, label: str) -> Described:
    if not array.dtype.isnative or array.dtype.name not in CODES:
        raise ArgumentError(f"{label} has elements of {array.dtype}, which cannot be passed")
    size = array.dtype.itemsize
    if any(stride % size for stride in array.strides) or not array.flags.aligned:
        raise ArgumentError(f"{label} has unaligned elements: copy it, for example by numpy.ascontiguousarray")
    sizes = _integers(array.shape)
    strides = None if array.flags.c_contiguous else _integers([stride // size for stride in array.strides])
    native = Array(address_of(array), CODES[array.dtype.name], array.ndim, sizes, strides)
    return native, (array, sizes, strides)


_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype, _get_pointer.argtypes = c_void_p, [ctypes.py_object, ctypes.c_char_p]
_is_capsule = ctypes.pythonapi.PyCapsule_IsValid
_is_capsule.restype, _is_capsule.argtypes = ctypes.c_int, [ctypes.py_object, ctypes.c_char_p]


def _get_capsule(value: Any) -> Any:
    """Returns the DLPack capsule of `value`, versioned if `value` supports versions."""
    try:
        return value.__dlpack__(max_version=(1, 0))
    except TypeError:  # unversioned DLPack
        return value.__dlpack__()


def _is_torch(value: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def _describe_dlpack(value: Any, label: str, is_written: bool) -> Described:
    # DLPack exports the memory without the pending negation, which PyTorch does not check.
    if hasattr(value, "is_neg") and value.is_neg():
        raise ArgumentError(f"{label} is a tensor with a pending negation of PyTorch: pass its resolve_neg()")
    kind = type(value).__name__
    try:
        capsule = _get_capsule(value)
    except Exception as error:
        raise ArgumentError(f"{label}: {kind} cannot export a DLPack tensor: {error}") from error
    native, is_read_only = Array(), c_int32(0)
    try:
        if _is_capsule(capsule, b"dltensor_versioned"):
            address = _get_pointer(capsule, b"dltensor_versioned")
            call("sgArrayFromDLPackVersioned", address, ctypes.byref(native), ctypes.byref(is_read_only))
        elif _is_capsule(capsule, b"dltensor"):
            call("sgArrayFromDLPack", _get_pointer(capsule, b"dltensor"), ctypes.byref(native))
            # Unversioned capsules have no read-only flag, even for the immutable memory of JAX.
            is_read_only.value = not _is_torch(value)
        else:
            raise ArgumentError(f"{kind} gives {type(capsule).__name__}, which is not an unused DLPack tensor")
    except ArgumentError as error:
        raise ArgumentError(f"{label}: {error}") from None
    if is_written and is_read_only.value:
        raise ArgumentError(
            f"{label} is written to, but DLPack does not allow writes to {kind}: pass a copy made by numpy.array"
        )
    # The capsule owns the tensor until Python frees the capsule.
    return native, (value, capsule)


def _is_dlpack(value: Any) -> bool:
    return hasattr(value, "__dlpack__") and not isinstance(value, (np.ndarray, np.generic))


def _check_sign(value: Any, type_: Any, label: str) -> None:
    """Raises ArgumentError if the signedness of integers differs from the signedness in
    `type_`. Native code cannot report the mismatch, because MLIR's integers are signless."""
    given_dtype = str(getattr(value, "dtype", "")).rpartition(".")[2]  # PyTorch writes torch.uint8
    if type_.has_sign and given_dtype != type_.dtype and CODES.get(given_dtype) == type_.code:
        raise ArgumentError(f"{label} has elements of {given_dtype}, but the function has {type_.dtype}: convert it")


def describe_argument(value: Any, type_: Any, position: int) -> Described:
    """Returns the description of `value` for a call, and the objects that must outlive the call."""
    label = f"argument {position}"
    _check_sign(value, type_, label)
    if _is_dlpack(value):
        return _describe_dlpack(value, label, type_.is_written)
    if not isinstance(value, (np.ndarray, np.generic)):
        # Convert numbers and nested lists, which have no element type, if no information is lost.
        wanted = dtype_named(type_.dtype)
        try:
            plain = np.asarray(value)
            kinds = {"b": "b", "i": "biu", "u": "biu", "c": "biufc"}.get(wanted.kind, "biuf")
            if plain.size and plain.dtype.kind not in kinds:
                raise TypeError(f"{plain.dtype} is no {wanted}")
            value = plain.astype(wanted)
            if wanted.kind in "iu" and plain.size and not np.array_equal(plain, value):
                raise OverflowError(f"a value is out of the range of {wanted}")
        except (TypeError, ValueError, OverflowError) as error:
            raise ArgumentError(f"{label} is not an array of {wanted.name}: {error}") from None
    value = np.asarray(value)
    if type_.is_written and not value.flags.writeable:
        raise ArgumentError(f"{label} is written to, but its array is read-only")
    return _describe_numpy(value, label)


def describe_result(value: Any, type_: Any, position: int) -> Described:
    """Returns the description of a caller-allocated result, and the objects that must outlive the
    call."""
    label = f"result {position}"
    _check_sign(value, type_, label)
    if _is_dlpack(value):
        return _describe_dlpack(value, label, is_written=True)
    if not isinstance(value, np.ndarray):
        raise ArgumentError(f"{label}: out has {type(value).__name__}, which is not an array")
    if not value.flags.writeable:
        raise ArgumentError(f"{label}: the array in out is read-only")
    return _describe_numpy(value, label)


def make_result(type_: Any) -> Described:
    """Returns the description of a new result, which the call allocates if a size is unknown."""
    dtype = dtype_named(type_.dtype)
    if None not in type_.shape:
        return _describe_numpy(np.empty(type_.shape, dtype), "result")
    sizes = _integers([0] * len(type_.shape))
    return Array(None, type_.code, len(type_.shape), sizes, None), (dtype, sizes)


def address_of(array: np.ndarray) -> int:
    """Returns the address of the first element. `array.ctypes.data` takes three times as long."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type]
    # The array is read-only, empty, or of an ml_dtypes type.
    except (TypeError, ValueError, BufferError):
        return array.ctypes.data


_adopted: Dict[int, Tuple[Any, int]] = {}  # id of a weak reference to a buffer -> the reference and the memory


def _free(reference: Any) -> None:
    library().sgFree(_adopted.pop(id(reference))[1])


def adopt_result(native: Array, dtype: np.dtype) -> np.ndarray:
    """Returns an array on memory that a call allocated. The memory is freed with the last view."""
    shape = tuple(native.sizes[: native.rank])
    if not native.data:
        return np.empty(shape, dtype)
    buffer = (ctypes.c_char * (math.prod(shape) * dtype.itemsize)).from_address(native.data)
    reference = weakref.ref(buffer, _free)
    _adopted[id(reference)] = reference, native.data
    return np.ndarray(shape, dtype, buffer)
