//===- ValidatePasses.h - Checks of the program after each pass -*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_VALIDATEPASSES_H
#define SG_TOOLS_SG_RUN_VALIDATEPASSES_H

#include "Program.h"
#include "sg/Runtime/Array.h"

namespace sg::run {

/// Lowers a copy of the program and interprets the copy after each pass that
/// changes it. Skips states of the copy that contain ops unknown to the
/// reference. Compares the results with the results of the original program.
/// Prints the first pass that changes the results. Returns an exit code.
int validatePasses(const Options &options, const Program &program,
                   llvm::ArrayRef<Array> arguments);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_VALIDATEPASSES_H
