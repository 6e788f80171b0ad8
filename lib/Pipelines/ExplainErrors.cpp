//===- ExplainErrors.cpp - Explain errors at generated ops ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Pipelines/ExplainErrors.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "sg/CodeGen/Verification/PipelineStage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Threading.h"
#include <map>
#include <mutex>

using namespace mlir;

sg::ProgramOps::ProgramOps(Operation *root) {
  root->walk([&](Operation *op) {
    if (isa<UnknownLoc>(op->getLoc()) || op == root)
      return;
    auto &opNames = names[op->getLoc()];
    if (!llvm::is_contained(opNames, op->getName()))
      opNames.push_back(op->getName());
  });
}

SmallVector<sg::ProgramOps::Entry>
sg::ProgramOps::findAt(Location location) const {
  SmallVector<Entry> entries;
  llvm::SmallSetVector<Location, 4> parts;
  parts.insert(location);
  for (size_t i = 0; i < parts.size(); ++i) {
    Location part = parts[i];
    if (auto entry = names.find(part); entry != names.end())
      entries.push_back({part, entry->second});
    else if (auto fused = dyn_cast<FusedLoc>(part))
      parts.insert_range(fused.getLocations());
    else if (auto named = dyn_cast<NameLoc>(part))
      parts.insert(named.getChildLoc());
    else if (auto call = dyn_cast<CallSiteLoc>(part))
      parts.insert(call.getCallee()); // the inlined op
  }
  return entries;
}

/// Passes whose errors at ops of the program need no explanation.
static constexpr StringLiteral kCheckingPasses[] = {
    "sg-check-support",         "sg-compile-kernels", "sg-emulate-kernels",
    "sg-export-functions",      "sg-lower-launches",  "sg-place-on-device",
    "sg-capture-launch-graphs", "sg-target-nvvm",     "sg-verify-lowered"};

/// Returns the op name at the start of a message, for example memref.copy for
/// "'memref.copy' op ...".
static StringRef findOpName(StringRef message) {
  if (!message.consume_front("'"))
    return "";
  auto [name, rest] = message.split('\'');
  return rest.starts_with(" op") ? name : "";
}

/// Returns the role of an op according to its location, for example "adjoint",
/// or an empty string.
static StringRef findRole(Location location) {
  StringRef role;
  location->walk([&](Location part) {
    auto fused = dyn_cast<FusedLoc>(part);
    auto name = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata())
                      : StringAttr();
    if (!name)
      return WalkResult::advance();
    role = name;
    return WalkResult::interrupt();
  });
  return role;
}

/// Returns a workaround that has helped with errors in this stage.
static StringRef getWorkaround(sg::PipelineStage stage) {
  switch (stage) {
  case sg::PipelineStage::Fusion:
  case sg::PipelineStage::Memory:
  case sg::PipelineStage::Kernels:
    return "a possible workaround is to compute it, or the op that reads it, "
           "in a separate function with no_inline, because ops are fused and "
           "share memory within a function, or to write it in terms of other "
           "ops; ";
  case sg::PipelineStage::Derivatives:
  case sg::PipelineStage::Loops:
  case sg::PipelineStage::Native:
    return "a possible workaround is to write it in terms of other ops; ";
  }
  return "";
}

namespace {
class ErrorExplainer final : public PassInstrumentation {
public:
  explicit ErrorExplainer(std::shared_ptr<const sg::ProgramOps> programOps)
      : programOps(std::move(programOps)) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    std::lock_guard<std::mutex> lock(mutex);
    if (!handler)
      begin(op);
    if (std::optional<sg::PipelineStage> begun = sg::getStageOf(*pass))
      stage = begun;
    running[llvm::get_threadid()].push_back(nameOf(*pass));
  }

