"""Operations on integers and bools, and conversions."""

import itertools
from typing import Any, Callable, List

import jax.numpy as jnp
import numpy as np
from jax import lax

import sg

from .comparing import FLOATS, Case, dtype_of
from .elementwise import BINARY, PREDICATES, UNARY

SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
INTEGERS = SIGNED + UNSIGNED
# Converted to a type, the limits of wider types wrap around.
_POINTS = [0, 1, -1, 2, -2, 3, 5, 7, -7, 100, -100]
_LIMITS = [sign * 2**bits - 1 for bits in (7, 8, 15, 16, 31, 32, 63) for sign in (1, -1)]
LINE = np.array([*_POINTS, *_LIMITS[:-1], -(2**63)], np.int64)
PAIRS = tuple(np.array(column) for column in zip(*itertools.product(LINE, LINE)))
BOOLS = (np.array([False, False, True, True]), np.array([False, True, False, True]))
TABLE = np.random.default_rng(6).integers(-50, 50, (3, 4))


def _case(
    name: str,
    ours: Callable[..., Any],
    theirs: Callable[..., Any],
    *operands: Any,
    label: str = "integers",
    dtypes: Any = INTEGERS,
) -> Case:
    return Case(name, ours, theirs, operands, label, dtypes, 0, True)


def _bits() -> List[Case]:
    shifts = (np.repeat(LINE, 8), np.tile(np.array([0, 1, 3, 7, 8, 31, 63, 64]), LINE.size))
    found = [
        _case("bitwise_left_shift", sg.bitwise_left_shift, jnp.left_shift, *shifts),
        _case("bitwise_right_shift", sg.bitwise_right_shift, jnp.right_shift, *shifts),
    ]
    for name in ("and", "or", "xor"):
        ours, theirs = getattr(sg, f"bitwise_{name}"), getattr(jnp, f"bitwise_{name}")
        found.append(_case(f"bitwise_{name}", ours, theirs, *PAIRS))
        found.append(_case(f"bitwise_{name}", ours, theirs, *BOOLS, label="bools", dtypes=("bool",)))
        ours, theirs = getattr(sg, f"logical_{name}"), getattr(jnp, f"logical_{name}")
        found.append(_case(f"logical_{name}", ours, theirs, *BOOLS, label="bools", dtypes=("bool",)))
    found.append(_case("bitwise_invert", sg.bitwise_invert, jnp.bitwise_not, LINE))
    found.append(_case("bitwise_invert", sg.bitwise_invert, jnp.bitwise_not, BOOLS[0], label="bools", dtypes=("bool",)))
    found.append(_case("logical_not", sg.logical_not, jnp.logical_not, BOOLS[0], label="bools", dtypes=("bool",)))
    return found


def _arithmetic() -> List[Case]:
    found = []
    for name in ("add", "subtract", "multiply", "maximum", "minimum", "floor_divide", "remainder"):
        found.append(_case(name, getattr(sg, name), BINARY[name], *PAIRS))
    found.append(_case("integer_pow", lambda x: sg.integer_pow(x, n=5), lambda x: lax.integer_pow(x, 5), LINE))
    found.append(_case("nan_to_num", sg.nan_to_num, jnp.nan_to_num, LINE))
    exponents = np.tile(np.array([0, 1, 2, 3, 6, 40]), LINE.size)
    found.append(_case("pow", sg.pow, jnp.power, np.repeat(LINE, 6), exponents))
    for name in ("abs", "negative", "sign", "square", "positive", "ceil", "floor", "round", "trunc", "stop_gradient"):
        found.append(_case(name, getattr(sg, name), UNARY[name], LINE))
    for name in ("isfinite", "isinf", "isnan"):
        found.append(_case(name, getattr(sg, name), PREDICATES[name][1], LINE))
    for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
        found.append(_case(name, getattr(sg, name), PREDICATES[name][1], *PAIRS))
        found.append(_case(name, getattr(sg, name), PREDICATES[name][1], *BOOLS, label="bools", dtypes=("bool",)))
    low, high = np.full_like(LINE, 2), np.full_like(LINE, 90)
    found.append(_case("clip", sg.clip, jnp.clip, LINE, low, high))
    mask = LINE % 2 == 0
    found.append(_case("where", sg.where, jnp.where, mask, LINE, low))
    return found


