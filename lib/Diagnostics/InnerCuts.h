//===- InnerCuts.h - Stops in derivatives of the program --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a program asks for derivatives itself, these are made before it is
// looked at. What a stop ends in them is not in the program that is looked at
// then, but what was needed is in the record of the engine.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_DIAGNOSTICS_INNERCUTS_H
#define SG_LIB_DIAGNOSTICS_INNERCUTS_H

#include "sg/Analysis/Activity.h"
#include "sg/Diagnostics/Report.h"

namespace sg::grad {

class InnerCuts {
public:
  /// Before requests are expanded: what the results of `function` depend on.
  InnerCuts(mlir::func::FuncOp function, llvm::ArrayRef<unsigned> results);

  /// Afterwards: what stops did meanwhile.
  void read(const DerivativeStats &record, FlowSummaries &summaries);

  struct Cut {
    RecordedPlace stop;
    GradientReport::InnerCut cut;
    /// The stop is in a function that the one with the derivative calls.
    bool isInCallee;
  };
  llvm::ArrayRef<Cut> getCuts() const { return cuts; }
  std::vector<GradientReport::InnerCut> of(const RecordedPlace &stop) const;

  /// Whether the results depend on an argument if derivatives depend on all
  /// that they are taken of.
  bool mayMatter(unsigned argument) const { return dependent[argument]; }

private:
  /// What the stops in a function end of a derivative of it.
  void add(const NeededDerivative &needed, llvm::StringRef derivative,
           llvm::ArrayRef<mlir::Location> requests, FlowSummaries &summaries);

  mlir::func::FuncOp function;
  llvm::BitVector dependent;
  std::vector<Cut> cuts;
};

/// Whether both are the same as far as a program tells them apart.
bool isSameStop(const RecordedPlace &a, const RecordedPlace &b);

} // namespace sg::grad

#endif // SG_LIB_DIAGNOSTICS_INNERCUTS_H
