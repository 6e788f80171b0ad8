//===- NativeProgram.h - A compiled module and how it is run ----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_NATIVEPROGRAM_H
#define SG_LIB_GRADIENTCHECK_NATIVEPROGRAM_H

#include "sg/GradientCheck/GradientCheck.h"

namespace sg::gradcheck {

class NativeProgram {
public:
  static llvm::Expected<NativeProgram> compile(mlir::ModuleOp module,
                                               const Options &options);

  /// The results of a function, of these types; nothing if it fails.
  std::optional<llvm::SmallVector<Array>>
  call(llvm::StringRef function, llvm::ArrayRef<Array> inputs,
       mlir::TypeRange resultTypes, CallOutcome *failed = nullptr) const;

  /// Calls a function by the runner for trials, if there is one. Returns its
  /// outcome if it fails.
  std::optional<CallOutcome> tryCall(llvm::StringRef function,
                                     llvm::ArrayRef<Array> inputs,
                                     mlir::TypeRange resultTypes) const;

  std::vector<Probe> takeProbes() const { return runner->takeProbes(); }

  void setLimit(const TimeLimit &limit);
  /// An error if no run is possible any more, which is why some failed.
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
