//===- DoubleWords.h - Double-word arithmetic -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A double word represents a number as the sum of two floats. The second float
// is at most half a unit in the last place of the first float (M. Joldes, J.-M.
// Muller and V. Popescu, Tight and rigorous error bounds for basic building
// blocks of double-word arithmetic, ACM Transactions on Mathematical Software
// 44(2), 2017). With double words, the functions of ApproximateMath need no
// tables and round only their final result. The same code computes f32 and f64.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_MATH_DOUBLEWORDS_H
#define SG_LIB_CODEGEN_MATH_DOUBLEWORDS_H

#include "Terms.h"

namespace sg::approximate {

/// A real constant with 159 bits, as the sum of three doubles.
struct Real {
  double words[3];
};

/// A double word: the sum of two floats.
struct Pair {
  Term high, low;
};

/// The float type f32 or f64, with the integer type of the same width. Builds
/// constants of both types.
struct Format {
  explicit Format(mlir::Type element);

  /// Returns `ofF32` or `ofF64`, depending on the float type of the format.
  template <typename T>
  T pick(T ofF32, T ofF64) const {
    return isDouble ? ofF64 : ofF32;
  }
  Term operator()(double value) const { return Term::constant(type, value); }
  Term bits(uint64_t value) const;
  /// Returns word `index` (0, 1 or 2) of `number`, split into words of this
  /// format.
  Term word(const Real &number, unsigned index) const;
  /// Returns the first two words of `number`.
  Pair pair(const Real &number) const;
  Pair quotient(int numerator, int denominator) const;

  /// Returns 2^integer as a float. The integer must be in [-1022, 1023] (f32:
  /// [-126, 127]).
  Term powerOfTwo(Term integer) const;
  /// Returns value * 2^integer. The range of `integer` is twice the range of
  /// powerOfTwo.
  Term scale(Term value, Term integer) const;
  /// Returns the integer nearest to `value`, as a float and as an integer.
  /// Requires |value| <= 2^50 (f32: 2^21). Unlike a conversion of NaN to an
  /// integer, the result is never undefined.
  std::pair<Term, Term> round(Term value) const;
  /// Converts an integer in the range of `round` to a float.
  Term fromInteger(Term integer) const;

  mlir::Type type;
  mlir::Type integer;
  bool isDouble;
  unsigned digits; ///< Bits of the significand, including the leading one.
  unsigned width;
  int bias;
  double smallestNormal; ///< The smallest positive normal number.
};

/// Returns a + b without rounding. Requires |a| >= |b| or a = 0.
Pair addOrdered(Term a, Term b);
/// Returns a + b without rounding, for any two numbers.
Pair addExactly(Term a, Term b);
Pair multiplyExactly(Term a, Term b);

Pair operator-(Pair a);
Pair operator+(Pair a, Pair b);
Pair operator+(Pair a, Term b);
Pair operator-(Pair a, Pair b);
Pair operator*(Pair a, Pair b);
Pair operator*(Pair a, Term b);
Pair operator/(Pair a, Pair b);
/// Returns the square root of `a`; the square root of 0 is 0.
Pair sqrt(Pair a);
/// Multiplies `a` by `factor`, which must be a power of two.
Pair scaled(Pair a, double factor);
Pair select(Term condition, Pair a, Pair b);
/// Rounds `a` to a single float.
Term rounded(Pair a);
/// Converts `a` to a double word.
Pair extended(Term a);

} // namespace sg::approximate

#endif // SG_LIB_CODEGEN_MATH_DOUBLEWORDS_H
