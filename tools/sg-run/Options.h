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

/// What sg-run ends with.
enum ExitCode {
  Success = 0,
  /// A comparison that failed, an active op without a derivative rule, an
  /// assertion that did not hold.
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
  /// Interpreted, not compiled (--device=reference).
  bool isReference;
  interpreter::Rounding referenceRounding;
  enum class Verify { No, Aloud, Quietly } verifyAgainstReference;
  Verify validatePasses;
  CompilerOptions compiler;
  bool printLowered;
  /// The files to write instead of running the function, with these endings.
  struct Emit {
    bool object = false, library = false, header = false;
    std::string stem = {};
    bool isAsked() const { return object || library || header; }
  } emit;
  llvm::SmallVector<grad::RequestMode> derivatives;
  bool report;
  bool checkGradients;
  llvm::SmallVector<unsigned> wrt;
  unsigned order;
  unsigned directions;
  uint64_t seed;
  /// In seconds; if not given, what the check thinks fit.
  std::optional<double> timeLimit;
  /// In bytes; 0 is what the machine has.
  uint64_t memoryLimit;
};

/// Reads the command line. On wrong usage prints a line and returns an exit
/// code in `exitCode`; so for --help, with success.
bool parseOptions(int argc, char **argv, Options &options, int &exitCode);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_OPTIONS_H
