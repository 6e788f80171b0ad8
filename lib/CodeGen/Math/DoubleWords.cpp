//===- DoubleWords.cpp - Double-word arithmetic ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DoubleWords.h"
#include <cmath>

using namespace mlir;

namespace sg::approximate {

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

Format::Format(Type element)
    : type(element), integer(IntegerType::get(element.getContext(),
                                              element.getIntOrFloatBitWidth())),
      isDouble(element.isF64()), digits(isDouble ? 53 : 24),
      width(isDouble ? 64 : 32), bias(isDouble ? 1023 : 127),
      smallestNormal(isDouble ? 0x1p-1022 : 0x1p-126) {}

Term Format::bits(uint64_t value) const {
  return Term::constant(integer, APInt(width, value, /*isSigned=*/false,
                                       /*implicitTrunc=*/true));
}

Term Format::word(const Real &number, unsigned index) const {
  const double *words = number.words;
  if (isDouble)
    return (*this)(words[index]);
  // All differences except the last one are exact.
  float first = static_cast<float>(words[0]);
  double rest = (words[0] - first) + words[1];
  float second = static_cast<float>(rest);
  float third = static_cast<float>(((words[0] - first) - second) + words[1]);
  return (*this)(index == 0 ? first : index == 1 ? second : third);
}

Pair Format::pair(const Real &number) const {
  return {word(number, 0), word(number, 1)};
}

Pair Format::quotient(int numerator, int denominator) const {
  double high = double(numerator) / denominator;
  double low = std::fma(-high, denominator, numerator) / denominator;
  return pair({{high, low, 0}});
}

Term Format::powerOfTwo(Term integer) const {
  return bitcast((integer + bits(bias)) << (digits - 1), type);
}

Term Format::scale(Term value, Term integer) const {
  Term half = shiftRightSigned(integer, 1);
  return value * powerOfTwo(half) * powerOfTwo(integer - half);
}

/// Returns 1.5 * 2^(digits - 1). In the sum of this float and an integer, the
/// last bits of the significand are the integer.
static double getShift(const Format &f) {
  return std::ldexp(1.5, f.digits - 1);
}

static uint64_t getShiftBits(const Format &f) {
  return (uint64_t(f.bias + f.digits - 1) << (f.digits - 1)) |
         (uint64_t(1) << (f.digits - 2));
}

std::pair<Term, Term> Format::round(Term value) const {
  Term shifted = value + getShift(*this);
  return {shifted - getShift(*this),
          bitcast(shifted, integer) - bits(getShiftBits(*this))};
}

Term Format::fromInteger(Term integer) const {
  return bitcast(integer + bits(getShiftBits(*this)), type) - getShift(*this);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Pair addOrdered(Term a, Term b) {
  Term sum = a + b;
  return {sum, b - (sum - a)};
}

Pair addExactly(Term a, Term b) {
  Term sum = a + b;
  Term roundedB = sum - a;
  return {sum, (a - (sum - roundedB)) + (b - roundedB)};
}

Pair multiplyExactly(Term a, Term b) {
  Term product = a * b;
  return {product, fma(a, b, -product)};
}

Pair operator-(Pair a) { return {-a.high, -a.low}; }

Pair operator+(Pair a, Pair b) {
  Pair high = addExactly(a.high, b.high);
  Pair low = addExactly(a.low, b.low);
  Pair sum = addOrdered(high.high, high.low + low.high);
  return addOrdered(sum.high, low.low + sum.low);
}

Pair operator+(Pair a, Term b) {
  Pair sum = addExactly(a.high, b);
  return addOrdered(sum.high, sum.low + a.low);
}

Pair operator-(Pair a, Pair b) { return a + -b; }

Pair operator*(Pair a, Pair b) {
  Pair product = multiplyExactly(a.high, b.high);
  Term low = fma(a.low, b.high, a.high * b.low);
  return addOrdered(product.high, product.low + low);
}

Pair operator*(Pair a, Term b) {
  Pair product = multiplyExactly(a.high, b);
  return addOrdered(product.high, fma(a.low, b, product.low));
}

Pair operator/(Pair a, Pair b) {
  Term high = a.high / b.high;
  Term rest = fma(-high, b.high, a.high) + a.low;
  Term low = fma(-high, b.low, rest) / b.high;
  return addOrdered(high, low);
}

Pair sqrt(Pair a) {
  Term high = sqrt(a.high);
  Term rest = fma(-high, high, a.high) + a.low;
  Term low = rest / (high * 2.0);
  return addOrdered(high, select(equal(high, 0.0), 0.0, low));
}

Pair scaled(Pair a, double factor) { return {a.high * factor, a.low * factor}; }

Pair select(Term condition, Pair a, Pair b) {
  return {select(condition, a.high, b.high), select(condition, a.low, b.low)};
}

Term rounded(Pair a) { return a.high + a.low; }

Pair extended(Term a) { return {a, Term::constant(a.type(), 0.0)}; }

} // namespace sg::approximate
