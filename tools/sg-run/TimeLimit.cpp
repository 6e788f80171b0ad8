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
static std::atomic<Clock::rep> began{0};

TimedRun::TimedRun() { began = Clock::now().time_since_epoch().count(); }

TimedRun::~TimedRun() { began = 0; }

static void endIfOver(double seconds, const std::string &message) {
  Clock::rep start = began;
  Clock::duration since =
      Clock::now().time_since_epoch() - Clock::duration(start);
  if (start == 0 || std::chrono::duration<double>(since).count() <= seconds)
    return;
  llvm::outs().flush(); // the thread that prints is in native code
  std::_Exit(fail(message));
}

TimeLimit::TimeLimit(double seconds, std::string message) {
  if (std::isfinite(seconds))
    ticker.emplace(std::chrono::milliseconds(20),
                   [seconds, message = std::move(message)] {
                     endIfOver(seconds, message);
                   });
}
