//===- CheckpointRules.h - Checkpoints in the reverse sweep -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RULES_CHECKPOINTRULES_H
#define SG_RULES_CHECKPOINTRULES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace sg::rules {

void attachCheckpointRule(mlir::MLIRContext *context);

/// Builds a private function that the reverse sweep recomputes, from code that
/// is moved out of the function of `where`. Values that the code captures
/// become arguments; `operands` are the operands for them. Constants are cloned
/// into the function. `map` maps captured values to arguments and clones.
struct RecomputedFunction {
  /// Creates the function for the regions of `code`. `inputs` are the types of
  /// further arguments, which precede the captures. The values `captures` are
  /// captured, too.
  RecomputedFunction(mlir::Operation *where, llvm::StringRef suffix,
                     mlir::TypeRange inputs, mlir::TypeRange results,
                     mlir::Region &code, mlir::ValueRange captures = {});

  mlir::func::FuncOp function;
  llvm::SmallVector<mlir::Value> operands;
  mlir::IRMapping map;
  mlir::OpBuilder builder;
};

/// Rewrites the loop as code whose reverse keeps only the checkpoints of the
/// loop's schedule (attribute grad.checkpoint_every or grad.checkpoint_slots).
/// Returns the results; empty if the loop has no schedule.
llvm::SmallVector<mlir::Value> applySchedule(mlir::OpBuilder &builder,
                                             mlir::scf::ForOp loop);

} // namespace sg::rules

#endif // SG_RULES_CHECKPOINTRULES_H
