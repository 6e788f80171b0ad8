//===- Error.cpp - Errors as values ---------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "sg/Pipelines/Severity.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace sg::capi;

SGError *sg::capi::makeError(SGErrorKind kind, const Twine &message) {
  auto error = std::make_unique<ErrorObject>();
  error->errorKind = kind;
  error->message = StringRef(message.str()).rtrim().str();
  if (SGError *handle = makeHandle(std::move(error)))
    return handle;
  llvm::report_bad_alloc_error("sg: out of memory: too many handles");
}

SGError *sg::capi::makeHandleError(const void *handle, const Twine &noun) {
  if (!handle)
    return makeError(SG_ERROR_ARGUMENT,
                     "the handle of the " + noun + " is NULL");
  return makeError(SG_ERROR_ARGUMENT,
                   "the handle does not denote an existing " + noun +
                       ": it was destroyed, or is of another kind");
}

SGError *sg::capi::checkPointer(const void *pointer, const Twine &parameter) {
  if (pointer)
    return nullptr;
  return makeError(SG_ERROR_ARGUMENT,
                   "the pointer '" + parameter + "' is NULL");
}

SGError *sg::capi::checkRank(int32_t rank, const Twine &noun) {
  // The limit of NumPy and PyTorch. With a wrong rank, messages would read
  // sizes past the end of the array.
  constexpr int32_t kMaxRank = 64;
  if (rank >= 0 && rank <= kMaxRank)
    return nullptr;
  return makeError(SG_ERROR_ARGUMENT, noun + " has the rank " + Twine(rank) +
                                          "; it is at least 0 and at most " +
                                          Twine(kMaxRank));
}

SGError *sg::capi::checkList(const void *list, size_t count,
                             const Twine &parameter) {
  // The text of a module is the longest list. Files have the same limit.
  constexpr uint64_t kMaxElements = uint64_t(1) << 32;
  if (count > kMaxElements)
    return makeError(SG_ERROR_ARGUMENT, "the list '" + parameter + "' has " +
                                            Twine(count) +
                                            " elements, which exceeds 2^32");
  if (list || count == 0)
    return nullptr;
  return makeError(SG_ERROR_ARGUMENT, "the list '" + parameter +
                                          "' is NULL, but has " + Twine(count) +
                                          " elements");
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

static void printLine(llvm::raw_ostream &os, Diagnostic &diagnostic) {
  if (auto file = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn() << ": ";
  std::string text = diagnostic.str();
  for (char &c : text)
    if (c == '\n' || c == '\r')
      c = ' ';
  os << sg::stringify(diagnostic.getSeverity()) << text << '\n';
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

SGError *Diagnostics::takeError(const Twine &defaultMessage, SGErrorKind kind) {
  if (errors.empty())
    return makeError(kind, defaultMessage);
  return makeError(SG_ERROR_PROGRAM, std::exchange(errors, {}));
}

std::string Diagnostics::takeWarnings() { return std::exchange(warnings, {}); }

SGErrorKind sgErrorGetKind(const SGError *handle) {
  Pinned<ErrorObject> error(handle);
  return error ? error->errorKind : SG_ERROR_NONE;
}

const char *sgErrorGetMessage(const SGError *handle) {
  Pinned<ErrorObject> error(handle);
  return error ? error->message.c_str() : nullptr;
}

void sgErrorDestroy(SGError *error) { destroy<ErrorObject>(error); }

void sgFree(void *memory) { std::free(memory); }
