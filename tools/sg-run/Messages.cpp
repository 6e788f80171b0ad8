//===- Messages.cpp - What sg-run says on standard error ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>
#include <unistd.h>

using namespace mlir;
using namespace sg::run;

namespace {
std::mutex mutex;
bool isStatusShown = false;
bool isErrorPrinted = false;

void clearStatus() {
  if (isStatusShown)
    llvm::errs() << "\r\033[K";
  isStatusShown = false;
}

void printLine(std::string text) {
  for (char &c : text)
    if (c == '\n' || c == '\r')
      c = ' ';
  std::lock_guard<std::mutex> lock(mutex);
  clearStatus();
  llvm::errs() << text + "\n";
}

/// A line for the diagnostic and one for each of its notes.
void print(Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn() << ": ";
  else
    os << "sg-run: ";
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    os << "error: ";
    isErrorPrinted = true;
    break;
  case DiagnosticSeverity::Warning:
    os << "warning: ";
    break;
  default:
    os << "note: ";
  }
  os << diagnostic;
  printLine(text);
  for (Diagnostic &note : diagnostic.getNotes())
    print(note);
}

/// Without destructors: other threads may be running.
[[noreturn]] void leave(llvm::StringRef message) {
  fail(message);
  llvm::sys::RunInterruptHandlers(); // removes temporary files
  _exit(Usage);
}
} // namespace

int sg::run::fail(const Twine &message, int code) {
  printLine(("sg-run: " + message).str());
  return code;
}

void sg::run::printDiagnostics(MLIRContext &context) {
  context.getDiagEngine().registerHandler(
      [](Diagnostic &diagnostic) { print(diagnostic); });
}

bool sg::run::hasPrintedError() { return isErrorPrinted; }

void sg::run::installErrorHandlers() {
  llvm::install_fatal_error_handler(
      [](void *, const char *reason, bool) { leave(reason); });
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { leave("out of memory"); });
  llvm::install_out_of_memory_new_handler();
}

void sg::run::showStatus(const Twine &text) {
  std::lock_guard<std::mutex> lock(mutex);
  clearStatus();
  if (text.isTriviallyEmpty())
    return;
  llvm::errs() << ("sg-run: " + text).str();
  isStatusShown = true;
}
