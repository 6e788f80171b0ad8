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

/// Runs `body(indices, carried)` for all indices below `sizes`, the last one
/// fastest; it returns what it carries on. Without sizes it runs once.
llvm::SmallVector<mlir::Value> buildLoops(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::ValueRange carried,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange indices,
                                                      mlir::ValueRange carried)>
        body);

/// The values of `map` at `indices`, which are those of its dimensions.
llvm::SmallVector<mlir::Value> applyMap(mlir::OpBuilder &builder,
                                        mlir::Location loc, mlir::AffineMap map,
                                        mlir::ValueRange indices);

/// The element of `tensor` that `map` reads at `indices`; a scalar is its own
/// element.
mlir::Value readElement(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tensor, mlir::AffineMap map,
                        mlir::ValueRange indices);

/// Gives linalg.index ops in `block` their values.
void replaceIndices(mlir::Block &block, mlir::ValueRange indices);

/// Computes the results of a structured op by loops over its iteration space.
llvm::SmallVector<mlir::Value> expandToLoops(mlir::linalg::LinalgOp op,
                                             mlir::OpBuilder &builder);

} // namespace sg

#endif // SG_STRUCTUREDOPS_LOOPNEST_H
