//===- KernelContraction.h - Contractions for kernels -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The analysis of MapContractions. A contraction is the product of two matrices
// once the loops of each dimension m, n and k are linearized. An index along m
// is a row of the result, an index along n a column.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_KERNELCONTRACTION_H
#define SG_LIB_CODEGEN_GPU_KERNELS_KERNELCONTRACTION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/StructuredOps/ContractionDims.h"

namespace sg {

/// Loops that are linearized together. The last one changes fastest.
using LoopGroup = llvm::SmallVector<unsigned>;

/// An operand of the product. Elements past its edges are loaded as zeros.
struct KernelFactor : CastInput {
  /// True if contiguous elements are successive along k. Otherwise they are in
  /// successive rows or columns.
  bool isAlongK = false;

  mlir::Type getElement() const {
    return mlir::getElementTypeOrSelf(operand->get());
  }
  /// Returns true if the elements are floats and casts only extend them.
  bool isExtended() const;
};

/// A dimension of the result that is indexed by scale * loop + otherScale *
/// other, for example in the gradient of a convolution's image. The elements of
/// the dimension replace the iterations of `loop` as rows or columns. For each
/// iteration of `other`, which is a k dimension, at most one iteration of
/// `loop` contributes to an element.
struct GatheredLoop {
  unsigned dimension, loop, other;
  int64_t scale, otherScale;
};

struct KernelContraction {
  // Mutable, because the accessors of LinalgOp are not const.
  mutable mlir::linalg::LinalgOp op;
  KernelFactor lhs, rhs;
  /// All loops. `batch` includes the loops that only the result uses
  /// (`broadcast`). The loop over contiguous memory is last in `m`, `n` and
  /// `k`.
  ContractionDims dims;
  llvm::SmallVector<GatheredLoop, 0> gathered;
  /// Number of iterations of each loop, if known. For a gathered loop, the size
  /// of its dimension of the result.
  llvm::SmallVector<int64_t> sizes;
  /// The indexing map of the result, in which gathered loops replace sums of
  /// loops.
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
  /// Returns the type of accumulators: f32 for narrower floats, otherwise the
  /// element type.
  mlir::Type getSumType() const;

  /// Returns the product of the sizes of `group` if all are known.
  std::optional<int64_t> getSize(const LoopGroup &group) const;

  /// Applies the casts of `factor` to `element` and extends it to the
  /// accumulator type.
  mlir::Value castElement(mlir::ImplicitLocOpBuilder &b,
                          const KernelFactor &factor,
                          mlir::Value element) const;
  /// Returns sum + left * right for elements returned by castElement.
  mlir::Value multiplyAdd(mlir::ImplicitLocOpBuilder &b, mlir::Value left,
                          mlir::Value right, mlir::Value sum) const;
  /// Converts between the result's element type and the accumulator type.
  mlir::Value extendSum(mlir::ImplicitLocOpBuilder &b, mlir::Value value) const;
  mlir::Value truncateSum(mlir::ImplicitLocOpBuilder &b,
                          mlir::Value value) const;
};

/// Analyzes an op on memrefs. Its result must be indexed by loops or sums of
/// two scaled loops, and each loop may occur at most once. Its body must add a
/// product of its two operands to the result. At least one k dimension and one
/// m or n dimension must exist.
std::optional<KernelContraction>
getKernelContraction(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_KERNELCONTRACTION_H
