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

/// The additional dialects of a variant of this tool.
struct Extension {
  void (*registerDialects)(mlir::DialectRegistry &registry);
  /// Adds passes that lower these dialects to upstream dialects. The passes run
  /// after the expansion of derivatives.
  void (*buildLowering)(mlir::OpPassManager &pm);
};

/// The function to run and its callees.
struct Program {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// The type of the function before lowering, which changes the type in
  /// `module`.
  mlir::FunctionType type;
  /// True for each argument that the file or --donate marks as donated.
  llvm::SmallBitVector donated;
  std::unique_ptr<Executable> executable;
  bool isFromCache = false;
};

/// Reads the file and finds the function. On failure, prints an error. Returns
/// an exit code.
int loadProgram(mlir::MLIRContext &context, const Options &options,
                Program &program);

/// Compiles the loaded program. On failure, prints an error. Returns an exit
/// code.
int compileProgram(const Options &options, Program &program);

/// Prints an error of the compiler (sg/Compiler/Compiler.h), unless a
/// diagnostic was printed. Returns an exit code.
int reportError(const Options &options, llvm::Error error);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_PROGRAM_H
