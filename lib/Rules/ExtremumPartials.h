//===- ExtremumPartials.h - Derivatives of minimum and maximum --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RULES_EXTREMUMPARTIALS_H
#define SG_LIB_RULES_EXTREMUMPARTIALS_H

#include "sg/Rules/Expr.h"

namespace sg::rules {

/// Returns the partial derivative of max(x, z) or min(x, z) in one operand.
/// `isChosen` is the condition that only this operand equals the result. The
/// partial derivative is 0.5 in a tie, and zero if an operand is NaN.
inline Expr partialOfExtremum(Expr isChosen, Expr x, Expr z) {
  return select(isChosen, 1.0, select(equal(x, z), 0.5, 0.0));
}

} // namespace sg::rules

#endif // SG_LIB_RULES_EXTREMUMPARTIALS_H
