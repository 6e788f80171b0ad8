//===- TimeLimit.cpp - A time limit for runs ------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeLimit.h"
#include "Messages.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>

using namespace sg::run;
using Clock = std::chrono::steady_clock;

/// Start of the current run, or 0 if there is none.
static std::atomic<Clock::rep> runStart{0};

TimedRun::TimedRun() { runStart = Clock::now().time_since_epoch().count(); }

TimedRun::~TimedRun() { runStart = 0; }

static void exitIfExceeded(double seconds, const std::string &message) {
  Clock::rep start = runStart;
  Clock::duration elapsed =
      Clock::now().time_since_epoch() - Clock::duration(start);
  if (start == 0 || std::chrono::duration<double>(elapsed).count() <= seconds)
    return;
  llvm::outs().flush(); // the thread that prints is in native code
  std::_Exit(fail(message));
}

TimeLimit::TimeLimit(double seconds, std::string message) {
  if (std::isfinite(seconds))
    ticker.emplace(std::chrono::milliseconds(20),
                   [seconds, message = std::move(message)] {
                     exitIfExceeded(seconds, message);
                   });
}
