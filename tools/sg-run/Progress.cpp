//===- Progress.cpp - What takes long is seen to be going on --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "Messages.h"
#include "llvm/Support/Process.h"

using namespace sg::run;

Progress::Progress(std::string what) {
  if (llvm::sys::Process::StandardErrIsDisplayed())
    thread = std::thread([this, what = std::move(what)] { show(what); });
}

Progress::~Progress() {
  if (!thread.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isDone = true;
  }
  done.notify_one();
  thread.join();
}

void Progress::show(const std::string &what) {
  std::unique_lock<std::mutex> lock(mutex);
  unsigned seconds = 0;
  while (!done.wait_for(lock, std::chrono::seconds(1), [&] { return isDone; }))
    showStatus(what + " (" + llvm::Twine(++seconds) + " s)");
  showStatus("");
}
