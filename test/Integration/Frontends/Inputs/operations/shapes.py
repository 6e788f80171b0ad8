"""Shapes, joins and arrays from numbers."""

import itertools
from typing import Any, Callable, List

import jax
import jax.numpy as jnp
import numpy as np

import sg

from .comparing import Case

_random = np.random.default_rng(3)
X = _random.normal(size=(2, 3, 4))
LINE = _random.normal(size=7)
SCALAR = np.array(1.5)


def make_case(name: str, ours: Callable[..., Any], theirs: Callable[..., Any], *operands: Any, label: str = "") -> Case:
    return Case(name, ours, theirs, operands, label)


def _axes() -> List[Case]:
    found = []
    for shape in ((2, 3, 4), (5, 2, 3, 4), (1, 2, 3, 4)):
        found.append(
            make_case(
                "broadcast_to", lambda x, s=shape: sg.broadcast_to(x, s), lambda x, s=shape: jnp.broadcast_to(x, s), X
            )
        )
    for x, shape in ((X[:, :1], (3, 2, 5, 4)), (SCALAR, (2, 3)), (X[:1, :, :1], (2, 3, 4)), (X[:0], (0, 3, 4))):
        found.append(
            make_case(
                "broadcast_to",
                lambda x, s=shape: sg.broadcast_to(x, s),
                lambda x, s=shape: jnp.broadcast_to(x, s),
                x,
                label=f"{x.shape} to {shape}",
            )
        )
    for axis in (0, 1, 3, -1, -2, -4):
        found.append(
            make_case(
                "expand_dims",
                lambda x, a=axis: sg.expand_dims(x, axis=a),
                lambda x, a=axis: jnp.expand_dims(x, a),
                X,
                label=f"axis={axis}",
            )
        )
    for x in (X, X[0], X[:0]):
        found.append(make_case("matrix_transpose", sg.matrix_transpose, jnp.matrix_transpose, x, label=f"{x.shape}"))
    for source, target in itertools.product((0, 2, -1, -3), (0, 1, -1, -2)):
        found.append(
            make_case(
                "moveaxis",
                lambda x, s=source, t=target: sg.moveaxis(x, s, t),
                lambda x, s=source, t=target: jnp.moveaxis(x, s, t),
                X,
                label=f"{source} to {target}",
            )
        )
    for axes in ((2, 0, 1), (0, 1, 2), (-1, 0, -2)):
        found.append(
            make_case(
                "permute_dims",
                lambda x, a=axes: sg.permute_dims(x, a),
                lambda x, a=axes: jnp.transpose(x, a),
                X,
                label=f"{axes}",
            )
        )
    found.append(make_case("permute_dims", lambda x: sg.permute_dims(x, ()), lambda x: x, SCALAR, label="rank 0"))
    for x, shape in (
        (X, (4, -1)),
        (X, (24,)),
        (X, (2, 2, 3, 2)),
        (SCALAR, (1, 1)),
        (X[:1, :1, :1], ()),
        (X[:0], (3, 0)),
    ):
        found.append(
            make_case(
                "reshape",
                lambda x, s=shape: sg.reshape(x, s),
                lambda x, s=shape: jnp.reshape(x, s),
                x,
                label=f"{x.shape} to {shape}",
            )
        )
    for x, axis in ((X[:, :1], 1), (X[:1, :, :1], (0, -1)), (X[:1, :1, :1], (0, 1, 2))):
        found.append(
            make_case(
                "squeeze",
                lambda x, a=axis: sg.squeeze(x, a),
                lambda x, a=axis: jnp.squeeze(x, a),
                x,
                label=f"axis={axis}",
            )
        )
    return found


def _joins() -> List[Case]:
    found = []
    for axis in (0, 1, -1):
        parts = [X, X.take([1, 1], axis), X.take([], axis)]
        found.append(
            make_case(
                "concat",
                lambda *xs, a=axis: sg.concat(list(xs), axis=a),
                lambda *xs, a=axis: jnp.concatenate(xs, a),
                *parts,
                label=f"axis={axis}",
            )
        )
    for axis in (0, 1, 3, -1, -4):
        found.append(
            make_case(
                "stack",
                lambda *xs, a=axis: sg.stack(list(xs), axis=a),
                lambda *xs, a=axis: jnp.stack(xs, a),
                X,
                2 * X,
                label=f"axis={axis}",
            )
        )
    found.append(make_case("stack", lambda x: sg.stack([x, x]), lambda x: jnp.stack([x, x]), SCALAR, label="rank 0"))
    found.append(make_case("concat", lambda x: sg.concat([x]), lambda x: jnp.concatenate([x]), LINE, label="one array"))
    return found


def _creation() -> List[Case]:
    found = []
    for dtype in ("float16", "bfloat16", "float32", "float64", "int8", "uint8", "int64", "bool"):
        for value in (0.0, 1.0, 2.75):
            found.append(
                Case(
                    "full",
                    lambda d=dtype, v=value: sg.full((2, 3), v, dtype=d),
                    lambda d=dtype, v=value: jnp.full((2, 3), v, d),
                    (),
                    f"{value}, dtype={dtype}",
                    ("float64",),
                    0,
                )
            )
        if dtype == "bool":
            continue
        for shape, axis in (((3, 4), 0), ((3, 4), -1), ((0,), 0), ((300,), 0)):
            found.append(
                Case(
                    "iota",
                    lambda d=dtype, s=shape, a=axis: sg.iota(s, axis=a, dtype=d),
                    lambda d=dtype, s=shape, a=axis: jax.lax.broadcasted_iota(d, s, a % len(s)),
                    (),
                    f"{shape}, axis={axis}, dtype={dtype}",
                    ("float64",),
                    0,
                )
            )
    classes = np.array([0, 3, 5, -1, 4], np.int32)
    for dtype in ("float32", "bfloat16", "int32", "bool"):
        found.append(
            Case(
                "one_hot",
                lambda x, d=dtype: sg.one_hot(x, 5, dtype=d),
                lambda x, d=dtype: jax.nn.one_hot(x, 5, dtype=d),
                (classes,),
                f"dtype={dtype}",
                ("float64",),
                0,
            )
        )
    return found


def cases() -> List[Case]:
    return [*_axes(), *_joins(), *_creation()]
