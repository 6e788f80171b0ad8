//===- Ticker.cpp - A periodic callback -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ticker.h"

using namespace sg::run;

Ticker::Ticker(std::chrono::milliseconds interval, std::function<void()> tick)
    : thread([this, interval, tick = std::move(tick)] {
        std::unique_lock<std::mutex> lock(mutex);
        while (
            !stopRequested.wait_for(lock, interval, [&] { return isStopping; }))
          tick();
      }) {}

Ticker::~Ticker() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isStopping = true;
  }
  stopRequested.notify_one();
  thread.join();
}
