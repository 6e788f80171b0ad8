//===- DerivativeFunctions.h - Making functions -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_TRANSFORMS_DERIVATIVEFUNCTIONS_H
#define SG_LIB_TRANSFORMS_DERIVATIVEFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sg::grad {

/// A private clone of `function` with a unique name, placed behind it, without
/// the attributes that belong to the original; its ops are marked as primal.
mlir::func::FuncOp cloneFunction(mlir::func::FuncOp function,
                                 llvm::StringRef suffix);

/// A private function of that name with an empty block, placed behind `after`.
mlir::func::FuncOp createFunction(mlir::func::FuncOp after,
                                  const llvm::Twine &name,
                                  mlir::Location location);

/// A private function that calls `function` and returns what that returns, with
/// a name of its own, placed behind it.
mlir::func::FuncOp createCaller(mlir::func::FuncOp function,
                                llvm::StringRef suffix);

/// Gives the function the type that its block and its terminator have.
void updateFunctionType(mlir::func::FuncOp function);

/// The same when all has been added to the function. Erases what nobody reads.
void finishDerivative(mlir::func::FuncOp function);

/// Erases those of the first `count` arguments of `part` that it does not read,
/// so that nobody keeps them for it. Returns the positions of the others.
llvm::SmallVector<unsigned> takeOnlyRead(mlir::func::FuncOp part,
                                         unsigned count);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_DERIVATIVEFUNCTIONS_H
