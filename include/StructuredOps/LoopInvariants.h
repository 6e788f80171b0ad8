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

/// Returns the values that `op` uses and that are defined outside of its
/// regions: its operands and the captures of its regions.
llvm::SmallVector<mlir::Value> externalOperands(mlir::Operation *op);

/// Finds and hoists values that do not change while a loop runs.
class LoopInvariants {
public:
  explicit LoopInvariants(mlir::scf::ForOp loop) : loop(loop) {}

  /// Returns true if `value` is loop-invariant and its computation can be
  /// speculated, because the loop may have no iteration.
  bool contains(mlir::Value value);

  /// Clones the computation of `value` before the loop. Returns the copy.
  mlir::Value hoist(mlir::Value value);

private:
  bool isInside(mlir::Value value);

  mlir::scf::ForOp loop;
  llvm::DenseMap<mlir::Operation *, bool> invariant;
  mlir::IRMapping copies;
};

} // namespace sg

#endif // SG_STRUCTUREDOPS_LOOPINVARIANTS_H
