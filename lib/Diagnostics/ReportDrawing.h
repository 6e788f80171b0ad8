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

/// Returns the outermost op that represents ops without location in `region`,
/// for example a named structured op, or null.
mlir::Operation *findRepresentativeOp(mlir::Region *region);

/// The nodes that are connected with the results of a report.
struct ReportedResults {
  /// The nodes on which the results depend, and the nodes whose derivative
  /// reaches a result.
  const ProgramGraph::Reached &needed, &useful;
  /// The nodes of the results, in the order of `report.results`.
  llvm::ArrayRef<unsigned> nodes;
};

/// Draws the values between the inputs and results of `report`.
void drawReport(const ProgramGraph &graph, const ReportedResults &results,
                GradientReport &report);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_REPORTDRAWING_H
