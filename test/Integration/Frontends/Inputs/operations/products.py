"""Products of matrices and tensors, convolutions and windows."""

import itertools
from typing import Any, List

import jax.numpy as jnp
import numpy as np
from jax import lax

import sg

from .comparing import FLOATS, Case

_random = np.random.default_rng(4)


def draw(*shape: int) -> np.ndarray:
    return _random.normal(size=shape)


def _matrices() -> List[Case]:
    found = []
    for left, right in (
        ((3, 4), (4, 5)),
        ((4,), (4,)),
        ((4,), (4, 5)),
        ((3, 4), (4,)),
        ((2, 3, 4), (4, 5)),
        ((2, 1, 3, 4), (5, 4, 2)),
        ((2, 3, 4), (4,)),
        ((4,), (2, 4, 3)),
        ((1, 1), (1, 1)),
        ((3, 0), (0, 4)),
        ((0, 3), (3, 2)),
    ):
        dtypes = FLOATS if left == (3, 4) and right == (4, 5) else ("float32", "float64")
        found.append(Case("matmul", sg.matmul, jnp.matmul, (draw(*left), draw(*right)), f"{left}, {right}", dtypes, 2))
    infinite = np.array([[np.inf, 1.0], [0.0, np.nan]])
    found.append(Case("matmul", sg.matmul, jnp.matmul, (infinite, draw(2, 2)), "special points"))
    for axis in (-1, -2):
        found.append(
            Case(
                "vecdot",
                lambda x, y, a=axis: sg.vecdot(x, y, axis=a),
                lambda x, y, a=axis: jnp.vecdot(x, y, axis=a),
                (draw(2, 3, 4), draw(3, 4)),
                f"axis={axis}",
                order=2,
            )
        )
    found.append(Case("vecdot", sg.vecdot, jnp.vecdot, (draw(0), draw(0)), "empty"))
    found.append(Case("outer", sg.outer, jnp.outer, (draw(3), draw(4)), order=2))
    found.append(Case("outer", sg.outer, jnp.outer, (draw(0), draw(4)), "empty"))
    for axes in (0, 1, 2):
        shapes = ((2, 3, 4), (3, 4, 2) if axes == 2 else (4, 3))
        found.append(
            Case(
                "tensordot",
                lambda x, y, a=axes: sg.tensordot(x, y, axes=a),
                lambda x, y, a=axes: jnp.tensordot(x, y, axes=a),
                (draw(*shapes[0]), draw(*shapes[1])),
                f"axes={axes}",
                order=2,
            )
        )
    return found


# Subscripts and shapes of the operands.
EINSUMS = [
    ("ij,jk->ik", (3, 4), (4, 5)),
    ("ij,jk", (3, 4), (4, 5)),
    ("ji,jk->ki", (4, 3), (4, 5)),
    ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)),
    ("bhqd,bhkd->bhqk", (1, 2, 3, 4), (1, 2, 5, 4)),
    ("ii->i", (3, 3)),
    ("ii", (3, 3)),
    ("ii->", (3, 3)),
    ("ij->ji", (3, 4)),
    ("ij->", (3, 4)),
    ("ij->j", (3, 4)),
    ("iij,j->i", (3, 3, 4), (4,)),
    ("i,j->ij", (3,), (4,)),
    ("i,i->", (3,), (3,)),
    ("i,i->i", (3,), (3,)),
    ("ij,kl->", (2, 3), (4, 5)),
    ("ij,j,k->ik", (2, 3), (3,), (4,)),
    ("ab,bc,cd->ad", (2, 3), (3, 4), (4, 2)),
    ("ab,bc,ca->", (2, 3), (3, 4), (4, 2)),
    ("ab,ab,ab->ab", (2, 3), (2, 3), (2, 3)),
    ("a,b,c->cba", (2,), (3,), (4,)),
    ("aab,bcc->ac", (2, 2, 3), (3, 4, 4)),
    (",ij->ij", (), (2, 3)),
    ("ba", (2, 3)),
    ("ij,jk->ik", (3, 0), (0, 5)),
]


def _einsums() -> List[Case]:
    return [
        Case(
            "einsum",
            lambda *xs, s=subscripts: sg.einsum(s, *xs),
            lambda *xs, s=subscripts: jnp.einsum(s, *xs),
            tuple(draw(*shape) for shape in shapes),
            subscripts,
            order=2 if len(shapes) < 3 else 1,
            absolute=8,
        )
        for subscripts, *shapes in EINSUMS
    ]


# Shapes of the operands and parameters of JAX.
CONVOLUTIONS: List[Any] = [
    ((2, 3, 8), (4, 3, 3), {}),
    ((2, 3, 8), (4, 3, 3), {"window_strides": (2,), "padding": ((1, 2),)}),
    ((1, 2, 7, 6), (3, 2, 3, 2), {"window_strides": (2, 1), "padding": ((1, 1), (0, 2))}),
    ((1, 2, 7, 6), (3, 2, 3, 2), {"rhs_dilation": (2, 1), "padding": ((2, 0), (1, 1))}),
    ((1, 2, 4, 5), (3, 2, 3, 2), {"lhs_dilation": (2, 3), "padding": ((1, 2), (2, 1))}),
    ((1, 2, 4, 5), (3, 2, 3, 2), {"lhs_dilation": (2, 2), "window_strides": (3, 2), "rhs_dilation": (1, 2)}),
    ((1, 2, 7, 6), (3, 2, 3, 2), {"padding": ((-1, 1), (2, -2))}),
    ((2, 4, 6), (6, 2, 3), {"feature_group_count": 2}),
    ((2, 4, 6), (8, 1, 3), {"feature_group_count": 4, "padding": ((1, 1),)}),
    ((1, 4, 5, 5), (4, 2, 2, 2), {"feature_group_count": 2, "window_strides": (2, 2), "lhs_dilation": (1, 2)}),
    ((2, 3), (4, 3), {}),
    ((1, 2, 4, 3, 5), (2, 2, 2, 1, 3), {"window_strides": (1, 1, 2)}),
    ((1, 2, 2), (1, 2, 3), {}),
    ((0, 2, 4), (3, 2, 2), {}),
    ((1, 1, 1), (1, 1, 1), {}),
    ((2, 8, 3), (3, 3, 4), {"dimension_numbers": ("NWC", "WIO", "NWC")}),
    ((2, 7, 6, 3), (3, 2, 3, 4), {"dimension_numbers": ("NHWC", "HWIO", "NHWC"), "window_strides": (2, 1)}),
    ((7, 2, 3, 6), (3, 2, 4, 3), {"dimension_numbers": ("HNCW", "HWOI", "CWNH"), "padding": ((1, 0), (0, 1))}),
    ((1, 5, 5, 4), (2, 2, 2, 6), {"dimension_numbers": ("NHWC", "HWIO", "NHWC"), "feature_group_count": 2}),
]
_DIGITS = str.maketrans({"H": "0", "W": "1"})


