//===- FunctionChecks.h - Checks of differentiated functions ----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_FUNCTIONCHECKS_H
#define SG_TRANSFORMS_FUNCTIONCHECKS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace sg::grad {

/// Emits an error if `function` is not a func.func, has an invalid custom rule
/// or checkpoint, or has no custom rule and fails checkBody().
llvm::LogicalResult checkFunction(mlir::Operation *from,
                                  mlir::FunctionOpInterface function);

/// Emits an error at `from` unless the body of `function` is a single block
/// that ends in func.return.
llvm::LogicalResult checkBody(mlir::Operation *from,
                              mlir::FunctionOpInterface function);

} // namespace sg::grad

#endif // SG_TRANSFORMS_FUNCTIONCHECKS_H
