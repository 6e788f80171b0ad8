//===- NestedStops.h - Stops in requested derivatives -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report first expands the requests of the program, which removes stops in
// requested derivatives from the analyzed function. NestedStops finds the stops
// in derivatives that the statistics of the expansion name.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_NESTEDSTOPS_H
#define SG_LIB_DIAGNOSTICS_NESTEDSTOPS_H

#include "sg/Analysis/Activity.h"
#include "sg/Diagnostics/Report.h"

namespace sg::grad {

/// The stops that have an effect in derivatives requested by the program.
class NestedStops {
public:
  /// Records on which arguments `results` of `function` depend. Construct this
  /// object before requests are expanded.
  NestedStops(mlir::func::FuncOp function, llvm::ArrayRef<unsigned> results);

  /// Finds the stops that have an effect in the derivatives of `record`, the
  /// statistics of the expansion.
  void read(const DerivativeStats &record, FlowSummaries &summaries);

  /// A stop and its effect in one derivative.
  struct Cut {
    RecordedSite stop;
    GradientReport::InnerCut cut;
    /// True if the stop is in a callee of the differentiated function.
    bool isInCallee;
  };
  llvm::ArrayRef<Cut> getCuts() const { return cuts; }
  std::vector<GradientReport::InnerCut> of(const RecordedSite &stop) const;

  /// Returns true if the results depend on the argument, assuming that
  /// requested derivatives depend on all inputs of the request.
  bool mayMatter(unsigned argument) const { return dependent[argument]; }

private:
  /// Adds the stops that end the derivative `needed` or a part of it.
  void add(const NeededDerivative &needed, llvm::StringRef derivative,
           llvm::ArrayRef<mlir::Location> requests, FlowSummaries &summaries);

  mlir::func::FuncOp function;
  llvm::BitVector dependent; ///< arguments on which the results depend
  std::vector<Cut> cuts;
};

/// Returns true if the stops have the same location and name.
bool isSameStop(const RecordedSite &a, const RecordedSite &b);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_NESTEDSTOPS_H
