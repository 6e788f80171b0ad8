//===- EmptyReshapes.h - Reshapes of empty tensors --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_TENSOR_EMPTYRESHAPES_H
#define SG_LIB_CODEGEN_TENSOR_EMPTYRESHAPES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace sg {

/// Replaces a reshape of a tensor that has no elements by a tensor.empty of the
/// same sizes: any such tensor is equal to any other one.
void replaceEmpty(mlir::RewriterBase &rewriter,
                  mlir::tensor::CollapseShapeOp op);
void replaceEmpty(mlir::RewriterBase &rewriter, mlir::tensor::ExpandShapeOp op);

/// Replaces a tensor.collapse_shape if its source, or what is cast to that, is
/// known to have no elements. Upstream leaves out a collapse that is expanded
/// again, and finds the sizes of the one in the other: those of 0x3 among those
/// of 0x5, for both have no elements (22.1.8).
mlir::LogicalResult replaceIfEmpty(mlir::RewriterBase &rewriter,
                                   mlir::tensor::CollapseShapeOp op);

/// A pattern that does so. A greedy driver may come to the op that expands
/// first: there must be no such op before.
void populateEmptyReshapePatterns(mlir::RewritePatternSet &patterns);

} // namespace sg

#endif // SG_LIB_CODEGEN_TENSOR_EMPTYRESHAPES_H
