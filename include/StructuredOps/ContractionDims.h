//===- ContractionDims.h - Dimensions of contractions -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Analysis of contractions (matrix products, transposed or batched,
// convolutions, and their derivatives) for derivative rules and code
// generation. Each client selects the contractions it supports.
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_CONTRACTIONDIMS_H
#define SG_STRUCTUREDOPS_CONTRACTIONDIMS_H

#include "sg/StructuredOps/LinalgForms.h"

namespace sg {

/// The product in a body that yields out + lhs * rhs.
struct SumOfProducts {
  /// An arith.mulf or arith.muli, of the element type of the sum.
  mlir::Operation *product;
  /// The factors, in the order of the product's operands: two different inputs.
  CastInput lhs, rhs;
};

/// Matches the body of an op with one result. Upstream's matcher also looks
/// through unary ops, but does not return these ops.
std::optional<SumOfProducts> matchSumOfProducts(mlir::linalg::LinalgOp op);

/// If the only result of `op` is a sum of products of floats (a contraction or
/// a convolution), returns the operands that are the factors.
std::optional<std::pair<mlir::OpOperand *, mlir::OpOperand *>>
getFactors(mlir::linalg::LinalgOp op);

/// The loops of a contraction, classified by the operands they index, each
/// group in the order of the op. If all maps are projected permutations and
/// every k dimension indexes both factors, `batch`, `m`, `n` and `k` equal the
/// result of linalg::inferContractionDims. Upstream does not handle convolution
/// windows (maps such as d0 + d1).
struct ContractionDims {
  /// Parallel dimensions that index the result and both factors.
  llvm::SmallVector<unsigned> batch;
  /// Dimensions that index the result and the left factor.
  llvm::SmallVector<unsigned> m;
  /// Dimensions that index the result and the right factor.
  llvm::SmallVector<unsigned> n;
  /// Reduction dimensions, which do not index the result. A reduction dimension
  /// may index both factors, one, or none.
  llvm::SmallVector<unsigned> k;
  /// Dimensions that index only the result. The result is constant along them.
  llvm::SmallVector<unsigned> broadcast;
};

/// Classifies the loops. A loop indexes an operand if a result of the operand's
/// map depends on it.
ContractionDims getContractionDims(mlir::AffineMap lhs, mlir::AffineMap rhs,
                                   mlir::AffineMap result);

} // namespace sg

#endif // SG_STRUCTUREDOPS_CONTRACTIONDIMS_H
