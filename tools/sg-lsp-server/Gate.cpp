//===- Gate.cpp - Limits on the work of the language server ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gate.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Operation.h"
#include "sg/Pipelines/CheckSource.h"
#include "sg/Pipelines/VerifyParsed.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/Regex.h"
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

using namespace sg::lsp;
namespace json = llvm::json;

namespace {
/// Reports the attribute `sg_not_checked.reason` of a replacement document as
/// an error.
class ReplacementDialect : public mlir::Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReplacementDialect)
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return "sg_not_checked";
  }
  explicit ReplacementDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                mlir::TypeID::get<ReplacementDialect>()) {}

  llvm::LogicalResult
  verifyOperationAttribute(mlir::Operation *op,
                           mlir::NamedAttribute attribute) override {
    auto reason = llvm::dyn_cast<mlir::StringAttr>(attribute.getValue());
    return mlir::emitError(op->getLoc())
           << (reason ? reason.getValue() : "not checked");
  }
};
} // namespace

void sg::lsp::registerReplacements(mlir::DialectRegistry &registry) {
  registry.insert<ReplacementDialect>();
}

/// Returns the reason why the server must not check `text`, or an empty string.
static std::string findSkipReason(llvm::StringRef text) {
  if (text.size() > kMaxDocumentBytes)
    return ("this document is not checked while it is edited: it has " +
            llvm::Twine(text.size()) + " bytes, and the limit is " +
            llvm::Twine(kMaxDocumentBytes) + "; sg-opt checks it")
        .str();
  if (std::optional<sg::SourceFault> fault = sg::findSourceFault(text))
    return "this document is not checked: " + fault->message;
  if (sg::mayCrashVerifier(llvm::MemoryBufferRef(text, "")))
    return "this document is not checked: the verifier of linalg.transpose "
           "crashes at rank 0, 'permutation = []'; write linalg.copy";
  return "";
}

static std::string makeReplacement(llvm::StringRef reason) {
  return ("module attributes {sg_not_checked.reason = \"" + reason + "\"} {}\n")
      .str();
}

static json::Object *getDocument(json::Object &message) {
  json::Object *params = message.getObject("params");
  return params ? params->getObject("textDocument") : nullptr;
}

static llvm::StringRef getURI(json::Object &message) {
  json::Object *document = getDocument(message);
  return document ? document->getString("uri").value_or("") : "";
}

void Gate::open(json::Object &message) {
  json::Object *opened = getDocument(message);
  std::optional<llvm::StringRef> text =
      opened ? opened->getString("text") : std::nullopt;
  if (!text)
    return; // the server reports the error
  std::string &document = documents[getURI(message)];
  document = text->str();
  if (std::string reason = findSkipReason(document); !reason.empty())
    (*opened)["text"] = makeReplacement(reason);
}

/// Replaces the edits in the message by the whole new document. Returns false
/// if the message is invalid; the server then reports the error.
bool Gate::change(json::Object &message) {
  auto entry = documents.find(getURI(message));
  json::Array *changes =
      message.getObject("params")->getArray("contentChanges");
  if (entry == documents.end() || !changes)
    return false;
  std::string &document = entry->second;
  std::vector<llvm::lsp::TextDocumentContentChangeEvent> events;
  json::Path::Root root;
  if (!json::fromJSON(json::Value(json::Array(*changes)), events, root) ||
      failed(llvm::lsp::TextDocumentContentChangeEvent::applyTo(events,
                                                                document))) {
    documents.erase(entry);
    return false;
  }
  std::string reason = findSkipReason(document);
  *changes = json::Array{json::Object{
      {"text", reason.empty() ? document : makeReplacement(reason)}}};
  return true;
}

/// Returns true if completion at the end of `text` crashes the parser. The
/// parser of LLVM 22.1.8 uses an attribute value even if the value is invalid.
static bool crashesCompletion(llvm::StringRef text) {
  static constexpr size_t kMaxListBytes = 1000;
  const llvm::Regex unfinishedList(
      "(dimensions|permutation)[ \t\r\n]*(=[ \t\r\n]*(\\[[^]]*)?)?$");
  return unfinishedList.match(text.take_back(kMaxListBytes));
}

/// A line past the end of every document, where completion has no proposals.
static constexpr int64_t kNoLine = 1 << 30;

