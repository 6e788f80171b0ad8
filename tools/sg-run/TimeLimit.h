//===- TimeLimit.h - A time limit for runs ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_TIMELIMIT_H
#define SG_TOOLS_SG_RUN_TIMELIMIT_H

#include "Options.h"
#include "Ticker.h"
#include <optional>
#include <string>

namespace sg::run {

/// A time limit for runs of native code while the object exists. If a run
/// exceeds the limit, the process ends with the exit code for wrong usage,
/// because native code cannot be interrupted. Only one object may exist at a
/// time.
class TimeLimit {
public:
  /// Prints `message` if a run exceeds the limit.
  TimeLimit(double seconds, std::string message);

private:
  std::optional<Ticker> ticker;
};

/// A run of native code, which begins and ends with the object.
class TimedRun {
public:
  TimedRun();
  ~TimedRun();
  TimedRun(const TimedRun &) = delete;
  TimedRun &operator=(const TimedRun &) = delete;
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_TIMELIMIT_H