  void runAfterPass(Pass *, Operation *) override {
    std::lock_guard<std::mutex> lock(mutex);
    running[llvm::get_threadid()].pop_back();
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    bool isSilent = false;
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!pass->getArgument().empty()) {
        failed = nameOf(*pass);
        failedAt = op->getLoc();
      }
      // Errors of other threads are reported, and counted, only after all
      // threads have finished.
      isSilent = stage && numErrors == 0 && !op->getParentOp();
    }
    if (isSilent)
      emitError(failedAt.value_or(op->getLoc()))
          << "the pass " << failed << " has failed without giving a reason";
    std::lock_guard<std::mutex> lock(mutex);
    running[llvm::get_threadid()].pop_back();
  }

private:
  /// Returns the name of a pass, or an empty string for a pass that only runs
  /// other passes.
  static std::string nameOf(const Pass &pass) {
    return pass.getArgument().str();
  }

  void begin(Operation *op) {
    if (!programOps)
      programOps = std::make_shared<const sg::ProgramOps>(op);
    handler.emplace(op->getContext(), [this](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        explain(diagnostic);
      return failure(); // to the next handler
    });
  }

  /// Returns the name of the pass that reports an error. Errors of parallel
  /// passes are reported after all threads have finished, when the failed pass
  /// is no longer in `running`.
  std::string findPass() {
    auto threadPasses = running.find(llvm::get_threadid());
    if (threadPasses != running.end())
      for (const std::string &name : llvm::reverse(threadPasses->second))
        if (!name.empty())
          return name;
    return failed;
  }

  void explain(Diagnostic &error);

  std::mutex mutex;
  std::shared_ptr<const sg::ProgramOps> programOps;
  std::optional<ScopedDiagnosticHandler> handler;
  std::optional<sg::PipelineStage> stage;
  /// For each thread, the passes that are running, with outer passes first.
  std::map<uint64_t, std::vector<std::string>> running;
  std::string failed; ///< the last pass that has failed
  std::optional<Location> failedAt;
  unsigned numErrors = 0;
};
} // namespace

void ErrorExplainer::explain(Diagnostic &error) {
  std::lock_guard<std::mutex> lock(mutex);
  ++numErrors;
  // Do not explain errors of other pass managers.
  bool isRunning = llvm::any_of(
      running, [](const auto &thread) { return !thread.second.empty(); });
  if (!stage || !isRunning)
    return;
  std::string pass = findPass();
  std::string message = error.str();
  StringRef name = findOpName(message);
  Location location = error.getLocation();
  SmallVector<sg::ProgramOps::Entry> entries = programOps->findAt(location);
  bool isWritten = llvm::any_of(entries, [&](const auto &entry) {
    return llvm::any_of(entry.names, [&](OperationName known) {
      return known.getStringRef() == name;
    });
  });
  bool isChecked =
      llvm::is_contained(kCheckingPasses, pass) && (name.empty() || isWritten);
  if (isChecked || StringRef(pass).starts_with("grad-"))
    return;

  Diagnostic &stageNote = error.attachNote(location);
  stageNote << "the program need not be wrong: the error arose while "
            << sg::describe(*stage);
  if (!pass.empty())
    stageNote << ", in the pass " << pass;
  StringRef role = findRole(location);
  for (const sg::ProgramOps::Entry &entry : entries) {
    if (isWritten)
      break;
    Diagnostic &origin = error.attachNote(entry.location);
    origin << "the error is about "
           << (name.empty() ? "" : "an op created from ");
    llvm::interleaveComma(entry.names, origin, [&](OperationName known) {
      origin << "'" << known.getStringRef() << "'";
    });
    origin << " here" << (name.empty() ? ", or an op created from it" : "");
    if (!role.empty())
      origin << ", for a derivative (" << role << ")";
  }
  error.attachNote(location)
      << (entries.empty() ? "" : getWorkaround(*stage))
      << "please report it, with a program that sg-reduce has made small";
}

void sg::explainErrors(PassManager &pm,
                       std::shared_ptr<const ProgramOps> programOps) {
  pm.addInstrumentation(
      std::make_unique<ErrorExplainer>(std::move(programOps)));
}
