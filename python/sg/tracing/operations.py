"""Operations on arrays, with the names of the Python array API standard and of JAX.

Generated from the table in lib/ArrayOps by scripts/make_array_operations.py.
"""

from typing import Any, List, Optional, Sequence, Union

from .parameters import to_dtype, to_ints, to_size, to_sizes
from .tracer import operate, operate_all

Axis = Union[int, Sequence[int]]
Shape = Union[int, Any, Sequence[Any]]

__all__ = [
    "abs",
    "acos",
    "acosh",
    "add",
    "all",
    "any",
    "argmax",
    "argmin",
    "argsort",
    "asin",
    "asinh",
    "astype",
    "atan",
    "atan2",
    "atanh",
    "bitcast",
    "bitwise_and",
    "bitwise_invert",
    "bitwise_left_shift",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "broadcast_to",
    "cbrt",
    "ceil",
    "clip",
    "concat",
    "conj",
    "conv_general_dilated",
    "copysign",
    "cos",
    "cosh",
    "cumlogsumexp",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "diagonal",
    "digamma",
    "divide",
    "dynamic_slice",
    "dynamic_update_slice",
    "einsum",
    "elu",
    "equal",
    "erf",
    "erf_inv",
    "erfc",
    "exp",
    "exp2",
    "expand_dims",
    "expm1",
    "flip",
    "floor",
    "floor_divide",
    "fmod",
    "full",
    "gather",
    "gelu",
    "greater",
    "greater_equal",
    "hypot",
    "imag",
    "integer_pow",
    "iota",
    "isfinite",
    "isinf",
    "isnan",
    "leaky_relu",
    "less",
    "less_equal",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "log_sigmoid",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logistic",
    "make_complex",
    "matmul",
    "matrix_transpose",
    "max",
    "maximum",
    "mean",
    "min",
    "minimum",
    "moveaxis",
    "multiply",
    "nan_to_num",
    "negative",
    "nextafter",
    "not_equal",
    "one_hot",
    "outer",
    "pad",
    "permute_dims",
    "polygamma",
    "positive",
    "pow",
    "prod",
    "random_bernoulli",
    "random_bits",
    "random_categorical",
    "random_exponential",
    "random_fold_in",
    "random_gumbel",
    "random_key",
    "random_normal",
    "random_permutation",
    "random_randint",
    "random_split",
    "random_uniform",
    "real",
    "reciprocal",
    "reduce_window",
    "relu",
    "relu6",
    "remainder",
    "reshape",
    "round",
    "rsqrt",
    "scatter",
    "searchsorted",
    "selu",
    "set_slice_axis",
    "sign",
    "signbit",
    "silu",
    "sin",
    "sinh",
    "slice_axis",
    "softplus",
    "softsign",
    "sort",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "stop_gradient",
    "subtract",
    "sum",
    "take",
    "take_along_axis",
    "tan",
    "tanh",
    "tensordot",
    "top_k",
    "trace",
    "tril",
    "triu",
    "trunc",
    "var",
    "vecdot",
    "where",
    "xlog1py",
    "xlogy",
]


def astype(x: Any, dtype: Any) -> Any:
    """Converts the elements. Floats are rounded to nearest; as integers they are rounded to zero and
    clamped to the range, and NaN is 0. Integers wrap around. As bool, a number is true unless
    it is 0. A complex number converts only to complex types and bool.

    Derivative: dx, converted, from float to float.
    """
    return operate("astype", [x], {"dtype": to_dtype(dtype)})


def full(shape: Shape, fill_value: float, *, dtype: Any = "float64") -> Any:
    """An array whose elements are all `fill_value`."""
    return operate("full", [], {"shape": to_sizes(shape), "fill_value": float(fill_value), "dtype": to_dtype(dtype)})


def iota(shape: Shape, *, axis: int = 0, dtype: Any = "int64") -> Any:
    """The index of each element along an axis."""
    return operate("iota", [], {"shape": to_sizes(shape), "axis": axis, "dtype": to_dtype(dtype)})


def abs(x: Any) -> Any:
    """The absolute value of each element. That of a complex number is real.

    Derivative: sign(x) dx; 0 at x = 0.
    """
    return operate("abs", [x], {})


def acos(x: Any) -> Any:
    """The arc cosine in radians.

    Derivative: -dx / sqrt(1 - x^2).
    """
    return operate("acos", [x], {})


def acosh(x: Any) -> Any:
    """The inverse hyperbolic cosine.

    Derivative: dx / sqrt(x^2 - 1).
    """
    return operate("acosh", [x], {})


def add(x: Any, y: Any) -> Any:
    """x + y.

    Derivative: dx + dy.
    """
    return operate("add", [x, y], {})


def asin(x: Any) -> Any:
    """The arc sine in radians.

    Derivative: dx / sqrt(1 - x^2).
    """
    return operate("asin", [x], {})


def asinh(x: Any) -> Any:
    """The inverse hyperbolic sine.

    Derivative: dx / sqrt(x^2 + 1).
    """
    return operate("asinh", [x], {})


def atan(x: Any) -> Any:
    """The arc tangent in radians.

    Derivative: dx / (1 + x^2).
    """
    return operate("atan", [x], {})


