//===- DoubleWords.h - Twice the precision of a float -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number as the sum of two floats, of which the second is at most half a unit
// in the last place of the first: M. Joldes, J.-M. Muller and V. Popescu, Tight
// and rigorous error bounds for basic building blocks of double-word
// arithmetic, ACM Transactions on Mathematical Software 44(2), 2017. The
// functions of ApproximateMath round once in the end by it, and need no tables;
// f32 and f64 are the same.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_DOUBLEWORDS_H
#define SG_LIB_CODEGEN_MATH_DOUBLEWORDS_H

#include "Terms.h"

namespace sg::approximate {

/// A real number to 159 bits, as the sum of three doubles.
struct Real {
  double words[3];
};

struct Pair {
  Term high, low;
};

/// f32 or f64, and the integer of its width.
struct Format {
  explicit Format(mlir::Type element);

  /// The one for f32, or the one for f64.
  template <typename T>
  T pick(T ofF32, T ofF64) const {
    return isDouble ? ofF64 : ofF32;
  }
  Term operator()(double value) const { return Term::constant(type, value); }
  Term bits(uint64_t value) const;
  /// The first, second or third word of a number, in this format.
  Term word(const Real &number, unsigned index) const;
  Pair pair(const Real &number) const;
  Pair quotient(int numerator, int denominator) const;

  /// An integer in [-1022, 1023] (of f32: -126, 127) as a power of two.
  Term powerOfTwo(Term integer) const;
  /// 2^integer for twice that range.
  Term scale(Term value, Term integer) const;
  /// The nearest integer, as a float and as bits. Up to 2^50 (of f32: 2^21). No
  /// value is undefined, as that of a conversion of NaN is.
  std::pair<Term, Term> round(Term value) const;
  /// An integer up to that size as a float.
  Term fromInteger(Term integer) const;

  mlir::Type type;
  mlir::Type integer;
  bool isDouble;
  unsigned digits; ///< Of the significand, the leading one as well.
  unsigned width;
  int bias;
  double least; ///< The least normal number.
};

/// The exact sum, where |a| >= |b| or a = 0, and anyhow.
Pair addOrdered(Term a, Term b);
Pair addExactly(Term a, Term b);
/// The exact product.
Pair multiplyExactly(Term a, Term b);

Pair operator-(Pair a);
Pair operator+(Pair a, Pair b);
Pair operator+(Pair a, Term b);
Pair operator-(Pair a, Pair b);
Pair operator*(Pair a, Pair b);
Pair operator*(Pair a, Term b);
Pair operator/(Pair a, Pair b);
/// 0 of 0.
Pair sqrt(Pair a);
/// By a power of two.
Pair scaled(Pair a, double factor);
Pair select(Term condition, Pair a, Pair b);
Term rounded(Pair a);
/// What is there for a term.
Pair extended(Term a);

} // namespace sg::approximate

#endif // SG_LIB_CODEGEN_MATH_DOUBLEWORDS_H
