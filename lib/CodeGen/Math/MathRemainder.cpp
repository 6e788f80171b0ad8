//===- MathRemainder.cpp - The remainder of a division --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"
#include <cmath>

using namespace sg::approximate;
using llvm::ArrayRef;

/// Returns the exponent of a positive number. Supports subnormal numbers.
static Term getExponent(const Format &f, Term x) {
  Term isSmall = x < f.smallestNormal;
  Term normal = select(isSmall, x * f.pick(0x1p24, 0x1p54), x);
  Term exponent =
      shiftRight(bitcast(normal, f.integer), f.digits - 1) - f.bits(f.bias);
  return exponent - select(isSmall, f.pick(24.0, 54.0), 0.0, f.integer);
}

namespace sg::approximate {

/// Computes the remainder by long division. The quotient of each step has fewer
/// digits than a float, which makes each partial remainder exact.
Term remainder(const Format &f, Term x, Term y) {
  Term absX = abs(x), divisor = abs(y);
  Term isRegular = (absX < INFINITY) & (divisor < INFINITY) & (divisor > 0.0);
  auto isUnreduced = [](ArrayRef<Term> in) { return !(in[0] < in[1]); };
  auto divide = [f](ArrayRef<Term> in) {
    Term rest = in[0], divisor = in[1];
    Term shift =
        getExponent(f, rest) - getExponent(f, divisor) - f.bits(f.digits - 2);
    shift = select(shift < f.bits(0), f.bits(0), shift);
    Term shifted = f.scale(divisor, shift);
    Term quotient = trunc(rest / shifted);
    Term nextRest = fma(-quotient, shifted, rest);
    // Rounding may have increased the quotient to the next integer.
    return select(nextRest < 0.0, nextRest + shifted, nextRest);
  };
  Term rest =
      computeWhile(select(isRegular, absX, 0.0),
                   {select(isRegular, divisor, 1.0)}, isUnreduced, divide);
  Term special =
      select((absX < INFINITY) & equal(divisor, INFINITY), x, f(NAN));
  return select(isRegular, copysign(rest, x), special);
}

} // namespace sg::approximate
