//===- DerivativeFunctions.h - Creation of derivative functions -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_TRANSFORMS_DERIVATIVEFUNCTIONS_H
#define SG_LIB_TRANSFORMS_DERIVATIVEFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sg::grad {

/// Inserts a private clone of `function` after it, under a unique name. Keeps
/// only the attributes no_inline and grad.checkpoint, and marks ops as primal.
mlir::func::FuncOp cloneFunction(mlir::func::FuncOp function,
                                 llvm::StringRef suffix);

/// Inserts a private function with an empty block after `after`. Appends a
/// number to `name` if it is taken.
mlir::func::FuncOp createFunction(mlir::func::FuncOp after,
                                  const llvm::Twine &name,
                                  mlir::Location location);

/// Inserts a private function after `function` that calls it and returns its
/// results, under a unique name.
mlir::func::FuncOp createCaller(mlir::func::FuncOp function,
                                llvm::StringRef suffix);

/// Updates the function's type to match its block and its terminator.
void updateFunctionType(mlir::func::FuncOp function);

/// Updates the type of a complete derivative function and erases its dead code.
void finishDerivative(mlir::func::FuncOp function);

/// Erases the unused arguments among the first `count` of `part`, which then
/// need not be kept. Returns the positions of the used arguments.
llvm::SmallVector<unsigned> eraseUnreadArguments(mlir::func::FuncOp part,
                                                 unsigned count);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_DERIVATIVEFUNCTIONS_H
