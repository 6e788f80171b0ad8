//===- CheckGradients.h - The option --check-gradients ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_CHECKGRADIENTS_H
#define SG_TOOLS_SG_RUN_CHECKGRADIENTS_H

#include "Program.h"

namespace sg::run {

/// Compares the derivatives in forward and reverse mode with finite differences
/// and prints the result. Returns an exit code.
int checkGradients(const Options &options, Program &program);

/// Stores in `wrt` the indices of the arguments that --wrt names (default: all
/// arguments of differentiable type). Prints an error if the function cannot be
/// differentiated with respect to these arguments. Returns an exit code.
int chooseArguments(const Options &options, mlir::func::FuncOp function,
                    llvm::SmallVectorImpl<unsigned> &wrt);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_CHECKGRADIENTS_H
