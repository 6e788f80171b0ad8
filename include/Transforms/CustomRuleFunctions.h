//===- CustomRuleFunctions.h - The functions of custom rules ----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_CUSTOMRULEFUNCTIONS_H
#define SG_TRANSFORMS_CUSTOMRULEFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sg::grad {

/// The functions that the rules of `function` name and that exist.
llvm::SmallVector<mlir::func::FuncOp>
getRuleFunctions(mlir::Operation *function);

/// The parts of a rule; null where there is none.
mlir::func::FuncOp getForwardHalf(mlir::Operation *function);
mlir::func::FuncOp getBackwardHalf(mlir::Operation *function);
mlir::func::FuncOp getForwardRule(mlir::Operation *function);

/// Errors for rules that are missing or whose types do not fit the function.
llvm::LogicalResult checkOwnRule(mlir::func::FuncOp function);

} // namespace sg::grad

#endif // SG_TRANSFORMS_CUSTOMRULEFUNCTIONS_H
