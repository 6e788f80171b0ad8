//===- CustomRuleFunctions.h - Functions of custom rules --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_CUSTOMRULEFUNCTIONS_H
#define SG_TRANSFORMS_CUSTOMRULEFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sg::grad {

/// Returns the functions that the rules of `function` name, as far as they
/// exist.
llvm::SmallVector<mlir::func::FuncOp>
getRuleFunctions(mlir::Operation *function);

/// Returns one function of the custom rule; null if the rule does not name it.
mlir::func::FuncOp getForwardHalf(mlir::Operation *function);
mlir::func::FuncOp getBackwardHalf(mlir::Operation *function);
mlir::func::FuncOp getForwardRule(mlir::Operation *function);

/// Emits an error if a custom rule of `function` is missing or has a type
/// that does not match the function.
llvm::LogicalResult checkCustomRule(mlir::func::FuncOp function);

} // namespace sg::grad

#endif // SG_TRANSFORMS_CUSTOMRULEFUNCTIONS_H