def atan2(y: Any, x: Any) -> Any:
    """The angle of the point (x, y) in radians.

    Derivative: (x dy - y dx) / (x^2 + y^2); NaN at (0, 0).
    """
    return operate("atan2", [y, x], {})


def atanh(x: Any) -> Any:
    """The inverse hyperbolic tangent.

    Derivative: dx / (1 - x^2).
    """
    return operate("atanh", [x], {})


def cbrt(x: Any) -> Any:
    """The cube root.

    Derivative: dx / (3 cbrt(x)^2).
    """
    return operate("cbrt", [x], {})


def cos(x: Any) -> Any:
    """The cosine of an angle in radians.

    Derivative: -sin(x) dx.
    """
    return operate("cos", [x], {})


def cosh(x: Any) -> Any:
    """The hyperbolic cosine.

    Derivative: sinh(x) dx.
    """
    return operate("cosh", [x], {})


def divide(x: Any, y: Any) -> Any:
    """x / y, for floats and complex numbers. The latter follow annex G of the C standard at
    infinities.

    Derivative: dx / y - x dy / y^2.
    """
    return operate("divide", [x, y], {})


def erf(x: Any) -> Any:
    """The error function.

    Derivative: 2 / sqrt(pi) exp(-x^2) dx.
    """
    return operate("erf", [x], {})


def erfc(x: Any) -> Any:
    """1 - erf(x).

    Derivative: -2 / sqrt(pi) exp(-x^2) dx.
    """
    return operate("erfc", [x], {})


def exp(x: Any) -> Any:
    """The exponential function.

    Derivative: exp(x) dx.
    """
    return operate("exp", [x], {})


def exp2(x: Any) -> Any:
    """2 to the power of x.

    Derivative: ln(2) 2^x dx.
    """
    return operate("exp2", [x], {})


def expm1(x: Any) -> Any:
    """exp(x) - 1, without cancellation near 0.

    Derivative: exp(x) dx.
    """
    return operate("expm1", [x], {})


def log(x: Any) -> Any:
    """The natural logarithm.

    Derivative: dx / x.
    """
    return operate("log", [x], {})


def log10(x: Any) -> Any:
    """The logarithm in base 10.

    Derivative: dx / (x ln(10)).
    """
    return operate("log10", [x], {})


def log1p(x: Any) -> Any:
    """log(1 + x), without cancellation near 0.

    Derivative: dx / (1 + x).
    """
    return operate("log1p", [x], {})


def log2(x: Any) -> Any:
    """The logarithm in base 2.

    Derivative: dx / (x ln(2)).
    """
    return operate("log2", [x], {})


def logistic(x: Any) -> Any:
    """1 / (1 + exp(-x)).

    Derivative: y (1 - y) dx for the result y.
    """
    return operate("logistic", [x], {})


def maximum(x: Any, y: Any) -> Any:
    """The larger element. NaN if one is NaN.

    Derivative: The derivative of the larger element; half of each at a tie.
    """
    return operate("maximum", [x, y], {})


def minimum(x: Any, y: Any) -> Any:
    """The smaller element. NaN if one is NaN.

    Derivative: The derivative of the smaller element; half of each at a tie.
    """
    return operate("minimum", [x, y], {})


def multiply(x: Any, y: Any) -> Any:
    """x y.

    Derivative: x dy + y dx.
    """
    return operate("multiply", [x, y], {})


def negative(x: Any) -> Any:
    """-x.

    Derivative: -dx.
    """
    return operate("negative", [x], {})


def positive(x: Any) -> Any:
    """x.

    Derivative: dx.
    """
    return operate("positive", [x], {})


def reciprocal(x: Any) -> Any:
    """1 / x, for floats and complex numbers.

    Derivative: -dx / x^2.
    """
    return operate("reciprocal", [x], {})


def rsqrt(x: Any) -> Any:
    """1 / sqrt(x).

    Derivative: -dx / (2 x sqrt(x)).
    """
    return operate("rsqrt", [x], {})


def sign(x: Any) -> Any:
    """-1, 0 or 1. A zero and NaN are returned unchanged.

    Derivative: 0.
    """
    return operate("sign", [x], {})


def sin(x: Any) -> Any:
    """The sine of an angle in radians.

    Derivative: cos(x) dx.
    """
    return operate("sin", [x], {})


def sinh(x: Any) -> Any:
    """The hyperbolic sine.

    Derivative: cosh(x) dx.
    """
    return operate("sinh", [x], {})


def sqrt(x: Any) -> Any:
    """The square root.

    Derivative: dx / (2 sqrt(x)); infinite at 0.
    """
    return operate("sqrt", [x], {})


def square(x: Any) -> Any:
    """x x.

    Derivative: 2 x dx.
    """
    return operate("square", [x], {})


def subtract(x: Any, y: Any) -> Any:
    """x - y.

    Derivative: dx - dy.
    """
    return operate("subtract", [x, y], {})


def tan(x: Any) -> Any:
    """The tangent of an angle in radians.

    Derivative: (1 + y^2) dx.
    """
    return operate("tan", [x], {})


