//===- RecursiveFunctions.h - Which functions call themselves *- C++ -*-===//
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

/// The functions that call themselves, directly or through others. What a
/// function with a derivative rule of its own calls does not count: the rule
/// takes its place.
class RecursiveFunctions {
public:
  bool contains(mlir::FunctionOpInterface function);

private:
  llvm::DenseMap<mlir::Operation *, bool> recursive;
};

} // namespace sg::grad

#endif // SG_ANALYSIS_RECURSIVEFUNCTIONS_H
