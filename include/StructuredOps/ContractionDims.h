//===- ContractionDims.h - Dimensions of contractions -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Analysis of contractions for rules and for code generation on CPUs and GPUs:
// matrix products, transposed or batched, convolutions, and their derivatives.
// Each client selects the contractions it supports.
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_CONTRACTIONDIMS_H
#define SG_STRUCTUREDOPS_CONTRACTIONDIMS_H

#include "sg/StructuredOps/LinalgForms.h"

namespace sg {

/// A body that yields out + lhs * rhs.
struct SumOfProducts {
  /// An arith.mulf or arith.muli. The sum has the same element type.
  mlir::Operation *product;
  /// The factors, in the order of the product. They are different inputs.
  CastInput lhs, rhs;
};

/// Matches the body of an op with one result. Upstream's matcher looks through
/// all unary ops and does not return them.
std::optional<SumOfProducts> matchSumOfProducts(mlir::linalg::LinalgOp op);

/// Returns the operands that are the factors, if the only result is a sum of
/// products of floats (a contraction or a convolution).
std::optional<std::pair<mlir::OpOperand *, mlir::OpOperand *>>
getFactors(mlir::linalg::LinalgOp op);

/// The loops of a contraction, classified by the operands they index. Each
/// group is in the order of the op. `batch`, `m`, `n` and `k` equal upstream's
/// inferContractionDims for projected permutations with all k dimensions in
/// both factors. Upstream does not support windows.
struct ContractionDims {
  /// Parallel dimensions that index the result and both factors.
  llvm::SmallVector<unsigned> batch;
  /// Dimensions that index the result and the left factor.
  llvm::SmallVector<unsigned> m;
  /// Dimensions that index the result and the right factor.
  llvm::SmallVector<unsigned> n;
  /// Reduction dimensions: they do not index the result. They may index both
  /// factors, one, or none.
  llvm::SmallVector<unsigned> k;
  /// Dimensions that index only the result, whose elements are equal along
  /// them.
  llvm::SmallVector<unsigned> broadcast;
};

/// Classifies the loops. A loop indexes an operand if a result of the operand's
/// map depends on it.
ContractionDims getContractionDims(mlir::AffineMap lhs, mlir::AffineMap rhs,
                                   mlir::AffineMap result);

} // namespace sg

#endif // SG_STRUCTUREDOPS_CONTRACTIONDIMS_H
