//===- Program.h - From a file to native code -------------------*- C++ -*-===//
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
  const Extension *extension = nullptr;
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

/// The steps of that. Brings `module` to a form that has derivatives;
int prepareModule(mlir::ModuleOp module);
/// replaces requests for derivatives, but keeps the stops;
int expandModule(mlir::ModuleOp module, bool strongZero = false);
/// brings the module to the LLVM dialect, by pass managers of which
/// `instrument` is told;
int lowerToLLVM(
    const Options &options, const Extension *extension, mlir::ModuleOp module,
    llvm::function_ref<void(mlir::PassManager &)> instrument = nullptr);
/// and that, too, and makes native code of it, which is kept under `cacheKey`
/// if there is one.
int lowerModule(const Options &options, const Extension *extension,
                mlir::ModuleOp module, std::unique_ptr<Executable> &executable,
                llvm::StringRef cacheKey = {});

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_PROGRAM_H
