"""Reductions, cumulative operations and positions of extremes."""

from typing import Any, List

import jax.numpy as jnp
import numpy as np
from jax import lax

import sg

from .comparing import FLOATS, Case

_random = np.random.default_rng(2)
NAN, INF = np.nan, np.inf
CUBE = _random.normal(size=(3, 4, 5))
# Rows with ties, zeros, infinities and NaN.
ROWS = np.array(
    [
        [1.0, 2, 2, -3, 2],
        [0.0, -0.0, 0.0, 0.5, 0],
        [INF, 1, INF, 2, -1],
        [-INF, -INF, -INF, -INF, -INF],
        [-INF, INF, 0, 1, 2],
        [NAN, 1, 2, INF, NAN],
        [1e30, 1e-30, 2e30, 100, 50],
        [1e-30, 1e-30, 1e-30, -1e-30, 0],
    ]
)
AXES: List[Any] = [None, 0, -1, (0, 2), (-1, 0, 1)]


def _reductions() -> List[Case]:
    found = []
    for name in ("max", "min", "sum", "prod", "mean", "std", "var"):
        ours, theirs = getattr(sg, name), getattr(jnp, name)
        for axis in AXES:
            for keepdims in (False, True):
                options = {"axis": axis, "keepdims": keepdims}
                found.append(
                    Case(
                        name,
                        lambda x, f=ours, o=options: f(x, **o),
                        lambda x, f=theirs, o=options: f(x, **o),
                        (CUBE,),
                        f"{options}",
                        FLOATS if keepdims and axis == -1 else ("float64",),
                        2 if axis == -1 else 1,
                    )
                )
        for label, x, axis in (
            ("special points", ROWS, 1),
            ("one element", np.array([2.5]), 0),
            ("rank 0", np.array(2.5), None),
            ("axis of size 1", CUBE[:, :1], 1),
            ("empty result", np.zeros((0, 3)), 1),
        ):
            found.append(
                Case(
                    name,
                    lambda x, f=ours, axis=axis: f(x, axis=axis),
                    lambda x, f=theirs, axis=axis: f(x, axis=axis),
                    (x,),
                    label,
                    FLOATS if label == "special points" else ("float64",),
                    2 if label == "special points" else 1,
                    is_elementwise=label == "special points",
                    absolute=16,
                )
            )
    for name in ("sum", "prod", "mean"):
        ours, theirs = getattr(sg, name), getattr(jnp, name)
        found.append(
            Case(
                name,
                lambda x, f=ours: f(x, axis=0),
                lambda x, f=theirs: f(x, axis=0),
                (np.zeros((0, 3)),),
                "empty axis",
            )
        )
    for name in ("std", "var"):
        for correction in (1, 0.5, 3):
            ours, theirs = getattr(sg, name), getattr(jnp, name)
            found.append(
                Case(
                    name,
                    lambda x, f=ours, c=correction: f(x, axis=1, correction=c),
                    lambda x, f=theirs, c=correction: f(x, axis=1, correction=c),
                    (CUBE,),
                    f"correction={correction}",
                    order=2,
                )
            )
    for name in ("sum", "prod"):
        ours, theirs = getattr(sg, name), getattr(jnp, name)
        found.append(
            Case(
                name,
                lambda x, f=ours: f(x, axis=0, dtype="float64"),
                lambda x, f=theirs: f(x, axis=0, dtype=jnp.float64),
                (CUBE,),
                "dtype=float64",
                ("float32", "bfloat16"),
            )
        )
    zeros = np.array([[1.0, 0, 2, 3], [0, 0, 2, 3], [0, 0, 0, 3]])
    found.append(Case("prod", lambda x: sg.prod(x, axis=1), lambda x: jnp.prod(x, axis=1), (zeros,), "zeros", order=2))
    for name in ("all", "any"):
        for axis in AXES:
            ours, theirs = getattr(sg, name), getattr(jnp, name)
            found.append(
                Case(
                    name,
                    lambda x, f=ours, a=axis: f(x, axis=a, keepdims=True),
                    lambda x, f=theirs, a=axis: f(x, axis=a, keepdims=True),
                    (CUBE > 0.5,),
                    f"axis={axis}",
                    ("float64",),
                    0,
                )
            )
        found.append(Case(name, ours, theirs, (ROWS,), "of floats", FLOATS, 0))
        found.append(Case(name, ours, theirs, (np.zeros((0,), bool),), "empty", ("float64",), 0))
    return found


_SCANS = {
    "cumlogsumexp": lax.cumlogsumexp,
    "cummax": lax.cummax,
    "cummin": lax.cummin,
    "cumprod": lax.cumprod,
    "cumsum": lax.cumsum,
}


def _scans() -> List[Case]:
    found = []
    for name, theirs in _SCANS.items():
        ours = getattr(sg, name)
        for axis in (0, 1, -1):
            for reverse in (False, True):
                found.append(
                    Case(
                        name,
                        lambda x, f=ours, a=axis, r=reverse: f(x, axis=a, reverse=r),
                        lambda x, f=theirs, a=axis, r=reverse: f(x, axis=a % x.ndim, reverse=r),
                        (CUBE,),
                        f"axis={axis}, reverse={reverse}",
                        FLOATS if axis == 1 and reverse else ("float64",),
                        2 if axis == -1 else 1,
                    )
                )
        for label, x in (("special points", ROWS.T), ("empty", np.zeros((0, 2))), ("one element", np.array([0.5]))):
            found.append(
                Case(
                    name,
                    lambda x, f=ours: f(x, axis=0),
                    lambda x, f=theirs: f(x, axis=0),
                    (x,),
                    label,
                    FLOATS if label == "special points" else ("float64",),
                    order=1,
                    is_elementwise=label == "special points",
                )
            )
    for name in ("cumsum", "cumprod"):
        ours, theirs = getattr(sg, name), getattr(jnp, name)
        found.append(
            Case(
                name,
                lambda x, f=ours: f(x, axis=1, dtype="float64"),
                lambda x, f=theirs: f(x, axis=1, dtype=jnp.float64),
                (CUBE,),
                "dtype=float64",
                ("float32",),
            )
        )
    return found


def _positions() -> List[Case]:
    found = []
    for name in ("argmax", "argmin"):
        ours, theirs = getattr(sg, name), getattr(jnp, name)
        for label, x, axis in (
            ("axis=None", CUBE, None),
            ("axis=0", CUBE, 0),
            ("axis=-2", CUBE, -2),
            ("special points", ROWS, 1),
            ("rank 0", np.array(1.0), None),
            ("empty result", np.zeros((0, 3)), 1),
        ):
            for keepdims in (False, True):
                found.append(
                    Case(
                        name,
                        lambda x, f=ours, a=axis, k=keepdims: f(x, axis=a, keepdims=k),
                        lambda x, f=theirs, a=axis, k=keepdims: f(x, axis=a, keepdims=k),
                        (x,),
                        f"{label}, keepdims={keepdims}",
                        FLOATS if label == "special points" else ("float64",),
                        0,
                    )
                )
    return found


def cases() -> List[Case]:
    return [*_reductions(), *_scans(), *_positions()]
