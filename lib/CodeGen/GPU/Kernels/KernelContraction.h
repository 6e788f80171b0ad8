//===- KernelContraction.h - Contractions as kernels see them ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What MapContractions knows of an op: a contraction is the product of two
// matrices once its dimensions m, n and k are linearized, each. An index along
// m is a row of the result, one along n a column.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_KERNELCONTRACTION_H
#define SG_LIB_CODEGEN_GPU_KERNELS_KERNELCONTRACTION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/StructuredOps/ContractionDims.h"

namespace sg {

/// Loops that are linearized, the last one changes fastest.
using LoopGroup = llvm::SmallVector<unsigned>;

/// A factor of the products. Beyond its edges zeros are loaded.
struct KernelFactor : CastInput {
  /// Whether elements that are next to each other in memory are next to each
  /// other along k; else they are of successive rows, or columns.
  bool isAlongK = false;

  mlir::Type getElement() const {
    return mlir::getElementTypeOrSelf(operand->get());
  }
  /// Whether nothing is done to elements but to make wider floats of floats.
  bool isExtended() const;
};

/// A dimension of the result that is indexed by scale * loop + otherScale *
/// other, as that of the gradient of a convolution's image. Its elements are
/// rows, or columns, instead of the loop's iterations; for each iteration of
/// the other one, a k dimension, at most one of the loop belongs to them.
struct GatheredLoop {
  unsigned dimension, loop, other;
  int64_t scale, otherScale;
};

struct KernelContraction {
  // Its accessors are not const.
  mutable mlir::linalg::LinalgOp op;
  KernelFactor lhs, rhs;
  /// All loops: those of the result alone (`broadcast`) are among `batch`. What
  /// is contiguous in memory comes last in `m`, `n` and `k`.
  ContractionDims dims;
  llvm::SmallVector<GatheredLoop, 0> gathered;
  /// The number of iterations of each loop, if known; of one that is gathered
  /// the size of its dimension.
  llvm::SmallVector<int64_t> sizes;
  /// Of the result, by the loops or what is gathered in their stead.
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
                          const KernelFactor &factor,
                          mlir::Value element) const;
  /// sum + left * right, of elements that were cast.
  mlir::Value multiplyAdd(mlir::ImplicitLocOpBuilder &b, mlir::Value left,
                          mlir::Value right, mlir::Value sum) const;
  /// Between the result's type and that of sums.
  mlir::Value extendSum(mlir::ImplicitLocOpBuilder &b, mlir::Value value) const;
  mlir::Value truncateSum(mlir::ImplicitLocOpBuilder &b,
                          mlir::Value value) const;
};

/// Takes an op on memory whose result is indexed by loops, or sums of two of
/// them, each at most once, and whose body adds to the result a product of its
/// two operands; with at least one m or n dimension and at least one k
/// dimension.
std::optional<KernelContraction>
getKernelContraction(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_KERNELCONTRACTION_H
