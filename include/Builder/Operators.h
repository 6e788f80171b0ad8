//===- Operators.h - Operators on arrays ------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators are operations of docs/ArrayOperations.md. An operand may be a
// number. Comparisons compare elements and return arrays of bools.
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_OPERATORS_H
#define SG_BUILDER_OPERATORS_H

#include "sg/Builder/Operations.h"

namespace sg {
inline namespace builder {

inline Array operator+(const Operand &x, const Operand &y) {
  return add(x, y, x.getLocation());
}
inline Array operator-(const Operand &x, const Operand &y) {
  return subtract(x, y, x.getLocation());
}
inline Array operator*(const Operand &x, const Operand &y) {
  return multiply(x, y, x.getLocation());
}
inline Array operator/(const Operand &x, const Operand &y) {
  return divide(x, y, x.getLocation());
}
/// Returns the remainder, which has the sign of `y`.
inline Array operator%(const Operand &x, const Operand &y) {
  return remainder(x, y, x.getLocation());
}
inline Array operator-(const Operand &x) {
  return negative(x, x.getLocation());
}

inline Array operator==(const Operand &x, const Operand &y) {
  return equal(x, y, x.getLocation());
}
inline Array operator!=(const Operand &x, const Operand &y) {
  return notEqual(x, y, x.getLocation());
}
inline Array operator<(const Operand &x, const Operand &y) {
  return less(x, y, x.getLocation());
}
inline Array operator<=(const Operand &x, const Operand &y) {
  return lessEqual(x, y, x.getLocation());
}
inline Array operator>(const Operand &x, const Operand &y) {
  return greater(x, y, x.getLocation());
}
inline Array operator>=(const Operand &x, const Operand &y) {
  return greaterEqual(x, y, x.getLocation());
}

/// Combine bools, or the bits of integers.
inline Array operator&(const Operand &x, const Operand &y) {
  return bitwiseAnd(x, y, x.getLocation());
}
inline Array operator|(const Operand &x, const Operand &y) {
  return bitwiseOr(x, y, x.getLocation());
}
inline Array operator^(const Operand &x, const Operand &y) {
  return bitwiseXor(x, y, x.getLocation());
}
inline Array operator~(const Operand &x) {
  return bitwiseInvert(x, x.getLocation());
}

/// Replace `x`, which denotes the result from then on.
inline Array &operator+=(Array &x, const Operand &y) {
  return x = add(x, y, y.getLocation());
}
inline Array &operator-=(Array &x, const Operand &y) {
  return x = subtract(x, y, y.getLocation());
}
inline Array &operator*=(Array &x, const Operand &y) {
  return x = multiply(x, y, y.getLocation());
}
inline Array &operator/=(Array &x, const Operand &y) {
  return x = divide(x, y, y.getLocation());
}

inline Array Array::operator[](const Operand &index) const {
  return take(*this, index, /*axis=*/0, index.getLocation());
}

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_OPERATORS_H
