//===- Messages.cpp - Messages on standard error --------------------------===//
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
#include <atomic>
#include <csignal>
#include <mutex>
#include <pthread.h>
#include <unistd.h>

using namespace mlir;
using namespace sg::run;

namespace {
std::mutex mutex;
std::atomic<bool> isStatusShown = false;
bool isErrorPrinted = false;
bool isDiagnosticPrinted = false;

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

/// Prints one line for the diagnostic and one line for each note. Skips
/// remarks, which are meant for pass developers.
void print(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ":" << file.getLine() << ":"
       << file.getColumn() << ": ";
  else
    os << "sg-run: ";
  isDiagnosticPrinted = true;
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

/// The lowest address of the main thread's stack.
char *stackEnd = nullptr;

/// Reports a stack overflow if the faulting address is near the end of the
/// stack. Leaves other faults to the default handler.
void handleSegmentationFault(int signal, siginfo_t *info, void *) {
  constexpr ptrdiff_t largestFrame = 1 << 20;
  auto *address = static_cast<char *>(info->si_addr);
  if (address >= stackEnd - largestFrame && address < stackEnd + largestFrame) {
    constexpr llvm::StringLiteral message =
        "sg-run: the stack is exhausted: the program nests or recurses too "
        "deeply\n";
    if (write(STDERR_FILENO, message.data(), message.size()) >= 0)
      _exit(Usage);
  }
  std::signal(signal, SIG_DFL);
}

/// Installs the handler for segmentation faults with an alternate stack, since
/// the main stack is exhausted when the handler runs.
void installStackHandler() {
  pthread_attr_t attributes;
  void *address = nullptr;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  pthread_attr_getstack(&attributes, &address, &size);
  pthread_attr_destroy(&attributes);
  stackEnd = static_cast<char *>(address);
  static char alternateStack[1 << 16];
  stack_t stack = {};
  stack.ss_sp = alternateStack;
  stack.ss_size = sizeof alternateStack;
  struct sigaction action = {};
  action.sa_sigaction = handleSegmentationFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (sigaltstack(&stack, nullptr) == 0)
    sigaction(SIGSEGV, &action, nullptr);
}

/// Removes temporary files and the status line. Then raises the signal again
/// without the handler, so that a shell sees the signal.
void handleInterrupt(int signal) {
  llvm::sys::RunInterruptHandlers();
  constexpr llvm::StringLiteral erase = "\r\033[K";
  if (!isStatusShown || write(STDERR_FILENO, erase.data(), erase.size()) >= 0) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

/// Installs the handler for signals that are not ignored. nohup, for example,
/// ignores SIGHUP.
void installInterruptHandlers() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction oldAction, newAction = {};
    newAction.sa_handler = handleInterrupt;
    if (sigaction(signal, nullptr, &oldAction) == 0 &&
        oldAction.sa_handler != SIG_IGN)
      sigaction(signal, &newAction, nullptr);
  }
}

/// Prints `message` and ends the process without destructors, since other
/// threads may be running.
[[noreturn]] void exitWithError(llvm::StringRef message) {
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

bool sg::run::hasPrinted() { return isDiagnosticPrinted; }

void sg::run::installErrorHandlers() {
  isErrorPrinted = isDiagnosticPrinted = false;
  installStackHandler();
  installInterruptHandlers();
  llvm::install_fatal_error_handler(
      [](void *, const char *reason, bool) { exitWithError(reason); });
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { exitWithError("out of memory"); });
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
