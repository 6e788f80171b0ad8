//===- ContractionDims.h - Ops that sum up products -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rules and code generation for CPUs and GPUs all know of a contraction: a
// product of matrices, transposed or batched, a convolution, or a derivative of
// one. Each of them takes the contractions that it can use.
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_CONTRACTIONDIMS_H
#define SG_STRUCTUREDOPS_CONTRACTIONDIMS_H

#include "sg/StructuredOps/LinalgForms.h"

namespace sg {

/// A body that yields out + lhs * rhs.
struct SumOfProducts {
  /// An arith.mulf or an arith.muli. The sum is one of the same elements.
  mlir::Operation *product;
  /// The factors, in the order of the product: two different inputs.
  CastInput lhs, rhs;
};

/// Matches the body of an op with one result. (Upstream's test for contractions
/// looks through every unary op, and does not tell which there are.)
std::optional<SumOfProducts> matchSumOfProducts(mlir::linalg::LinalgOp op);

/// The two factors, as operands of the op, if its only result, a tensor, is a
/// sum of products of floats (a contraction or a convolution).
std::optional<std::pair<mlir::OpOperand *, mlir::OpOperand *>>
getFactors(mlir::linalg::LinalgOp op);

/// The loops of a contraction, by what they index; each group in the order of
/// the op. Of projected permutations whose k dimensions all index both factors,
/// `batch`, `m`, `n` and `k` are those of upstream's inferContractionDims,
/// which knows no windows.
struct ContractionDims {
  /// Parallel dimensions of the result and both factors.
  llvm::SmallVector<unsigned> batch;
  /// Those of the result and the left factor.
  llvm::SmallVector<unsigned> m;
  /// Those of the result and the right factor.
  llvm::SmallVector<unsigned> n;
  /// Dimensions that do not index the result: it is summed over them. What
  /// indexes one of the factors, or none, is among them.
  llvm::SmallVector<unsigned> k;
  /// Those of the result alone, along which its elements are alike.
  llvm::SmallVector<unsigned> broadcast;
};

/// A loop indexes what any index of its map depends on.
ContractionDims getContractionDims(mlir::AffineMap lhs, mlir::AffineMap rhs,
                                   mlir::AffineMap result);

} // namespace sg

#endif // SG_STRUCTUREDOPS_CONTRACTIONDIMS_H
