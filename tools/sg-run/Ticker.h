//===- Ticker.h - A periodic callback ---------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_TICKER_H
#define SG_TOOLS_SG_RUN_TICKER_H

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace sg::run {

/// Calls `tick` at a fixed interval on a separate thread while the object
/// exists.
class Ticker {
public:
  Ticker(std::chrono::milliseconds interval, std::function<void()> tick);
  ~Ticker();
  Ticker(const Ticker &) = delete;
  Ticker &operator=(const Ticker &) = delete;

private:
  std::mutex mutex;
  std::condition_variable stopRequested;
  bool isStopping = false;
  std::thread thread;
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_TICKER_H
