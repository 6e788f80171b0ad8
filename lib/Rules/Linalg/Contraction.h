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

/// A tensor and its indexing map, a projected permutation of the loops.
struct Indexed {
  mlir::Value tensor;
  mlir::AffineMap map;
};

/// Builds `init` plus the sum of lhs * rhs over the loops that do not index
/// `init`. Uses the most specific op: matmul, batch_matmul, matvec, vecmat,
/// dot, otherwise contract. The op converts the factors to the element type of
/// `init`. Returns null if there is no reduction loop or no operand determines
/// the size of a loop.
mlir::Value createContraction(mlir::OpBuilder &builder, mlir::Location loc,
                              Indexed lhs, Indexed rhs, Indexed init);

} // namespace sg::rules

#endif // SG_RULES_CONTRACTION_H
