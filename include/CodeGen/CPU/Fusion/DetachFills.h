//===- DetachFills.h - Contractions apart from their fills ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_CPU_FUSION_DETACHFILLS_H
#define SG_CODEGEN_CPU_FUSION_DETACHFILLS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// A contraction initializes its sums in registers if the op that fills its
/// result stands right in front of it. While ops are moved these fills are
/// erased, and created again afterwards.
class DetachFills {
public:
  /// Erases the ops of the block that fill results of contractions with
  /// constants.
  explicit DetachFills(mlir::Block &block);

  /// Fills the result of `op`, which is `of` or a part of it.
  void fill(mlir::linalg::LinalgOp op, mlir::linalg::LinalgOp of);
  /// Fills the results of all that were not given a part.
  void giveBack(mlir::Block &block);

private:
  llvm::DenseMap<mlir::Operation *, mlir::TypedAttr> starts;
};

} // namespace sg

#endif // SG_CODEGEN_CPU_FUSION_DETACHFILLS_H
