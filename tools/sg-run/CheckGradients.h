//===- CheckGradients.h - What --check-gradients does -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_CHECKGRADIENTS_H
#define SG_TOOLS_SG_RUN_CHECKGRADIENTS_H

#include "Program.h"

namespace sg::run {

/// Compares both modes with differences and prints what it finds. Returns an
/// exit code.
int checkGradients(const Options &options, Program &program);

/// The arguments that --wrt names, or all of differentiable type. Prints what
/// is wrong with the choice, or with a function that has no derivative for want
/// of types, and returns an exit code.
int chooseArguments(const Options &options, mlir::func::FuncOp function,
                    llvm::SmallVectorImpl<unsigned> &wrt);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_CHECKGRADIENTS_H
