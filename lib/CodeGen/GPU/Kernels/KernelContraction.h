//===- KernelContraction.h - Analyzes contractions --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Analyzes contractions for MapContractions. A contraction is a matrix product
// if the loops of each dimension m, n and k are linearized. An index along m is
// a row of the result, an index along n a column.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_KERNELCONTRACTION_H
#define SG_LIB_CODEGEN_GPU_KERNELS_KERNELCONTRACTION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/StructuredOps/ContractionDims.h"

namespace sg {

/// Loops that are linearized together; the last loop varies fastest.
using LoopGroup = llvm::SmallVector<unsigned>;

/// An operand of the product.
struct KernelFactor : CastInput {
  /// True if the operand is contiguous along k instead of m or n.
  bool isAlongK = false;

  mlir::Type getElement() const {
    return mlir::getElementTypeOrSelf(operand->get());
  }
  /// Returns true if the elements are floats and all casts extend floats.
  bool hasOnlyFloatExtensions() const;
};

/// A loop that indexes a dimension of the result together with another loop, by
/// scale * loop + otherScale * otherLoop. An example is the gradient of a
/// convolution with respect to the image. The kernel iterates over the elements
/// of the dimension instead of `loop`. For each iteration of `otherLoop`, a k
/// loop, at most one iteration of `loop` contributes to an element.
struct GatheredLoop {
  unsigned dimension, loop, otherLoop;
  int64_t scale, otherScale;
};

/// A contraction that one kernel computes.
struct KernelContraction {
  // Mutable, because the accessors of LinalgOp are not const.
  mutable mlir::linalg::LinalgOp op;
  KernelFactor lhs, rhs;
  /// The loop groups. `batch` includes `broadcast`, the loops that only the
  /// result uses. The last loop of `m`, `n` and `k` indexes contiguous memory.
  ContractionDims dims;
  llvm::SmallVector<GatheredLoop, 0> gathered;
  /// Static trip count of each loop, or ShapedType::kDynamic. For a gathered
  /// loop, the size of the dimension of the result that the loop indexes.
  llvm::SmallVector<int64_t> sizes;
  /// The indexing map of the result. Gathered loops replace sums of loops.
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
  /// Returns the accumulator type: f32 for f16 and bf16, or the element type.
  mlir::Type getSumType() const;

  /// Returns the product of the sizes of `group` if all sizes are known.
  std::optional<int64_t> getSize(const LoopGroup &group) const;

  /// Applies the casts of `factor` to `element`. Extends f16 and bf16 to f32.
  mlir::Value castElement(mlir::ImplicitLocOpBuilder &b,
                          const KernelFactor &factor,
                          mlir::Value element) const;
  /// Builds sum + left * right. castElement returned `left` and `right`.
  mlir::Value multiplyAdd(mlir::ImplicitLocOpBuilder &b, mlir::Value left,
                          mlir::Value right, mlir::Value sum) const;
  /// Convert the element type of the result to the accumulator type and back.
  mlir::Value extendSum(mlir::ImplicitLocOpBuilder &b, mlir::Value value) const;
  mlir::Value truncateSum(mlir::ImplicitLocOpBuilder &b,
                          mlir::Value value) const;
};

/// Matches an op on memrefs whose body adds a product of its two inputs to the
/// result. Loops or sums of two scaled loops must index the result, each loop
/// at most once. At least one k loop and one m or n loop must exist.
std::optional<KernelContraction>
getKernelContraction(mlir::linalg::LinalgOp op);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_KERNELCONTRACTION_H
