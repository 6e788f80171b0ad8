//===- ProgramGraph.h - Flow between values, through calls ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph of the values of a function and of its callees, with one instance of
// a callee per call. The edges are flow between values. If a callee is
// recursive or has a custom rule, several blocks or no body, edges lead from
// the operands of the call directly to its results. Above a limit of instances,
// only the first call of each function has an instance.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_PROGRAMGRAPH_H
#define SG_LIB_DIAGNOSTICS_PROGRAMGRAPH_H

#include "sg/Analysis/Activity.h"
#include <map>

namespace sg::grad {

/// Counts the calls in a function and, for each call, in its callee. A
/// recursive call counts once. The count saturates.
class CallCounter {
public:
  uint64_t count(mlir::FunctionOpInterface function);

private:
  llvm::DenseMap<mlir::Operation *, uint64_t> known;
};

class ProgramGraph {
public:
  ProgramGraph(mlir::FunctionOpInterface function, FlowSummaries &summaries);

  /// A function, in the context of one call.
  struct Instance {
    mlir::FunctionOpInterface function;
    int parent; ///< Index of the caller, -1 for the root.
    mlir::Operation *call;
    llvm::DenseMap<mlir::Operation *, unsigned> callees;
    /// The instances in `callees`, in program order.
    llvm::SmallVector<unsigned, 0> children = {};
    llvm::SmallVector<unsigned, 0> nodes = {};
  };
  struct Node {
    unsigned instance;
    mlir::Value value;
  };
  using Edges = std::vector<llvm::SmallVector<unsigned, 2>>;
  /// For each node, the predecessor of the node in the search: -1 for a start
  /// node, -2 if the node is not reached.
  struct Reached {
    std::vector<int> from;
    bool contains(unsigned node) const { return from[node] != -2; }
  };

  /// Returns the number of (nested) calls that are not analyzed separately.
  uint64_t getNumLeftOut() const { return numUnanalyzedCalls; }
  /// Returns true if some calls of `function` are not analyzed separately.
  bool isLeftOut(mlir::Operation *function) const {
    return leftOut.contains(function);
  }

  llvm::ArrayRef<Instance> getInstances() const { return instances; }
  llvm::ArrayRef<Node> getNodes() const { return nodes; }
  unsigned nodeOf(unsigned instance, mlir::Value value) const {
    return ids.lookup({instance, value});
  }
  bool hasDerivative(unsigned from, unsigned to) const {
    return llvm::is_contained(derivative.out[from], to);
  }
  bool hasDependence(unsigned from, unsigned to) const {
    return llvm::is_contained(dependence.out[from], to);
  }
  llvm::ArrayRef<unsigned> dependents(unsigned node) const {
    return dependence.out[node];
  }

  /// The edges that a search follows: edges of derivatives, these and the edges
  /// through stops, or edges of dependence.
  enum class Along { Derivative, DerivativeAndStops, Dependence };
  /// Searches breadth-first from the nodes `start`.
  Reached reach(llvm::ArrayRef<unsigned> start, bool forward,
                Along along) const;

  /// Returns the op that computes the value of a node, the parent op of a block
  /// argument, or the call for an argument of a callee.
  mlir::Operation *opOf(unsigned node) const;

  /// Returns true if the derivative of the operand `from` ends at `op`: a
  /// needed result of `op` depends on `from`, but no derivative flows.
  bool isBlockedAt(mlir::Operation *op, unsigned from,
                   const Reached &needed) const;
  /// Returns the nodes of the operands and of the yielded values of `op`.
  llvm::SmallVector<unsigned> sourcesOf(unsigned instance,
                                        mlir::Operation *op) const;

private:
  struct Flows {
    FlowGraph derivative, dependence;
  };
  struct Direction {
    Edges out, in;
  };
  const Flows &flowsOf(mlir::FunctionOpInterface function);
  void addInstance(mlir::FunctionOpInterface function, int parent,
                   mlir::Operation *call);
  bool isOpaqueCall(mlir::FunctionOpInterface callee, unsigned instance) const;
  void omitCall(mlir::FunctionOpInterface callee);
  void addNode(unsigned instance, mlir::Value value);
  void addEdges(unsigned instance);
  void addEdge(Direction &direction, unsigned from, unsigned to);

  FlowSummaries &summaries;
  std::map<mlir::Operation *, std::unique_ptr<Flows>> flows;
  std::vector<Instance> instances;
  /// Functions with an instance, and functions of calls without an instance.
  llvm::DenseSet<mlir::Operation *> seen, leftOut;
  uint64_t numUnanalyzedCalls = 0;
  CallCounter counter;
  std::vector<Node> nodes;
  llvm::DenseMap<std::pair<unsigned, mlir::Value>, unsigned> ids;
  Direction derivative, dependence;
};

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_PROGRAMGRAPH_H
