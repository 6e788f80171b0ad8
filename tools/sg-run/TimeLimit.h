//===- TimeLimit.h - Runs that may be endless -------------------*- C++ -*-===//
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

/// As long as it lives, a run of native code that takes longer than so many
/// seconds ends the process, as wrong usage: nothing else could end the run.
/// One at a time.
class TimeLimit {
public:
  /// `message` is what is said then.
  TimeLimit(double seconds, std::string message);

private:
  std::optional<Ticker> ticker;
};

/// Lives while native code is run.
class TimedRun {
public:
  TimedRun();
  ~TimedRun();
  TimedRun(const TimedRun &) = delete;
  TimedRun &operator=(const TimedRun &) = delete;
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_TIMELIMIT_H
