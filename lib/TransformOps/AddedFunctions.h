//===- AddedFunctions.h - Functions added by a transform --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_TRANSFORMOPS_ADDEDFUNCTIONS_H
#define SG_LIB_TRANSFORMOPS_ADDEDFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace sg::grad {

/// Finds the functions added to `program` since construction.
class AddedFunctions {
public:
  explicit AddedFunctions(mlir::Operation *program);

  /// Returns the added functions in program order.
  llvm::SmallVector<mlir::func::FuncOp> find() const;

  /// Erases the added, possibly incomplete, functions that other functions do
  /// not call, directly or indirectly.
  void eraseUncalled() const;

private:
  mlir::Operation *program;
  llvm::DenseSet<mlir::Operation *> before;
};

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMOPS_ADDEDFUNCTIONS_H
