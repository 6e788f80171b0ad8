"""Random numbers. Equal keys give equal numbers in sg and JAX."""

from typing import Any, List

import jax
import numpy as np

import sg

from .comparing import FLOATS, Case

KEYS = [np.array(words, np.uint32) for words in ((0, 42), (0xDEADBEEF, 0x12345678), (0xFFFFFFFF, 0))]
SHAPES = [(), (0,), (1,), (7,), (2, 3, 5), (1000,)]


def _typed(key: Any) -> Any:
    return jax.random.wrap_key_data(key, impl="threefry2x32")


# Tolerances of values in ulps, and in ulps of 1, where they are not 0 as for uniform numbers.
TOLERANCES = {
    "random_exponential": (64, 0),  # JAX's log1p of f64 has errors of 120 ulps between -0.5 and -0.3
    "random_gumbel": (8, 8),  # the outer logarithm has a root
    "random_normal": (32, 0),  # JAX's erf_inv of f32 has single precision, sg's double precision
}


def _case(name: str, ours: Any, theirs: Any, *operands: Any, label: str = "") -> Case:
    ulps, absolute = TOLERANCES.get(name, (0, 0))
    return Case(name, ours, theirs, operands, label, ("float64",), 0, True, ulps, absolute)


def _keys() -> List[Case]:
    found = []
    for seed in (0, 1, -1, 42, 2**31, 2**40 + 3, -(2**63)):
        found.append(
            _case(
                "random_key",
                lambda seed: sg.random_key(seed),
                lambda seed: jax.random.key_data(jax.random.key(seed)),
                np.array(seed, np.int64),
                label=f"seed {seed}",
            )
        )
    for key in KEYS:
        for count in (1, 2, 5):
            found.append(
                _case(
                    "random_split",
                    lambda key, n=count: sg.random_split(key, num=n),
                    lambda key, n=count: jax.random.key_data(jax.random.split(_typed(key), n)),
                    key,
                    label=f"num={count}",
                )
            )
        for data in (0, 1, 2**31):
            found.append(
                _case(
                    "random_fold_in",
                    sg.random_fold_in,
                    lambda key, data: jax.random.key_data(jax.random.fold_in(_typed(key), data)),
                    key,
                    np.array(data, np.uint32),
                    label=f"data={data}",
                )
            )
        for shape in SHAPES:
            for dtype in ("uint8", "uint16", "uint32", "uint64"):
                found.append(
                    _case(
                        "random_bits",
                        lambda key, s=shape, d=dtype: sg.random_bits(key, shape=s, dtype=d),
                        lambda key, s=shape, d=dtype: jax.random.bits(_typed(key), s, d),
                        key,
                        label=f"{shape}, {dtype}",
                    )
                )
    return found


def _distributions() -> List[Case]:
    found = []
    for key in KEYS[:2]:
        for dtype in FLOATS:
            for name, ours, theirs in (
                ("uniform", {}, {}),
                ("uniform", {"low": -2.0, "high": 3.0}, {"minval": -2.0, "maxval": 3.0}),
                ("normal", {}, {}),
                ("exponential", {}, {}),
                ("gumbel", {}, {}),
            ):
                draw = getattr(sg, f"random_{name}")
                found.append(
                    _case(
                        f"random_{name}",
                        lambda key, f=draw, d=dtype, o=ours: f(key, shape=(40, 25), dtype=d, **o),
                        lambda key, f=getattr(jax.random, name), d=dtype, o=theirs: f(_typed(key), (40, 25), d, **o),
                        key,
                        label=f"{dtype} {ours}",
                    )
                )
            found.append(
                Case(
                    "random_bernoulli",
                    lambda key, p: sg.random_bernoulli(key, p, shape=(3, 100)),
                    lambda key, p: jax.random.bernoulli(_typed(key), p, (3, 100)),
                    (key, np.array([[0.25], [0.5], [1.0]])),
                    "",
                    (dtype,),
                    0,
                )
            )
    return found


def _integers() -> List[Case]:
    found = []
    for key in KEYS[:2]:
        for dtype in ("int8", "int32", "int64", "uint8", "uint32", "uint64"):
            for low, high in ((0, 10), (3, 100), (0, 1), (5, 6)):
                found.append(
                    _case(
                        "random_randint",
                        lambda key, d=dtype, b=(low, high): sg.random_randint(key, *b, shape=(20, 5), dtype=d),
                        lambda key, d=dtype, b=(low, high): jax.random.randint(_typed(key), (20, 5), *b, d),
                        key,
                        label=f"{dtype} from {low} to {high}",
                    )
                )
        for count in (0, 1, 2, 10, 2000):
            found.append(
                _case(
                    "random_permutation",
                    lambda key, n=count: sg.random_permutation(key, n=n),
                    lambda key, n=count: jax.random.permutation(_typed(key), n),
                    key,
                    label=f"n={count}",
                )
            )
        logits = np.random.default_rng(8).normal(size=(4, 5, 3)) * 3
        for axis in (-1, 1):
            found.append(
                Case(
                    "random_categorical",
                    lambda key, x, a=axis: sg.random_categorical(key, x, axis=a),
                    lambda key, x, a=axis: jax.random.categorical(_typed(key), x, a),
                    (key, logits),
                    f"axis={axis}",
                    FLOATS,
                    0,
                )
            )
    return found


def cases() -> List[Case]:
    return [*_keys(), *_distributions(), *_integers()]
