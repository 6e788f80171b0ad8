//===- Runner.h - How checked programs are run ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_GRADIENTCHECK_RUNNER_H
#define SG_GRADIENTCHECK_RUNNER_H

#include "sg/Runtime/Executable.h"
#include "sg/Runtime/NativeCall.h"
#include "sg/Runtime/ProbeRuntime.h"
#include <functional>

namespace sg::gradcheck {

/// How long a run may take, and what is said of one that takes longer.
struct TimeLimit {
  double seconds = std::numeric_limits<double>::infinity();
  std::string message = {};
  /// Whether that is so of random inputs.
  bool isRandom = false;
};

/// Runs the functions of one executable, one after another; in this process.
class Runner {
public:
  virtual ~Runner();

  /// As callNative.
  virtual CallOutcome run(sg_entry_point entry,
                          llvm::MutableArrayRef<Array> inputs,
                          llvm::MutableArrayRef<Array> results);
  /// What `run` has been told by probes (sg/Runtime/ProbeRuntime.h).
  virtual std::vector<Probe> takeProbes();

  /// Holds for each run from now on.
  virtual void setLimit(const TimeLimit &limit) {}

  /// Whether a run has taken too long. Then those after it fail.
  virtual bool isOverLimit() const { return false; }
};

using RunnerFactory =
    std::function<std::unique_ptr<Runner>(const Executable &executable)>;

} // namespace sg::gradcheck

#endif // SG_GRADIENTCHECK_RUNNER_H