def tanh(x: Any) -> Any:
    """The hyperbolic tangent.

    Derivative: (1 - y^2) dx.
    """
    return operate("tanh", [x], {})


def conj(x: Any) -> Any:
    """The complex conjugate. A real number is returned unchanged.

    Derivative: dx for a real number.
    """
    return operate("conj", [x], {})


def imag(x: Any) -> Any:
    """The imaginary part. That of a real number is 0."""
    return operate("imag", [x], {})


def make_complex(real: Any, imag: Any) -> Any:
    """The complex number with these parts, which are float32 or float64."""
    return operate("make_complex", [real, imag], {})


def real(x: Any) -> Any:
    """The real part. A real number is returned unchanged.

    Derivative: dx for a real number.
    """
    return operate("real", [x], {})


def bitwise_left_shift(x: Any, y: Any) -> Any:
    """x shifted by y bits to the left."""
    return operate("bitwise_left_shift", [x, y], {})


def bitwise_right_shift(x: Any, y: Any) -> Any:
    """x shifted by y bits to the right. The sign is kept."""
    return operate("bitwise_right_shift", [x, y], {})


def ceil(x: Any) -> Any:
    """The least integer that is not less than x.

    Derivative: 0.
    """
    return operate("ceil", [x], {})


def copysign(x: Any, y: Any) -> Any:
    """|x| with the sign of y.

    Derivative: sign(x) sign(y) dx; 0 at x = 0.
    """
    return operate("copysign", [x, y], {})


def floor(x: Any) -> Any:
    """The largest integer that does not exceed x.

    Derivative: 0.
    """
    return operate("floor", [x], {})


def floor_divide(x: Any, y: Any) -> Any:
    """x / y, rounded down. An integer divided by 0 is 0.

    Derivative: 0.
    """
    return operate("floor_divide", [x, y], {})


def fmod(x: Any, y: Any) -> Any:
    """x - trunc(x / y) y, which has the sign of x, for floats. NaN for y = 0.

    Derivative: dx - trunc(x / y) dy.
    """
    return operate("fmod", [x, y], {})


def integer_pow(x: Any, *, n: int) -> Any:
    """x to the power of n by multiplications: 1 for n = 0.

    Derivative: n x^(n-1) dx; 0 for n = 0.
    """
    return operate("integer_pow", [x], {"n": n})


def nan_to_num(x: Any, *, nan: float = 0, posinf: Optional[float] = None, neginf: Optional[float] = None) -> Any:
    """x with NaN and infinities replaced; without a number for infinities, by the largest and smallest
    finite number.

    Derivative: dx where x is finite, otherwise 0.
    """
    return operate(
        "nan_to_num",
        [x],
        {
            "nan": float(nan),
            "posinf": None if posinf is None else float(posinf),
            "neginf": None if neginf is None else float(neginf),
        },
    )


def pow(x: Any, y: Any) -> Any:
    """x to the power of y.

    Derivative: y x^(y-1) dx + ln(x) x^y dy; 0 for dx at y = 0, and for dy at x = 0.
    """
    return operate("pow", [x, y], {})


def remainder(x: Any, y: Any) -> Any:
    """x - floor(x / y) y, which has the sign of y. 0 for an integer and y = 0.

    Derivative: dx - floor(x / y) dy.
    """
    return operate("remainder", [x, y], {})


def round(x: Any) -> Any:
    """The nearest integer, ties to even.

    Derivative: 0.
    """
    return operate("round", [x], {})


def signbit(x: Any) -> Any:
    """True for a negative float, also for -0."""
    return operate("signbit", [x], {})


def trunc(x: Any) -> Any:
    """x, rounded to zero.

    Derivative: 0.
    """
    return operate("trunc", [x], {})


def bitcast(x: Any, dtype: Any) -> Any:
    """The bits of the elements as a type of the same size.

    Derivative: 0.
    """
    return operate("bitcast", [x], {"dtype": to_dtype(dtype)})


def nextafter(x: Any, y: Any) -> Any:
    """The float after x in the direction of y. y if x equals y.

    Derivative: dx.
    """
    return operate("nextafter", [x, y], {})


def digamma(x: Any) -> Any:
    """The derivative of lgamma.

    Derivative: polygamma(1, x) dx.
    """
    return operate("digamma", [x], {})


def erf_inv(x: Any) -> Any:
    """The inverse of erf. Infinite at -1 and 1, NaN outside.

    Derivative: sqrt(pi) / 2 exp(y^2) dx for the result y.
    """
    return operate("erf_inv", [x], {})


def hypot(x: Any, y: Any) -> Any:
    """sqrt(x^2 + y^2), without overflow.

    Derivative: (x dx + y dy) / hypot(x, y); 0 at (0, 0), NaN if both are infinite.
    """
    return operate("hypot", [x, y], {})


def lgamma(x: Any) -> Any:
    """The logarithm of |gamma(x)|. Infinite at 0, -1, -2, ...

    Derivative: digamma(x) dx.
    """
    return operate("lgamma", [x], {})


def logaddexp(x: Any, y: Any) -> Any:
    """log(exp(x) + exp(y)), without overflow.

    Derivative: exp(x - z) dx + exp(y - z) dy for the result z.
    """
    return operate("logaddexp", [x, y], {})


