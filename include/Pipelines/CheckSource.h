//===- CheckSource.h - Programs that crash the parser -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's parser (22.1.8) uses up the stack on deep nesting, and all memory
// on a tensor.from_elements of very many elements. It crashes on array<index:
// 0>. Its verifier uses up the stack on deep nesting in bytecode. A tool
// checks the program first.
//
//===----------------------------------------------------------------------===//

#ifndef SG_PIPELINES_CHECKSOURCE_H
#define SG_PIPELINES_CHECKSOURCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include <optional>
#include <string>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace sg {

/// The deepest nesting of brackets in the text of a program, and of ops in
/// bytecode. The parser, the
/// verifier and many passes recurse into regions; a stack of 8 MiB holds more.
inline constexpr unsigned kMaxNesting = 1000;

/// A part of a program's text that would crash the parser: its offset in bytes,
/// and what to tell the user.
struct SourceFault {
  size_t offset;
  std::string message;
};

/// Finds the first fault of a text; bytecode has none.
std::optional<SourceFault> findSourceFault(llvm::StringRef source);

/// Fails, with an error in `context`, if a program as text would crash the
/// parser, or a program as bytecode the verifier. `name` is that of the file.
/// Bytecode is read with the dialects that the context knows.
llvm::LogicalResult checkSource(llvm::StringRef source, llvm::StringRef name,
                                mlir::MLIRContext &context);

} // namespace sg

#endif // SG_PIPELINES_CHECKSOURCE_H
