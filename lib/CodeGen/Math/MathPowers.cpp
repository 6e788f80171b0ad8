//===- MathPowers.cpp - Powers and roots ----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"
#include <cmath>

using namespace sg::approximate;

namespace sg::approximate {

/// Returns |x|^y = e^(y ln |x|), also for 0 and infinity. The result is NaN for
/// 1^inf and 0^0.
static Term powOfAbs(const Format &f, Term x, Pair y) {
  Term absX = abs(x);
  Pair log = naturalLogarithm(f, logarithm(f, extended(absX)));
  log.high = completeLogarithm(f, absX, log.high);
  // Double-word sums of infinite numbers are NaN.
  Term product = log.high * y.high;
  Pair exponent = select(abs(product) < f.pick(0x1p100, 0x1p1000), log * y,
                         extended(product));
  return evaluate(f, expand(f, limitExponent(f, exponent)));
}

/// Returns true if the sign bit of x is set.
static Term isNegative(const Format &f, Term x) {
  return bitcast(x, f.integer) < Term::constant(f.integer, 0.0);
}

/// Returns `magnitude` with the sign of x if the exponent is odd.
static Term withSign(const Format &f, Term magnitude, Term x, Term isOdd) {
  return select(isOdd & isNegative(f, x), -magnitude, magnitude);
}

Term pow(const Format &f, Term x, Term y) {
  // Large floats and infinity are even integers.
  Term isInteger = equal(trunc(y), y);
  Term half = y * 0.5;
  Term isOdd = isInteger & !equal(trunc(half), half);
  Term result = withSign(f, powOfAbs(f, x, extended(y)), x, isOdd);
  Term isResultReal = isInteger | (x >= 0.0) | equal(x, -INFINITY) | isNaN(x);
  result = select(isResultReal | equal(x, 0.0), result, NAN);
  Term isResultOne = equal(y, 0.0) | equal(x, 1.0) |
                     (equal(x, -1.0) & equal(abs(y), INFINITY));
  return select(isResultOne, 1.0, result);
}

/// Converts an integer to a double word. In f32, the conversion is exact up to
/// 48 bits. Integers of more than 32 bits are clamped to +-2^46: with larger
/// exponents, the magnitude of a power is 1, zero or infinite.
static Pair fromWideInteger(const Format &f, Term n) {
  unsigned width = n.type().getIntOrFloatBitWidth();
  if (width < f.digits)
    return extended(toFloat(n, f.type));
  if (!f.isDouble && width > 32) {
    auto limit = [&](int64_t value) {
      return Term::constant(n.type(), llvm::APInt(width, value, true));
    };
    Term max = limit(int64_t(1) << 46), min = limit(-(int64_t(1) << 46));
    n = select(n > max, max, select(n < min, min, n));
  }
  unsigned shift = f.isDouble ? 32 : width > 32 ? 24 : 16;
  Term upper = toFloat(shiftRightSigned(n, shift), f.type);
  Term lower = toFloatUnsigned(n & ((uint64_t(1) << shift) - 1), f.type);
  return addExactly(upper * std::ldexp(1, shift), lower);
}

Term powi(const Format &f, Term x, Term n) {
  Term isOdd = equal(n & 1, 1.0);
  Term result = withSign(f, powOfAbs(f, x, fromWideInteger(f, n)), x, isOdd);
  return select(equal(n, 0.0), 1.0, result);
}

/// Computes the cube root. The initial value has the exponent bits divided by 3
/// (as in FreeBSD's s_cbrt.c). Each step of Halley's method triples the number
/// of correct digits.
Term cbrt(const Format &f, Term x) {
  Term absX = abs(x);
  // Scale by a power of 8. The cube of the root and the error of the cube are
  // then normal numbers.
  Term isSmall = absX < f.pick(0x1p-60, 0x1p-500);
  Term isLarge = absX > f.pick(0x1p60, 0x1p500);
  double up = f.pick(0x1p90, 0x1p600), rootUp = f.pick(0x1p30, 0x1p200);
  Term factor = select(isSmall, up, select(isLarge, 1 / up, 1.0, f.type));
  Term unscale =
      select(isSmall, 1 / rootUp, select(isLarge, rootUp, 1.0, f.type));
  Term a = absX * factor;
  // Two thirds of the bias, minus an offset that balances the error at both
  // ends of the interval.
  double third = (f.bias - f.bias / 3.0 - 0.03306235651);
  Term bits = bitcast(a, f.integer) / Term::constant(f.integer, 3.0);
  bits = bits + f.bits(uint64_t(std::ldexp(third, f.digits - 1)));
  Term t = bitcast(bits, f.type);
  for (unsigned step = 0; step < f.pick(3u, 4u); ++step) {
    // Compute t^3 - a with twice the precision.
    Pair cube = multiplyExactly(t, t) * t;
    Term rest = (cube.high - a) + cube.low;
    t = t - t * rest / (cube.high * 2.0 + a);
  }
  Term result = t * unscale;
  // 0, inf and NaN are their own cube roots.
  result = select((absX > 0.0) & (absX < INFINITY), result, absX);
  return copysign(result, x);
}

Term rsqrt(const Format &f, Term x) { return 1.0 / sqrt(x); }

} // namespace sg::approximate
