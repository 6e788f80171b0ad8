//===- PreparedFunction.h - A function that a sweep can begin with -*- C++ -*-//
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

/// A clone of the function that is differentiated, and what is known of it
/// before anything is added. Active ops that ask for it have been decomposed.
struct PreparedFunction {
  mlir::func::FuncOp program;
  Activity activity;
  std::unique_ptr<FunctionObserver> observer;
};

/// Prepares `clone` to become what `description` says. Errors where a
/// derivative would be lost without a word: in memory, in unknown code and in
/// the bits of a float.
mlir::FailureOr<PreparedFunction>
prepare(DerivativeSource &source, mlir::func::FuncOp clone,
        const DerivativeDescription &description, const llvm::BitVector &varied,
        const llvm::BitVector &useful);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_PREPAREDFUNCTION_H
