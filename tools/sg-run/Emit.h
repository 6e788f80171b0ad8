//===- Emit.h - Native code for other programs ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_EMIT_H
#define SG_TOOLS_SG_RUN_EMIT_H

#include "Options.h"
#include "Program.h"

namespace sg::run {

/// Writes the files that --emit names, for the function and the derivatives
/// that --derivatives names. On failure, prints an error. Returns an exit code.
int emitFiles(const Options &options, Program &program);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_EMIT_H
