"""Elementwise operations on floats."""

import itertools
from typing import Any, Callable, Dict, List, Tuple

import jax
import jax.numpy as jnp
import jax.scipy.special as special
import numpy as np
from jax import lax

import sg

from .comparing import FLOATS, Case

_random = np.random.default_rng(1)
_SPECIAL = [0, 0.5, 1, 2, 3, 100, 1e-30, 1e30, np.inf]
_SIGNED = [sign * x for x in _SPECIAL for sign in (1.0, -1.0)] + [np.nan]
_ONE = np.concatenate(
    [
        _SIGNED,
        _random.normal(size=24) * 3,
        _random.uniform(-1, 1, 16),
        10 ** _random.uniform(-8, 8, 16) * _random.choice([-1, 1], 16),
    ]
)
_TWO = np.concatenate([_SIGNED, _random.normal(size=6)])
_THREE = np.array([0.0, -0.0, 1, -1, 2, 100, 1e30, np.inf, -np.inf, np.nan, 0.3, -0.7])


def points(count: int) -> Tuple[np.ndarray, ...]:
    """Returns all combinations of points for `count` operands."""
    line = [_ONE, _TWO, _THREE][count - 1]
    return tuple(np.array(column) for column in zip(*itertools.product(line, repeat=count)))


# Functions of JAX by the operation, and its tolerances where they are not the default.
UNARY: Dict[str, Any] = {
    "abs": jnp.abs,
    "acos": jnp.arccos,
    "acosh": jnp.arccosh,
    "asin": jnp.arcsin,
    "asinh": jnp.arcsinh,
    "atan": jnp.arctan,
    "atanh": jnp.arctanh,
    "cbrt": jnp.cbrt,
    "ceil": jnp.ceil,
    "cos": jnp.cos,
    "cosh": jnp.cosh,
    "digamma": special.digamma,
    "elu": jax.nn.elu,
    "erf": lax.erf,
    "erf_inv": lax.erf_inv,
    "erfc": lax.erfc,
    "exp": jnp.exp,
    "exp2": jnp.exp2,
    "expm1": jnp.expm1,
    "floor": jnp.floor,
    "gelu": jax.nn.gelu,
    "leaky_relu": jax.nn.leaky_relu,
    "lgamma": lax.lgamma,
    "log": jnp.log,
    "log10": jnp.log10,
    "log1p": jnp.log1p,
    "log2": jnp.log2,
    "log_sigmoid": jax.nn.log_sigmoid,
    "logistic": lax.logistic,
    "nan_to_num": jnp.nan_to_num,
    "negative": jnp.negative,
    "positive": jnp.positive,
    "reciprocal": jnp.reciprocal,
    "relu": jax.nn.relu,
    "relu6": jax.nn.relu6,
    "round": jnp.round,
    "rsqrt": lax.rsqrt,
    "selu": jax.nn.selu,
    "sign": jnp.sign,
    "silu": jax.nn.silu,
    "sin": jnp.sin,
    "sinh": jnp.sinh,
    "softplus": jax.nn.softplus,
    "softsign": jax.nn.soft_sign,
    "sqrt": jnp.sqrt,
    "square": jnp.square,
    "stop_gradient": lax.stop_gradient,
    "tan": jnp.tan,
    "tanh": jnp.tanh,
    "trunc": jnp.trunc,
}
BINARY: Dict[str, Any] = {
    "add": jnp.add,
    "atan2": jnp.arctan2,
    "copysign": jnp.copysign,
    "divide": jnp.divide,
    "floor_divide": jnp.floor_divide,
    "fmod": jnp.fmod,
    "hypot": jnp.hypot,
    "logaddexp": jnp.logaddexp,
    "maximum": jnp.maximum,
    "minimum": jnp.minimum,
    "multiply": jnp.multiply,
    "pow": jnp.power,
    "remainder": jnp.remainder,
    "subtract": jnp.subtract,
    "xlog1py": special.xlog1py,
    "xlogy": special.xlogy,
}
PREDICATES: Dict[str, Tuple[int, Any]] = {
    "equal": (2, jnp.equal),
    "greater": (2, jnp.greater),
    "greater_equal": (2, jnp.greater_equal),
    "isfinite": (1, jnp.isfinite),
    "isinf": (1, jnp.isinf),
    "isnan": (1, jnp.isnan),
    "less": (2, jnp.less),
    "less_equal": (2, jnp.less_equal),
    "not_equal": (2, jnp.not_equal),
    "signbit": (1, jnp.signbit),
}
# Tolerances in ulps of 1 where terms of the formula cancel in sg and in JAX.
ABSOLUTE = {
    "digamma": 16,  # at the roots, for example -0.504
    "gelu": 32,  # 1 + tanh for negative arguments
    "lgamma": 16,  # at the roots 1 and 2
    "logaddexp": 4,  # 1 - y in the second derivative
    "logistic": 4,  # (1 - y) and (1 - 2 y) in the derivatives
    "polygamma": 16,  # that of digamma for n = 0
    "softplus": 4,  # 1 - y in the second derivative
    "tanh": 8,  # 1 - y^2 in the derivatives
}


