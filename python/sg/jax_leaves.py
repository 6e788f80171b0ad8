"""Conversion of leaves of JAX trees to arrays for native code, and back.

A typed key of random numbers (`jax.random.key`) is passed as an array of unsigned integers.
"""

from typing import Any, Callable, Optional, Tuple

import numpy as np


def _is_key(dtype) -> bool:
    import jax

    return jax.numpy.issubdtype(dtype, jax.dtypes.prng_key)


def dtype_of_leaf(leaf: Any):
    """Returns the dtype with which JAX traces a leaf: int32 for int64 without `jax_enable_x64`."""
    import jax

    dtype = getattr(leaf, "dtype", None)
    if dtype is None:
        dtype = jax.numpy.result_type(leaf)
    return dtype if _is_key(dtype) else jax.dtypes.canonicalize_dtype(dtype)


def sign_of(dtype) -> Optional[str]:
    """Returns the name of an integer type, which is signless in MLIR, or None for other types."""
    if _is_key(dtype):
        return "uint32"
    return dtype.name if np.dtype(dtype).kind in "iu" else None


def is_jax(value: Any) -> bool:
    return type(value).__module__.split(".")[0] in ("jax", "jaxlib")


def to_native(leaf: Any, dtype) -> Any:
    """Converts a leaf to `dtype` if `jax.jit` would. Otherwise the call reports the mismatch."""
    import jax

    if _is_key(dtype):
        if _is_key(getattr(leaf, "dtype", np.dtype(bool))) and leaf.dtype == dtype:
            return jax.random.key_data(leaf)
        return leaf
    if isinstance(leaf, (np.ndarray, np.generic)) and leaf.dtype != dtype and dtype_of_leaf(leaf) == dtype:
        return np.asarray(leaf, dtype)
    return leaf


def to_jax(array: Any, dtype) -> Any:
    """Returns a JAX array, in the memory of native code if DLPack supports the type."""
    import jax

    if isinstance(array, np.ndarray) and array.dtype.kind in "biuf":
        result = jax.dlpack.from_dlpack(array)
    else:
        result = jax.numpy.asarray(array)
    if dtype is not None and _is_key(dtype):
        return jax.random.wrap_key_data(result, impl=dtype._impl)
    return result


def split_key(value: Any) -> Tuple[Any, Optional[Callable]]:
    """Returns the data of a typed key and a function that restores the key. Returns other values
    unchanged."""
    import functools

    import jax

    if hasattr(value, "dtype") and _is_key(value.dtype):
        implementation = jax.random.key_impl(value)
        return jax.random.key_data(value), functools.partial(jax.random.wrap_key_data, impl=implementation)
    return value, None
