//===- Captures.h - Values that regions capture -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_CAPTURES_H
#define SG_RULES_CAPTURES_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"

namespace sg::rules {

/// Returns the active values that `op` captures, in the order of first use.
llvm::SmallVector<mlir::Value>
getActiveCaptures(mlir::Operation *op, const grad::DerivativeContext &context);

} // namespace sg::rules

#endif // SG_RULES_CAPTURES_H
