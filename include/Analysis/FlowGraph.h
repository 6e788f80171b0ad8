//===- FlowGraph.h - Flow of derivatives between values ---------*- C++ -*-===//
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

  /// Maps each reachable value to the neighbor from which it was first reached,
  /// breadth first; null for the start.
  using Reached = llvm::DenseMap<mlir::Value, mlir::Value>;
  Reached reach(llvm::ArrayRef<mlir::Value> start, bool forward) const;

  llvm::ArrayRef<mlir::Value> successorsOf(mlir::Value value) const;
  llvm::ArrayRef<mlir::Value> predecessorsOf(mlir::Value value) const;

  /// Returns true if the flow from `source` ends at `op` on the way to a needed
  /// result that depends on it. `source` is an operand of `op` or of its
  /// terminators.
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
  /// Returns the call at `op`; null if it is no call of a known function.
  const Call *callOf(mlir::Operation *op) const;

  /// Returns true if the region or a callee uses integers that are the bits of
  /// a float.
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
  /// State of the op being added: values from which it has declared edges; true
  /// if it calls a function; true if its integers may be the bits of its
  /// floats; true if they are known not to be.
  llvm::DenseSet<mlir::Value> declared;
  bool isCall = false, mayReadBits = false, hasNoBits = false;
  bool hasBits = false;
};

} // namespace sg::grad

#endif // SG_ANALYSIS_FLOWGRAPH_H
