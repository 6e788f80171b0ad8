//===- Reference.h - Interpretation of programs -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_REFERENCE_H
#define SG_TOOLS_SG_RUN_REFERENCE_H

#include "Program.h"
#include "sg/Interpreter/Verification.h"
#include "sg/Runtime/Array.h"

namespace sg::run {

// Functions that return an int return an exit code and print an error on
// failure.

/// Expands only the requests for derivatives, so that the reference can
/// interpret the module.
int prepareForReference(const Options &options, Program &program);

int runReference(const Options &options, const Program &program,
                 llvm::ArrayRef<Array> arguments,
                 llvm::SmallVectorImpl<Array> &results);

/// Compares results of native code with the reference. `nativeCode` is the exit
/// code of the native run. If that run failed, the reference must fail too.
int verifyAgainstReference(const Options &options, const Program &program,
                           llvm::ArrayRef<Array> arguments,
                           llvm::ArrayRef<Array> results, int nativeCode);

interpreter::InterpreterOptions toInterpreterOptions(const Options &options);
mlir::func::FuncOp getFunction(const Options &options, const Program &program);
int convertToTensors(llvm::ArrayRef<Array> arrays,
                     llvm::SmallVectorImpl<interpreter::Tensor> &tensors);
/// Prints an error of the interpreter and returns an exit code.
int reportFault(llvm::Error error);
/// Returns a description of a verdict for a result of type `type`, for example
/// "element [1, 2] is 3.5, the reference gives 4 (difference 0.5, bound 1e-6)".
std::string describe(const interpreter::ResultVerdict &verdict,
                     mlir::Type type);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_REFERENCE_H
