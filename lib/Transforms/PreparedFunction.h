//===- PreparedFunction.h - Preparation of a function -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_TRANSFORMS_PREPAREDFUNCTION_H
#define SG_LIB_TRANSFORMS_PREPAREDFUNCTION_H

#include "sg/Transforms/DerivativeObserver.h"
#include "sg/Transforms/DerivativeSource.h"

namespace sg::grad {

/// A clone of the primal function, ready for differentiation, and its activity
/// analysis. Active ops are already decomposed if their rules request this.
struct PreparedFunction {
  mlir::func::FuncOp function;
  Activity activity;
  std::unique_ptr<FunctionObserver> observer;
};

/// Prepares `clone` for the derivative that `description` describes. Emits an
/// error if a varied value is written to memory, passed to unknown code or
/// bitcast to an integer, because its derivative would be silently lost.
mlir::FailureOr<PreparedFunction>
prepare(DerivativeSource &source, mlir::func::FuncOp clone,
        const DerivativeDescription &description, const llvm::BitVector &varied,
        const llvm::BitVector &useful);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_PREPAREDFUNCTION_H
