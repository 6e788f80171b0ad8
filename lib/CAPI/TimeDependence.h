//===- TimeDependence.h - Dependence of run time on values ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_CAPI_TIMEDEPENDENCE_H
#define SG_LIB_CAPI_TIMEDEPENDENCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace sg::capi {

/// Returns false if the number of operations that `function` executes depends
/// only on the sizes of its arguments. Returns true if it may depend on their
/// values, for example by trip counts, loop conditions, dynamic sizes or
/// recursion.
bool timeDependsOnValues(mlir::func::FuncOp function);

} // namespace sg::capi

#endif // SG_LIB_CAPI_TIMEDEPENDENCE_H
