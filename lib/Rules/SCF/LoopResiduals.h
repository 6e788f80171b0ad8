//===- LoopResiduals.h - What a loop need not keep --------------*- C++ -*-===//
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

/// What the stand-ins stand for, as far as it is a little arithmetic on what
/// others stand for and what every trip has in common: the reverse trip
/// computes that again in less time than it takes to keep and to read it.
class KeptArithmetic {
public:
  using StandIn = mlir::UnrealizedConversionCastOp;

  KeptArithmetic(mlir::scf::ForOp loop, LoopInvariants &invariants,
                 llvm::ArrayRef<StandIn> standIns);

  /// Resolves these; the others are what is left to keep.
  llvm::SmallVector<StandIn> resolve(mlir::scf::ForOp reverse,
                                     grad::ReverseContext &context);

private:
  /// Adds what computes `value`, unless that is too much.
  bool collect(mlir::Value value, bool isRoot,
               llvm::SmallVectorImpl<mlir::Operation *> &ops);

  mlir::scf::ForOp loop;
  LoopInvariants &invariants;
  llvm::ArrayRef<StandIn> standIns;
  /// From the primal trip to the reverse one.
  mlir::IRMapping map;
};

} // namespace sg::rules

#endif // SG_RULES_LOOPRESIDUALS_H
