//===- Error.h - Errors and positions in the program ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_ERROR_H
#define SG_BUILDER_ERROR_H

#include "sg-c/Build.h"
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace sg {
// An inline namespace, because libraries of the compiler have other classes
// with the names sg::Array and sg::Executable.
inline namespace builder {

/// A position in the user's program. Functions have a last parameter of this
/// type whose default is the position of the call.
struct SourceLocation {
  constexpr SourceLocation(const char *file, int32_t line)
      : file(file), line(line) {}

  static constexpr SourceLocation current(const char *file = __builtin_FILE(),
                                          int32_t line = __builtin_LINE()) {
    return {file, line};
  }

  const char *file;
  int32_t line;
};

/// The exception of all functions. The message consists of lines such as
/// "model.cpp:12:0: error: ...". The column is 0, which means unknown.
class Error : public std::runtime_error {
public:
  Error(SGErrorKind kind, const std::string &message)
      : std::runtime_error(message), kind(kind) {}

  SGErrorKind getKind() const { return kind; }

private:
  SGErrorKind kind;
};

namespace detail {

/// Throws an Error. Without exceptions (-fno-exceptions), prints the message
/// and aborts.
[[noreturn]] inline void raise(SGErrorKind kind, const std::string &message) {
#ifdef __cpp_exceptions
  throw Error(kind, message);
#else
  (void)kind;
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
#endif
}

/// Throws an Error for a wrong argument.
[[noreturn]] inline void fail(SourceLocation location,
                              const std::string &message) {
  raise(SG_ERROR_ARGUMENT, std::string(location.file) + ":" +
                               std::to_string(location.line) +
                               ":0: error: " + message);
}

/// Throws an Error unless `error` is NULL. Takes ownership of `error`.
inline void check(SGError *error, SourceLocation location) {
  if (!error)
    return;
  SGErrorKind kind = sgErrorGetKind(error);
  std::string message = sgErrorGetMessage(error);
  sgErrorDestroy(error);
  // Messages about the program have the locations of its ops.
  bool isLocated = kind == SG_ERROR_ASSERTION ||
                   message.find(": error: ") != std::string::npos;
  if (isLocated)
    raise(kind, message);
  raise(kind, std::string(location.file) + ":" + std::to_string(location.line) +
                  ":0: error: " + message);
}

/// Returns a text that the library allocated, and frees it.
inline std::string takeText(char *text) {
  std::string copy = text;
  sgFree(text);
  return copy;
}

} // namespace detail
} // namespace builder
} // namespace sg

#endif // SG_BUILDER_ERROR_H
