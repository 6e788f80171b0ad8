//===- ContractionShape.h - Ops that sum up products ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What MapContractions knows of an op: a contraction is the product of two
// matrices once its loops are put into groups, each of which is numbered
// through. A row is a number of all loops by which the result and the left
// factor are indexed, a column one of those of the result and the right factor,
// a term one of the loops that are summed over.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONSHAPE_H
#define SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONSHAPE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace sg {

/// Loops that are numbered through, the last one changes fastest.
using LoopGroup = llvm::SmallVector<unsigned>;

/// A factor of the products.
struct ContractionFactor {
  mlir::OpOperand *operand = nullptr;
  /// What is done to an element before it is multiplied, first things first.
  /// All of it makes zero of zero.
  llvm::SmallVector<mlir::Operation *> casts;
  /// Whether elements that are next to each other in memory are of successive
  /// terms; else they are of successive rows, or columns.
  bool isAlongTerms = false;

  mlir::Type getElement() const {
    return mlir::getElementTypeOrSelf(operand->get());
  }
  /// Whether nothing is done to elements but to make wider floats of floats.
  bool isExtended() const;
};

/// A dimension of the result that is indexed by scale * loop + otherScale *
/// other, as that of the gradient of a convolution's image. Its elements are
/// rows, or columns, in the place of the loop; for each number of the other
/// one, a term, at most one number of the loop belongs to them.
struct GatheredLoop {
  unsigned dimension, loop, other;
  int64_t scale, otherScale;
};

struct ContractionShape {
  // Its accessors are not const.
  mutable mlir::linalg::LinalgOp op;
  ContractionFactor left, right;
  /// Loops of the result and of both factors, or of none.
  LoopGroup batches;
  LoopGroup rows, columns, terms;
  llvm::SmallVector<GatheredLoop, 0> gathered;
  /// The number of iterations of each loop, if known; of one that is gathered
  /// the size of its dimension.
  llvm::SmallVector<int64_t> sizes;
  /// Of the result, by what is numbered.
  mlir::AffineMap resultMap;

  mlir::OpOperand &getResult() const { return *op.getDpsInitOperand(0); }
  mlir::AffineMap getMap(mlir::OpOperand &operand) const {
    return op.isDpsInit(&operand) ? resultMap
                                  : op.getMatchingIndexingMap(&operand);
  }
  bool isGathered(unsigned loop) const;
  mlir::Type getElement() const {
    return mlir::getElementTypeOrSelf(getResult().get());
  }
  /// What sums are kept in: f32 for floats that are narrower.
  mlir::Type getSumType() const;

  /// The product of the sizes of `group`, if all are known.
  std::optional<int64_t> getSize(const LoopGroup &group) const;

  /// An element of `factor` as it is multiplied.
  mlir::Value castElement(mlir::ImplicitLocOpBuilder &b,
                          const ContractionFactor &factor,
                          mlir::Value element) const;
  /// sum + left * right, of elements that were cast.
  mlir::Value multiplyAdd(mlir::ImplicitLocOpBuilder &b, mlir::Value left,
                          mlir::Value right, mlir::Value sum) const;
  /// Between the result's type and that of sums.
  mlir::Value extendSum(mlir::ImplicitLocOpBuilder &b, mlir::Value value) const;
  mlir::Value truncateSum(mlir::ImplicitLocOpBuilder &b,
                          mlir::Value value) const;
};

/// The shape of an op on memory whose result is indexed by loops, or sums of
/// two of them, each at most once, and whose body adds to the result a product
/// of its two operands; with at least one row loop or column loop and at least
/// one term.
std::optional<ContractionShape> getContractionShape(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONSHAPE_H
