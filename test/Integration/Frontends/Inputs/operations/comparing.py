"""Compares operations of sg with functions of JAX: values, first and second derivatives.

A comparison runs one program of sg and one of JAX. The points are elements of arrays, so that few
programs are compiled. An element of sg's result is right if it agrees with one of two references:

* JAX in the same type,
* JAX in f64 at the same points, rounded to the type.

The second reference is needed because JAX rounds after each op in f16 and bf16, overflows in
intermediate results, and approximates some functions in f32 by fewer bits than sg.
"""

import os
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

# The arrays are small: compilation takes most of the time.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")

import jax  # noqa: E402
import ml_dtypes
import numpy as np

import sg

jax.config.update("jax_enable_x64", True)

FLOATS = ("float16", "bfloat16", "float32", "float64")
DTYPES = {"bfloat16": np.dtype(ml_dtypes.bfloat16)}
# Tolerances in units in the last place (ulps) of the type, for elements that an operation computes
# one by one. The library functions of JAX and sg have errors of up to 2 ulps. A derivative has up to
# 8 roundings. A second derivative has up to 30, of which some are amplified where terms cancel.
ULPS = {"value": 4, "vjp": 16, "jvp": 16, "second": 64}


class Case(NamedTuple):
    """An operation at points."""

    operation: str
    ours: Callable[..., Any]
    theirs: Callable[..., Any]
    # Arrays of float64 are converted to the float type of the comparison, arrays of int64 to its
    # integer type. Other arrays, such as indices of int32, keep their type.
    operands: Tuple[Any, ...]
    label: str = ""
    dtypes: Sequence[str] = ("float32", "float64")
    # Largest order of compared derivatives.
    order: int = 1
    # In an elementwise case the tolerance is relative to each element, otherwise to the largest
    # element of the array, because sums have the rounding errors of their terms.
    is_elementwise: bool = False
    # Tolerance of values in ulps, if it is not that of ULPS.
    ulps: Optional[float] = None
    # Absolute tolerance in ulps of 1, for functions whose terms cancel at roots.
    absolute: float = 0


class Mismatch(NamedTuple):
    """Elements of a quantity that differ from JAX."""

    case: Case
    dtype: str
    quantity: str
    wrong: np.ndarray  # a mask
    operands: Sequence[np.ndarray]
    ours: np.ndarray
    theirs: np.ndarray


def dtype_of(name: str) -> np.dtype:
    return DTYPES.get(name) or np.dtype(name)


def is_float(dtype: Any) -> bool:
    return np.dtype(dtype).name in FLOATS


def positions(case: Case) -> List[int]:
    """Returns the positions of the operands that are differentiated."""
    if case.order == 0:
        return []
    return [i for i, x in enumerate(case.operands) if np.asarray(x).dtype == np.float64]


def evaluate(
    library: Any, function: Callable[..., Any], case: Case, xs: Sequence[Any], directions: Any
) -> Dict[str, Any]:
    """Returns the quantities that are compared. `library` is sg or jax. `directions` are a cotangent
    and a tangent of each differentiated operand."""

    def along(i: int, xs: Sequence[Any]) -> Callable[[Any], Any]:
        return lambda x: function(*xs[:i], x, *xs[i + 1 :])

    def partial(i: int, xs: Sequence[Any]) -> Any:
        return library.vjp(along(i, xs), xs[i])[1](cotangent)[0]

    xs = list(xs)
    found = {"value": function(*xs)}
    if case.order == 0:
        return found
    cotangent, tangents = directions[0], dict(zip(positions(case), directions[1:]))
    for i, tangent in tangents.items():
        found[f"vjp {i}"] = partial(i, xs)
        found[f"jvp {i}"] = library.jvp(along(i, xs), (xs[i],), (tangent,))[1]
        for j in tangents if case.order > 1 else ():
            if j < i:
                continue

            def moved(x: Any, i: int = i, j: int = j) -> Any:
                return partial(i, [*xs[:j], x, *xs[j + 1 :]])

            found[f"second {i} {j}"] = library.jvp(moved, (xs[j],), (tangents[j],))[1]
    return found


