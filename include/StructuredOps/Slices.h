//===- Slices.h - Slices of tensors as tensors or scalars -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_SLICES_H
#define SG_STRUCTUREDOPS_SLICES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace sg {

/// Returns the slice of `tensor` at `offsets` with `sizes` as a tensor of type
/// `type`, which lacks dimensions of size 1; for rank 0, as a scalar.
mlir::Value extractSlice(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tensor,
                         llvm::ArrayRef<mlir::OpFoldResult> offsets,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes,
                         mlir::RankedTensorType type);
/// Inserts a slice, which is a tensor or a scalar, into `tensor`.
mlir::Value insertSlice(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value slice, mlir::Value tensor,
                        llvm::ArrayRef<mlir::OpFoldResult> offsets,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// The slices of tensors of one type along an axis. A slice is a tensor, or a
/// scalar if the tensors have rank 1.
class AxisSlices {
public:
  AxisSlices(mlir::RankedTensorType type,
             llvm::ArrayRef<mlir::OpFoldResult> sizes, int64_t axis)
      : axis(axis), sizes(sizes),
        type(mlir::RankedTensorType::Builder(type).dropDim(axis)) {}

  /// The sizes of the tensors.
  llvm::ArrayRef<mlir::OpFoldResult> getSizes() const { return sizes; }
  /// The type of a slice as a tensor.
  mlir::RankedTensorType getType() const { return type; }
  /// The number of slices.
  mlir::OpFoldResult getCount() const { return sizes[axis]; }
  bool areScalars() const { return sizes.size() == 1; }

  mlir::Value extract(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value tensor, mlir::Value position) const;
  mlir::Value insert(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value slice, mlir::Value tensor,
                     mlir::Value position) const;

private:
  llvm::SmallVector<mlir::OpFoldResult> getOffsets(mlir::Builder &builder,
                                                   mlir::Value position) const;
  llvm::SmallVector<mlir::OpFoldResult>
  getSliceSizes(mlir::Builder &builder) const;

  int64_t axis;
  llvm::SmallVector<mlir::OpFoldResult> sizes;
  mlir::RankedTensorType type;
};

} // namespace sg

#endif // SG_STRUCTUREDOPS_SLICES_H