def polygamma(x: Any, *, n: int) -> Any:
    """Derivative n of digamma. At 0, -1, -2, ... it is infinite for odd n and NaN for even n.

    Derivative: polygamma(n + 1, x) dx.
    """
    return operate("polygamma", [x], {"n": n})


def softplus(x: Any) -> Any:
    """log(1 + exp(x)), without overflow.

    Derivative: logistic(x) dx.
    """
    return operate("softplus", [x], {})


def xlog1py(x: Any, y: Any) -> Any:
    """x log(1 + y), or 0 where x = 0 and y is a number.

    Derivative: log(1 + y) dx + x / (1 + y) dy.
    """
    return operate("xlog1py", [x, y], {})


def xlogy(x: Any, y: Any) -> Any:
    """x log(y), or 0 where x = 0 and y is a number.

    Derivative: log(y) dx + x / y dy.
    """
    return operate("xlogy", [x, y], {})


def elu(x: Any, *, alpha: float = 1) -> Any:
    """x where x > 0, otherwise alpha (exp(x) - 1).

    Derivative: dx where x > 0, otherwise alpha exp(x) dx.
    """
    return operate("elu", [x], {"alpha": float(alpha)})


def gelu(x: Any, *, approximate: bool = True) -> Any:
    """x times the standard normal distribution function of x, approximated by tanh unless
    `approximate` is false.

    Derivative: The derivative of the formula.
    """
    return operate("gelu", [x], {"approximate": bool(approximate)})


def leaky_relu(x: Any, *, negative_slope: float = 0.01) -> Any:
    """x where x >= 0, otherwise negative_slope x.

    Derivative: dx where x >= 0, otherwise negative_slope dx.
    """
    return operate("leaky_relu", [x], {"negative_slope": float(negative_slope)})


def log_sigmoid(x: Any) -> Any:
    """log(logistic(x)), without overflow.

    Derivative: logistic(-x) dx.
    """
    return operate("log_sigmoid", [x], {})


def relu(x: Any) -> Any:
    """maximum(x, 0).

    Derivative: dx where x > 0, otherwise 0.
    """
    return operate("relu", [x], {})


def relu6(x: Any) -> Any:
    """minimum(maximum(x, 0), 6).

    Derivative: dx where 0 < x < 6, otherwise 0.
    """
    return operate("relu6", [x], {})


def selu(x: Any) -> Any:
    """The scaled elu of self-normalizing networks, with alpha 1.6733 and the scale 1.0507.

    Derivative: The derivative of the formula.
    """
    return operate("selu", [x], {})


def silu(x: Any) -> Any:
    """x logistic(x).

    Derivative: The derivative of the formula.
    """
    return operate("silu", [x], {})


def softsign(x: Any) -> Any:
    """x / (1 + |x|).

    Derivative: dx / (1 + |x|)^2.
    """
    return operate("softsign", [x], {})


def bitwise_and(x: Any, y: Any) -> Any:
    """The bits set in both integers."""
    return operate("bitwise_and", [x, y], {})


def bitwise_invert(x: Any) -> Any:
    """The bits not set in the integer."""
    return operate("bitwise_invert", [x], {})


def bitwise_or(x: Any, y: Any) -> Any:
    """The bits set in either integer."""
    return operate("bitwise_or", [x, y], {})


def bitwise_xor(x: Any, y: Any) -> Any:
    """The bits set in one of two integers."""
    return operate("bitwise_xor", [x, y], {})


def clip(x: Any, low: Any, high: Any) -> Any:
    """minimum(maximum(x, low), high).

    Derivative: The derivative of the argument that is the result; half of each at a tie.
    """
    return operate("clip", [x, low, high], {})


def equal(x: Any, y: Any) -> Any:
    """True where x = y. NaN differs from NaN."""
    return operate("equal", [x, y], {})


def greater(x: Any, y: Any) -> Any:
    """True where x > y."""
    return operate("greater", [x, y], {})


def greater_equal(x: Any, y: Any) -> Any:
    """True where x >= y."""
    return operate("greater_equal", [x, y], {})


def isfinite(x: Any) -> Any:
    """True where x, or each part of a complex number, is neither infinite nor NaN."""
    return operate("isfinite", [x], {})


def isinf(x: Any) -> Any:
    """True where x, or a part of a complex number, is infinite."""
    return operate("isinf", [x], {})


def isnan(x: Any) -> Any:
    """True where x, or a part of a complex number, is NaN."""
    return operate("isnan", [x], {})


def less(x: Any, y: Any) -> Any:
    """True where x < y."""
    return operate("less", [x, y], {})


def less_equal(x: Any, y: Any) -> Any:
    """True where x <= y."""
    return operate("less_equal", [x, y], {})


def logical_and(x: Any, y: Any) -> Any:
    """True where both bools are."""
    return operate("logical_and", [x, y], {})


def logical_not(x: Any) -> Any:
    """True where the bool is false."""
    return operate("logical_not", [x], {})


def logical_or(x: Any, y: Any) -> Any:
    """True where one of the bools is."""
    return operate("logical_or", [x, y], {})


