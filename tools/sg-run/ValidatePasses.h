//===- ValidatePasses.h - The program after each pass -----------*- C++ -*-===//
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

/// Lowers a copy of the program, interprets it after each pass that has changed
/// it, as long as the reference knows what is there, and compares the results
/// with those of the program as it was. Prints which pass makes others and
/// returns an exit code.
int validatePasses(const Options &options, const Program &program,
                   llvm::ArrayRef<Array> arguments);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_VALIDATEPASSES_H
