//===- Tool.h - Compile a function and run it -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_TOOL_H
#define SG_TOOLS_SG_RUN_TOOL_H

#include "Program.h"

namespace sg::run {

/// Runs sg-run or one of its variants. Returns the exit code.
int runTool(int argc, char **argv, const Extension *extension = nullptr);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_TOOL_H
