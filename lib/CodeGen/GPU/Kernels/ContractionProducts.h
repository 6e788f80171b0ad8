//===- ContractionProducts.h - Tile products in registers -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Multiplies operand tiles that are in shared memory, with or without tensor
// cores. Assigns elements of the result to threads.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONPRODUCTS_H
#define SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONPRODUCTS_H

#include "ContractionTile.h"

namespace sg {

/// The part of a tile whose accumulators one thread holds, in row-major order.
class ThreadTile {
public:
  ThreadTile(const KernelContraction &contraction, const ContractionTile &tile)
      : contraction(contraction), tile(tile) {}
  virtual ~ThreadTile() = default;

  virtual void prepare(mlir::ImplicitLocOpBuilder &b, mlir::Value thread) = 0;

  /// Return the rows and the columns of the accumulators in the tile.
  virtual llvm::SmallVector<mlir::Value>
  getRows(mlir::ImplicitLocOpBuilder &b) const = 0;
  virtual llvm::SmallVector<mlir::Value>
  getColumns(mlir::ImplicitLocOpBuilder &b) const = 0;

  /// Adds the products of the operand tiles in shared memory to `sums`.
  virtual llvm::SmallVector<mlir::Value>
  multiplyAdd(mlir::ImplicitLocOpBuilder &b, mlir::Value left,
              mlir::Value right, mlir::ValueRange sums) const = 0;

  /// Returns the index of this thread among the threads that share the k
  /// dimension, or null if threads do not share it.
  mlir::Value getShare() const { return share; }

protected:
  const KernelContraction &contraction;
  const ContractionTile &tile;
  mlir::Value share;
};

/// Creates a tile that is multiplied without tensor cores.
std::unique_ptr<ThreadTile>
createRegisterTile(const KernelContraction &contraction,
                   const ContractionTile &tile);

/// Creates a tile that is multiplied by tensor cores.
std::unique_ptr<ThreadTile>
createMatrixTile(const KernelContraction &contraction,
                 const ContractionTile &tile);

} // namespace sg

#endif // SG_LIB_CODEGEN_GPU_KERNELS_CONTRACTIONPRODUCTS_H
