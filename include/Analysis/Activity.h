//===- Activity.h - Values through which a derivative flows -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is varied if it can be reached from a differentiated input along the
// edges that ops declare (DifferentiableOpInterface::derivativeFlow). A value
// is useful if it reaches a differentiated result, and active if it is varied
// and useful. Loop carries form cycles in the graph of these edges, and
// reachability is their fixpoint. stop_gradient has no edges.
//
// Tapenade's terms and analysis: L. Hascoet, V. Pascual, "The Tapenade
// automatic differentiation tool", ACM TOMS 39(3), 2013, section 4.1.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_ACTIVITY_H
#define SG_ANALYSIS_ACTIVITY_H

#include "sg/Analysis/FlowGraph.h"

namespace sg::grad {

/// The active values of a region for given inputs and results. Records a path
/// from an input to each varied value and from each useful value to a result.
class Activity {
public:
  Activity(mlir::Region &region, llvm::ArrayRef<mlir::Value> inputs,
           llvm::ArrayRef<mlir::Value> results, FlowSummaries &summaries);

  bool isVaried(mlir::Value value) const { return varied.contains(value); }
  bool isUseful(mlir::Value value) const { return useful.contains(value); }
  bool isActive(mlir::Value value) const {
    return isVaried(value) && isUseful(value);
  }

  /// Returns a path from a differentiated input to `value`, both included;
  /// empty if `value` is not varied.
  llvm::SmallVector<mlir::Value> pathFromInput(mlir::Value value) const;
  /// Returns a path from `value` to a differentiated result, both included;
  /// empty if `value` is not useful.
  llvm::SmallVector<mlir::Value> pathToResult(mlir::Value value) const;

  /// Returns the values that would be useful if `region` had no stops. On a
  /// path with two stops, the derivative of the input ends at the first stop.
  FlowGraph::Reached findUsefulIgnoringStops(mlir::Region &region) const;

  /// Gives `to`, which replaces `from` in a rebuilt op, the activity of `from`.
  void replace(mlir::Value from, mlir::Value to);

  const FlowGraph &graph() const { return flow; }

private:
  FlowGraph flow;
  llvm::SmallVector<mlir::Value> results;
  FlowGraph::Reached varied, useful;
};

/// The connection of an argument of a function to some of its results.
struct Connection {
  enum Kind {
    Active,  ///< a derivative flows to the results
    Blocked, ///< the results depend on the argument, but no derivative flows
    Disconnected ///< the results do not depend on the argument
  };
  Kind kind;
  /// The ops at which the derivative ends although the dependence continues, in
  /// program order. Lists ops of a callee instead of its call.
  llvm::SmallVector<mlir::Operation *> blockers;
};

Connection explainConnection(mlir::FunctionOpInterface function,
                             unsigned argument, const llvm::BitVector &results,
                             FlowSummaries &summaries);

} // namespace sg::grad

#endif // SG_ANALYSIS_ACTIVITY_H
