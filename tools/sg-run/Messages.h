//===- Messages.h - What sg-run says on standard error ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line for each message. The line that shows progress gives way to them.
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

/// Prints "sg-run: message" and returns the exit code.
int fail(const llvm::Twine &message, int code = Usage);

/// Prints the context's diagnostics as "model.mlir:3:5: error: ...".
void printDiagnostics(mlir::MLIRContext &context);

/// Whether there has been an error among them.
bool hasPrintedError();
/// Whether a diagnostic of any kind was.
bool hasPrinted();

/// Lets errors of which LLVM thinks that nothing can be done, and the lack of
/// memory or of stack, end the process with a message and the exit code for
/// wrong input. From then on nothing counts as printed.
void installErrorHandlers();

/// Replaces the line that shows progress; an empty one takes it away.
void showStatus(const llvm::Twine &text);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_MESSAGES_H