def _arrays() -> List[Case]:
    found = []
    for name in ("sum", "prod", "max", "min", "all", "any", "argmax", "argmin"):
        ours, theirs = getattr(sg, name), getattr(jnp, name)
        found.append(_case(name, lambda x, f=ours: f(x, axis=1), lambda x, f=theirs: f(x, axis=1), TABLE))
    # Unlike the standard, JAX does not widen the integers of cumulative sums.
    for name in ("cumsum", "cumprod"):
        ours = getattr(sg, name)
        for dtype in ("int32", "uint8"):
            found.append(
                _case(
                    name,
                    lambda x, f=ours, d=dtype: f(x, axis=1, dtype=d),
                    lambda x, f=getattr(jnp, name), d=dtype: f(x, axis=1, dtype=d),
                    TABLE,
                    label=f"integers, dtype={dtype}",
                )
            )

        def widened(x: Any, f: Any = getattr(jnp, name)) -> Any:
            return f(x, axis=1, dtype="int64" if x.dtype.kind == "i" else "uint64")

        found.append(_case(name, lambda x, f=ours: f(x, axis=1), widened, TABLE))
    for name in ("sum", "prod", "cumsum"):
        ours, theirs = getattr(sg, name), getattr(jnp, name)
        found.append(
            _case(
                name,
                lambda x, f=ours: f(x, axis=0),
                lambda x, f=theirs: f(x, axis=0),
                TABLE > 0,
                label="bools",
                dtypes=("bool",),
            )
        )
    for name, theirs in (("cummax", lax.cummax), ("cummin", lax.cummin)):
        ours = getattr(sg, name)
        found.append(_case(name, lambda x, f=ours: f(x, axis=1), lambda x, f=theirs: f(x, axis=1), TABLE))
    small = np.arange(1, 7).reshape(2, 3)
    found += [
        _case("matmul", sg.matmul, jnp.matmul, small, small.T),
        _case("outer", sg.outer, jnp.outer, small[0], small[1]),
        _case("vecdot", sg.vecdot, jnp.vecdot, small, small),
        _case("tensordot", sg.tensordot, jnp.tensordot, small, small),
        _case(
            "einsum",
            lambda x, y: sg.einsum("ij,kj->ik", x, y),
            lambda x, y: jnp.einsum("ij,kj->ik", x, y),
            small,
            small,
        ),
        _case(
            "conv_general_dilated",
            sg.conv_general_dilated,
            lambda x, k: lax.conv_general_dilated(x, k, (1,), ((0, 0),)),
            np.arange(8).reshape(1, 2, 4),
            np.arange(6).reshape(1, 2, 3),
        ),
        _case("concat", lambda x, y: sg.concat([x, y]), lambda x, y: jnp.concatenate([x, y]), small, small),
        _case("flip", sg.flip, jnp.flip, small),
        _case(
            "pad",
            lambda x: sg.pad(x, (1, 0, 0, 2), value=3),
            lambda x: jnp.pad(x, ((1, 0), (0, 2)), constant_values=3),
            small,
        ),
        _case("take", lambda x: sg.take(x, [1, 0, 1]), lambda x: x[np.array([1, 0, 1])], small),
        _case("tril", sg.tril, jnp.tril, small),
        _case("trace", sg.trace, jnp.trace, small),
        _case(
            "one_hot",
            lambda x: sg.one_hot(x, 4),
            lambda x: jnp.float32(x[..., None] == jnp.arange(4, dtype=x.dtype)),
            small,
        ),
    ]
    for mode, combine, start in (
        ("sum", lax.add, 0),
        ("max", lax.max, None),
        ("min", lax.min, None),
        ("prod", lax.mul, 1),
    ):

        def theirs(x: Any, combine: Any = combine, start: Any = start, mode: str = mode) -> Any:
            limits = jnp.iinfo(x.dtype)
            first = {"max": limits.min, "min": limits.max}.get(mode, start)
            return lax.reduce_window(x, np.asarray(first, x.dtype), combine, (1, 2), (1, 1), "VALID")

        found.append(
            _case("reduce_window", lambda x, m=mode: sg.reduce_window(x, window=(1, 2), mode=m), theirs, TABLE)
        )
    return found


def _conversions() -> List[Case]:
    numbers = np.array(
        [0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 100, -100, 127.9, 128, -129, 255.9, 256, 70000, -70000]
        + [2.0**31, -(2.0**31) - 1, 2.0**32, 2.0**63, -(2.0**63), 2.0**64, 1e30, np.inf, -np.inf, np.nan, 1e-30, 1 / 3]
    )
    found = []
    for target in (*FLOATS, *INTEGERS, "bool"):

        def ours(x: Any, target: Any = target) -> Any:
            return sg.astype(x, target)

        def theirs(x: Any, target: Any = target) -> Any:
            return x.astype(target)

        order = int(target in FLOATS)
        found.append(Case("astype", ours, theirs, (numbers,), f"floats to {target}", FLOATS, order, True))
        found.append(_case("astype", ours, theirs, LINE, label=f"integers to {target}"))
        found.append(_case("astype", ours, theirs, BOOLS[0], label=f"bools to {target}", dtypes=("bool",)))
    return found


def _bitcasts() -> List[Case]:
    found = []
    for source in (*FLOATS, *INTEGERS):
        for target in (*FLOATS, *INTEGERS):
            if np.dtype(dtype_of(source)).itemsize != np.dtype(dtype_of(target)).itemsize:
                continue
            found.append(
                Case(
                    "bitcast",
                    lambda x, target=target: sg.bitcast(x, target),
                    lambda x, target=target: lax.bitcast_convert_type(x, target),
                    (LINE if source in INTEGERS else np.array([0, -0.0, 1, -2.5, np.inf, 1e-30]),),
                    f"{source} to {target}",
                    (source,),
                    0,
                    True,
                )
            )
    return found


def cases() -> List[Case]:
    return [*_bits(), *_arithmetic(), *_arrays(), *_conversions(), *_bitcasts()]
