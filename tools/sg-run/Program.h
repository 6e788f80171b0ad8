//===- Program.h - From a file to native code -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_PROGRAM_H
#define SG_TOOLS_SG_RUN_PROGRAM_H

#include "Options.h"
#include "Runtime/Executable.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace sg::run {

/// The function to run and what it reaches.
struct Program {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// As in the file; the function itself is lowered away.
  mlir::FunctionType type;
  std::unique_ptr<Executable> executable;
};

/// Reads the file and finds the function. Prints what is wrong and returns an
/// exit code.
int loadProgram(mlir::MLIRContext &context, const Options &options,
                Program &program);

/// Compiles what was loaded. Likewise.
int compileProgram(const Options &options, Program &program);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_PROGRAM_H
