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

/// Finds stand-ins whose values need not be kept. Such a value is computed by a
/// few arithmetic ops from values of other stand-ins and loop invariants. The
/// reverse iteration recomputes it in less time than keeping and reading it
/// takes.
class KeptArithmetic {
public:
  using StandIn = mlir::UnrealizedConversionCastOp;

  KeptArithmetic(mlir::scf::ForOp loop, LoopInvariants &invariants,
                 llvm::ArrayRef<StandIn> standIns);

  /// Replaces these stand-ins by recomputed values. Returns the stand-ins that
  /// must be kept.
  llvm::SmallVector<StandIn> resolve(mlir::scf::ForOp reverse,
                                     grad::ReverseContext &context);

private:
  /// Adds the ops that compute `value` to `ops`. Returns false if they are too
  /// many.
  bool collect(mlir::Value value, bool isRoot,
               llvm::SmallVectorImpl<mlir::Operation *> &ops);

  mlir::scf::ForOp loop;
  LoopInvariants &invariants;
  llvm::ArrayRef<StandIn> standIns;
  /// Maps values of the primal iteration to the reverse iteration.
  mlir::IRMapping map;
};

} // namespace sg::rules

#endif // SG_RULES_LOOPRESIDUALS_H
