//===- Gate.h - Bounds the time that the language server takes --*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's server parses the whole document after each edit, and answers no
// request meanwhile. The gate stands between the editor and the server:
//
// * A document that takes too long to parse, or nests too deeply for the
//   parser, is replaced by a short one with an error that states the limit.
// * Edits that arrive while the server is busy become one edit.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_LSP_SERVER_GATE_H
#define SG_TOOLS_LSP_SERVER_GATE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <condition_variable>
#include <deque>
#include <mutex>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace sg::lsp {

/// Bytes of the largest document that is parsed. With twice as many a request
/// waited for up to 2.5 s, and for a list of symbols up to 6 s, on a machine
/// that did other work, too.
constexpr size_t kMostBytes = 1u << 19;

/// Makes ops report the errors in documents that take the place of others.
void registerReplacements(mlir::DialectRegistry &registry);

/// Edits of documents, and other messages, on their way to the server.
class Gate {
public:
  /// Takes a message of the editor.
  void push(llvm::json::Value message);
  /// Says that there are no more messages.
  void close();
  /// Waits for the next message to the server; none after the last one.
  std::optional<llvm::json::Value> pop();

private:
  void open(llvm::json::Object &message);
  bool change(llvm::json::Object &message);
  /// Moves a completion that crashes the parser to where it has no proposals.
  void complete(llvm::json::Object &message);

  /// The text of each open document.
  llvm::StringMap<std::string> documents;
  std::mutex mutex;
  std::condition_variable arrived;
  std::deque<llvm::json::Value> waiting;
  bool isClosed = false;
};

/// Puts a gate between the standard input and the server, which reads the
/// standard input afterwards. Threads move the messages until the process ends.
/// `isDelimited`: lines of `// -----` separate messages.
llvm::Error startGate(bool isDelimited);

} // namespace sg::lsp

#endif // SG_TOOLS_LSP_SERVER_GATE_H
