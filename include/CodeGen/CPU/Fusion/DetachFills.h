//===- DetachFills.h - Erase and restore contractions' fills ----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_FUSION_DETACHFILLS_H
#define SG_CODEGEN_CPU_FUSION_DETACHFILLS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// LowerContractions initializes accumulators in registers only if it finds the
/// fill of the result before the contraction, in the same block. Moving and
/// tiling ops may separate the fill from the contraction. This class therefore
/// erases the fills before these changes and recreates them afterwards.
class DetachFills {
public:
  /// Erases the ops of `block` that fill results of contractions with
  /// constants.
  explicit DetachFills(mlir::Block &block);

  /// If the fill of `original` was erased, recreates it for the result of `op`,
  /// which is `original` or a tile of it.
  void fill(mlir::linalg::LinalgOp op, mlir::linalg::LinalgOp original);
  /// Recreates the remaining fills, for contractions that were not tiled.
  void restore(mlir::Block &block);

private:
  llvm::DenseMap<mlir::Operation *, mlir::TypedAttr> initialValues;
};

} // namespace sg

#endif // SG_CODEGEN_CPU_FUSION_DETACHFILLS_H
