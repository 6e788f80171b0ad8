//===- ElementSum.h - Sum of all elements of a tensor -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_ELEMENTSUM_H
#define SG_RULES_ELEMENTSUM_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::rules {

/// Returns the sum of the elements of `tensor` as a scalar of the accumulator
/// type.
mlir::Value createElementSum(grad::DerivativeContext &context,
                             mlir::Location loc, mlir::Value tensor);

} // namespace sg::rules

#endif // SG_RULES_ELEMENTSUM_H
