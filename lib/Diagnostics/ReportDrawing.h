//===- ReportDrawing.h - The graph of a gradient report ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_REPORTDRAWING_H
#define SG_LIB_DIAGNOSTICS_REPORTDRAWING_H

#include "ProgramGraph.h"
#include "sg/Diagnostics/Report.h"

namespace sg::grad {

/// The op for which all of `region` stands, if that has no place in the
/// program, as the body of a named structured op; else null.
mlir::Operation *coverOf(mlir::Region *region);

/// What is known of the results of a report.
struct ReportedResults {
  /// What they depend on; the same along the derivative.
  const ProgramGraph::Reached &needed, &useful;
  /// Their nodes, as in `report.results`.
  llvm::ArrayRef<unsigned> nodes;
};

/// Fills in clusters, nodes and edges: what lies between the inputs and the
/// results of `report`.
void drawReport(const ProgramGraph &graph, const ReportedResults &results,
                GradientReport &report);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_REPORTDRAWING_H
