"""Leaves of the trees of JAX, as arrays that native code takes, and back.

A typed key of random numbers (`jax.random.key`) is an array of unsigned integers to native
code, which JAX hides.
"""

from typing import Any, Callable, Optional, Tuple

import numpy as np


def _is_key(dtype) -> bool:
    import jax

    return jax.numpy.issubdtype(dtype, jax.dtypes.prng_key)


def dtype_of_leaf(leaf: Any):
    """The type that JAX traces a leaf with: without `jax_enable_x64` that of int64 is int32."""
    import jax

    dtype = getattr(leaf, "dtype", None)
    if dtype is None:
        dtype = jax.numpy.result_type(leaf)
    return dtype if _is_key(dtype) else jax.dtypes.canonicalize_dtype(dtype)


def sign_of(dtype) -> Optional[str]:
    """The name of a type of integers, which MLIR has without a sign; None for others."""
    if _is_key(dtype):
        return "uint32"
    return dtype.name if np.dtype(dtype).kind in "iu" else None


def is_jax(value: Any) -> bool:
    return type(value).__module__.split(".")[0] in ("jax", "jaxlib")


def to_native(leaf: Any, dtype) -> Any:
    """A leaf as `dtype`, if `jax.jit` would convert it too; otherwise the call refuses it."""
    import jax

    if _is_key(dtype):
        if _is_key(getattr(leaf, "dtype", np.dtype(bool))) and leaf.dtype == dtype:
            return jax.random.key_data(leaf)
        return leaf
    if isinstance(leaf, (np.ndarray, np.generic)) and leaf.dtype != dtype and dtype_of_leaf(leaf) == dtype:
        return np.asarray(leaf, dtype)
    return leaf


def to_jax(array: Any, dtype) -> Any:
    """An array of JAX, in the memory that native code gave where DLPack has its type."""
    import jax

    if isinstance(array, np.ndarray) and array.dtype.kind in "biuf":
        made = jax.dlpack.from_dlpack(array)
    else:
        made = jax.numpy.asarray(array)
    if dtype is not None and _is_key(dtype):
        return jax.random.wrap_key_data(made, impl=dtype._impl)
    return made


def split_key(value: Any) -> Tuple[Any, Optional[Callable]]:
    """The data of a typed key, and what makes the key of them again; others as they are."""
    import functools

    import jax

    if hasattr(value, "dtype") and _is_key(value.dtype):
        implementation = jax.random.key_impl(value)
        return jax.random.key_data(value), functools.partial(jax.random.wrap_key_data, impl=implementation)
    return value, None
