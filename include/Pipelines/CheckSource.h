//===- CheckSource.h - Reject programs that crash parsing -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's parser (22.1.8) overflows the stack on deep nesting, and exhausts
// memory on a tensor.from_elements with too many elements. The parser also
// crashes on array<index: 0>. Upstream's verifier overflows the stack on deeply
// nested bytecode. Tools therefore check a program before they parse it.
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

/// Largest nesting depth of brackets in the text of a program, and of ops in
/// bytecode. The parser, the verifier and many passes recurse into regions. A
/// stack of 8 MiB is sufficient for this depth.
inline constexpr unsigned kMaxNesting = 1000;

/// A construct in a program's text that would crash the parser: its offset in
/// bytes, and a message for the user.
struct SourceFault {
  size_t offset;
  std::string message;
};

/// Returns the first fault in `source`. Returns std::nullopt for bytecode,
/// which is not searched.
std::optional<SourceFault> findSourceFault(llvm::StringRef source);

/// Emits an error if `source` is text that would crash the parser, or bytecode
/// that would crash the verifier. `name` is the name of the file. Bytecode is
/// read with the dialects of `context`.
llvm::LogicalResult checkSource(llvm::StringRef source, llvm::StringRef name,
                                mlir::MLIRContext &context);

} // namespace sg

#endif // SG_PIPELINES_CHECKSOURCE_H
