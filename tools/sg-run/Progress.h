//===- Progress.h - What takes long is seen to be going on ------*- C++ -*-===//
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

/// While it is alive, and if standard error is a terminal, shows there what is
/// being done and for how long, from the second second on.
class Progress {
public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress &) = delete;

private:
  std::optional<Ticker> ticker;
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_PROGRESS_H
