//===- ProgramGraph.h - The flow through all calls --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of a function and of what it calls, each function once for each
// call of it, with the edges of flow between them. A function that calls
// itself, has a rule of its own or no body is one step from its operands to its
// results; so are calls beyond a number of which nobody reads a report, but for
// the first of each function.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_PROGRAMGRAPH_H
#define SG_LIB_DIAGNOSTICS_PROGRAMGRAPH_H

#include "sg/Analysis/Activity.h"
#include <map>

namespace sg::grad {

/// Calls, and the calls in these for each of them; those of a function in
/// itself once. The largest number if there are more.
class CallCounter {
public:
  uint64_t count(mlir::FunctionOpInterface function);

private:
  llvm::DenseMap<mlir::Operation *, uint64_t> known;
};

class ProgramGraph {
public:
  ProgramGraph(mlir::FunctionOpInterface function, FlowSummaries &summaries);

  /// A function as called from somewhere.
  struct Instance {
    mlir::FunctionOpInterface function;
    int parent; ///< -1 for the function itself
    mlir::Operation *call;
    llvm::DenseMap<mlir::Operation *, unsigned> callees;
    llvm::SmallVector<unsigned, 0> children = {}; ///< the same, in order
    llvm::SmallVector<unsigned, 0> nodes = {};
  };
  struct Node {
    unsigned instance;
    mlir::Value value;
  };
  using Edges = std::vector<llvm::SmallVector<unsigned, 2>>;
  /// Each node with the one it was reached from; -1 for the start, -2 if it
  /// was not.
  struct Reached {
    std::vector<int> from;
    bool contains(unsigned node) const { return from[node] != -2; }
  };

  /// The calls that are not looked at, with those in them.
  uint64_t getNumLeftOut() const { return numLeftOut; }
  /// Whether some of the calls of `function` are among these.
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

  /// Along the derivative, `throughStops` if stops let it pass, or along any
  /// dependence; shortest paths first.
  enum class Along { Derivative, DerivativeAndStops, Dependence };
  Reached reach(llvm::ArrayRef<unsigned> start, bool forward,
                Along along) const;

  /// The op that makes the value of a node, or begins with it: a loop, a call.
  mlir::Operation *opOf(unsigned node) const;

  /// Whether the derivative of `from`, a source of `op`, ends at `op` though
  /// the needed results depend on what `op` makes of it.
  bool endsAt(mlir::Operation *op, unsigned from, const Reached &needed) const;
  /// The nodes of what `op` reads.
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
  bool isOneStep(mlir::FunctionOpInterface callee, unsigned instance) const;
  void leaveOut(mlir::FunctionOpInterface callee);
  void addNode(unsigned instance, mlir::Value value);
  void addEdges(unsigned instance);
  void addEdge(Direction &direction, unsigned from, unsigned to);

  FlowSummaries &summaries;
  std::map<mlir::Operation *, std::unique_ptr<Flows>> flows;
  std::vector<Instance> instances;
  /// The functions among them, and those of which a call is left out.
  llvm::DenseSet<mlir::Operation *> seen, leftOut;
  uint64_t numLeftOut = 0;
  CallCounter counter;
  std::vector<Node> nodes;
  llvm::DenseMap<std::pair<unsigned, mlir::Value>, unsigned> ids;
  Direction derivative, dependence;
};

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_PROGRAMGRAPH_H
