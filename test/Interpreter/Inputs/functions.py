"""Results of ops on floats, computed by Python."""

import math
from fractions import Fraction

from formats import FORMATS, rounded


def of_fractions(exact, special):
    """Describes an op that is exact on finite numbers, except for the final rounding."""

    def compute(format, *operands):
        if all(map(math.isfinite, operands)) and (special is not divide or operands[1] != 0):
            value = exact(*map(Fraction, operands))
            if value != 0:
                return rounded(format, value)
        return rounded(format, special(*operands))

    return compute


def divide(a, b):
    if b != 0:
        return a / b
    if a == 0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def remainder(a, b):
    if math.isnan(a) or math.isnan(b) or math.isinf(a) or b == 0:
        return math.nan
    return math.fmod(a, b)


def greater(a, b):
    if a == b == 0:
        return b if math.copysign(1.0, a) < 0 else a
    return max(a, b)


def less(a, b):
    return -greater(-a, -b)


def of_numbers(choose, nan_wins):
    def compute(a, b):
        if math.isnan(a) or math.isnan(b):
            return math.nan if nan_wins or math.isnan(a) and math.isnan(b) else b if math.isnan(a) else a
        return choose(a, b)

    return compute


def function(f, at=None):
    """Describes a function of the library; `at` has the values where it raises an error."""

    def compute(*operands):
        if at and operands in at:
            return at[operands]
        if any(map(math.isnan, operands)) and f is not math.pow:
            return math.nan
        try:
            return f(*operands)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.copysign(math.inf, operands[0]) if len(operands) == 1 and f in ODD else math.inf

    return compute


ODD = {math.sinh, math.expm1}
LOGARITHM = {(0.0,): -math.inf, (-0.0,): -math.inf}


def power(a, b):
    if a == 0 and b < 0:
        odd = b == math.floor(b) and b % 2 == 1 if math.isfinite(b) else False
        return math.copysign(math.inf, a) if odd else math.inf
    try:
        return math.pow(a, b)
    except ValueError:
        return math.nan
    except OverflowError:
        odd = b == math.floor(b) and b % 2 == 1
        return -math.inf if a < 0 and odd else math.inf


def cube_root(x):
    """Returns the cube root, within some units in the last place."""
    if not math.isfinite(x) or x == 0:
        return x
    fraction, exponent = math.frexp(abs(x))
    fraction = math.ldexp(fraction, exponent % 3)
    y = fraction ** (1 / 3)
    y -= (y * y * y - fraction) / (3 * y * y)
    return math.copysign(math.ldexp(y, exponent // 3), x)


def whole(f):
    return lambda x: x if not math.isfinite(x) or x == 0 else math.copysign(float(f(x)), x)


def half_away(x):
    return math.floor(x + 0.5) if x > 0 else math.ceil(x - 0.5)


EXACT = {
    "arith.addf": of_fractions(lambda a, b: a + b, lambda a, b: a + b),
    "arith.subf": of_fractions(lambda a, b: a - b, lambda a, b: a - b),
    "arith.mulf": of_fractions(lambda a, b: a * b, lambda a, b: a * b),
    "arith.divf": of_fractions(lambda a, b: a / b, divide),
}
BINARY = {
    "arith.remf": remainder,
    "arith.maximumf": of_numbers(greater, True),
    "arith.minimumf": of_numbers(less, True),
    "arith.maxnumf": of_numbers(greater, False),
    "arith.minnumf": of_numbers(less, False),
    "math.copysign": lambda a, b: math.nan if math.isnan(a) else math.copysign(a, b),
    "math.atan2": function(math.atan2),
    "math.powf": power,
}
UNARY = {
    "arith.negf": lambda a: -a,
    "math.absf": abs,
    "math.acos": function(math.acos),
    "math.acosh": function(math.acosh),
    "math.asin": function(math.asin),
    "math.asinh": function(math.asinh),
    "math.atan": function(math.atan),
    "math.atanh": function(math.atanh, {(1.0,): math.inf, (-1.0,): -math.inf}),
    "math.cbrt": cube_root,
    "math.ceil": whole(math.ceil),
    "math.cos": function(math.cos),
    "math.cosh": function(math.cosh),
    "math.erf": function(math.erf),
    "math.erfc": function(math.erfc),
    "math.exp": function(math.exp),
    "math.exp2": function(lambda x: math.pow(2.0, x)),
    "math.expm1": function(math.expm1, {(-math.inf,): -1.0}),
    "math.floor": whole(math.floor),
    "math.log": function(math.log, LOGARITHM),
    "math.log10": function(math.log10, LOGARITHM),
    "math.log1p": function(math.log1p, {(-1.0,): -math.inf}),
    "math.log2": function(math.log2, LOGARITHM),
    "math.round": whole(half_away),
    "math.roundeven": whole(round),
    "math.rsqrt": function(lambda x: divide(1.0, math.sqrt(x))),
    "math.sin": function(math.sin),
    "math.sinh": function(math.sinh),
    "math.sqrt": function(math.sqrt),
    "math.tan": function(math.tan),
    "math.tanh": function(math.tanh),
    "math.trunc": whole(math.trunc),
}

def unordered(a, b):
    return math.isnan(a) or math.isnan(b)


COMPARISONS = {
    "false": lambda a, b: False,
    "oeq": lambda a, b: a == b,
    "ogt": lambda a, b: a > b,
    "oge": lambda a, b: a >= b,
    "olt": lambda a, b: a < b,
    "ole": lambda a, b: a <= b,
    "one": lambda a, b: a < b or a > b,
    "ord": lambda a, b: not unordered(a, b),
    "ueq": lambda a, b: unordered(a, b) or a == b,
    "ugt": lambda a, b: not a <= b,
    "uge": lambda a, b: not a < b,
    "ult": lambda a, b: not a >= b,
    "ule": lambda a, b: not a > b,
    "une": lambda a, b: a != b,
    "uno": unordered,
    "true": lambda a, b: True,
}


CLASSES = {
    "isfinite": lambda format, x: math.isfinite(x),
    "isinf": lambda format, x: math.isinf(x),
    "isnan": lambda format, x: math.isnan(x),
    "isnormal": lambda format, x: math.isfinite(x) and abs(x) >= math.ldexp(1.0, FORMATS[format][1]),
}
