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

/// A clone of the differentiated function, with its activity before derivative
/// ops are added. Active ops whose rules require it have been decomposed.
struct PreparedFunction {
  mlir::func::FuncOp program;
  Activity activity;
  std::unique_ptr<FunctionObserver> observer;
};

/// Prepares `clone` for the derivative that `description` describes. Emits an
/// error if a derivative would be lost silently: in memory, in unknown code or
/// in the bits of a float.
mlir::FailureOr<PreparedFunction>
prepare(DerivativeSource &source, mlir::func::FuncOp clone,
        const DerivativeDescription &description, const llvm::BitVector &varied,
        const llvm::BitVector &useful);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_PREPAREDFUNCTION_H
