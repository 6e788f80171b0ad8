//===- InlinedClones.h - Functions with their calls inlined -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inlines all calls in clones of functions, in a copy of the module, for
// analyses of a single function. Recursive calls and calls beyond a limit are
// not inlined. Neither are callees with a custom rule, several blocks or no
// body.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_INLINEDCLONES_H
#define SG_LIB_DIAGNOSTICS_INLINEDCLONES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"

namespace sg::grad {

class InlinedClones {
public:
  explicit InlinedClones(mlir::ModuleOp module);

  /// Returns a clone of `function`, which is in the original module, with its
  /// calls inlined.
  mlir::func::FuncOp flatten(mlir::func::FuncOp function);

  /// Returns the op of the original module from which `op` was cloned.
  mlir::Operation *getOrigin(mlir::Operation *op) const {
    return origins.lookup(op);
  }

private:
  void expand(mlir::func::CallOp call,
              llvm::SmallVectorImpl<mlir::Operation *> &callers);
  /// Records that the ops in `copied` are clones of the ops in `op`.
  void addOrigins(mlir::Operation *op, mlir::Operation *copied);

  mlir::OwningOpRef<mlir::ModuleOp> copy;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> origins;
  llvm::DenseMap<mlir::Operation *, mlir::func::FuncOp> copies, flat;
  /// Number of calls inlined into the current function.
  unsigned numExpanded = 0;
};

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_INLINEDCLONES_H
