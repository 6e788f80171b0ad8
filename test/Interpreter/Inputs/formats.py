"""Numbers of MLIR's float types, and rounding to them."""

import math
from fractions import Fraction

# Name: bits of the significand, least and largest exponent, and whether the
# largest exponent encodes infinities and NaN.
FORMATS = {
    "f64": (53, -1022, 1023, "ieee"),
    "f32": (24, -126, 127, "ieee"),
    "bf16": (8, -126, 127, "ieee"),
    "f16": (11, -14, 15, "ieee"),
    "f8E5M2": (3, -14, 15, "ieee"),
    "f8E4M3FN": (4, -6, 8, "nan only"),
}


def largest(format):
    bits, _, most, kind = FORMATS[format]
    # The pattern of all ones is the NaN of f8E4M3FN.
    return math.ldexp(2 - 2.0 ** (1 - bits) * (2 if kind == "nan only" else 1), most)


def rounded(format, value):
    """Returns `value`, a float or a fraction, rounded to nearest, ties to even."""
    bits, least, _, kind = FORMATS[format]
    beyond = math.inf if kind == "ieee" else math.nan
    if isinstance(value, float):
        if math.isnan(value) or value == 0:
            return value
        if math.isinf(value):
            return math.copysign(beyond, value)
        value = Fraction(value)
    if value == 0:
        return 0.0
    exponent = least
    while abs(value) >= Fraction(2) ** (exponent + 1):
        exponent += 1
    place = Fraction(2) ** (exponent - bits + 1)
    result = round(value / place) * place  # halves to even
    if abs(result) > Fraction(largest(format)):
        return -beyond if value < 0 else beyond
    return -float(-result) if value < 0 else float(result)


def numbers(format):
    bits, least, _, kind = FORMATS[format]
    found = [0.0, -0.0, 1.0, -1.5, 0.1, 3.7, -2.5, 0.5, 100.25, -7.0, 2.0, 1e-3]
    found += [math.ldexp(1.0, least), -math.ldexp(1.0, least - bits + 1), largest(format), math.nan]
    if kind == "ieee":
        found += [math.inf, -math.inf]
    return [rounded(format, x) for x in found]
