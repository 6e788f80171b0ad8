//===- Progress.cpp - Progress on the terminal ----------------------------===//
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
    ticker.emplace(std::chrono::seconds(1),
                   [what = std::move(what), seconds = 0]() mutable {
                     showStatus(what + " (" + llvm::Twine(++seconds) + " s)");
                   });
}

Progress::~Progress() {
  if (!ticker)
    return;
  ticker.reset();
  showStatus("");
}
