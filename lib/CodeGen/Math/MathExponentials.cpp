//===- MathExponentials.cpp - Functions based on e^x ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The argument is reduced to x = n ln 2 + r, which gives e^x = 2^n e^r (W. J.
// Cody and W. Waite, Software Manual for the Elementary Functions, 1980,
// chapter 6). e^r is computed by its Taylor series.
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"

using namespace sg::approximate;

static constexpr Real kLn2 = {
    {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111}};
static constexpr double kLog2E = 0x1.71547652b82fep+0;

namespace sg::approximate {

/// Evaluates 1/2 + r/6 + r^2/24 + ... for |r| < 0.35. The truncation error is
/// less than 2^-58 (f32: 2^-28).
static Term expandTail(const Format &f, Term r) {
  llvm::SmallVector<double> coefficients;
  double factorial = 1;
  for (unsigned k = 2; k <= f.pick(8u, 14u); ++k) {
    factorial *= k;
    coefficients.push_back(1 / factorial);
  }
  return polynomial(coefficients, r);
}

/// Returns e^(high + low) - 1 as the sum of two terms, for |high| < 0.35.
static std::pair<Term, Term> expandFraction(const Format &f, Term high,
                                            Term low) {
  // The low word is so small that e^low rounds to 1 + low.
  Term second = fma(high * high, expandTail(f, high), fma(low, high, low));
  return {high, second};
}

Exponential expand(const Format &f, Pair x) {
  auto [n, exponent] = f.round(x.high * kLog2E);
  // The fma is exact: the product and x.high are multiples of a common unit,
  // and the result is a small multiple of this unit.
  Term high = fma(-n, f.word(kLn2, 0), x.high);
  Term low = fma(-n, f.word(kLn2, 1), x.low);
  Pair r = addExactly(high, low);
  auto [first, second] = expandFraction(f, r.high, r.low);
  return {exponent, first, second};
}

Pair limitExponent(const Format &f, Pair x) {
  double upper = f.pick(90.0, 711.0), lower = f.pick(-105.0, -747.0);
  Term isLarge = x.high > upper, isSmall = x.high < lower;
  return {select(isLarge, upper, select(isSmall, lower, x.high)),
          select(isLarge | isSmall, 0.0, x.low)};
}

/// Returns 1 + first + second as a double word.
static Pair getFraction(const Format &f, const Exponential &e) {
  Pair sum = addOrdered(f(1), e.first);
  return addOrdered(sum.high, sum.low + e.second);
}

Term evaluate(const Format &f, const Exponential &e) {
  return f.scale(getFraction(f, e).high, e.exponent);
}

Term exp(const Format &f, Term x) {
  return evaluate(f, expand(f, limitExponent(f, extended(x))));
}

Term exp2(const Format &f, Term x) {
  double upper = f.pick(130.0, 1030.0), lower = f.pick(-152.0, -1078.0);
  x = select(x > upper, upper, select(x < lower, lower, x));
  auto [n, exponent] = f.round(x);
  Pair r = f.pair(kLn2) * (x - n);
  auto [first, second] = expandFraction(f, r.high, r.low);
  return evaluate(f, {exponent, first, second});
}

/// For `e` = e^x, returns (e^x - 1) / 2 with a small relative error, also near
/// 0. Requires x < 64 ln 2.
static Pair halfExpm1(const Format &f, const Exponential &e) {
  Pair fraction = getFraction(f, e);
  Term power = f.powerOfTwo(e.exponent - f.bits(1));
  Pair difference = addExactly(fraction.high * power, f(-0.5));
  Pair farFromZero =
      addOrdered(difference.high, fma(fraction.low, power, difference.low));
  Pair nearZero = scaled(addOrdered(e.first, e.second), 0.5);
  return select(equal(e.exponent, 0.0), nearZero, farFromZero);
}

/// Returns the bound above which e^x + 1 rounds to e^x, and 1 + e^-x rounds to
/// 1.
static double getLarge(const Format &f) { return f.pick(20.0, 40.0); }

/// Computes e^x - 1. Above `getLarge`, the result rounds to e^x.
Term expm1(const Format &f, Term x) {
  double large = getLarge(f);
  Term limited = select(x < -large, -large, x);
  Exponential e = expand(f, limitExponent(f, extended(limited)));
  Term ifNotLarge = rounded(scaled(halfExpm1(f, e), 2));
  // Near zero, the result is x. This keeps the sign of zeros, and avoids
  // halving the smallest subnormal number, which is inexact.
  return select(abs(x) < f.pick(0x1p-26, 0x1p-55), x,
                select(x > large, evaluate(f, e), ifNotLarge));
}

/// With t = (e^x - 1) / 2: sinh x = t + t / (2 t + 1).
Term sinh(const Format &f, Term x) {
  Term absX = abs(x);
  Exponential e = expand(f, limitExponent(f, extended(absX)));
  Pair t = halfExpm1(f, e);
  Term ifNotLarge = rounded(t + t / (scaled(t, 2) + f(1)));
  Term ifLarge = evaluate(f, {e.exponent - f.bits(1), e.first, e.second});
  Term result = select(absX > getLarge(f), ifLarge, ifNotLarge);
  // x^3 / 6 is negligible for small x.
  result = select(absX < f.pick(0x1p-13, 0x1p-28), absX, result);
  return copysign(result, x);
}

/// cosh x = e^x / 2 + 1 / (2 e^x).
Term cosh(const Format &f, Term x) {
  Exponential e = expand(f, limitExponent(f, extended(abs(x))));
  Pair fraction = getFraction(f, e);
  Term exponent = e.exponent - f.bits(1);
  Term high = f.scale(fraction.high, exponent);
  return high + (f.scale(fraction.low, exponent) + 0.25 / high);
}

/// With t = (e^2x - 1) / 2: tanh x = t / (t + 1).
Term tanh(const Format &f, Term x) {
  Term absX = abs(x);
  Term limited = select(absX > getLarge(f), getLarge(f), absX * 2.0);
  Pair t = halfExpm1(f, expand(f, extended(limited)));
  Term result = rounded(t / (t + f(1)));
  result = select(absX < f.pick(0x1p-13, 0x1p-28), absX, result);
  return copysign(result, x);
}

} // namespace sg::approximate
