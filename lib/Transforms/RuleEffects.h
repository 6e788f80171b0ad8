//===- RuleEffects.h - Checks of derivative rules ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules may come from other projects. If a rule omits an operand, the operand's
// derivative would silently be zero. Therefore the engine checks that a rule
// sets the derivatives that its derivativeFlow declares.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_RULEEFFECTS_H
#define SG_TRANSFORMS_RULEEFFECTS_H

#include "sg/Analysis/FlowGraph.h"
#include "llvm/ADT/SetVector.h"

namespace sg::grad {

/// Returns the values outside of `op` from which a derivative flows to one of
/// `results`, directly or through the regions of `op`. Contains no duplicates.
llvm::SmallVector<mlir::Value> findSources(mlir::Operation *op,
                                           llvm::ArrayRef<mlir::Value> results,
                                           const FlowGraph &flow);

/// Checks one application of the rule of an op.
class RuleEffects {
public:
  RuleEffects(mlir::Operation *op, Mode mode) : op(op), mode(mode) {}

  /// Records that the rule must set the derivative of `value`.
  void require(mlir::Value value) { required.insert(value); }
  /// Records that the rule has set the derivative of `value`, possibly to zero.
  void state(mlir::Value value) { stated.insert(value); }
  /// Records that `to` replaces `from` in the rebuilt op.
  void replace(mlir::Value from, mlir::Value to);

  /// Emits an error if `type`, the type of a derivative of `value`, is neither
  /// the type of `value` nor `alternative`.
  llvm::LogicalResult checkType(mlir::Value value, mlir::Type type,
                                mlir::Type alternative) const;
  /// Emits an error if `state` was not called for every required value.
  llvm::LogicalResult checkStated() const;
  /// Emits the error that pullbackRegion received no seed for `captured`.
  void reportUnseeded(mlir::Value captured) const;

private:
  mlir::InFlightDiagnostic emitError() const;
  std::string describe(mlir::Value value) const;

  mlir::Operation *op;
  Mode mode;
  llvm::SetVector<mlir::Value> required;
  llvm::DenseSet<mlir::Value> stated;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_RULEEFFECTS_H
