//===- Progress.h - What takes long is seen to be going on ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_PROGRESS_H
#define SG_TOOLS_SG_RUN_PROGRESS_H

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace sg::run {

/// While it is alive, and if standard error is a terminal, shows there what is
/// being done and for how long, from the second second on.
class Progress {
public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress &) = delete;

private:
  void show(const std::string &what);

  std::mutex mutex;
  std::condition_variable done;
  bool isDone = false;
  std::thread thread;
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_PROGRESS_H
