//===- MathFunctions.h - Math functions by arithmetic -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function aims at an error of about one unit in the last place for all
// operands, and at the special values of C's Annex F. docs/Math.md lists the
// measured errors.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_MATHFUNCTIONS_H
#define SG_LIB_CODEGEN_MATH_MATHFUNCTIONS_H

#include "DoubleWords.h"

namespace sg::approximate {

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

/// The representation e^x = 2^exponent (1 + first + second), with |first| <
/// 0.35 and a small `second`. If `exponent` is 0, `first` is x.
struct Exponential {
  Term exponent;
  Term first, second;
};
/// Computes e^x. Requires |x.high| < about 2^11 (f32: 2^8), which limitExponent
/// ensures.
Exponential expand(const Format &f, Pair x);
/// Clamps x to the range in which e^x is neither infinite nor zero, plus a
/// margin. Does not change NaN.
Pair limitExponent(const Format &f, Pair x);
/// Returns 2^exponent (1 + first + second), rounded.
Term evaluate(const Format &f, const Exponential &e);

/// The representation ln x = exponent ln 2 + fraction, with |fraction| < 0.35.
struct Logarithm {
  Term exponent;
  Pair fraction;
};
/// Computes the logarithm of x in (0, inf), with a relative error of 2^-64
/// (f32: 2^-34).
Logarithm logarithm(const Format &f, Pair x);
/// Returns ln x as a double word.
Pair naturalLogarithm(const Format &f, const Logarithm &log);
/// Returns `log` for positive finite x. Otherwise returns the special value of
/// ln x: -inf for 0, NaN for negative x or NaN, and inf for inf.
Term completeLogarithm(const Format &f, Term x, Term log);

/// Returns the angle in [0, pi/2] of a point in the first quadrant. The point
/// must be finite and not the origin.
Pair angle(const Format &f, Pair y, Pair x);

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Term exp(const Format &f, Term x);
Term exp2(const Format &f, Term x);
Term expm1(const Format &f, Term x);
Term sinh(const Format &f, Term x);
Term cosh(const Format &f, Term x);
Term tanh(const Format &f, Term x);

Term log(const Format &f, Term x);
Term log2(const Format &f, Term x);
Term log10(const Format &f, Term x);
Term log1p(const Format &f, Term x);
Term asinh(const Format &f, Term x);
Term acosh(const Format &f, Term x);
Term atanh(const Format &f, Term x);

Term sin(const Format &f, Term x);
Term cos(const Format &f, Term x);
Term tan(const Format &f, Term x);

Term asin(const Format &f, Term x);
Term acos(const Format &f, Term x);
Term atan(const Format &f, Term x);
Term atan2(const Format &f, Term y, Term x);

Term erf(const Format &f, Term x);
Term erfc(const Format &f, Term x);

Term pow(const Format &f, Term x, Term y);
/// Returns x^n for an integer n of any width.
Term powi(const Format &f, Term x, Term n);
Term cbrt(const Format &f, Term x);
Term rsqrt(const Format &f, Term x);
/// Returns the remainder of x / y with the sign of x.
Term remainder(const Format &f, Term x, Term y);

} // namespace sg::approximate

#endif // SG_LIB_CODEGEN_MATH_MATHFUNCTIONS_H
