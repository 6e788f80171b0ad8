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

/// Returns the existing functions of the custom rules of `function`.
llvm::SmallVector<mlir::func::FuncOp>
getRuleFunctions(mlir::Operation *function);

/// The functions of the custom rule of `function`, or null if the rule lacks
/// the function: the halves of grad.custom_vjp, and grad.custom_jvp.
mlir::func::FuncOp getForwardHalf(mlir::Operation *function);
mlir::func::FuncOp getBackwardHalf(mlir::Operation *function);
mlir::func::FuncOp getForwardRule(mlir::Operation *function);

/// Emits an error if a function that a custom rule of `function` names is
/// missing or has the wrong type.
llvm::LogicalResult checkCustomRule(mlir::func::FuncOp function);

} // namespace sg::grad

#endif // SG_TRANSFORMS_CUSTOMRULEFUNCTIONS_H
