"""Calls that reuse array descriptions.

A call passes an address, an element type and sizes for each array. For contiguous arrays of the
function's types, only the addresses differ between calls. A frame keeps the other fields.
"""

import sys
from ctypes import POINTER, c_int64, cast
from typing import Any, Optional, Sequence

import numpy as np

from .arrays import address_of, adopt_result, dtype_named
from .errors import Error
from .library import Array


def _read_dtype(name: str) -> Optional[np.dtype]:
    try:
        return dtype_named(name)
    except Error:  # ml_dtypes is not installed
        return None


_torch_dtypes: dict = {}  # NumPy dtype -> PyTorch dtype


def _is_plain_tensor(value, dtype) -> bool:
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
    )


def _update(value: Any, description: tuple) -> bool:
    """Sets the address and sizes in `description`. Returns False if `value` has another type."""
    native, dtype, shape, sizes, is_written = description
    if type(value) is np.ndarray:
        flags = value.flags
        if value.dtype != dtype or not flags.c_contiguous or not flags.aligned:
            return False
        if is_written and not flags.writeable:
            return False
        address = address_of(value)
    elif _is_plain_tensor(value, dtype):
        address = value.data_ptr()
    else:
        return False
    value_shape = value.shape
    if value_shape != shape:
        if shape is not None or len(value_shape) != len(sizes):
            return False
        sizes[:] = value_shape
    if not address:  # empty tensors of PyTorch have no memory
        return False
    native.data = address
    return True


class CallFrame:
    """The array descriptions of a call. `arguments` and `results` are types of a function. A frame
    serves one call at a time."""

    def __init__(self, arguments: Sequence[Any], results: Sequence[Any]):
        self.inputs = (Array * len(arguments))()
        self.outputs = (Array * len(results))()
        self._sizes: list = []
        self._arguments = [self._describe(*pair) for pair in zip(self.inputs, arguments)]
        self._results = [self._describe(*pair) for pair in zip(self.outputs, results)]

    def _describe(self, native, type_) -> tuple:
        sizes = (c_int64 * len(type_.shape))(*[0 if size is None else size for size in type_.shape])
        native.type, native.rank, native.sizes = type_.code, len(type_.shape), cast(sizes, POINTER(c_int64))
        native.data = native.strides = None
        self._sizes.append(sizes)  # keep alive: `native` points to the sizes
        shape = None if None in type_.shape else type_.shape
        return native, _read_dtype(type_.dtype), shape, sizes, type_.is_written

    def describe_arguments(self, values: Sequence[Any]) -> bool:
        """Describes the arguments. Returns False unless each argument is a NumPy array or a host
        tensor of PyTorch with the type in the function."""
        return all(map(_update, values, self._arguments))

    def describe_results(self, out: Optional[Sequence[Any]]) -> Optional[list]:
        """Describes the results. Returns the arrays in `out` or new arrays, with None for each
        result of unknown size, which the call allocates. Returns None if `out` needs new
        descriptions."""
        arrays: list = []
        for i, description in enumerate(self._results):
            native, dtype, shape, _, _ = description
            value = out[i] if out is not None and i < len(out) else None
            if value is not None:
                if not _update(value, description):
                    return None
            elif dtype is None:
                return None
            elif shape is not None:
                value = np.empty(shape, dtype)
                native.data = address_of(value)
            else:
                native.data = None
            arrays.append(value)
        return arrays if out is None or len(out) == len(arrays) else None

    def adopt(self, arrays: list, out: Optional[Sequence[Any]]) -> list:
        """Returns the results after the call. `arrays` is the result of `describe_results`."""
        values = [
            (adopt_result(native, dtype) if value is None else value)[()]
            for value, (native, dtype, _, _, _) in zip(arrays, self._results)
        ]
        if out is not None:
            values = [value if out_array is None else out_array for out_array, value in zip(out, values)]
        return values