def _convolutions() -> List[Case]:
    found = []
    for left, right, parameters in CONVOLUTIONS:
        count = len(left) - 2
        theirs = {"window_strides": (1,) * count, "padding": ((0, 0),) * count, **parameters}
        ours = {
            "strides": theirs["window_strides"],
            "padding": [width for pair in theirs["padding"] for width in pair],
            **{
                name: parameters[name] for name in parameters if name.endswith("dilation") or name.startswith("feature")
            },
        }
        if "dimension_numbers" in parameters:
            digits = str.maketrans({"W": "0"}) if count == 1 else _DIGITS
            names = ("lhs_spec", "rhs_spec", "out_spec")
            ours.update({name: spec.translate(digits) for name, spec in zip(names, parameters["dimension_numbers"])})
        found.append(
            Case(
                "conv_general_dilated",
                lambda x, k, o=ours: sg.conv_general_dilated(x, k, **o),
                lambda x, k, o=theirs: lax.conv_general_dilated(x, k, **o),
                (draw(*left), draw(*right)),
                f"{left}, {right}, {parameters}",
                FLOATS if parameters.get("rhs_dilation") == (2, 1) else ("float32", "float64"),
                2 if left == (2, 3, 8) else 1,
            )
        )
    return found


WINDOWS: List[Any] = [
    ((8,), {"window": (3,)}),
    ((6, 7), {"window": (2, 3), "strides": (2, 1)}),
    ((6, 7), {"window": (2, 3), "padding": (1, 0, 1, 2)}),
    ((6, 7), {"window": (2, 2), "dilation": (2, 3), "strides": (1, 2), "padding": (0, 1, 2, 0)}),
    ((6, 7), {"window": (1, 1)}),
    ((2, 2), {"window": (3, 1)}),
    ((0, 3), {"window": (1, 2)}),
    ((4,), {"window": (2,), "padding": (3, 3)}),
]


_COMBINERS = {"sum": (lax.add, jnp.sum, 0.0), "max": (lax.max, jnp.max, -np.inf), "min": (lax.min, jnp.min, np.inf)}
_COMBINERS["prod"] = (lax.mul, jnp.prod, 1.0)


def _reduce_window(
    x: Any, mode: str, window: Any, strides: Any = None, padding: Any = None, dilation: Any = None
) -> Any:
    """Reduces windows in JAX, which has no derivative of products nor of dilated windows: for these
    the windows are read by a gather."""
    rank = x.ndim
    combine, reduce, neutral = _COMBINERS[mode]
    strides, padding = strides or (1,) * rank, padding or (0,) * (2 * rank)
    pairs = [(padding[2 * i], padding[2 * i + 1]) for i in range(rank)]
    if mode != "prod" and dilation is None:
        return lax.reduce_window(x, np.asarray(neutral, x.dtype), combine, window, strides, pairs)
    dilation = dilation or (1,) * rank
    x = jnp.pad(x, pairs, constant_values=neutral)
    for axis in range(rank):
        count = max(0, (x.shape[axis] - (window[axis] - 1) * dilation[axis] - 1) // strides[axis] + 1)
        at = np.arange(count)[:, None] * strides[axis] + np.arange(window[axis]) * dilation[axis]
        x = jnp.moveaxis(x[(slice(None),) * axis + (at,)], axis + 1, -1)
    return reduce(x, tuple(range(rank, 2 * rank)))


def _windows() -> List[Case]:
    found = []
    for (shape, options), mode in itertools.product(WINDOWS, ("sum", "prod", "max", "min")):
        found.append(
            Case(
                "reduce_window",
                lambda x, m=mode, o=options: sg.reduce_window(x, mode=m, **o),
                lambda x, m=mode, o=options: _reduce_window(x, m, **o),
                (draw(*shape),),
                f"{shape}, mode={mode}, {options}",
                FLOATS if shape == (8,) else ("float64",),
            )
        )
    ties = np.array([1.0, 1, 0, 0, 2, 2, 2, -1, np.inf, np.inf, np.nan, 3, 3])
    for mode in ("sum", "max", "min"):
        found.append(
            Case(
                "reduce_window",
                lambda x, m=mode: sg.reduce_window(x, mode=m, window=(3,)),
                lambda x, m=mode: _reduce_window(x, m, (3,)),
                (ties,),
                f"ties, mode={mode}",
                is_elementwise=True,
            )
        )
    return found


def cases() -> List[Case]:
    return [*_matrices(), *_einsums(), *_convolutions(), *_windows()]
