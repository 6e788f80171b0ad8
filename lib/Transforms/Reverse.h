//===- Reverse.h - Reverse mode ---------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_REVERSE_H
#define SG_TRANSFORMS_REVERSE_H

#include "Transforms/DerivativeCache.h"

namespace sg::grad {

mlir::FailureOr<PullbackFunction>
generatePullbackFunction(DerivativeCache &cache, mlir::func::FuncOp function,
                         const llvm::BitVector &varied,
                         const llvm::BitVector &useful);

mlir::FailureOr<SplitFunction>
generateSplitFunction(DerivativeCache &cache, mlir::func::FuncOp function,
                      const llvm::BitVector &varied,
                      const llvm::BitVector &useful);

} // namespace sg::grad

#endif // SG_TRANSFORMS_REVERSE_H
