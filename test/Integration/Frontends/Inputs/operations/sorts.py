"""Sorts and searches in sorted arrays."""

from typing import List

import jax
import jax.numpy as jnp
import numpy as np

import sg

from .comparing import FLOATS, Case
from .integers import INTEGERS
from .reductions import CUBE, ROWS

_RANDOM = np.random.default_rng(7)
_INTEGERS = _RANDOM.integers(-5, 5, (3, 20))


def _sorts() -> List[Case]:
    found = []
    for descending in (False, True):
        for label, x, axis, dtypes in (
            ("special points", ROWS, -1, FLOATS),
            ("axis=0", CUBE, 0, ("float64",)),
            ("axis=1", CUBE, 1, ("float32",)),
            ("integers", _INTEGERS, 1, INTEGERS),
            ("bools", _INTEGERS > 0, 1, ("bool",)),
            ("empty", np.zeros((2, 0)), 1, ("float64",)),
            ("one element", np.zeros((2, 1)), 1, ("float64",)),
        ):
            options = {"axis": axis, "descending": descending}
            label = f"{label}, descending={descending}"
            order = int(x.dtype == np.float64)
            found.append(
                Case(
                    "sort",
                    lambda x, o=options: sg.sort(x, **o),
                    lambda x, o=options: jnp.sort(x, stable=True, **o),
                    (x,),
                    label,
                    dtypes,
                    order,
                    True,
                )
            )
            found.append(
                Case(
                    "argsort",
                    lambda x, o=options: sg.argsort(x, **o),
                    lambda x, o=options: jnp.argsort(x, stable=True, **o),
                    (x,),
                    label,
                    dtypes,
                    0,
                )
            )
    return found


def _largest() -> List[Case]:
    found = []
    for label, x, axis, k, dtypes in (
        ("special points", ROWS, -1, 3, FLOATS),
        ("axis=1", CUBE, 1, 2, ("float64",)),
        ("all", CUBE, 2, 5, ("float64",)),
        ("none", CUBE, 2, 0, ("float64",)),
        ("integers", _INTEGERS, 1, 4, INTEGERS),
    ):
        for i, result in enumerate(("values", "positions")):
            found.append(
                Case(
                    "top_k",
                    lambda x, k=k, a=axis, i=i: sg.top_k(x, k, axis=a)[i],
                    # JAX's positions are int32.
                    lambda x, k=k, a=axis, i=i: jax.lax.top_k(x, k, axis=a)[i].astype(x.dtype if i == 0 else "int64"),
                    (x,),
                    f"{result}, {label}",
                    dtypes,
                    int(x.dtype == np.float64 and i == 0),
                    True,
                )
            )
    return found


def _searches() -> List[Case]:
    found = []
    sorted_ = np.array([-np.inf, -2.0, -0.0, 0.0, 0.5, 0.5, 0.5, 3.0, np.inf, np.nan])
    values = np.array([[-np.inf, -3, -2, 0.0, -0.0, 0.5], [0.6, 3, 100, np.inf, np.nan, 1e-30]])
    for side in ("left", "right"):
        for label, x, v, dtypes in (
            ("special points", sorted_, values, FLOATS),
            ("empty", np.zeros(0), values, ("float64",)),
            ("one element", np.zeros(1), values, ("float64",)),
            ("rank 0", np.sort(_RANDOM.normal(size=100)), np.array(0.3), ("float32",)),
            ("integers", np.arange(1, 60, 3), _INTEGERS, INTEGERS),
        ):
            found.append(
                Case(
                    "searchsorted",
                    lambda x, v, s=side: sg.searchsorted(x, v, side=s),
                    lambda x, v, s=side: jnp.searchsorted(x, v, side=s).astype("int64"),
                    (x, v),
                    f"{label}, side={side}",
                    dtypes,
                    0,
                )
            )
    return found


def cases() -> List[Case]:
    return [*_sorts(), *_largest(), *_searches()]
