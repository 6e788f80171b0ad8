//===- LoopInvariants.h - Invariants of loops -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_STRUCTUREDOPS_LOOPINVARIANTS_H
#define SG_STRUCTUREDOPS_LOOPINVARIANTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace sg {

/// What `op` uses from outside: its operands and what its regions capture.
llvm::SmallVector<mlir::Value> externalOperands(mlir::Operation *op);

/// The ops of a loop that can be computed in front of it.
class LoopInvariants {
public:
  explicit LoopInvariants(mlir::scf::ForOp loop) : loop(loop) {}

  /// Whether nothing hinders that: also not that a value is undefined where
  /// the loop has no trip.
  bool contains(mlir::Value value);

  /// `value`, which is one, in front of the loop.
  mlir::Value hoist(mlir::Value value);

private:
  bool isInside(mlir::Value value);

  mlir::scf::ForOp loop;
  llvm::DenseMap<mlir::Operation *, bool> invariant;
  mlir::IRMapping copies;
};

} // namespace sg

#endif // SG_STRUCTUREDOPS_LOOPINVARIANTS_H
