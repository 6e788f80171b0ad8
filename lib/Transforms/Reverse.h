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

/// Of a function with a rule of its own, that of a call of it.
mlir::FailureOr<PullbackFunction>
generatePullbackFunction(DerivativeSource &source, mlir::func::FuncOp function,
                         const llvm::BitVector &varied,
                         const llvm::BitVector &useful);

mlir::FailureOr<SplitFunction>
generateSplitFunction(DerivativeSource &source, mlir::func::FuncOp function,
                      const llvm::BitVector &varied,
                      const llvm::BitVector &useful);

/// The same with nothing between the halves: the forward half is the function
/// itself, the backward half takes its arguments and computes again what it
/// reads. That half is announced before it is there, for functions that call
/// themselves. Every varied argument has a cotangent. The observer is told the
/// `reason` for it.
mlir::FailureOr<SplitFunction> generateRecomputingFunction(
    DerivativeSource &source, mlir::func::FuncOp function,
    const llvm::BitVector &varied, const llvm::BitVector &useful,
    const llvm::BitVector &running, llvm::StringRef reason,
    llvm::function_ref<void(const SplitFunction &)> announce);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REVERSE_H
