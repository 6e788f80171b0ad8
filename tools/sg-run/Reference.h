//===- Reference.h - Programs that are interpreted --------------*- C++ -*-===//
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

/// Of these each prints what is wrong and returns an exit code.

/// Replaces the module by one that the reference can interpret: requests for
/// derivatives are expanded, and nothing else is changed.
int prepareForReference(const Options &options, Program &program);

/// Interprets the function.
int runReference(const Options &options, const Program &program,
                 llvm::ArrayRef<Array> arguments,
                 llvm::SmallVectorImpl<Array> &results);

/// Compares results of native code with the reference. With another exit code
/// than success native code has given none, and the reference has to fail, too.
int verifyAgainstReference(const Options &options, const Program &program,
                           llvm::ArrayRef<Array> arguments,
                           llvm::ArrayRef<Array> results, int nativeCode);

/// The parts of these.
interpreter::InterpreterOptions toInterpreterOptions(const Options &options);
mlir::func::FuncOp getFunction(const Options &options, const Program &program);
int convertToTensors(llvm::ArrayRef<Array> arrays,
                     llvm::SmallVectorImpl<interpreter::Tensor> &tensors);
/// Says what the reference has stumbled upon.
int reportFault(llvm::Error error);
/// "element [1, 2] is 3.5, the reference gives 4 (difference 0.5, bound 1e-6)",
/// of a result of that type.
std::string describe(const interpreter::ResultVerdict &verdict,
                     mlir::Type type);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_REFERENCE_H
