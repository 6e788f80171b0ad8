//===- RowTiles.h - Slices of the ops of a group along its rows -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces the ops of a group (FusionGroups.h) by ops on a slice of its rows.
// Memory that passes rows from one op of the group to another, and that nobody
// else uses, then needs no more rows than the slice has.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_FUSION_ROWTILES_H
#define SG_CODEGEN_CPU_FUSION_ROWTILES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// The loops of an op that may be sliced.
llvm::SmallVector<unsigned> getTileableLoops(mlir::linalg::LinalgOp op);

class RowTiles {
public:
  /// Slices the first `rows` of the group's rows.
  RowTiles(const FusionGroup &group, unsigned rows);

  /// Creates each op for the slice from `firsts` on, of `counts` indices.
  void create(mlir::ImplicitLocOpBuilder &b,
              llvm::ArrayRef<mlir::OpFoldResult> firsts,
              llvm::ArrayRef<mlir::OpFoldResult> counts);
  /// What was created for each op of the group.
  llvm::ArrayRef<mlir::linalg::LinalgOp> getTiled() const { return tiled; }

  void eraseGroup();

  /// Allocates memory that only the group uses for `counts` of the rows, at
  /// `alloc`, and frees it at `dealloc`.
  void shrinkTemporaries(mlir::OpBuilder::InsertPoint alloc,
                         mlir::OpBuilder::InsertPoint dealloc,
                         llvm::ArrayRef<mlir::OpFoldResult> counts);

private:
  void tile(mlir::ImplicitLocOpBuilder &b, const FusionGroup::Member &member,
            llvm::ArrayRef<mlir::OpFoldResult> firsts,
            llvm::ArrayRef<mlir::OpFoldResult> counts);
  bool isInside(mlir::memref::AllocOp alloc);
  bool areAllUses(mlir::memref::AllocOp alloc);

  const FusionGroup &group;
  unsigned rows;
  llvm::SmallVector<mlir::linalg::LinalgOp> tiled;
  /// Memory that only the group uses.
  llvm::SmallVector<mlir::memref::AllocOp> temporaries;
  /// Which of its dimensions the group's rows are.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned>> rowsOf;
  /// Where tiled ops of the group access memory.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::memref::SubViewOp>> views;
};

} // namespace sg

#endif // SG_CODEGEN_CPU_FUSION_ROWTILES_H
