//===- OptMain.h - A tool like mlir-opt -------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_PIPELINES_OPTMAIN_H
#define SG_PIPELINES_OPTMAIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"

namespace mlir {
class DialectRegistry;
class MlirOptMainConfig;
} // namespace mlir

namespace sg {

/// Runs a tool like mlir::MlirOptMain that also explains errors of this
/// project's pipelines. Returns the exit code of the tool.
int runOptMain(int argc, char **argv, llvm::StringRef toolName,
               mlir::DialectRegistry &registry);

/// Does the work of runOptMain after the command line is parsed: runs the
/// passes of `config` on the program in the file `input`, and writes the result
/// to the file `output`. Adds a dialect extension to `registry` that installs a
/// diagnostic handler.
llvm::LogicalResult optimizeFile(llvm::StringRef input, llvm::StringRef output,
                                 mlir::DialectRegistry &registry,
                                 mlir::MlirOptMainConfig config);

} // namespace sg

#endif // SG_PIPELINES_OPTMAIN_H
