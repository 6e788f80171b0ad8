"""Slices at constant positions, and diagonals."""

import itertools
from typing import Any, List

import jax.numpy as jnp
import numpy as np

import sg

from .comparing import Case
from .shapes import LINE, SCALAR, X, make_case


def _slices() -> List[Case]:
    found = []
    bounds = (None, 2, 7, 9, -1, -9)
    for step in (1, 2, 3, -1, -2, -3):
        slices = [slice(start, stop, step) for start, stop in itertools.product(bounds, bounds)]
        counts = [len(range(*at.indices(LINE.size))) for at in slices]

        # One program has all slices with a step.
        def read(x: Any, slices: Any = slices) -> Any:
            return sg.concat([sg.slice_axis(x, start=at.start, stop=at.stop, step=at.step) for at in slices])

        def write(x: Any, y: Any, slices: Any = slices, counts: Any = counts) -> Any:
            options = [{"start": at.start, "stop": at.stop, "step": at.step} for at in slices]
            updates = [sg.slice_axis(y, stop=count) for count in counts]
            return sg.stack([sg.set_slice_axis(x, y, **o) for y, o in zip(updates, options)])

        found.append(
            make_case(
                "slice_axis", read, lambda x, s=slices: jnp.concatenate([x[at] for at in s]), LINE, label=f"step={step}"
            )
        )
        found.append(
            make_case(
                "set_slice_axis",
                write,
                lambda x, y, s=slices, c=counts: jnp.stack([x.at[at].set(y[:count]) for at, count in zip(s, c)]),
                LINE,
                np.arange(7) + 0.5,
                label=f"step={step}",
            )
        )
    found.append(
        make_case(
            "slice_axis",
            lambda x: sg.slice_axis(x, axis=-1, start=1, step=2),
            lambda x: x[..., 1::2],
            X,
            label="axis=-1",
        )
    )
    found.append(
        make_case(
            "set_slice_axis",
            lambda x, y: sg.set_slice_axis(x, y, axis=1, start=-1, stop=0, step=-1),
            lambda x, y: x.at[:, -1:0:-1].set(y),
            X,
            np.arange(8.0).reshape(2, 1, 4),
            label="broadcast",
        )
    )
    found.append(
        make_case(
            "set_slice_axis",
            lambda x, y: sg.set_slice_axis(x, y, axis=0, start=1),
            lambda x, y: x.at[1:].set(y),
            X,
            SCALAR,
            label="rank 0",
        )
    )
    for axis in (None, 0, -1, (0, 2), (-2,)):
        found.append(
            make_case(
                "flip",
                lambda x, a=axis: sg.flip(x, axis=a),
                lambda x, a=axis: jnp.flip(x, a),
                X,
                label=f"axis={axis}",
            )
        )
    found.append(make_case("flip", sg.flip, jnp.flip, np.zeros((0, 2)), label="empty"))
    for x, widths, value in (
        (X, (1, 0, 0, 2, 3, 1), 0),
        (X, (0,) * 6, 1),
        (LINE, (2, 3), -1.5),
        (X[:0], (1, 1, 0, 0, 0, 2), 2),
    ):
        pairs = [(widths[i], widths[i + 1]) for i in range(0, len(widths), 2)]
        found.append(
            make_case(
                "pad",
                lambda x, w=widths, v=value: sg.pad(x, w, value=v),
                lambda x, w=pairs, v=value: jnp.pad(x, w, constant_values=v),
                x,
                label=f"{widths}, value={value}",
            )
        )
    return found


def _diagonals() -> List[Case]:
    found = []
    for k in (0, 1, -1, 3, -2, 9, -9):
        for name, theirs in (("tril", jnp.tril), ("triu", jnp.triu)):
            ours = getattr(sg, name)
            found.append(
                make_case(name, lambda x, f=ours, k=k: f(x, k=k), lambda x, f=theirs, k=k: f(x, k=k), X, label=f"k={k}")
            )
        if k in (9, -9):
            continue
        found.append(
            make_case(
                "diagonal",
                lambda x, k=k: sg.diagonal(x, offset=k),
                lambda x, k=k: jnp.diagonal(x, k, -2, -1),
                X,
                label=f"offset={k}",
            )
        )
        found.append(
            make_case(
                "trace",
                lambda x, k=k: sg.trace(x, offset=k),
                lambda x, k=k: jnp.trace(x, k, -2, -1),
                X,
                label=f"offset={k}",
            )
        )
    infinite = np.full((3, 3), np.inf)
    found.append(make_case("tril", sg.tril, jnp.tril, infinite, label="infinity"))
    return found


def cases() -> List[Case]:
    return [*_slices(), *_diagonals()]
