"""Elements and slices at computed positions."""

from typing import Any, List

import jax.numpy as jnp
import numpy as np
from jax import lax

import sg

from .comparing import FLOATS, Case

_random = np.random.default_rng(5)
X = _random.normal(size=(4, 5, 6))
UNIQUE = np.array([2, 0, -1], np.int32)
REPEATED = np.array([[1, 3, 1], [-1, 1, 0]], np.int64)
EMPTY = np.zeros((0,), np.int32)


def _gathers() -> List[Case]:
    found = []
    for label, axes, at in (
        ("one array", (0,), [UNIQUE]),
        ("rank 2", (1,), [REPEATED.astype(np.int32)]),
        ("negative axis", (-1,), [UNIQUE]),
        ("adjacent", (1, 2), [UNIQUE, UNIQUE]),
        ("apart", (0, 2), [UNIQUE, UNIQUE]),
        ("broadcast", (0, 1), [UNIQUE[:, None], UNIQUE]),
        ("all axes", (0, 1, 2), [UNIQUE, UNIQUE, UNIQUE]),
        ("rank 0", (1,), [np.array(-2, np.int8)]),
        ("empty", (0,), [EMPTY]),
        ("unsigned", (0,), [np.array([3, 0], np.uint8)]),
    ):
        index: List[Any] = [slice(None)] * 3
        for axis, one in zip(axes, at):
            index[axis] = one
        found.append(
            Case(
                "gather",
                lambda x, *at, a=axes: sg.gather(x, at, axes=a),
                lambda x, *_, i=tuple(index): x[i],
                (X, *at),
                label,
                FLOATS if label == "one array" else ("float64",),
            )
        )
    for axis in (0, 1, -1):
        for at in (UNIQUE, REPEATED.astype(np.int16), np.array(1, np.int32), EMPTY):
            found.append(
                Case(
                    "take",
                    lambda x, i, a=axis: sg.take(x, i, axis=a),
                    lambda x, i, a=axis: jnp.take(x, i.astype(np.int32), a, mode="wrap"),
                    (X, at),
                    f"axis={axis}, {at.shape}",
                    ("float64",),
                )
            )
    for axis, shape in ((0, (3, 5, 6)), (1, (4, 2, 6)), (-1, (4, 5, 7)), (-1, (4, 5, 0)), (1, (1, 3, 1))):
        at = _random.integers(-4, 4, shape).astype(np.int32)
        found.append(
            Case(
                "take_along_axis",
                lambda x, i, a=axis: sg.take_along_axis(x, i, axis=a),
                lambda x, i, a=axis: jnp.take_along_axis(x, i, a),
                (X, at),
                f"axis={axis}, {shape}",
                ("float32", "float64"),
            )
        )
    return found


def _scatter(x: Any, updates: Any, index: Any, mode: str) -> Any:
    """Updates one position after another, because JAX has no derivative of repeated products."""
    if mode != "multiply":
        return getattr(x.at[index], mode)(updates)
    updates = jnp.broadcast_to(updates, x[index].shape)
    return x.at[index].multiply(updates, unique_indices=True)


def _scatters() -> List[Case]:
    found = []
    for label, axes, at, update in (
        ("one array", (0,), [UNIQUE], (3, 5, 6)),
        ("broadcast", (1,), [UNIQUE], (6,)),
        ("rank 0 update", (2,), [UNIQUE], ()),
        ("adjacent", (1, 2), [UNIQUE, UNIQUE], (4, 3)),
        ("apart", (0, 2), [UNIQUE, UNIQUE], (3, 5)),
        ("all axes", (0, 1, 2), [UNIQUE, UNIQUE, UNIQUE], (3,)),
        ("empty", (0,), [EMPTY], (0, 5, 6)),
        ("repeated", (0,), [REPEATED.ravel().astype(np.int32)], (6, 5, 6)),
        ("repeated, rank 2", (1,), [REPEATED.astype(np.int32)], (4, 2, 3, 6)),
    ):
        index: List[Any] = [slice(None)] * 3
        for axis, one in zip(axes, at):
            index[axis] = one
        for mode in ("set", "add", "multiply", "min", "max"):
            if label.startswith("repeated") and mode in ("set", "multiply"):
                continue  # JAX: the order is undefined, and the derivative of repeated products too.
            found.append(
                Case(
                    "scatter",
                    lambda x, y, *at, a=axes, m=mode: sg.scatter(x, y, at, axes=a, mode=m),
                    lambda x, y, *_, i=tuple(index), m=mode: _scatter(x, y, i, m),
                    (X, _random.normal(size=update), *at),
                    f"{label}, mode={mode}",
                    FLOATS if label == "one array" else ("float64",),
                )
            )
    ties = np.array([1.0, 2, 3, np.nan, np.inf])
    updates = np.array([1.0, 3, 2, 1, np.nan])
    at = np.arange(5, dtype=np.int32)
    for mode in ("add", "multiply", "min", "max"):
        found.append(
            Case(
                "scatter",
                lambda x, y, at, m=mode: sg.scatter(x, y, [at], axes=0, mode=m),
                lambda x, y, at, m=mode: _scatter(x, y, at, m),
                (ties, updates, at),
                f"special points, mode={mode}",
                ("float64",),
            )
        )
    return found


def _dynamic_slices() -> List[Case]:
    found = []
    matrix = _random.normal(size=(4, 5))
    for starts in ((0, 0), (1, 3), (9, -9), (3, 4)):
        at = tuple(np.array(start, np.int32) for start in starts)
        for sizes in ((2, 3), (4, 5), (1, 1), (0, 2)):
            found.append(
                Case(
                    "dynamic_slice",
                    lambda x, i, j, s=sizes: sg.dynamic_slice(x, [i, j], sizes=s),
                    # JAX counts negative starts from the end, sg clamps them like XLA.
                    lambda x, i, j, s=sizes: lax.dynamic_slice(x, [jnp.maximum(i, 0), jnp.maximum(j, 0)], s),
                    (matrix, *at),
                    f"{starts}, {sizes}",
                    ("float64",),
                )
            )
            found.append(
                Case(
                    "dynamic_update_slice",
                    lambda x, y, i, j: sg.dynamic_update_slice(x, y, [i, j]),
                    lambda x, y, i, j: lax.dynamic_update_slice(x, y, [jnp.maximum(i, 0), jnp.maximum(j, 0)]),
                    (matrix, _random.normal(size=sizes), *at),
                    f"{starts}, {sizes}",
                    ("float64",),
                )
            )
    return found


def cases() -> List[Case]:
    return [*_gathers(), *_scatters(), *_dynamic_slices()]
