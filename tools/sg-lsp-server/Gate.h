//===- Gate.h - Limits on the work of the language server -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's server parses the whole document after each edit and answers no
// request during that time. The gate between the editor and the server
//
// * replaces a document that is too large or would crash the server by a short
//   document with an error that states the reason, and
// * merges edits that arrive while the server is busy.
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

/// Size in bytes of the largest document that is parsed. At twice this size, a
/// request waited up to 2.5 s and a list of symbols up to 6 s on a loaded
/// machine.
constexpr size_t kMaxDocumentBytes = 1u << 19;

/// Registers the dialect that reports errors in replacement documents.
void registerReplacements(mlir::DialectRegistry &registry);

/// A queue of messages from the editor to the server. Edits of the same
/// document are merged.
class Gate {
public:
  void push(llvm::json::Value message);
  /// Marks the end of the messages.
  void close();
  /// Waits for the next message and returns it, or std::nullopt at the end of
  /// the messages.
  std::optional<llvm::json::Value> pop();

private:
  void open(llvm::json::Object &message);
  bool change(llvm::json::Object &message);
  /// Moves the position of a completion that would crash the parser to a line
  /// without proposals.
  void complete(llvm::json::Object &message);

  /// The text of each open document.
  llvm::StringMap<std::string> documents;
  std::mutex mutex;
  std::condition_variable messageArrived;
  std::deque<llvm::json::Value> pending;
  bool isClosed = false;
};

/// Inserts a gate between standard input and the server, which then reads from
/// a pipe. Two threads move the messages until the process ends. If
/// `isDelimited` is set, messages are separated by lines `// -----`.
llvm::Error startGate(bool isDelimited);

} // namespace sg::lsp

#endif // SG_TOOLS_LSP_SERVER_GATE_H
