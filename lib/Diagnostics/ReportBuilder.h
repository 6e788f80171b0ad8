//===- ReportBuilder.h - Connections of inputs and stops --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_REPORTBUILDER_H
#define SG_LIB_DIAGNOSTICS_REPORTBUILDER_H

#include "NestedStops.h"
#include "ProgramGraph.h"
#include "sg/Diagnostics/Report.h"

namespace sg::grad {

struct ElementUse;

/// Adds inputs, stops and the drawing to a report with `function`, `wrt`,
/// `results`.
class ReportBuilder {
public:
  ReportBuilder(mlir::func::FuncOp function, FlowSummaries &summaries,
                const NestedStops &innerCuts, GradientReport &report);
  void build();

private:
  using Reached = ProgramGraph::Reached;
  using Along = ProgramGraph::Along;

  void addInput(unsigned argument);
  /// Returns the parts of the tensor `node` that have different statuses, or an
  /// empty list if all elements have the same status.
  std::vector<GradientReport::Elements> elementsOf(unsigned node) const;
  GradientReport::Elements classify(const ElementUse &use) const;
  void addStops();
  void addInnerStops();
  GradientReport::Stop explainStop(unsigned operand, unsigned result);

  llvm::SmallVector<unsigned> pathTo(const Reached &reached,
                                     unsigned node) const;
  GradientReport::Step stepAt(unsigned instance, mlir::Operation *op,
                              bool withCalls = false) const;
  std::vector<GradientReport::Step>
  stepsOf(llvm::ArrayRef<unsigned> path) const;
  std::vector<GradientReport::Step> blockersOf(const Reached &varied) const;
  /// Describes the first op on `path` at which the derivative ends.
  std::string findEnd(llvm::ArrayRef<unsigned> path) const;

  mlir::func::FuncOp function;
  const NestedStops &innerCuts;
  GradientReport &report;
  ProgramGraph graph;
  llvm::SmallVector<unsigned> results;
  /// Nodes on which the results depend, nodes whose derivative reaches a
  /// result, and nodes whose derivative would reach a result without stops.
  Reached needed, useful, usefulWithoutStops;
  /// Maps an op that reads the bits of a float to the location where the bits
  /// become a float again.
  llvm::DenseMap<mlir::Operation *, mlir::Location> bitsReturn;
  /// For each input, the nodes that its derivative reaches.
  std::vector<Reached> varied;
};

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_REPORTBUILDER_H
