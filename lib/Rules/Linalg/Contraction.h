//===- Contraction.h - Products summed over indices -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_CONTRACTION_H
#define SG_RULES_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg::rules {

/// A tensor and the projected permutation of the loops by which it is indexed.
struct Indexed {
  mlir::Value tensor;
  mlir::AffineMap map;
};

/// init + sum of lhs * rhs over the loops that the result is not indexed by, as
/// the best known named op: matmul, batch_matmul, matvec, vecmat, dot, else
/// contract. Factors are converted to the element type of `init` first. Null if
/// nothing is summed over or some loop has no size.
mlir::Value createContraction(mlir::OpBuilder &builder, mlir::Location loc,
                              Indexed lhs, Indexed rhs, Indexed init);

} // namespace sg::rules

#endif // SG_RULES_CONTRACTION_H
