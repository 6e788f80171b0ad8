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

/// Inserts a private clone of `function` after `function`, under a unique name
/// that begins with its name and `suffix`. Keeps only the attributes no_inline
/// and grad.checkpoint, and gives the ops the role `primal`.
mlir::func::FuncOp cloneFunction(mlir::func::FuncOp function,
                                 llvm::StringRef suffix);

/// Inserts a private function with an empty block after `after`. Appends a
/// number to `name` if the name is taken.
mlir::func::FuncOp createFunction(mlir::func::FuncOp after,
                                  const llvm::Twine &name,
                                  mlir::Location location);

/// Inserts, after `function` and under a unique name, a private function that
/// calls `function` and returns its results.
mlir::func::FuncOp createCaller(mlir::func::FuncOp function,
                                llvm::StringRef suffix);

void updateFunctionType(mlir::func::FuncOp function);

/// Updates the type of a complete derivative function and erases dead code.
void finishDerivative(mlir::func::FuncOp function);

/// Erases the unused arguments among the first `count` arguments of `function`,
/// so that they are no residuals. Returns the positions of the used arguments.
llvm::SmallVector<unsigned> eraseUnreadArguments(mlir::func::FuncOp function,
                                                 unsigned count);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_DERIVATIVEFUNCTIONS_H
