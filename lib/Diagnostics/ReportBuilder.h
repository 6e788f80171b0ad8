//===- ReportBuilder.h - How inputs and stops are connected -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_REPORTBUILDER_H
#define SG_LIB_DIAGNOSTICS_REPORTBUILDER_H

#include "InnerCuts.h"
#include "ProgramGraph.h"
#include "sg/Diagnostics/Report.h"

namespace sg::grad {

struct ElementUse;

/// Fills in inputs, stops and the drawing. `report` says what is asked.
class ReportBuilder {
public:
  ReportBuilder(mlir::func::FuncOp function, FlowSummaries &summaries,
                const InnerCuts &innerCuts, GradientReport &report);
  void build();

private:
  using Reached = ProgramGraph::Reached;
  using Along = ProgramGraph::Along;

  void addInput(unsigned argument);
  /// What becomes of the elements of the tensor `node`, where that differs.
  std::vector<GradientReport::Elements> elementsOf(unsigned node) const;
  GradientReport::Elements fateOf(const ElementUse &use) const;
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
  /// Where on the path the derivative ends first.
  std::string findEnd(llvm::ArrayRef<unsigned> path) const;

  mlir::func::FuncOp function;
  const InnerCuts &innerCuts;
  GradientReport &report;
  ProgramGraph graph;
  llvm::SmallVector<unsigned> results;
  /// What the results depend on; along the derivative; as if no stop stood
  /// behind.
  Reached needed, useful, usefulButForStops;
  /// Where the bits that an op reads become a float again.
  llvm::DenseMap<mlir::Operation *, mlir::Location> bitsReturn;
  /// By input: what its derivative reaches.
  std::vector<Reached> varied;
};

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_REPORTBUILDER_H
