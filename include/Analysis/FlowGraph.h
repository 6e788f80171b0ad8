//===- FlowGraph.h - How derivatives flow between values --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_FLOWGRAPH_H
#define SG_ANALYSIS_FLOWGRAPH_H

#include "sg/Analysis/FlowSummaries.h"

namespace sg::grad {

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
  llvm::ArrayRef<mlir::Value> predecessorsOf(mlir::Value value) const;

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

} // namespace sg::grad

#endif // SG_ANALYSIS_FLOWGRAPH_H
