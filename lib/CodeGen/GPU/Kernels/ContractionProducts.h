//===- ContractionProducts.h - Sums in registers ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which elements of a tile a thread sums up, and how the threads multiply what
// is in memory of the block.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONPRODUCTS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONPRODUCTS_H

#include "ContractionTile.h"

namespace sg {

/// The sums of a thread, row by row.
class ThreadTile {
public:
  ThreadTile(const KernelContraction &contraction, const ContractionTile &tile)
      : contraction(contraction), tile(tile) {}
  virtual ~ThreadTile() = default;

  virtual void prepare(mlir::ImplicitLocOpBuilder &b, mlir::Value thread) = 0;

  /// Which rows and columns of the tile the sums are of.
  virtual llvm::SmallVector<mlir::Value>
  getRows(mlir::ImplicitLocOpBuilder &b) const = 0;
  virtual llvm::SmallVector<mlir::Value>
  getColumns(mlir::ImplicitLocOpBuilder &b) const = 0;

  /// Adds the products of the tiles of factors that are in memory of the block.
  virtual llvm::SmallVector<mlir::Value>
  multiplyAdd(mlir::ImplicitLocOpBuilder &b, mlir::Value left,
              mlir::Value right, mlir::ValueRange sums) const = 0;

  /// Which of the threads that share the k dimension this one is.
  mlir::Value getShare() const { return share; }

protected:
  const KernelContraction &contraction;
  const ContractionTile &tile;
  mlir::Value share;
};

/// By the threads, or by tensor cores.
std::unique_ptr<ThreadTile>
createRegisterTile(const KernelContraction &contraction,
                   const ContractionTile &tile);
std::unique_ptr<ThreadTile>
createMatrixTile(const KernelContraction &contraction,
                 const ContractionTile &tile);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONPRODUCTS_H
