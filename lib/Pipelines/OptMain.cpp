//===- OptMain.cpp - A tool like mlir-opt ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Pipelines/OptMain.h"
#include "UnreadableLocations.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "sg/Pipelines/CheckSource.h"
#include "sg/Pipelines/ExplainErrors.h"
#include "sg/Pipelines/VerifyParsed.h"
#include "sg/Support/Files.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace {
/// Adds the option -debug-only if this project is built with assertions and
/// LLVM is not. LLVM then lacks the option, but the passes of this project
/// print debug output.
class DebugOnlyOption {
public:
  DebugOnlyOption() {
#ifndef NDEBUG
    if (!llvm::cl::getRegisteredOptions().contains("debug-only"))
      types.emplace("debug-only", llvm::cl::CommaSeparated, llvm::cl::Hidden,
                    llvm::cl::desc("Print debug output of these types"),
                    llvm::cl::value_desc("debug string"));
#endif
  }

  /// Enables debug output. The command line must have been parsed.
  void apply() {
#ifndef NDEBUG
    if (!types)
      return;
    SmallVector<const char *> names;
    for (const std::string &type : *types)
      if (!type.empty())
        names.push_back(type.c_str());
    if (names.empty())
      return;
    llvm::DebugFlag = true;
    llvm::setCurrentDebugTypes(names.data(), names.size());
#endif
  }

private:
  std::optional<llvm::cl::list<std::string>> types;
};
} // namespace

static LogicalResult fail(llvm::Error error) {
  llvm::errs() << llvm::toString(std::move(error)) << "\n";
  return failure();
}

LogicalResult sg::optimizeFile(StringRef input, StringRef output,
                               DialectRegistry &registry,
                               MlirOptMainConfig config) {
  if (input == "-" &&
      llvm::sys::Process::FileDescriptorIsDisplayed(fileno(stdin)))
    llvm::errs() << "(processing input from stdin now, hit ctrl-c/ctrl-d to "
                    "interrupt)\n";
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> read =
      sg::readProgram(input);
  if (!read)
    return fail(read.takeError());
  std::unique_ptr<llvm::MemoryBuffer> file = std::move(*read);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(file->getMemBufferRef()), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  if (failed(sg::checkSource(file->getBuffer(), file->getBufferIdentifier(),
                             context)))
    return failure();
  sg::addEndlessLocationHandler(registry, input);
  MlirOptMainConfig original = config;
  // The parser verifies programs that cannot crash the verifier.
  bool verifiesLater = original.shouldVerifyOnParsing() &&
                       sg::mayCrashVerifier(file->getMemBufferRef());
  if (verifiesLater)
    config.verifyOnParsing(false);
  config.setPassPipelineSetupFn([original, verifiesLater](PassManager &pm) {
    sg::explainErrors(pm);
    if (failed(original.setupPassPipeline(pm)))
      return failure();
    if (verifiesLater)
      sg::prependVerifyParsed(pm);
    return success();
  });
  LogicalResult result = failure();
  if (llvm::Error error = sg::writeFileIf(output, [&](llvm::raw_ostream &os) {
        result = MlirOptMain(os, std::move(file), registry, config);
        return succeeded(result);
      }))
    return fail(std::move(error));
  return result;
}

int sg::runOptMain(int argc, char **argv, StringRef toolName,
                   DialectRegistry &registry) {
  DebugOnlyOption debugOnly;
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv, toolName, registry);
  debugOnly.apply();
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  llvm::InitLLVM init(argc, argv);
  return asMainReturnCode(optimizeFile(input, output, registry, config));
}
