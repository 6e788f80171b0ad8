//===- Progress.h - Progress on the terminal --------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_PROGRESS_H
#define SG_TOOLS_SG_RUN_PROGRESS_H

#include "Ticker.h"
#include <optional>
#include <string>

namespace sg::run {

/// Shows the current activity and its duration in a status line on standard
/// error, from one second after construction until destruction. Does nothing if
/// standard error is not a terminal.
class Progress {
public:
  explicit Progress(std::string activity);
  ~Progress();
  Progress(const Progress &) = delete;

private:
  std::optional<Ticker> ticker;
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_PROGRESS_H
