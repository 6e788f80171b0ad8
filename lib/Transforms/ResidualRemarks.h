//===- ResidualRemarks.h - Writes down what a sweep does ---------------*- C++
//-*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that crosses to the reverse sweep out of a loop does so in a stack,
// which may itself lie in a stack of the loop around it, and so on. The
// recorder follows it to the outermost one: what lies there is what is kept.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_TRANSFORMS_RESIDUALREMARKS_H
#define SG_LIB_TRANSFORMS_RESIDUALREMARKS_H

#include "sg/Analysis/Activity.h"
#include "sg/Transforms/DerivativeStats.h"

namespace sg::grad {

class ResidualRemarks {
public:
  explicit ResidualRemarks(FunctionRecord &record);

  /// The op whose rule runs, and how that ended.
  void begin(mlir::Operation *op) { applied.push_back(op); }
  void end(bool isApplied) {
    applied.pop_back();
    record.applied += isApplied;
  }
  void skip(mlir::Operation *op);

  /// The reverse sweep reads `value`. Where that stands in a region of the
  /// function (`isInside`), it is kept if it gets a holder.
  void store(mlir::Value value, bool isInside);
  void read(mlir::Value value);
  void holds(mlir::Value saved, mlir::Value holder, bool isStack);
  void recompute(mlir::Operation *op, bool isCheap);

  void replace(mlir::Value from, mlir::Value to);

  /// `results` are the results of the forward half, or of the function.
  void finish(mlir::ValueRange results, unsigned numOwnResults, bool isSplit);

private:
  RecordedEvent &add(RecordedEvent::Kind kind, RecordedPlace place);
  void addReader(RecordedEvent &event);

  FunctionRecord &record;
  llvm::SmallVector<mlir::Operation *> applied;
  /// The events, by position, of which a value is what is kept.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned, 1>> eventsOf;
  /// The values among them that hold others.
  llvm::DenseSet<mlir::Value> holders;
  llvm::DenseMap<mlir::Operation *, unsigned> recomputed;
  /// Positions of events of which the value may not be kept after all.
  llvm::DenseSet<unsigned> pending;
};

/// Records the stops that end the derivative, and the ops without a rule
/// that it passes by.
void recordActivity(mlir::FunctionOpInterface function,
                    const Activity &activity, FunctionRecord &record);

} // namespace sg::grad

#endif // SG_LIB_TRANSFORMS_RESIDUALREMARKS_H
