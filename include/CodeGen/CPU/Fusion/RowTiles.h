//===- RowTiles.h - Some rows of the ops of a group -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes some rows of each op of a group (FusionGroups.h), in the place of
// the whole ops. Memory in which ops of the group hand rows to each other, and
// that nobody else uses, need then have no more rows than that.
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_FUSION_ROWTILES_H
#define SG_CODEGEN_CPU_FUSION_ROWTILES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/Analysis/FusionGroups.h"

namespace sg {

/// The loops of an op that may be rows of which there are some.
llvm::SmallVector<unsigned> getTileableLoops(mlir::linalg::LinalgOp op);

class RowTiles {
public:
  /// The first `rows` of the group's rows are those of which there are some.
  RowTiles(const FusionGroup &group, unsigned rows);

  /// Creates what each op does in the rows from `firsts` on, `counts` of each.
  void create(mlir::ImplicitLocOpBuilder &b,
              llvm::ArrayRef<mlir::OpFoldResult> firsts,
              llvm::ArrayRef<mlir::OpFoldResult> counts);
  /// What was created for each op of the group.
  llvm::ArrayRef<mlir::linalg::LinalgOp> getTiled() const { return tiled; }

  void eraseGroup();

  /// Makes memory of the group's alone as large as `counts` of the rows, at
  /// `alloc`; it is freed at `dealloc`.
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
  /// Memory that is the group's alone.
  llvm::SmallVector<mlir::memref::AllocOp> temporaries;
  /// Which of its dimensions the group's rows are.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned>> rowsOf;
  /// Where tiled ops of the group access memory.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::memref::SubViewOp>> views;
};

} // namespace sg

#endif // SG_CODEGEN_CPU_FUSION_ROWTILES_H
