//===- LoopNest.h - Structured ops as loops over elements -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_LOOPNEST_H
#define SG_STRUCTUREDOPS_LOOPNEST_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace sg {

/// Builds a loop nest that executes `body(indices, carried)` for all indices
/// below `sizes`, with the last dimension innermost. `body` returns the next
/// carried values. If `sizes` is empty, `body` executes once.
llvm::SmallVector<mlir::Value> buildLoops(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::ValueRange carried,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange indices,
                                                      mlir::ValueRange carried)>
        body);

/// Emits the ops that compute the results of `map` at `indices`.
llvm::SmallVector<mlir::Value> applyMap(mlir::OpBuilder &builder,
                                        mlir::Location loc, mlir::AffineMap map,
                                        mlir::ValueRange indices);

/// Emits the read of the element of `tensor` at the index `map(indices)`.
/// Returns a scalar `tensor` unchanged.
mlir::Value readElement(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tensor, mlir::AffineMap map,
                        mlir::ValueRange indices);

/// Replaces linalg.index ops in `block` by the given indices.
void replaceIndices(mlir::Block &block, mlir::ValueRange indices);

/// Emits loops over the iteration space of `op` that compute its results.
llvm::SmallVector<mlir::Value> expandToLoops(mlir::linalg::LinalgOp op,
                                             mlir::OpBuilder &builder);

} // namespace sg

#endif // SG_STRUCTUREDOPS_LOOPNEST_H
