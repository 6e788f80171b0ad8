//===- NativeProgram.h - A compiled module and its runner -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_NATIVEPROGRAM_H
#define SG_LIB_GRADIENTCHECK_NATIVEPROGRAM_H

#include "sg/GradientCheck/GradientCheck.h"

namespace sg::gradcheck {

/// A compiled module, with the runner that executes its functions.
class NativeProgram {
public:
  static llvm::Expected<NativeProgram> compile(mlir::ModuleOp module,
                                               const Options &options);

  /// Runs a function. Returns its results, of the given types, or std::nullopt
  /// if the run fails.
  std::optional<llvm::SmallVector<Array>>
  call(llvm::StringRef function, llvm::ArrayRef<Array> inputs,
       mlir::TypeRange resultTypes, CallOutcome *failed = nullptr) const;

  /// Runs a function in a trial runner, if trials are enabled. Returns the
  /// outcome of a failed run.
  std::optional<CallOutcome> tryCall(llvm::StringRef function,
                                     llvm::ArrayRef<Array> inputs,
                                     mlir::TypeRange resultTypes) const;

  std::vector<Probe> takeProbes() const { return runner->takeProbes(); }

  void setLimit(const TimeLimit &limit);
  /// Returns an error that explains earlier failures if no run is possible.
  llvm::Error checkRunner() const;

private:
  NativeProgram() = default;

  std::unique_ptr<Executable> executable;
  std::unique_ptr<Runner> runner;
  RunnerFactory makeTrialRunner;
  TimeLimit limit;
};

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_NATIVEPROGRAM_H
