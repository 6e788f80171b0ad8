//===- Error.cpp - Errors as values ---------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace sg::capi;

SGError *sg::capi::makeError(SGErrorKind kind, const Twine &message) {
  return new SGError{kind, StringRef(message.str()).rtrim().str()};
}

SGError *sg::capi::giveText(StringRef text, char **result) {
  auto *memory = static_cast<char *>(std::malloc(text.size() + 1));
  if (!memory)
    return makeError(SG_ERROR_MEMORY, "out of memory: a text of " +
                                          Twine(text.size()) + " bytes");
  std::memcpy(memory, text.data(), text.size());
  memory[text.size()] = '\0';
  *result = memory;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static StringRef stringify(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error: ";
  case DiagnosticSeverity::Warning:
    return "warning: ";
  case DiagnosticSeverity::Note:
    return "note: ";
  case DiagnosticSeverity::Remark:
    return "remark: ";
  }
  return "";
}

static void printLine(llvm::raw_ostream &os, Diagnostic &diagnostic) {
  if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn() << ": ";
  std::string text = diagnostic.str();
  for (char &c : text)
    if (c == '\n' || c == '\r')
      c = ' ';
  os << stringify(diagnostic.getSeverity()) << text << '\n';
  for (Diagnostic &note : diagnostic.getNotes())
    printLine(os, note);
}

Diagnostics::Diagnostics(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
        if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
          return;
        llvm::raw_string_ostream os(isError ? errors : warnings);
        printLine(os, diagnostic);
      }) {}

SGError *Diagnostics::takeError(const Twine &otherwise, SGErrorKind kind) {
  if (errors.empty())
    return makeError(kind, otherwise);
  return makeError(SG_ERROR_PROGRAM, std::exchange(errors, {}));
}

std::string Diagnostics::takeWarnings() { return std::exchange(warnings, {}); }

//===----------------------------------------------------------------------===//
// The API
//===----------------------------------------------------------------------===//

SGErrorKind sgErrorGetKind(const SGError *error) { return error->kind; }

const char *sgErrorGetMessage(const SGError *error) {
  return error->message.c_str();
}

void sgErrorDestroy(SGError *error) { delete error; }

void sgFree(void *memory) { std::free(memory); }
