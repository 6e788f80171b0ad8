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

/// Reads the arguments that --input gives. Prints what is wrong and returns an
/// exit code.
int readInputs(const Options &options, mlir::FunctionType type,
               llvm::SmallVectorImpl<Array> &inputs);

/// What a call ends with if that is its outcome, an enum sg_status.
ExitCode getExitCode(int32_t status);

/// The arguments and results of one function.
class Session {
public:
  Session(const Options &options, const Program &program)
      : options(options), type(program.type), donated(program.donated) {}

  /// Each of these prints what is wrong and returns an exit code.
  int readInputs();
  int run(const Program &program, double compileMilliseconds);
  /// Interprets what passes make of the program, a copy of which is lowered.
  int validate(const Program &program);
  /// Interprets the program, which is not compiled.
  int interpret(const Program &program);
  /// Compares what `run` gave, which ended with `code`.
  int verify(const Program &reference, int code);
  int reportResults();

private:
  int reportTrace();
  /// Whether a call may write to an argument.
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
  /// What calls are given: what they overwrite is a copy.
  llvm::SmallVector<Array> inputs, results;
};

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_SESSION_H
