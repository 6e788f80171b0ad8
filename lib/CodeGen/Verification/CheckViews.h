//===- CheckViews.h - Checks of views of memory -----------------*- C++ -*-===//
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

/// Returns the number of elements of memory without gaps.
mlir::Value countElements(Asserter &check, mlir::Value memory);

/// Asserts that the bytes which are seen as elements are in the memory.
void checkView(mlir::memref::ViewOp op);

/// Asserts that the elements of the view are in the memory that the source
/// sees, or, if the source is itself a view, in the memory it was made of.
void checkReinterpretCast(mlir::memref::ReinterpretCastOp op);

/// Asserts that the sizes multiply to the number of elements of the source.
void checkMemRefReshape(mlir::memref::ReshapeOp op);

/// Asserts that the dimensions of each group lie beside each other, so that one
/// stride leads through all of them.
void checkMemRefCollapse(mlir::memref::CollapseShapeOp op);

} // namespace sg

#endif // SG_LIB_CODEGEN_VERIFICATION_CHECKVIEWS_H
