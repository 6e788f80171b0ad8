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

/// Generates the reverse-mode derivative as one function. If `function` has a
/// custom rule, differentiates a call of `function`.
mlir::FailureOr<PullbackFunction>
generatePullbackFunction(DerivativeSource &source, mlir::func::FuncOp function,
                         const llvm::BitVector &varied,
                         const llvm::BitVector &useful);

/// Generates a pair whose forward half returns the residuals.
mlir::FailureOr<SplitFunction>
generateSplitFunction(DerivativeSource &source, mlir::func::FuncOp function,
                      const llvm::BitVector &varied,
                      const llvm::BitVector &useful);

/// Generates a pair whose forward half is `function` itself. The backward half
/// takes the arguments, recomputes the values that it reads, and returns a
/// cotangent for every varied argument. Calls `announce` before the body is
/// differentiated, because recursive calls refer to the pair. The observer
/// receives `reason`, the reason for the recomputation.
mlir::FailureOr<SplitFunction> generateRecomputingFunction(
    DerivativeSource &source, mlir::func::FuncOp function,
    const llvm::BitVector &varied, const llvm::BitVector &useful,
    const llvm::BitVector &running, llvm::StringRef reason,
    llvm::function_ref<void(const SplitFunction &)> announce);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REVERSE_H
