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
#include <limits>
#include <memory>
#include <optional>

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

  /// Why no run is possible any more, if so: those after it fail.
  struct End {
    /// Whether a run has taken too long.
    bool isOverLimit;
    std::string reason;
  };
  virtual std::optional<End> getEnd() const { return std::nullopt; }
};

using RunnerFactory =
    std::function<std::unique_ptr<Runner>(const Executable &executable)>;

/// Runs functions in a process of their own, which is forked from this one when
/// the first is run: what takes longer than the limit, or ends its process,
/// ends that one and is an error here. So does what takes more memory than
/// there is. For code for the CPU and one thread; results must have no memory
/// yet.
///
/// The forked process executes native code and what it calls, and nothing else,
/// so that it needs no lock that a thread of this process may have held but
/// those of the C library, which looks after them. What this process writes to
/// after that is not seen there, and what native code writes to memory other
/// than its results is not seen here.
///
/// `isCancelled`, unless it is null, is called several times per second. Once
/// it returns true, the run that is going on and all later ones fail.
std::unique_ptr<Runner>
makeForkedRunner(std::function<bool()> isCancelled = nullptr);

} // namespace sg::gradcheck

#endif // SG_GRADIENTCHECK_RUNNER_H