def logical_xor(x: Any, y: Any) -> Any:
    """True where the bools differ."""
    return operate("logical_xor", [x, y], {})


def not_equal(x: Any, y: Any) -> Any:
    """True where x differs from y. NaN differs from NaN."""
    return operate("not_equal", [x, y], {})


def where(condition: Any, x: Any, y: Any) -> Any:
    """x where the condition is true, otherwise y.

    Derivative: dx where the condition is true, otherwise dy.
    """
    return operate("where", [condition, x, y], {})


def broadcast_to(x: Any, shape: Shape) -> Any:
    """Repeats axes of size 1 and adds leading axes.

    Derivative: dx, broadcast.
    """
    return operate("broadcast_to", [x], {"shape": to_sizes(shape)})


def concat(arrays: Sequence[Any], *, axis: int = 0) -> Any:
    """Joins arrays along an axis.

    Derivative: The derivatives, joined.
    """
    return operate("concat", [*arrays], {"axis": axis})


def expand_dims(x: Any, *, axis: int = 0) -> Any:
    """Adds an axis of size 1.

    Derivative: dx, expanded.
    """
    return operate("expand_dims", [x], {"axis": axis})


def matrix_transpose(x: Any) -> Any:
    """Exchanges the last two axes.

    Derivative: dx, transposed.
    """
    return operate("matrix_transpose", [x], {})


def moveaxis(x: Any, source: int, destination: int) -> Any:
    """Moves an axis to another position.

    Derivative: dx, moved.
    """
    return operate("moveaxis", [x], {"source": source, "destination": destination})


def permute_dims(x: Any, axes: Axis) -> Any:
    """Permutes the axes: axis i of the result is axis axes[i] of x.

    Derivative: dx, permuted.
    """
    return operate("permute_dims", [x], {"axes": to_ints(axes)})


def reshape(x: Any, shape: Shape) -> Any:
    """Changes the sizes and keeps the elements in row-major order. A size of -1 is computed from the
    others.

    Derivative: dx, reshaped.
    """
    return operate("reshape", [x], {"shape": to_sizes(shape)})


def squeeze(x: Any, axis: Axis) -> Any:
    """Removes axes of size 1.

    Derivative: dx, squeezed.
    """
    return operate("squeeze", [x], {"axis": to_ints(axis)})


def stack(arrays: Sequence[Any], *, axis: int = 0) -> Any:
    """Joins arrays along a new axis.

    Derivative: The derivatives, stacked.
    """
    return operate("stack", [*arrays], {"axis": axis})


def dynamic_slice(x: Any, starts: Sequence[Any], *, sizes: Shape) -> Any:
    """The slice with `sizes` that begins at the integers `starts`, one for each axis. Starts are
    clamped so that the slice is in bounds.

    Derivative: The slice of dx.
    """
    return operate("dynamic_slice", [x, *starts], {"sizes": to_sizes(sizes)})


def dynamic_update_slice(x: Any, update: Any, starts: Sequence[Any]) -> Any:
    """x with the slice that begins at the integers `starts` replaced by `update`. Starts are clamped
    so that the slice is in bounds.

    Derivative: dx with the slice replaced by the derivative of the update.
    """
    return operate("dynamic_update_slice", [x, update, *starts], {})


def flip(x: Any, *, axis: Optional[Axis] = None) -> Any:
    """The elements in reverse order along axes.

    Derivative: dx, flipped.
    """
    return operate("flip", [x], {"axis": None if axis is None else to_ints(axis)})


def pad(x: Any, widths: Axis, *, value: float = 0) -> Any:
    """Adds elements `value` before and after each axis: widths[2 i] before axis i, and widths[2 i + 1]
    after it.

    Derivative: dx, padded with 0.
    """
    return operate("pad", [x], {"widths": to_ints(widths), "value": float(value)})


def set_slice_axis(
    x: Any, update: Any, *, axis: int = 0, start: Optional[Any] = None, stop: Optional[Any] = None, step: int = 1
) -> Any:
    """x with the slice x[start:stop:step] along an axis replaced by the update, which broadcasts.

    Derivative: dx with the slice replaced by the derivative of the update.
    """
    return operate(
        "set_slice_axis",
        [x, update],
        {
            "axis": axis,
            "start": None if start is None else to_size(start),
            "stop": None if stop is None else to_size(stop),
            "step": step,
        },
    )


def slice_axis(
    x: Any, *, axis: int = 0, start: Optional[Any] = None, stop: Optional[Any] = None, step: int = 1
) -> Any:
    """The slice x[start:stop:step] along an axis, as in Python.

    Derivative: The slice of dx.
    """
    return operate(
        "slice_axis",
        [x],
        {
            "axis": axis,
            "start": None if start is None else to_size(start),
            "stop": None if stop is None else to_size(stop),
            "step": step,
        },
    )


def gather(x: Any, indices: Sequence[Any], *, axes: Axis) -> Any:
    """x[..., i, j, ...] as in NumPy: the elements at arrays of integers, one array for each of `axes`,
    which are in ascending order. The arrays broadcast. Their axes are in the place of the
    indexed axes if those are adjacent, otherwise they come first. A negative index counts from
    the end. An index out of range is an error when the program runs.

    Derivative: The elements of dx.
    """
    return operate("gather", [x, *indices], {"axes": to_ints(axes)})


