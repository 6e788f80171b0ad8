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

/// A private function that holds code for recomputation by the reverse sweep.
/// Captured values become arguments, and captured constants are cloned into the
/// function. `operands` holds the captured values, as operands for calls. `map`
/// maps captured values to arguments and clones.
struct RecomputedFunction {
  /// Creates an empty function next to the function that contains `where`. The
  /// caller clones `code` into it. Arguments of the types `inputs` precede the
  /// captures of `code`. `captures` lists additional captured values.
  RecomputedFunction(mlir::Operation *where, llvm::StringRef suffix,
                     mlir::TypeRange inputs, mlir::TypeRange results,
                     mlir::Region &code, mlir::ValueRange captures = {});

  mlir::func::FuncOp function;
  llvm::SmallVector<mlir::Value> operands;
  mlir::IRMapping map;
  mlir::OpBuilder builder;
};

/// If `loop` has a checkpoint schedule (attribute grad.checkpoint_every or
/// grad.checkpoint_slots), emits an equivalent of `loop` for which reverse mode
/// keeps only checkpoints. Returns its results, or no values.
llvm::SmallVector<mlir::Value> applySchedule(mlir::OpBuilder &builder,
                                             mlir::scf::ForOp loop);

} // namespace sg::rules

#endif // SG_RULES_CHECKPOINTRULES_H
