//===- Activity.h - Which values a derivative flows through -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is varied if it can be reached from a differentiated input along the
// edges that ops declare (DifferentiableOpInterface::derivativeFlow), useful if
// a differentiated result can be reached from it, and active if it is both.
// Loops are cycles in this graph, so reachability is the fixpoint over their
// carries. stop_gradient is an op without edges.
//
// Tapenade's terms and analysis: L. Hascoet, V. Pascual, "The Tapenade
// automatic differentiation tool", ACM TOMS 39(3), 2013, section 4.1.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_ACTIVITY_H
#define SG_ANALYSIS_ACTIVITY_H

#include "sg/Dialect/Grad/IR/Grad.h"
#include "llvm/ADT/DenseMap.h"

namespace sg::grad {

/// Whether `function` names a rule (grad.custom_vjp, grad.custom_jvp), which
/// wins over what its body would give.
bool hasOwnRule(mlir::Operation *function);

/// Which flow a graph shows.
enum class FlowKind {
  Derivative, ///< what the ops declare
  Dependence, ///< of values on each other, for explanations
  Contents,   ///< that, but for what depends on sizes of tensors only
  /// What the ops declare, and through integers where these are the bits of a
  /// float or computed of them. A choice, a position and a float that is
  /// converted to an integer have no bits to pass on.
  Bits
};

/// What a call of a function does to a derivative, or to a dependence.
struct FlowSummary {
  /// reaches[i][j]: argument i reaches result j.
  llvm::SmallVector<llvm::BitVector> reaches;
  /// escapes[i]: the op at which something that depends on argument i is
  /// written to memory or passed to unknown code; null if there is none.
  llvm::SmallVector<mlir::Operation *> escapes;
  /// Whether the function, or one that it calls, reads the bits of a float.
  bool readsBits = false;
};

/// One summary per function, computed when it is first asked for. Functions
/// must not change afterwards.
class FlowSummaries {
public:
  const FlowSummary &of(mlir::FunctionOpInterface function,
                        FlowKind kind = FlowKind::Derivative);
  mlir::FunctionOpInterface lookup(mlir::Operation *from,
                                   mlir::SymbolRefAttr name);

private:
  bool update(mlir::FunctionOpInterface function, FlowKind kind,
              FlowSummary &summary);

  /// The summaries of one kind.
  struct Known {
    llvm::DenseMap<mlir::Operation *, std::unique_ptr<FlowSummary>> summaries;
    /// Functions being read, whose summaries may still grow: they may call
    /// each other.
    llvm::SmallVector<mlir::FunctionOpInterface> pending;
    bool isRecursive = false;
  };
  Known knownOfKind[4];
};

/// The graph of flow between the values of a region.
class FlowGraph final : public FlowContext {
public:
  FlowGraph(mlir::Region &region, FlowSummaries &summaries,
            FlowKind kind = FlowKind::Derivative);

  void edge(mlir::Value from, mlir::Value to) override;
  void call(mlir::Operation *op, mlir::SymbolRefAttr callee,
            mlir::ValueRange operands, mlir::ValueRange results) override;
  void escape(mlir::Operation *op, mlir::Value value) override;

  /// Each reachable value with the neighbour it was first reached from (null
  /// for the start), breadth first.
  using Reached = llvm::DenseMap<mlir::Value, mlir::Value>;
  Reached reach(llvm::ArrayRef<mlir::Value> start, bool forward) const;

  llvm::ArrayRef<mlir::Value> successorsOf(mlir::Value value) const;

  /// Whether what this graph shows of `source`, an operand of `op` or of its
  /// terminators, ends at `op` on the way to a needed result, though that
  /// depends on it.
  bool endsAt(mlir::Operation *op, mlir::Value source,
              const FlowGraph &dependence, const Reached &needed) const;

  struct Escape {
    mlir::Operation *op;
    mlir::Value value;
    mlir::Operation *where; ///< in a callee, or `op` itself
  };
  llvm::ArrayRef<Escape> escapes() const { return escaping; }

  struct Call {
    mlir::FunctionOpInterface callee;
    llvm::SmallVector<mlir::Value> operands, results;
  };
  /// What `op` calls; null if it is no call of a known function.
  const Call *callOf(mlir::Operation *op) const;

  /// Whether there are integers that are the bits of a float, here or in what
  /// is called.
  bool readsBits() const { return hasBits; }

private:
  void addOp(mlir::Operation *op);
  void addEverything(mlir::Operation *op);
  bool passesBits(mlir::Value from, mlir::Value to) const;

  using Edges = llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>>;
  Edges successors, predecessors;
  llvm::SmallVector<Escape> escaping;
  llvm::DenseMap<mlir::Operation *, Call> calls;
  FlowSummaries &summaries;
  FlowKind kind;
  /// Of the op being added: values that it has declared edges from, and
  /// whether it calls a function; whether its integers may be the bits of its
  /// floats, and whether there is nothing to ask about them.
  llvm::DenseSet<mlir::Value> declared;
  bool isCall = false, mayReadBits = false, hasNoBits = false;
  bool hasBits = false;
};

/// The active values of a region for given inputs and results. Remembers why:
/// every varied value knows the value it was reached from, every useful one
/// the value it reaches.
class Activity {
public:
  Activity(mlir::Region &region, llvm::ArrayRef<mlir::Value> inputs,
           llvm::ArrayRef<mlir::Value> results, FlowSummaries &summaries);

  bool isVaried(mlir::Value value) const { return varied.contains(value); }
  bool isUseful(mlir::Value value) const { return useful.contains(value); }
  bool isActive(mlir::Value value) const {
    return isVaried(value) && isUseful(value);
  }

  /// The values from a differentiated input to `value`, both included; empty
  /// if it is not varied.
  llvm::SmallVector<mlir::Value> pathFromInput(mlir::Value value) const;
  /// The values from `value` to a differentiated result, both included; empty
  /// if it is not useful.
  llvm::SmallVector<mlir::Value> pathToResult(mlir::Value value) const;

  /// From where a derivative would flow to a differentiated result if there
  /// were no stops in `region`: of two on a path the first ends it.
  FlowGraph::Reached findUsefulButForStops(mlir::Region &region) const;

  /// `to` takes the place of `from` in a rebuilt op.
  void replace(mlir::Value from, mlir::Value to);

  const FlowGraph &graph() const { return flow; }

private:
  FlowGraph flow;
  llvm::SmallVector<mlir::Value> results;
  FlowGraph::Reached varied, useful;
};

/// How an argument of a function is connected to some of its results.
struct Connection {
  enum Kind {
    Active,      ///< a derivative flows
    Blocked,     ///< the results depend on it, but every path meets a blocker
    Disconnected ///< the results do not depend on it
  };
  Kind kind;
  /// The ops at which the derivative ends though the dependence goes on, in
  /// program order; of a call those in the callee.
  llvm::SmallVector<mlir::Operation *> blockers;
};

Connection explainConnection(mlir::FunctionOpInterface function,
                             unsigned argument, const llvm::BitVector &results,
                             FlowSummaries &summaries);

} // namespace sg::grad

#endif // SG_ANALYSIS_ACTIVITY_H
