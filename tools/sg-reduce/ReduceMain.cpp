//===- ReduceMain.cpp - The main function of sg-reduce --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceMain.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Reducer/Passes.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/ParseUtilities.h"
#include "sg/Pipelines/CheckSource.h"
#include "sg/Pipelines/VerifyParsed.h"
#include "sg/Support/Files.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {
/// The command-line options, except the passes.
struct CommandLine {
  cl::OptionCategory category{"sg-reduce options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("File for the reduced module"),
                              cl::init("-"), cl::cat(category)};
  cl::opt<bool> noImplicitModule{
      "no-implicit-module", cl::desc("Do not wrap the parsed ops in a module"),
      cl::cat(category)};
  cl::opt<bool> allowUnregistered{
      "allow-unregistered-dialect",
      cl::desc("Allow ops of dialects that are not registered"),
      cl::cat(category)};
  cl::opt<std::string> splitMarker{
      "split-input-file", cl::ValueOptional,
      cl::callback([this](const std::string &marker) {
        if (marker.empty())
          splitMarker.setValue(kDefaultSplitMarker);
      }),
      cl::desc("Split the file at lines with this marker (default: // -----) "
               "and reduce each part separately"),
      cl::cat(category)};
};
} // namespace

static LogicalResult reduce(std::unique_ptr<llvm::MemoryBuffer> buffer,
                            const CommandLine &line,
                            const PassPipelineCLParser &passes,
                            MLIRContext &context, raw_ostream &os) {
  llvm::MemoryBufferRef source = buffer->getMemBufferRef();
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  if (failed(sg::checkSource(source.getBuffer(), source.getBufferIdentifier(),
                             context)))
    return failure();
  // Verify after parsing if the parser's verification may crash.
  bool verifiesAfterParsing = sg::mayCrashVerifier(source);
  ParserConfig config(&context, /*verifyAfterParse=*/!verifiesAfterParsing);
  OwningOpRef<Operation *> root =
      parseSourceFileForTool(sources, config, !line.noImplicitModule);
  if (!root || (verifiesAfterParsing && failed(sg::verifyParsed(*root))))
    return failure();
  PassManager pm(&context, root.get()->getName().getStringRef());
  auto fail = [&](const Twine &message) {
    return emitError(UnknownLoc::get(&context)) << message;
  };
  if (failed(passes.addToPipeline(pm, fail)) || failed(pm.run(root.get())))
    return failure();
  root.get()->print(os);
  return success();
}

static int fail(llvm::Error error) {
  llvm::errs() << llvm::toString(std::move(error)) << "\n";
  return EXIT_FAILURE;
}

int sg::reduce::runReduceMain(int argc, char **argv, MLIRContext &context) {
  CommandLine line;
  cl::HideUnrelatedOptions(line.category);
  llvm::InitLLVM init(argc, argv);
  registerReducerPasses();
  PassPipelineCLParser passes("", "Reduction passes");
  cl::ParseCommandLineOptions(argc, argv, "Reduces an MLIR module\n");
  context.allowUnregisteredDialects(line.allowUnregistered);

  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> input =
      readProgram(line.input);
  if (!input)
    return fail(input.takeError());
  bool isReduced = false;
  auto reduceAll = [&](raw_ostream &os) {
    auto reducePart = [&](std::unique_ptr<llvm::MemoryBuffer> part,
                          raw_ostream &os) {
      return ::reduce(std::move(part), line, passes, context, os);
    };
    isReduced = succeeded(
        line.splitMarker.empty()
            ? reducePart(std::move(*input), os)
            : splitAndProcessBuffer(std::move(*input), reducePart, os,
                                    line.splitMarker, line.splitMarker));
    return isReduced;
  };
  if (llvm::Error error = writeFileIf(line.output, reduceAll))
    return fail(std::move(error));
  return isReduced ? EXIT_SUCCESS : EXIT_FAILURE;
}
