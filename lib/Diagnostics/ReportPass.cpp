//===- ReportPass.cpp - The pass ------------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Diagnostics/Passes.h"
#include "sg/Diagnostics/Report.h"
#include "sg/Dialect/Grad/IR/Grad.h"
#include "sg/Support/Files.h"
#include "sg/Transforms/PassOptionUtils.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-report"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_PRINTGRADIENTREPORT
#include "sg/Diagnostics/Passes.h.inc"
} // namespace sg::grad

namespace {
struct PrintGradientReport
    : sg::grad::impl::PrintGradientReportBase<PrintGradientReport> {
  using PrintGradientReportBase::PrintGradientReportBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    return readOptions(
        getArgument(), options,
        "function=NAME wrt=0,1 results=0 format=text|json|dot output=FILE",
        errorHandler,
        [&](auto error) { return Pass::initializeOptions(options, error); });
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult run() {
    ModuleOp module = getOperation();
    if (function.empty())
      return emitError(module.getLoc())
             << getArgument() << " needs the function to report on, as in --"
             << getArgument() << "=\"function=f wrt=0\"";
    FailureOr<GradientReport> report = makeGradientReport(
        module,
        {function, {wrt.begin(), wrt.end()}, {results.begin(), results.end()}});
    if (failed(report))
      return failure();
    LDBG() << "report on '@" << function << "' to '" << output << "'";
    if (llvm::Error error = sg::writeFile(
            output, [&](raw_ostream &os) { print(os, *report, format); }))
      return emitError(module.getLoc())
             << getArgument() << ": " << llvm::toString(std::move(error))
             << ": give another file in output, or - for standard output";
    return success();
  }
};
} // namespace
