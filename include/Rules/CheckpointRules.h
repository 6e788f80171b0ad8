//===- CheckpointRules.h - Keeping less for the reverse sweep ---*- C++ -*-===//
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

/// A private function that the reverse sweep computes again, for code that is
/// moved out of the function of `where`. That code may read `map`ped values:
/// what it uses from outside has become an argument, and for `operands` these
/// arguments stand; constants are in the function itself.
struct RecomputedFunction {
  /// `regions` is the code; `inputs` are the types of further arguments, ahead
  /// of those for what is captured; `captures` are captured too.
  RecomputedFunction(mlir::Operation *where, llvm::StringRef suffix,
                     mlir::TypeRange inputs, mlir::TypeRange results,
                     mlir::Region &code, mlir::ValueRange captures = {});

  mlir::func::FuncOp function;
  llvm::SmallVector<mlir::Value> operands;
  mlir::IRMapping map;
  mlir::OpBuilder builder;
};

/// Applies the schedule of checkpoints that the loop has as an attribute
/// (grad.checkpoint_every, grad.checkpoint_slots): the same loop as code whose
/// reverse keeps that much. Nothing if the loop has none.
llvm::SmallVector<mlir::Value> applySchedule(mlir::OpBuilder &builder,
                                             mlir::scf::ForOp loop);

} // namespace sg::rules

#endif // SG_RULES_CHECKPOINTRULES_H
