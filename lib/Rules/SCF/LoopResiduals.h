//===- LoopResiduals.h - Residuals that a loop recomputes -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_LOOPRESIDUALS_H
#define SG_RULES_LOOPRESIDUALS_H

#include "sg/Dialect/Grad/IR/DerivativeContext.h"
#include "sg/StructuredOps/LoopInvariants.h"

namespace sg::rules {

/// Finds stand-ins (see StandIns) whose values need no stack, because a few
/// arithmetic ops compute the values from other stand-ins and loop invariants.
/// Recomputation in the reverse iteration is faster than a store and a load.
class RecomputedArithmetic {
public:
  using StandIn = mlir::UnrealizedConversionCastOp;

  RecomputedArithmetic(mlir::scf::ForOp loop, LoopInvariants &invariants,
                       llvm::ArrayRef<StandIn> standIns);

  /// Replaces the found stand-ins by recomputed values. Returns the stand-ins
  /// that need a stack.
  llvm::SmallVector<StandIn> resolve(mlir::scf::ForOp reverse,
                                     grad::ReverseContext &context);

private:
  /// Adds the ops that compute `value` to `ops`. `isRoot` is true for the value
  /// of a stand-in. Returns false if the ops are too many or not arithmetic.
  bool collect(mlir::Value value, bool isRoot,
               llvm::SmallVectorImpl<mlir::Operation *> &ops);

  mlir::scf::ForOp loop;
  LoopInvariants &invariants;
  llvm::ArrayRef<StandIn> standIns;
  /// Maps values of the primal loop to equivalents in the reverse loop.
  mlir::IRMapping map;
};

} // namespace sg::rules

#endif // SG_RULES_LOOPRESIDUALS_H
