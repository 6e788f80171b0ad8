//===- CheckViews.h - Check views of memory ---------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CODEGEN_VERIFICATION_CHECKVIEWS_H
#define SG_LIB_CODEGEN_VERIFICATION_CHECKVIEWS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace sg {
class Asserter;

/// Emits the number of elements of 'memory'.
mlir::Value countElements(Asserter &check, mlir::Value memory);

/// Asserts that all elements of the view are inside the source.
void checkView(mlir::memref::ViewOp op);

/// Asserts that all elements of the view are inside the memory of the source.
/// If the source is itself a view, checks against the underlying memory.
void checkReinterpretCast(mlir::memref::ReinterpretCastOp op);

/// Asserts that the shape operand and the source have the same number of
/// elements.
void checkMemRefReshape(mlir::memref::ReshapeOp op);

/// Asserts that the dimensions of each group are contiguous, so that one stride
/// covers the group.
void checkMemRefCollapse(mlir::memref::CollapseShapeOp op);

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_CHECKVIEWS_H
