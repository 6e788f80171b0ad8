//===- Runner.h - Runners of checked programs -------------------*- C++ -*-===//
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
#include <limits>
#include <memory>
#include <optional>

namespace sg::gradcheck {

/// The time limit of a run, and the message for timeouts.
struct TimeLimit {
  double seconds = std::numeric_limits<double>::infinity();
  std::string message = {};
  /// True if the inputs are random.
  bool isRandom = false;
};

/// Runs the functions of one executable in this process, one at a time.
class Runner {
public:
  virtual ~Runner();

  /// Runs a function; see callNative.
  virtual CallOutcome run(sg_entry_point entry,
                          llvm::MutableArrayRef<Array> inputs,
                          llvm::MutableArrayRef<Array> results);
  /// Returns the data that probes reported during `run`
  /// (sg/Runtime/ProbeRuntime.h).
  virtual std::vector<Probe> takeProbes();

  /// Sets the limit of all later runs.
  virtual void setLimit(const TimeLimit &limit) {}

  /// The reason why no further run is possible. All later runs fail.
  struct End {
    /// True if a run has exceeded the limit.
    bool isOverLimit;
    std::string reason;
  };
  virtual std::optional<End> getEnd() const { return std::nullopt; }
};

using RunnerFactory =
    std::function<std::unique_ptr<Runner>(const Executable &executable)>;

/// Returns a runner that executes functions in a forked process, started at the
/// first run. If a run crashes or exceeds its time or memory, the run fails and
/// only the forked process ends. Supports single-threaded CPU code. The results
/// that are passed to `run` must not be allocated yet.
///
/// The forked process executes only native code and its callees. Other threads
/// may have held locks at the fork. Of these locks, the forked process only
/// takes locks of the C library, which fork() handles. Later writes of this
/// process are not visible to the forked process. Writes of native code, except
/// results, are not visible to this process.
///
/// A non-null `isCancelled` is called several times per second. Once
/// `isCancelled` returns true, the current run and all later runs fail.
std::unique_ptr<Runner>
makeForkedRunner(std::function<bool()> isCancelled = nullptr);

} // namespace sg::gradcheck

#endif // SG_GRADIENTCHECK_RUNNER_H
