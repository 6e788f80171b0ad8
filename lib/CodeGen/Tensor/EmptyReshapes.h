//===- EmptyReshapes.h - Reshapes without elements --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_EMPTYRESHAPES_H
#define SG_LIB_CODEGEN_TENSOR_EMPTYRESHAPES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace sg {

/// Replaces a reshape of a tensor without elements by a tensor.empty with the
/// sizes of the result.
void replaceEmpty(mlir::RewriterBase &rewriter,
                  mlir::tensor::CollapseShapeOp op);
void replaceEmpty(mlir::RewriterBase &rewriter, mlir::tensor::ExpandShapeOp op);

/// Calls replaceEmpty if the source of `op`, possibly before a tensor.cast, has
/// a static size of 0. Without this replacement, upstream folds a collapse of
/// 0x3 and an expansion to 0x5 into one another (22.1.8).
mlir::LogicalResult replaceIfEmpty(mlir::RewriterBase &rewriter,
                                   mlir::tensor::CollapseShapeOp op);

/// Adds a pattern that calls replaceIfEmpty. A greedy driver may visit an
/// expansion before its collapse. The caller must therefore call replaceIfEmpty
/// on all collapses before it starts the driver.
void populateEmptyReshapePatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_EMPTYRESHAPES_H
