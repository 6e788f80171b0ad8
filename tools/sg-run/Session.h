//===- Session.h - Running a function ---------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_SESSION_H
#define SG_TOOLS_SG_RUN_SESSION_H

#include "Options.h"
#include "Program.h"
#include "sg/Runtime/Array.h"

namespace sg::run {

/// Reads the arguments that --input gives. On failure, prints an error. Returns
/// an exit code.
int readInputs(const Options &options, mlir::FunctionType type,
               llvm::SmallVectorImpl<Array> &inputs);

/// Returns the exit code for a call that returned `status`, an enum sg_status.
ExitCode getExitCode(int32_t status);

/// Calls one function and holds its arguments and results.
class Session {
public:
  Session(const Options &options, const Program &program)
      : options(options), type(program.type), donated(program.donated) {}

  /// The public functions print an error on failure and return an exit code.
  int readInputs();
  int run(const Program &program, double compileMilliseconds);
  /// Lowers a copy of the program and interprets it after each pass.
  int validate(const Program &program);
  /// Interprets the program without compiling it.
  int interpret(const Program &program);
  /// Compares the results of `run`, which returned `code`, with the reference.
  int verify(const Program &reference, int code);
  int reportResults();

private:
  int reportTrace();
  /// Returns true if a call may write to an argument.
  bool isOverwritten(unsigned argument) const {
    return donated[argument] ||
           llvm::isa<mlir::MemRefType>(type.getInput(argument));
  }
  int startCalls();
  int callOnce(sg_entry_point entry, double &milliseconds);

  const Options &options;
  mlir::FunctionType type;
  llvm::SmallBitVector donated;
  llvm::SmallVector<Array> arguments, expected;
  /// The arrays passed to calls, with copies of overwritten arguments.
  llvm::SmallVector<Array> inputs, results;
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_SESSION_H
