//===- InlinedClones.h - Functions with their calls inlined -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clones functions in a copy of the module and inlines their calls, for
// analyses of a single function. Calls that are recursive or exceed a limit,
// and callees with a custom rule, several blocks or no body, are not inlined.
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

  /// Returns a clone of `function`, a function of the original module, with its
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
  /// Maps ops of the copy to ops of the original module.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> origins;
  /// Copies, and clones with inlined calls, of functions of the original.
  llvm::DenseMap<mlir::Operation *, mlir::func::FuncOp> copies, inlined;
  /// Number of calls inlined into the current clone.
  unsigned numExpanded = 0;
};

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_INLINEDCLONES_H
