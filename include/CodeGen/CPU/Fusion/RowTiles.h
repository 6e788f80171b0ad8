//===- RowTiles.h - Slices of a group's ops along rows ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces the ops of a group (FusionGroups.h) by ops on a slice of the common
// dimensions. A buffer that only the group uses shrinks to the size of the
// slice.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_FUSION_ROWTILES_H
#define SG_CODEGEN_CPU_FUSION_ROWTILES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// Returns the loops of an op that may be sliced.
llvm::SmallVector<unsigned> getTileableLoops(mlir::linalg::LinalgOp op);

class RowTiles {
public:
  /// Prepares to slice the first `rows` of the group's common dimensions.
  RowTiles(const FusionGroup &group, unsigned rows);

  /// Clones each op for the slice with the offsets `rowOffsets` and the sizes
  /// `rowSizes`.
  void create(mlir::ImplicitLocOpBuilder &b,
              llvm::ArrayRef<mlir::OpFoldResult> rowOffsets,
              llvm::ArrayRef<mlir::OpFoldResult> rowSizes);
  /// Returns the op created for each op of the group, in the same order.
  llvm::ArrayRef<mlir::linalg::LinalgOp> getTiled() const { return tiled; }

  void eraseGroup();

  /// Shrinks the common dimensions of buffers that only the group uses to
  /// `rowSizes`. Inserts the new allocations at `allocAt` and the new
  /// deallocations at `deallocAt`.
  void shrinkTemporaries(mlir::OpBuilder::InsertPoint allocAt,
                         mlir::OpBuilder::InsertPoint deallocAt,
                         llvm::ArrayRef<mlir::OpFoldResult> rowSizes);

private:
  void tile(mlir::ImplicitLocOpBuilder &b, const FusionGroup::Member &member,
            llvm::ArrayRef<mlir::OpFoldResult> rowOffsets,
            llvm::ArrayRef<mlir::OpFoldResult> rowSizes);
  bool isUsedByGroupOnly(mlir::memref::AllocOp alloc);
  bool isUsedByTilesOnly(mlir::memref::AllocOp alloc);

  const FusionGroup &group;
  unsigned rows;
  llvm::SmallVector<mlir::linalg::LinalgOp> tiled;
  /// Buffers that only the group uses.
  llvm::SmallVector<mlir::memref::AllocOp> temporaries;
  /// Maps a buffer to its dimensions that the group's common loops index.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned>> rowDimensions;
  /// Maps a buffer to the views through which tiled ops access it.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::memref::SubViewOp>> views;
};

} // namespace sg

#endif // SG_CODEGEN_CPU_FUSION_ROWTILES_H
