//===- MathFunctions.h - Functions of math by arithmetic --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each is to be right to about one unit in the last place for all operands,
// with the special values of C's Annex F. docs/Math.md has what was measured.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_MATHFUNCTIONS_H
#define SG_LIB_CODEGEN_MATH_MATHFUNCTIONS_H

#include "DoubleWords.h"

namespace sg::approximate {

//===----------------------------------------------------------------------===//
// What functions are made of
//===----------------------------------------------------------------------===//

/// e^x = 2^exponent (1 + first + second), |first| < 0.35, and second is small;
/// where exponent is 0, first is x.
struct Exponential {
  Term exponent;
  Term first, second;
};
/// Of |x.high| < 2^11 (f32: 2^8), say: limitExponent sees to it.
Exponential expand(const Format &f, Pair x);
/// Where e^x is zero or infinite an x for which it is so, too. NaN stays.
Pair limitExponent(const Format &f, Pair x);
/// 2^exponent (1 + first + second), rounded.
Term evaluate(const Format &f, const Exponential &e);

/// ln x = exponent ln 2 + fraction, |fraction| < 0.35.
struct Logarithm {
  Term exponent;
  Pair fraction;
};
/// Of x in (0, inf), to 2^-64 (f32: 2^-34) of its size.
Logarithm logarithm(const Format &f, Pair x);
Pair naturalLogarithm(const Format &f, const Logarithm &log);
/// ln x where x is positive and finite; else -inf at 0, NaN below, inf, NaN.
Term completeLogarithm(const Format &f, Term x, Term log);

/// The angle in [0, pi/2] of a point in the first quadrant that is neither the
/// origin nor infinite.
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
/// `n` is an integer of any width.
Term powi(const Format &f, Term x, Term n);
Term cbrt(const Format &f, Term x);
Term rsqrt(const Format &f, Term x);
/// With the sign of x.
Term remainder(const Format &f, Term x, Term y);

} // namespace sg::approximate

#endif // SG_LIB_CODEGEN_MATH_MATHFUNCTIONS_H