def scatter(x: Any, updates: Any, indices: Sequence[Any], *, axes: Axis, mode: str = "set") -> Any:
    """x with the elements x[..., i, j, ...] of gather updated: replaced for the mode set, otherwise
    combined by add, multiply, min or max. The updates broadcast. Repeated indices are applied
    in order.

    Derivative: That of the updates in order.
    """
    return operate("scatter", [x, updates, *indices], {"axes": to_ints(axes), "mode": mode})


def take(x: Any, indices: Any, *, axis: int = 0) -> Any:
    """The elements at integer indices along an axis, as in gather.

    Derivative: The elements of dx.
    """
    return operate("take", [x, indices], {"axis": axis})


def take_along_axis(x: Any, indices: Any, *, axis: int = -1) -> Any:
    """The elements x[..., indices[..., i, ...], ...]: the other axes of the indices and of x
    broadcast.

    Derivative: The elements of dx.
    """
    return operate("take_along_axis", [x, indices], {"axis": axis})


def all(x: Any, *, axis: Optional[Axis] = None, keepdims: bool = False) -> Any:
    """True if all elements are true or nonzero."""
    return operate("all", [x], {"axis": None if axis is None else to_ints(axis), "keepdims": bool(keepdims)})


def any(x: Any, *, axis: Optional[Axis] = None, keepdims: bool = False) -> Any:
    """True if an element is true or nonzero."""
    return operate("any", [x], {"axis": None if axis is None else to_ints(axis), "keepdims": bool(keepdims)})


def max(x: Any, *, axis: Optional[Axis] = None, keepdims: bool = False) -> Any:
    """The largest element. NaN if one is NaN.

    Derivative: The derivative of the largest element, in equal parts at ties.
    """
    return operate("max", [x], {"axis": None if axis is None else to_ints(axis), "keepdims": bool(keepdims)})


def mean(x: Any, *, axis: Optional[Axis] = None, keepdims: bool = False) -> Any:
    """The mean. NaN for an empty axis.

    Derivative: The mean of dx.
    """
    return operate("mean", [x], {"axis": None if axis is None else to_ints(axis), "keepdims": bool(keepdims)})


def min(x: Any, *, axis: Optional[Axis] = None, keepdims: bool = False) -> Any:
    """The smallest element. NaN if one is NaN.

    Derivative: The derivative of the smallest element, in equal parts at ties.
    """
    return operate("min", [x], {"axis": None if axis is None else to_ints(axis), "keepdims": bool(keepdims)})


def prod(x: Any, *, axis: Optional[Axis] = None, dtype: Optional[Any] = None, keepdims: bool = False) -> Any:
    """The product. Integers are widened to 64 bits.

    Derivative: The sum over i of dx[i] times the product of the other elements.
    """
    return operate(
        "prod",
        [x],
        {
            "axis": None if axis is None else to_ints(axis),
            "dtype": None if dtype is None else to_dtype(dtype),
            "keepdims": bool(keepdims),
        },
    )


def std(x: Any, *, axis: Optional[Axis] = None, correction: float = 0, keepdims: bool = False) -> Any:
    """The standard deviation: the square root of var.

    Derivative: d var / (2 std); NaN for equal elements.
    """
    return operate(
        "std",
        [x],
        {
            "axis": None if axis is None else to_ints(axis),
            "correction": float(correction),
            "keepdims": bool(keepdims),
        },
    )


def sum(x: Any, *, axis: Optional[Axis] = None, dtype: Optional[Any] = None, keepdims: bool = False) -> Any:
    """The sum. Integers are widened to 64 bits.

    Derivative: The sum of dx.
    """
    return operate(
        "sum",
        [x],
        {
            "axis": None if axis is None else to_ints(axis),
            "dtype": None if dtype is None else to_dtype(dtype),
            "keepdims": bool(keepdims),
        },
    )


def var(x: Any, *, axis: Optional[Axis] = None, correction: float = 0, keepdims: bool = False) -> Any:
    """The variance: the sum of the squared distances from the mean, divided by the number of elements
    minus correction.

    Derivative: 2 (x - mean) dx, averaged.
    """
    return operate(
        "var",
        [x],
        {
            "axis": None if axis is None else to_ints(axis),
            "correction": float(correction),
            "keepdims": bool(keepdims),
        },
    )


def cumlogsumexp(x: Any, *, axis: int = 0, reverse: bool = False) -> Any:
    """The logarithm of the sum of the exponentials of the elements up to each element.

    Derivative: That of logaddexp.
    """
    return operate("cumlogsumexp", [x], {"axis": axis, "reverse": bool(reverse)})


def cummax(x: Any, *, axis: int = 0, reverse: bool = False) -> Any:
    """The largest element up to each element.

    Derivative: That of maximum.
    """
    return operate("cummax", [x], {"axis": axis, "reverse": bool(reverse)})


def cummin(x: Any, *, axis: int = 0, reverse: bool = False) -> Any:
    """The smallest element up to each element.

    Derivative: That of minimum.
    """
    return operate("cummin", [x], {"axis": axis, "reverse": bool(reverse)})