def _case(
    name: str, ours: Callable[..., Any], theirs: Callable[..., Any], count: int, label: str = "", order: int = 2
) -> Case:
    return Case(name, ours, theirs, points(count), label, FLOATS, order, True, absolute=ABSOLUTE.get(name, 0))


def cases() -> List[Case]:
    found = [_case(name, getattr(sg, name), theirs, 1) for name, theirs in UNARY.items()]
    found += [_case(name, getattr(sg, name), theirs, 2) for name, theirs in BINARY.items()]
    found.append(_case("nextafter", sg.nextafter, jnp.nextafter, 2, order=0)._replace(ulps=0))  # JAX has no derivative.
    found += [_case(name, getattr(sg, name), f, count, order=0) for name, (count, f) in PREDICATES.items()]
    found.append(_case("clip", sg.clip, jnp.clip, 3))
    found.append(
        _case(
            "gelu",
            lambda x: sg.gelu(x, approximate=False),
            lambda x: jax.nn.gelu(x, approximate=False),
            1,
            "approximate=False",
        )
    )
    for n in (0, 1, 2, 3, 5):
        ours, theirs = lambda x, n=n: sg.polygamma(x, n=n), lambda x, n=n: special.polygamma(n, x)
        # JAX's sum has errors of 30 ulps.
        found.append(_case("polygamma", ours, theirs, 1, f"n={n}")._replace(ulps=16))
    for n in (-3, -2, -1, 0, 1, 2, 3, 7):
        ours, theirs = lambda x, n=n: sg.integer_pow(x, n=n), lambda x, n=n: lax.integer_pow(x, n)
        found.append(_case("integer_pow", ours, theirs, 1, f"n={n}"))
    found.append(
        _case("elu", lambda x: sg.elu(x, alpha=0.5), lambda x: jax.nn.elu(x, 0.5), 1, "alpha=0.5"),
    )
    found.append(
        _case(
            "leaky_relu",
            lambda x: sg.leaky_relu(x, negative_slope=0.25),
            lambda x: jax.nn.leaky_relu(x, 0.25),
            1,
            "negative_slope=0.25",
        )
    )
    numbers = {"nan": 1.5, "posinf": 2.0, "neginf": -3.0}
    found.append(
        _case(
            "nan_to_num", lambda x: sg.nan_to_num(x, **numbers), lambda x: jnp.nan_to_num(x, **numbers), 1, f"{numbers}"
        )
    )
    condition = np.arange(_TWO.size**2) % 3 > 0
    found.append(Case("where", sg.where, jnp.where, (condition, *points(2)), "", FLOATS, 2, True))
    shapes = {"broadcast": ((3, 1, 4), (2, 1)), "rank 0": ((), (3,)), "empty": ((0, 3), (3,)), "size 1": ((1,), (1,))}
    for name, theirs in BINARY.items():
        for label, (left, right) in shapes.items():
            operands = (_random.uniform(0.5, 2, left), _random.uniform(0.5, 2, right))
            found.append(
                Case(name, getattr(sg, name), theirs, operands, label, ("float64",), int(label != "size 1"), absolute=4)
            )
    found.append(
        Case(
            "where",
            sg.where,
            jnp.where,
            (np.array([[True], [False]]), _random.normal(size=(2, 3)), np.array(1.5)),
            "broadcast",
            ("float64",),
        )
    )
    for name in ("exp", "relu", "tanh"):
        for label, x in (("empty", np.zeros((2, 0))), ("size 1", np.ones((1, 1))), ("rank 0", np.array(0.5))):
            found.append(Case(name, getattr(sg, name), UNARY[name], (x,), label, ("float64",)))
    return found
