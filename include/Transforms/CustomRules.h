//===- CustomRules.h - Derivative rules of functions' own ----------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_CUSTOMRULES_H
#define SG_TRANSFORMS_CUSTOMRULES_H

#include "sg/Transforms/DerivativeCache.h"

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

/// The tangent function by the function's own rule: grad.custom_jvp, or the
/// transpose of the backward half of grad.custom_vjp.
mlir::FailureOr<TangentFunction> generateTangentByRule(
    DerivativeCache &cache, mlir::Operation *from, mlir::func::FuncOp function,
    const llvm::BitVector &varied, const llvm::BitVector &useful);

/// The two halves by the function's own rule: grad.custom_vjp, or the transpose
/// of grad.custom_jvp.
mlir::FailureOr<SplitFunction>
generateSplitByRule(DerivativeCache &cache, mlir::Operation *from,
                    mlir::func::FuncOp function, const llvm::BitVector &varied,
                    const llvm::BitVector &useful);

} // namespace sg::grad

#endif // SG_TRANSFORMS_CUSTOMRULES_H