def cumprod(x: Any, *, axis: int = 0, dtype: Optional[Any] = None, reverse: bool = False) -> Any:
    """The product of the elements up to each element. Integers are widened to 64 bits.

    Derivative: The sum of the products with one factor differentiated.
    """
    return operate(
        "cumprod",
        [x],
        {
            "axis": axis,
            "dtype": None if dtype is None else to_dtype(dtype),
            "reverse": bool(reverse),
        },
    )


def cumsum(x: Any, *, axis: int = 0, dtype: Optional[Any] = None, reverse: bool = False) -> Any:
    """The sum of the elements up to each element. Integers are widened to 64 bits.

    Derivative: The cumulative sum of dx.
    """
    return operate(
        "cumsum",
        [x],
        {
            "axis": axis,
            "dtype": None if dtype is None else to_dtype(dtype),
            "reverse": bool(reverse),
        },
    )


def argmax(x: Any, *, axis: Optional[int] = None, keepdims: bool = False) -> Any:
    """The position of the first largest element, or of the first NaN. Without an axis, the position in
    row-major order."""
    return operate("argmax", [x], {"axis": axis, "keepdims": bool(keepdims)})


def argmin(x: Any, *, axis: Optional[int] = None, keepdims: bool = False) -> Any:
    """The position of the first smallest element, or of the first NaN. Without an axis, the position
    in row-major order."""
    return operate("argmin", [x], {"axis": axis, "keepdims": bool(keepdims)})


def diagonal(x: Any, *, offset: int = 0) -> Any:
    """The elements x[..., i, i + offset] of the last two axes.

    Derivative: The diagonal of dx.
    """
    return operate("diagonal", [x], {"offset": offset})


def one_hot(x: Any, num_classes: Any, *, dtype: Any = "float32") -> Any:
    """1 at the position x of a new last axis, otherwise 0. All 0 if x is out of range."""
    return operate("one_hot", [x], {"num_classes": to_size(num_classes), "dtype": to_dtype(dtype)})


def trace(x: Any, *, offset: int = 0) -> Any:
    """The sum of the elements x[..., i, i + offset] of the last two axes.

    Derivative: The trace of dx.
    """
    return operate("trace", [x], {"offset": offset})


def tril(x: Any, *, k: int = 0) -> Any:
    """The elements x[..., i, j] with j <= i + k, otherwise 0.

    Derivative: The triangle of dx.
    """
    return operate("tril", [x], {"k": k})


def triu(x: Any, *, k: int = 0) -> Any:
    """The elements x[..., i, j] with j >= i + k, otherwise 0.

    Derivative: The triangle of dx.
    """
    return operate("triu", [x], {"k": k})


