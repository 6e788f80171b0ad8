//===- GradientCheck.h - Whether derivatives are right ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_GRADIENTCHECK_H
#define SG_TOOLS_SG_RUN_GRADIENTCHECK_H

#include "Program.h"

namespace sg::run {

/// Compares both modes with differences and prints what it finds. Returns an
/// exit code.
int checkGradients(const Options &options, Program &program);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_GRADIENTCHECK_H
