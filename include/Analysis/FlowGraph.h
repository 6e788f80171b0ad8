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

/// The graph of flow of one FlowKind between the values of a region.
class FlowGraph final : public FlowContext {
public:
  FlowGraph(mlir::Region &region, FlowSummaries &summaries,
            FlowKind kind = FlowKind::Derivative);

  void edge(mlir::Value from, mlir::Value to) override;
  void call(mlir::Operation *op, mlir::SymbolRefAttr callee,
            mlir::ValueRange operands, mlir::ValueRange results) override;
  void escape(mlir::Operation *op, mlir::Value value) override;

  /// Maps each reachable value to its predecessor in a breadth-first search.
  /// Start values map to null.
  using Reached = llvm::DenseMap<mlir::Value, mlir::Value>;
  Reached reach(llvm::ArrayRef<mlir::Value> start, bool forward) const;

  llvm::ArrayRef<mlir::Value> successorsOf(mlir::Value value) const;
  llvm::ArrayRef<mlir::Value> predecessorsOf(mlir::Value value) const;

  /// Returns true if a needed result of `op` depends on `source`, but no
  /// derivative flows from `source` to that result. `source` is an operand of
  /// `op` or of its terminators.
  bool isBlockedAt(mlir::Operation *op, mlir::Value source,
                   const FlowGraph &dependence, const Reached &needed) const;

  struct Escape {
    mlir::Operation *op;
    mlir::Value value;
    mlir::Operation *where; ///< the op that writes: in a callee, or `op` itself
  };
  llvm::ArrayRef<Escape> escapes() const { return escaping; }

  struct Call {
    mlir::FunctionOpInterface callee;
    llvm::SmallVector<mlir::Value> operands, results;
  };
  /// Returns the call at `op`, or null if `op` calls no known function.
  const Call *callOf(mlir::Operation *op) const;

  /// Returns true if the region or a callee reads the bits of a float.
  bool readsBits() const { return hasBits; }

private:
  void addOp(mlir::Operation *op);
  void addConservativeEdges(mlir::Operation *op);
  bool passesBits(mlir::Value from, mlir::Value to) const;

  using Edges = llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>>;
  Edges successors, predecessors;
  llvm::SmallVector<Escape> escaping;
  llvm::DenseMap<mlir::Operation *, Call> calls;
  FlowSummaries &summaries;
  FlowKind kind;
  /// Values from which the op being added has declared edges.
  llvm::DenseSet<mlir::Value> declared;
  /// Whether the op being added is a call, whether its integers may be the bits
  /// of its floats, and whether a custom rule excludes such bits.
  bool isCall = false, mayReadBits = false, hasNoBits = false;
  bool hasBits = false; ///< result of readsBits
};

} // namespace sg::grad

#endif // SG_ANALYSIS_FLOWGRAPH_H
