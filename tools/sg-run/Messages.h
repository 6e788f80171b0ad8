//===- Messages.h - Messages on standard error ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each message is one line, which replaces the status line that shows progress.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_MESSAGES_H
#define SG_TOOLS_SG_RUN_MESSAGES_H

#include "Options.h"
#include "llvm/ADT/Twine.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sg::run {

/// Prints "sg-run: message" and returns `code`.
int fail(const llvm::Twine &message, int code = Usage);

/// Prints the context's diagnostics as "model.mlir:3:5: error: ...".
void printDiagnostics(mlir::MLIRContext &context);

/// Returns true if an error was printed by the diagnostic handler.
bool hasPrintedError();
/// Returns true if a diagnostic of any severity was printed.
bool hasPrinted();

/// Installs handlers for fatal errors of LLVM, lack of memory and stack
/// overflow. The handlers print a message and end the process with the exit
/// code for wrong input. Also resets hasPrinted and hasPrintedError.
void installErrorHandlers();

/// Replaces the status line that shows progress. An empty text removes it.
void showStatus(const llvm::Twine &text);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_MESSAGES_H
