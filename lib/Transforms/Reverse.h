//===- Reverse.h - Derivative functions of reverse mode ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REVERSE_H
#define SG_TRANSFORMS_REVERSE_H

#include "sg/Transforms/DerivativeSource.h"

namespace sg::grad {

/// Generates the derivative in one function. For a function with a custom rule,
/// differentiates a call of the function.
mlir::FailureOr<PullbackFunction>
generatePullbackFunction(DerivativeSource &source, mlir::func::FuncOp function,
                         const llvm::BitVector &varied,
                         const llvm::BitVector &useful);

mlir::FailureOr<SplitFunction>
generateSplitFunction(DerivativeSource &source, mlir::func::FuncOp function,
                      const llvm::BitVector &varied,
                      const llvm::BitVector &useful);

/// Generates a pair in which the forward half is the function itself. The
/// backward half takes the arguments and recomputes the values that it reads.
/// Calls `announce` before the body is differentiated, for recursive functions.
/// Every varied argument has a cotangent. The observer receives the `reason`.
mlir::FailureOr<SplitFunction> generateRecomputingFunction(
    DerivativeSource &source, mlir::func::FuncOp function,
    const llvm::BitVector &varied, const llvm::BitVector &useful,
    const llvm::BitVector &running, llvm::StringRef reason,
    llvm::function_ref<void(const SplitFunction &)> announce);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REVERSE_H
