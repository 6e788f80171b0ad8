//===- RecursiveFunctions.h - Detection of recursive functions --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_RECURSIVEFUNCTIONS_H
#define SG_ANALYSIS_RECURSIVEFUNCTIONS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace sg::grad {

/// Finds functions that call themselves, directly or indirectly. Calls in a
/// function with a custom rule are ignored, because the rule replaces the body.
class RecursiveFunctions {
public:
  bool contains(mlir::FunctionOpInterface function);

private:
  llvm::DenseMap<mlir::Operation *, bool> recursive;
};

} // namespace sg::grad

#endif // SG_ANALYSIS_RECURSIVEFUNCTIONS_H
