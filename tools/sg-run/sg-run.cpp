//===- sg-run.cpp - Compile a function and run it -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Program.h"
#include "Register.h"
#include "Session.h"
#include <chrono>

using namespace mlir;
using namespace sg::run;

/// "model.mlir:3:5: error: ...", a line for each diagnostic and note.
static void print(Diagnostic &diagnostic) {
  Location location = diagnostic.getLocation();
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    llvm::errs() << file.getFilename().getValue() << ":" << file.getLine()
                 << ":" << file.getColumn() << ": ";
  else
    llvm::errs() << "sg-run: ";
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    llvm::errs() << "error: ";
    break;
  case DiagnosticSeverity::Warning:
    llvm::errs() << "warning: ";
    break;
  default:
    llvm::errs() << "note: ";
  }
  llvm::errs() << diagnostic << "\n";
  for (Diagnostic &note : diagnostic.getNotes())
    print(note);
}

int main(int argc, char **argv) {
  Options options;
  int exitCode = Success;
  if (!parseOptions(argc, argv, options, exitCode))
    return exitCode;
  DialectRegistry registry;
  sg::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  context.getDiagEngine().registerHandler(
      [](Diagnostic &diagnostic) { print(diagnostic); });

  Program program;
  if (int code = loadProgram(context, options, program))
    return code;
  Session session(options, program.type);
  if (!options.printLowered)
    if (int code = session.readInputs())
      return code;
  auto start = std::chrono::steady_clock::now();
  if (int code = compileProgram(options, program))
    return code;
  std::chrono::duration<double, std::milli> compileTime =
      std::chrono::steady_clock::now() - start;
  if (options.printLowered) {
    program.module->print(llvm::outs());
    return Success;
  }
  if (int code = session.run(program, compileTime.count()))
    return code;
  return session.reportResults();
}