def argsort(x: Any, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """The positions of the sorted elements along an axis. Equal elements keep their order, also if
    `stable` is false. NaN counts as the largest number."""
    return operate("argsort", [x], {"axis": axis, "descending": bool(descending), "stable": bool(stable)})


def searchsorted(x: Any, values: Any, *, side: str = "left") -> Any:
    """For each value, the position in the sorted vector x before which the value can be inserted: the
    first such position for the side left, the last for right."""
    return operate("searchsorted", [x, values], {"side": side})


def sort(x: Any, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """The elements in ascending or descending order along an axis. Equal elements keep their order,
    also if `stable` is false. NaN counts as the largest number.

    Derivative: dx in the order of x.
    """
    return operate("sort", [x], {"axis": axis, "descending": bool(descending), "stable": bool(stable)})


def top_k(x: Any, k: Any, *, axis: int = -1) -> List[Any]:
    """The k largest elements along an axis in descending order, and their positions. NaN counts as the
    largest number.

    Derivative: dx at the positions.
    """
    return operate_all("top_k", [x], {"k": to_size(k), "axis": axis})


def einsum(operands: Sequence[Any], *, subscripts: str) -> Any:
    """The sum of products in Einstein's notation, for example "ij,jk->ik" for a matrix product. Arrays
    are contracted from left to right.

    Derivative: The sum of the results with one operand differentiated.
    """
    return operate("einsum", [*operands], {"subscripts": subscripts})


def matmul(x: Any, y: Any) -> Any:
    """The matrix product of the last two axes. An array of rank 1 is a row on the left and a column on
    the right. Leading axes broadcast.

    Derivative: matmul(dx, y) + matmul(x, dy).
    """
    return operate("matmul", [x, y], {})


def outer(x: Any, y: Any) -> Any:
    """The products of each pair of elements of two vectors.

    Derivative: outer(dx, y) + outer(x, dy).
    """
    return operate("outer", [x, y], {})


def tensordot(x: Any, y: Any, *, axes: int = 2) -> Any:
    """Sums over the last axes of x and the first axes of y.

    Derivative: tensordot(dx, y) + tensordot(x, dy).
    """
    return operate("tensordot", [x, y], {"axes": axes})


def vecdot(x: Any, y: Any, *, axis: int = -1) -> Any:
    """The sum of the products of elements along an axis. Complex elements of x are conjugated.

    Derivative: vecdot(dx, y) + vecdot(x, dy).
    """
    return operate("vecdot", [x, y], {"axis": axis})


def conv_general_dilated(
    x: Any, kernel: Any, *, strides: Optional[Axis] = None, padding: Optional[Axis] = None, lhs_dilation: Optional[Axis] = None, rhs_dilation: Optional[Axis] = None, feature_group_count: int = 1, lhs_spec: Optional[str] = None, rhs_spec: Optional[str] = None, out_spec: Optional[str] = None
) -> Any:
    """The convolution of x with a kernel over the spatial axes, as in JAX: the kernel is not flipped.
    `padding` has two integers for each spatial axis, before and after it; a negative one drops
    elements. A spec names the axes: N is the batch, C the channels, O and I the outputs and
    inputs of the kernel, and digits are the spatial axes. The default is NC01... and OI01....

    Derivative: The convolution of dx plus that with the derivative of the kernel.
    """
    return operate(
        "conv_general_dilated",
        [x, kernel],
        {
            "strides": None if strides is None else to_ints(strides),
            "padding": None if padding is None else to_ints(padding),
            "lhs_dilation": None if lhs_dilation is None else to_ints(lhs_dilation),
            "rhs_dilation": None if rhs_dilation is None else to_ints(rhs_dilation),
            "feature_group_count": feature_group_count,
            "lhs_spec": lhs_spec,
            "rhs_spec": rhs_spec,
            "out_spec": out_spec,
        },
    )


def reduce_window(
    x: Any, *, window: Axis, strides: Optional[Axis] = None, padding: Optional[Axis] = None, dilation: Optional[Axis] = None, mode: str = "sum"
) -> Any:
    """The sum, prod, max or min of the elements in windows. `window` and the other parameters have an
    integer for each axis; `padding` has two. Elements outside of x are neutral.

    Derivative: That of the mode; at ties of max and min, that of the first element.
    """
    return operate(
        "reduce_window",
        [x],
        {
            "window": to_ints(window),
            "strides": None if strides is None else to_ints(strides),
            "padding": None if padding is None else to_ints(padding),
            "dilation": None if dilation is None else to_ints(dilation),
            "mode": mode,
        },
    )


def random_bits(key: Any, *, shape: Shape, dtype: Any = "uint32") -> Any:
    """Random bits of an unsigned integer."""
    return operate("random_bits", [key], {"shape": to_sizes(shape), "dtype": to_dtype(dtype)})


def random_fold_in(key: Any, data: Any) -> Any:
    """A key for the key and an integer, of which 32 bits are used."""
    return operate("random_fold_in", [key, data], {})


def random_key(seed: Any) -> Any:
    """The key of an integer: uint32[2]."""
    return operate("random_key", [seed], {})


def random_split(key: Any, *, num: Any) -> Any:
    """`num` keys: uint32[num, 2]."""
    return operate("random_split", [key], {"num": to_size(num)})


def random_bernoulli(key: Any, p: Any, *, shape: Shape) -> Any:
    """True with the probability p, which broadcasts."""
    return operate("random_bernoulli", [key, p], {"shape": to_sizes(shape)})


def random_categorical(key: Any, logits: Any, *, axis: int = -1) -> Any:
    """Random positions along an axis, with probabilities proportional to exp(logits)."""
    return operate("random_categorical", [key, logits], {"axis": axis})


def random_exponential(key: Any, *, shape: Shape, dtype: Any = "float64") -> Any:
    """Numbers with the density exp(-x)."""
    return operate("random_exponential", [key], {"shape": to_sizes(shape), "dtype": to_dtype(dtype)})


def random_gumbel(key: Any, *, shape: Shape, dtype: Any = "float64") -> Any:
    """Numbers with the density exp(-x - exp(-x))."""
    return operate("random_gumbel", [key], {"shape": to_sizes(shape), "dtype": to_dtype(dtype)})


def random_normal(key: Any, *, shape: Shape, dtype: Any = "float64") -> Any:
    """Numbers of the standard normal distribution."""
    return operate("random_normal", [key], {"shape": to_sizes(shape), "dtype": to_dtype(dtype)})


def random_permutation(key: Any, *, n: Any) -> Any:
    """The integers from 0 to n - 1 in random order."""
    return operate("random_permutation", [key], {"n": to_size(n)})


def random_randint(key: Any, low: int, high: int, *, shape: Shape, dtype: Any = "int64") -> Any:
    """Uniform integers from `low`, inclusive, to `high`, exclusive."""
    return operate(
        "random_randint",
        [key],
        {
            "low": low,
            "high": high,
            "shape": to_sizes(shape),
            "dtype": to_dtype(dtype),
        },
    )


def random_uniform(key: Any, *, shape: Shape, dtype: Any = "float64", low: float = 0, high: float = 1) -> Any:
    """Uniform numbers from `low`, inclusive, to `high`, exclusive."""
    return operate(
        "random_uniform",
        [key],
        {
            "shape": to_sizes(shape),
            "dtype": to_dtype(dtype),
            "low": float(low),
            "high": float(high),
        },
    )


def stop_gradient(x: Any, *, name: Optional[str] = None) -> Any:
    """x. Reports and errors use the name.

    Derivative: 0.
    """
    return operate("stop_gradient", [x], {"name": name})
