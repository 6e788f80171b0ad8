//===- Program.h - The program that is run ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_PROGRAM_H
#define SG_TOOLS_SG_RUN_PROGRAM_H

#include "Options.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "sg/CodeGen/ABI/DonatedArguments.h"
#include "sg/Runtime/Executable.h"

namespace sg::run {

/// What a variant of this tool knows besides.
struct Extension {
  void (*registerDialects)(mlir::DialectRegistry &registry);
  /// What brings its dialects to those of upstream, once there are no requests
  /// for derivatives left.
  void (*buildLowering)(mlir::OpPassManager &pm);
};

/// The function to run and what it reaches.
struct Program {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// As in the file; the function itself is lowered away.
  mlir::FunctionType type;
  /// The arguments whose memory it may overwrite, as the file or options say.
  llvm::SmallBitVector donated;
  std::unique_ptr<Executable> executable;
  bool isFromCache = false;
};

/// Reads the file and finds the function. Prints what is wrong and returns an
/// exit code.
int loadProgram(mlir::MLIRContext &context, const Options &options,
                Program &program);

/// Compiles what was loaded. Likewise.
int compileProgram(const Options &options, Program &program);

/// Prints an error of the compiler (sg/Compiler/Compiler.h), unless a
/// diagnostic has said what is wrong, and returns an exit code.
int reportError(const Options &options, llvm::Error error);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_PROGRAM_H
