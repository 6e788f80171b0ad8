//===- MathLogarithms.cpp - Functions based on ln x -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With x = 2^k m and m in [sqrt 1/2, sqrt 2), ln m is 2 artanh s for s = (m -
// 1) / (m + 1), as in FreeBSD's e_log.c (Sun Microsystems). artanh is computed
// by its Taylor series. The first two terms are double words, because powers
// need the precision.
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"
#include <cmath>

using namespace sg::approximate;

static constexpr Real kLn2 = {
    {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111}};
static constexpr Real kLog2E = {
    {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56, -0x1.60bb8a5442ab9p-110}};
static constexpr Real kLog10E = {
    {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57, 0x1.ee191f71a3012p-112}};
static constexpr Real kLog10Of2 = {
    {0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59, 0x1.22f04d5a618a8p-114}};

namespace sg::approximate {

/// Evaluates artanh s / s - 1 = s^2 / 3 + s^4 / 5 + ... for |s| < 0.172. The
/// truncation error is less than 2^-68 (f32: 2^-38).
static Pair expandTail(const Format &f, Pair s) {
  Pair z = s * s;
  llvm::SmallVector<double> coefficients;
  for (unsigned k = 2; k <= f.pick(7u, 13u); ++k)
    coefficients.push_back(1.0 / (2 * k + 1));
  Term rest = z.high * polynomial(coefficients, z.high);
  return z * (f.quotient(1, 3) + rest);
}

Logarithm logarithm(const Format &f, Pair x) {
  // Scale a subnormal number to a normal one. Its low word is zero.
  Term isSmall = x.high < f.smallestNormal;
  double factor = f.pick(0x1p24, 0x1p54);
  Term high = select(isSmall, x.high * factor, x.high);
  Term bits = bitcast(high, f.integer);
  // Take the exponent relative to sqrt 1/2, which gives m in [sqrt 1/2, sqrt
  // 2).
  uint64_t sqrtHalf = f.pick<uint64_t>(0x3f3504f3, 0x3fe6a09e667f3bcd);
  Term exponent = shiftRightSigned(bits - f.bits(sqrtHalf), f.digits - 1);
  Term m = bitcast(bits - (exponent << (f.digits - 1)), f.type);
  // For large x, the low word is negligible, and 2^-k may not be representable.
  Term isLarge = x.high > f.pick(0x1p60, 0x1p500);
  Term low = select(isLarge | isSmall, 0.0, x.low * f.powerOfTwo(-exponent));
  Pair numerator = addExactly(m - 1.0, low);
  Pair denominator = addExactly(m, f(1)) + low;
  Pair s = numerator / denominator;
  Pair tail = s * expandTail(f, s);
  Term k = f.fromInteger(exponent) -
           select(isSmall, f.pick(24.0, 54.0), 0.0, f.type);
  return {k, scaled(s + tail, 2)};
}

Pair naturalLogarithm(const Format &f, const Logarithm &log) {
  return f.pair(kLn2) * log.exponent + log.fraction;
}

Term completeLogarithm(const Format &f, Term x, Term log) {
  Term isPositiveFinite = (x > 0.0) & (x < INFINITY);
  // inf and NaN are their own logarithms.
  Term specialValue = select(equal(x, 0.0), -INFINITY, select(x < 0.0, NAN, x));
  return select(isPositiveFinite, log, specialValue);
}

Term log(const Format &f, Term x) {
  Logarithm log = logarithm(f, extended(x));
  return completeLogarithm(f, x, rounded(naturalLogarithm(f, log)));
}

Term log2(const Format &f, Term x) {
  Logarithm log = logarithm(f, extended(x));
  Pair result = log.fraction * f.pair(kLog2E) + log.exponent;
  return completeLogarithm(f, x, rounded(result));
}

Term log10(const Format &f, Term x) {
  Logarithm log = logarithm(f, extended(x));
  Pair result =
      f.pair(kLog10Of2) * log.exponent + log.fraction * f.pair(kLog10E);
  return completeLogarithm(f, x, rounded(result));
}

/// Returns true if |x| is so small that a function x + O(x^2), or x + O(x^3) if
/// `isOdd`, rounds to x.
static Term isNearZero(const Format &f, Term x, bool isOdd) {
  return abs(x) < (isOdd ? f.pick(0x1p-13, 0x1p-28) : f.pick(0x1p-26, 0x1p-55));
}

Term log1p(const Format &f, Term x) {
  Pair sum = addExactly(x, f(1));
  Term result = rounded(naturalLogarithm(f, logarithm(f, sum)));
  return select(isNearZero(f, x, /*isOdd=*/false), x,
                completeLogarithm(f, x + 1.0, result));
}

/// Returns true if x is so large that x + sqrt(x^2 + 1) rounds to 2 x.
static Term isVeryLarge(const Format &f, Term x) {
  return x > f.pick(0x1p14, 0x1p30);
}

/// Returns ln(x + root), or ln 2 x for large x.
static Term logarithmOfSum(const Format &f, Term x, Pair root) {
  Pair sum = select(isVeryLarge(f, x), extended(x), root + x);
  Logarithm log = logarithm(f, sum);
  log.exponent = log.exponent + select(isVeryLarge(f, x), 1.0, 0.0, f.type);
  return rounded(naturalLogarithm(f, log));
}

Term asinh(const Format &f, Term x) {
  Term absX = abs(x);
  Pair root = sqrt(multiplyExactly(absX, absX) + f(1));
  Term result = logarithmOfSum(f, absX, root);
  result = select(absX < INFINITY, result, absX);
  result = select(isNearZero(f, x, /*isOdd=*/true), absX, result);
  return copysign(result, x);
}

Term acosh(const Format &f, Term x) {
  Pair root = sqrt(multiplyExactly(x, x) + f(-1));
  Term result = logarithmOfSum(f, x, root);
  return select(x < 1.0, NAN, select(x < INFINITY, result, x));
}

/// atanh x = ln((1 + x) / (1 - x)) / 2.
Term atanh(const Format &f, Term x) {
  Term absX = abs(x);
  Pair ratio = addOrdered(f(1), absX) / addOrdered(f(1), -absX);
  Pair log = naturalLogarithm(f, logarithm(f, ratio));
  Term result = rounded(scaled(log, 0.5));
  Term specialValue =
      select(equal(absX, 1.0), INFINITY, select(absX > 1.0, NAN, absX));
  result = select(absX < 1.0, result, specialValue);
  result = select(isNearZero(f, x, /*isOdd=*/true), absX, result);
  return copysign(result, x);
}

} // namespace sg::approximate
