"""Calls that reuse array descriptions.

A call passes an address, an element type and sizes for each array. For contiguous arrays of the
function's types, only the addresses differ between calls. A frame keeps the other fields.
"""

import sys
from ctypes import POINTER, addressof, c_bool, c_double, c_int64, cast
from typing import Any, Dict, List, Optional, Sequence

import numpy as np

from .arrays import address_of, adopt_result, dtype_named
from .errors import Error
from .library import Array

# Numbers of Python that are copied to memory of the frame: dtype -> type, type of the memory.
_NUMBERS: Dict[str, Any] = {"bool": (bool, c_bool), "int64": (int, c_int64), "float64": (float, c_double)}


def _read_dtype(name: str) -> Optional[np.dtype]:
    try:
        return dtype_named(name)
    except Error:  # ml_dtypes is not installed
        return None


_torch_dtypes: Dict[np.dtype, Any] = {}  # NumPy dtype -> PyTorch dtype


def _is_plain_tensor(value: Any, dtype: Optional[np.dtype]) -> bool:
    torch = sys.modules.get("torch")
    if torch is None or dtype is None or type(value) is not torch.Tensor:
        return False
    if dtype not in _torch_dtypes:
        _torch_dtypes[dtype] = getattr(torch, dtype.name, None)
    return (
        value.dtype is _torch_dtypes[dtype]
        and value.is_cpu
        and value.layout is torch.strided
        and not value.requires_grad
        and value.is_contiguous()
        and not value.is_neg()
        and not value.is_conj()
    )


class _Description:
    """The description of an array in a frame. `shape` has None for a dynamic size. `scalar` keeps
    the memory of a NumPy scalar."""

    __slots__ = ("native", "dtype", "shape", "sizes", "is_static", "is_written", "number", "number_type", "scalar")
    dtype: Any
    number: Any
    number_type: Any

    def __init__(self, native: Array, type_: Any):
        self.native, self.shape, self.is_written = native, tuple(type_.shape), type_.is_written
        self.is_static = None not in self.shape
        self.dtype = _read_dtype(type_.dtype)
        self.sizes = (c_int64 * len(self.shape))(*[0 if size is None else size for size in self.shape])
        native.type, native.rank, native.sizes = type_.code, len(self.shape), cast(self.sizes, POINTER(c_int64))
        native.data = native.strides = None
        self.number_type = self.number = None
        if not self.shape and not type_.is_written and type_.dtype in _NUMBERS:
            self.number_type, memory = _NUMBERS[type_.dtype]
            self.number = memory()

    def update(self, value: Any) -> bool:
        """Sets the address and the sizes. Returns False if `value` has another type or layout."""
        if type(value) is not np.ndarray and isinstance(value, np.generic):
            value = self.scalar = np.asarray(value)
        if type(value) is np.ndarray:
            flags = value.flags
            if value.dtype != self.dtype or not flags.c_contiguous or not flags.aligned:
                return False
            if self.is_written and not flags.writeable:
                return False
            address = address_of(value)
        elif type(value) is self.number_type:
            return self._update_number(value)
        elif _is_plain_tensor(value, self.dtype):
            address = value.data_ptr()
        else:
            return False
        if value.shape != self.shape and not self._update_sizes(value.shape):
            return False
        if not address:  # empty tensors of PyTorch have no memory
            return False
        self.native.data = address
        return True

    def _update_sizes(self, shape: Any) -> bool:
        if self.is_static or len(shape) != len(self.shape):
            return False
        for size, expected in zip(shape, self.shape):
            if expected is not None and size != expected:
                return False
        self.sizes[:] = shape
        return True

    def _update_number(self, value: Any) -> bool:
        if type(value) is int and not -(2**63) <= value < 2**63:
            return False
        self.number.value = value
        self.native.data = addressof(self.number)
        return True


class CallFrame:
    """The array descriptions of a call. `arguments` and `results` are types of a function. A frame
    serves one call at a time."""

    def __init__(self, arguments: Sequence[Any], results: Sequence[Any]):
        self.inputs = (Array * len(arguments))()
        self.outputs = (Array * len(results))()
        self._arguments = [_Description(*pair) for pair in zip(self.inputs, arguments)]
        self._results = [_Description(*pair) for pair in zip(self.outputs, results)]

    def describe_arguments(self, values: Sequence[Any]) -> bool:
        """Describes the arguments. Returns False unless each argument is a NumPy array or a host
        tensor of PyTorch with the type in the function, or a number of Python whose type is the
        widest of its kind."""
        for value, description in zip(values, self._arguments):
            if not description.update(value):
                return False
        return True

    def describe_results(self, out: Optional[Sequence[Any]]) -> Optional[List[Any]]:
        """Describes the results. Returns the arrays in `out` or new arrays, with None for each
        result of unknown size, which the call allocates. Returns None if `out` needs new
        descriptions."""
        arrays: List[Any] = []
        for i, description in enumerate(self._results):
            value = out[i] if out is not None and i < len(out) else None
            if value is not None:
                if not description.update(value):
                    return None
            elif description.dtype is None:
                return None
            elif description.is_static:
                value = np.empty(description.shape, description.dtype)
                description.native.data = address_of(value)
            else:
                description.native.data = None
            arrays.append(value)
        return arrays if out is None or len(out) == len(arrays) else None

    def adopt(self, arrays: List[Any], out: Optional[Sequence[Any]]) -> List[Any]:
        """Returns the results after the call. `arrays` is the result of `describe_results`."""
        values = [
            (adopt_result(one.native, one.dtype) if value is None else value)[()]
            for value, one in zip(arrays, self._results)
        ]
        if out is not None:
            values = [value if out_array is None else out_array for out_array, value in zip(out, values)]
        return values