def cast(array: Any, dtype: str) -> np.ndarray:
    """Converts an operand to the type of a comparison."""
    array = np.asarray(array)
    is_converted = array.dtype == (np.float64 if dtype in FLOATS else np.int64)
    return array.astype(dtype_of(dtype)) if is_converted else array


def widen(array: Any) -> np.ndarray:
    """Returns floats as float64, and other arrays unchanged."""
    array = np.asarray(array)
    return array.astype(np.float64) if is_float(array.dtype) else array


def agree(case: Case, quantity: str, ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Returns where elements agree."""
    if not is_float(ours.dtype):
        return ours == theirs
    info = ml_dtypes.finfo(ours.dtype)
    a, b = widen(ours), widen(theirs)
    kind = quantity.split()[0]
    ulps = case.ulps if kind == "value" and case.ulps is not None else ULPS[kind]
    if ours.dtype == np.float64:
        ulps *= 4  # There is no wider reference, hence both results have rounding errors.
    size = np.abs(b) if case.is_elementwise else np.max(np.abs(b), initial=0, where=np.isfinite(b))
    # JAX flushes subnormal numbers of f64 to zero.
    least = float(info.tiny if ours.dtype == np.float64 else info.smallest_subnormal)
    tolerance = float(info.eps) * (ulps * size + case.absolute) + ulps * least
    near = np.abs(a - b) <= tolerance
    # A result next to the largest number may be rounded to infinity.
    largest = float(info.max)
    rounded = np.isinf(a) != np.isinf(b)
    near |= rounded & (
        np.abs(np.clip(a, -largest, largest) - np.clip(b, -largest, largest)) <= ulps * float(info.eps) * largest
    )
    equal = a == b
    if quantity == "value":
        equal &= np.signbit(a) == np.signbit(b)
        near &= (a != 0) | (b != 0)
    return near | equal | (np.isnan(a) & np.isnan(b))


def draw_directions(case: Case, xs: Sequence[np.ndarray]) -> List[np.ndarray]:
    """Draws a cotangent of the result and tangents of the operands: positive numbers with few digits,
    with which products are exact."""
    random = np.random.default_rng(0)
    types = [jax.eval_shape(case.theirs, *xs), *(xs[i] for i in positions(case))]
    return [(random.integers(2, 8, one.shape) / 4).astype(one.dtype) for one in types]


def widen_all(case: Case, xs: Sequence[Any], directions: Sequence[np.ndarray]) -> Tuple[List[Any], List[Any]]:
    """Returns the operands and directions for the reference in f64."""
    xs = [widen(x) for x in xs]
    cotangent = [directions[0].astype(jax.eval_shape(case.theirs, *xs).dtype)] if directions else []
    return xs, cotangent + [widen(x) for x in directions[1:]]


def compare(case: Case) -> Iterator[Tuple[int, Optional[Mismatch]]]:
    """Yields for each compared quantity the number of its elements, and their mismatch if some differ."""
    ours = sg.function(lambda xs, directions: evaluate(sg, case.ours, case, xs, directions))
    theirs = jax.jit(lambda xs, directions: evaluate(jax, case.theirs, case, xs, directions))
    for dtype in case.dtypes:
        xs = [cast(x, dtype) for x in case.operands]
        directions = draw_directions(case, xs) if case.order else []
        found = ours(tuple(xs), tuple(directions))
        reference, wider = theirs(xs, directions), None
        for name, array in found.items():
            array, expected = np.asarray(array), np.asarray(reference[name])
            if array.dtype != expected.dtype or array.shape != expected.shape:
                raise TypeError(f"{name} is {array.dtype}{array.shape}, in JAX {expected.dtype}{expected.shape}")
            right = agree(case, name, array, expected)
            if not right.all() and dtype in FLOATS and dtype != "float64":
                wider = wider or theirs(*widen_all(case, xs, directions))
                expected = np.asarray(wider[name]).astype(array.dtype)
                right |= agree(case, name, array, expected)
            yield array.size, None if right.all() else Mismatch(case, dtype, name, ~right, xs, array, expected)
