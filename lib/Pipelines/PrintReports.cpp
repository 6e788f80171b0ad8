//===- PrintReports.cpp - Print reports of gradients ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Diagnostics/Report.h"
#include "sg/Pipelines/Pipelines.h"

using namespace mlir;

LogicalResult sg::printGradientReports(ModuleOp module, StringRef function,
                                       raw_ostream &os) {
  auto root = module.lookupSymbol<func::FuncOp>(function);
  for (const grad::ReportRequest &request : grad::findReportRequests(root)) {
    FailureOr<grad::GradientReport> report =
        grad::makeGradientReport(module, request);
    if (failed(report))
      return failure();
    grad::printText(os, *report);
    os << '\n';
  }
  return success();
}
