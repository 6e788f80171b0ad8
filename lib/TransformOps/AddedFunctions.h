//===- AddedFunctions.h - What a transform has added ------------*- C++ -*-===//
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

/// The functions that are added to `program`, and not erased, while it is
/// alive.
class AddedFunctions {
public:
  explicit AddedFunctions(mlir::Operation *program);

  /// In the order of the program.
  llvm::SmallVector<mlir::func::FuncOp> find() const;

  /// Erases those that what was there before does not call, directly or not:
  /// after an error they may be half done.
  void eraseUncalled() const;

private:
  mlir::Operation *program;
  llvm::DenseSet<mlir::Operation *> before;
};

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMOPS_ADDEDFUNCTIONS_H
