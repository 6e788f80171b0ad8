//===- Options.h - The command line of sg-run -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_OPTIONS_H
#define SG_TOOLS_SG_RUN_OPTIONS_H

#include "sg/Compiler/Compiler.h"
#include "sg/Interpreter/Interpreter.h"
#include "sg/Transforms/Passes.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace sg::run {

/// The exit codes of sg-run.
enum ExitCode {
  Success = 0,
  /// A failed comparison, an active op without a derivative rule, or a failed
  /// assertion.
  Finding = 1,
  /// Wrong usage or unreadable input.
  Usage = 2
};

struct Options {
  std::string file;
  std::string function;
  llvm::SmallVector<std::string> inputs, outputs, expectedOutputs;
  double tolerance;
  unsigned repeat;
  bool time;
  bool memory;
  /// True if the program is interpreted instead of compiled
  /// (--device=reference).
  bool isReference;
  interpreter::Rounding referenceRounding;
  enum class Verify { No, Verbose, Quiet } verifyAgainstReference;
  Verify validatePasses;
  CompilerOptions compiler;
  bool printLowered;
  /// The files to write instead of running the function: their kinds, and their
  /// path without extension.
  struct Emit {
    bool object = false, library = false, header = false;
    std::string stem = {};
    bool isRequested() const { return object || library || header; }
  } emit;
  llvm::SmallVector<grad::RequestMode> derivatives;
  bool report;
  bool checkGradients;
  llvm::SmallVector<unsigned> wrt;
  unsigned order;
  unsigned directions;
  uint64_t seed;
  /// Time limit in seconds. If not set, the check chooses the limit.
  std::optional<double> timeLimit;
  /// Memory limit in bytes. 0 means the available memory.
  uint64_t memoryLimit;
};

/// Parses the command line. On wrong usage, prints a line, stores the exit code
/// in `exitCode` and returns false. --help also returns false, with the exit
/// code for success.
bool parseOptions(int argc, char **argv, Options &options, int &exitCode);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_OPTIONS_H
