"""The description of the namespace `sg` for libraries that use the Python array API standard."""

import sys
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np

from ..errors import ArgumentError
from .data_types import KINDS
from .devices import CPU, check_device

__all__ = ["__array_api_version__", "__array_namespace_info__"]

__array_api_version__ = "2025.12"


class NamespaceInfo:
    """The result of `sg.__array_namespace_info__()`."""

    def capabilities(self) -> Dict[str, Any]:
        """Returns the optional features. In traced functions, sizes do not depend on elements. NumPy
        limits the number of axes."""
        return {"boolean indexing": False, "data-dependent shapes": False, "max dimensions": 64}

    def default_device(self) -> str:
        """Returns the device of new arrays."""
        return CPU

    def devices(self) -> Tuple[str, ...]:
        """Returns the devices of arrays."""
        return (CPU,)

    def default_dtypes(self, *, device: Any = None) -> Dict[str, np.dtype]:
        """Returns the types of arrays that are made without a type."""
        check_device(device)
        integer = np.dtype("int64")
        return {"real floating": np.dtype("float64"), "integral": integer, "indexing": integer}

    def dtypes(
        self, *, device: Any = None, kind: Optional[Union[str, Tuple[str, ...]]] = None
    ) -> Dict[str, np.dtype]:
        """Returns the types of the standard, by name. `kind` selects types as in `sg.isdtype`."""
        check_device(device)
        kinds = ("bool", "numeric") if kind is None else (kind,) if isinstance(kind, str) else kind
        return {name: np.dtype(name) for one in kinds for name in KINDS[one]}


def __array_namespace_info__() -> NamespaceInfo:
    """Returns the devices, types and optional features of `sg`, as the standard defines."""
    return NamespaceInfo()


def find_namespace(api_version: Optional[str]) -> Any:
    """Returns the module `sg` if it implements this version of the standard."""
    if api_version is not None and api_version > __array_api_version__:
        raise ArgumentError(f"sg implements the version {__array_api_version__} of the standard, not {api_version}")
    return sys.modules[__name__.partition(".")[0]]