void Gate::complete(json::Object &message) {
  auto entry = documents.find(getURI(message));
  json::Object *position = message.getObject("params")->getObject("position");
  if (entry == documents.end() || !position)
    return;
  int64_t line = position->getInteger("line").value_or(0);
  int64_t character = position->getInteger("character").value_or(0);
  llvm::StringRef text = entry->second, rest = text;
  for (; line > 0 && !rest.empty(); --line)
    rest = rest.split('\n').second;
  size_t start = text.size() - rest.size();
  if (character >= 0 && crashesCompletion(text.take_front(start + character)))
    (*position)["line"] = kNoLine;
}

void Gate::push(json::Value message) {
  std::lock_guard<std::mutex> lock(mutex);
  if (json::Object *object = message.getAsObject()) {
    llvm::StringRef method = object->getString("method").value_or("");
    if (method == "textDocument/didOpen") {
      open(*object);
    } else if (method == "textDocument/didClose") {
      documents.erase(getURI(*object));
    } else if (method == "textDocument/completion" && getDocument(*object)) {
      complete(*object);
    } else if (method == "textDocument/didChange" && getDocument(*object) &&
               change(*object) && !pending.empty()) {
      // Each change holds the whole document and so replaces the previous one.
      json::Object *last = pending.back().getAsObject();
      if (last && last->getString("method") == method &&
          getURI(*last) == getURI(*object))
        pending.pop_back();
    }
  }
  pending.push_back(std::move(message));
  messageArrived.notify_one();
}

void Gate::close() {
  std::lock_guard<std::mutex> lock(mutex);
  isClosed = true;
  messageArrived.notify_one();
}

std::optional<json::Value> Gate::pop() {
  std::unique_lock<std::mutex> lock(mutex);
  messageArrived.wait(lock, [&] { return isClosed || !pending.empty(); });
  if (pending.empty())
    return std::nullopt;
  json::Value message = std::move(pending.front());
  pending.pop_front();
  return message;
}

/// Returns true for a valid message. The server exits on other messages.
static bool isValidMessage(const json::Value &value) {
  const json::Object *message = value.getAsObject();
  return message && message->getString("jsonrpc") == "2.0" &&
         (message->getString("method") || message->get("id"));
}

static void readMessages(Gate &gate, std::FILE *file,
                         llvm::lsp::JSONStreamStyle style) {
  llvm::lsp::JSONTransportInputOverFile input(file, style);
  std::string text;
  while (!input.isEndOfInput() && !input.hasError()) {
    if (failed(input.readMessage(text)))
      continue;
    llvm::Expected<json::Value> message = json::parse(text);
    if (!message)
      llvm::lsp::Logger::error("JSON parse error: {0}",
                               llvm::toString(message.takeError()));
    else if (isValidMessage(*message))
      gate.push(std::move(*message));
    else
      llvm::lsp::Logger::error("not a message of JSON-RPC 2.0: {0}", *message);
  }
  gate.close();
}

/// Writes all of `text`. Returns false if the server has exited.
static bool write(int file, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR)
      return false;
    text = text.drop_front(std::max<ssize_t>(count, 0));
  }
  return true;
}

static void writeMessages(Gate &gate, int file, bool isDelimited) {
  while (std::optional<json::Value> message = gate.pop()) {
    std::string text = llvm::formatv("{0}", *message);
    text = isDelimited ? text + "\n// -----\n"
                       : "Content-Length: " + std::to_string(text.size()) +
                             "\r\n\r\n" + text;
    if (!write(file, text))
      break;
    // Edits are merged only while they wait in the gate. Keep the next message
    // in the gate until the server has read this one.
    int unread = 0;
    while (ioctl(file, FIONREAD, &unread) == 0 && unread != 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::close(file);
}

llvm::Error sg::lsp::startGate(bool isDelimited) {
  int pipeEnds[2], editorInput = dup(STDIN_FILENO);
  if (editorInput < 0 || pipe(pipeEnds) != 0 ||
      dup2(pipeEnds[0], STDIN_FILENO) < 0)
    return llvm::errorCodeToError(
        std::error_code(errno, std::generic_category()));
  ::close(pipeEnds[0]);
  std::FILE *file = fdopen(editorInput, "r");
  auto style = isDelimited ? llvm::lsp::Delimited : llvm::lsp::Standard;
  static Gate gate;
  std::thread([=] { readMessages(gate, file, style); }).detach();
  std::thread([=, serverInput = pipeEnds[1]] {
    writeMessages(gate, serverInput, isDelimited);
  }).detach();
  return llvm::Error::success();
}
