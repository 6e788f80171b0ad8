//===- InlinedClones.h - Functions without their calls ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For analyses that look at one function: what is called stands in the place of
// the call, once for each call of it, in a copy of the module. Calls that stay
// are those of functions without a body, with a rule of their own or several
// blocks, of functions in themselves, and those beyond a number.
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

  /// `function`, of the module, without its calls.
  mlir::func::FuncOp flatten(mlir::func::FuncOp function);

  /// The op of the module that `op`, of the copy, is a copy of.
  mlir::Operation *getOrigin(mlir::Operation *op) const {
    return origins.lookup(op);
  }

private:
  void expand(mlir::func::CallOp call,
              llvm::SmallVectorImpl<mlir::Operation *> &callers);
  /// All in `copied` is a copy of what is in `op`.
  void addOrigins(mlir::Operation *op, mlir::Operation *copied);

  mlir::OwningOpRef<mlir::ModuleOp> copy;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> origins;
  llvm::DenseMap<mlir::Operation *, mlir::func::FuncOp> copies, flat;
  /// Of the function being flattened.
  unsigned numExpanded = 0;
};

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_INLINEDCLONES_H
