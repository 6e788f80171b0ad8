//===- Program.cpp - From a file to native code ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Messages.h"
#include "Progress.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "sg/CodeGen/Passes.h"
#include "sg/Pipelines/ExplainErrors.h"
#include "sg/Pipelines/OneFunction.h"
#include "sg/Pipelines/Pipelines.h"
#include "sg/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Host.h"
#include <dlfcn.h>

using namespace mlir;
using namespace sg::run;

/// Whether functions use values of their own only. The parser takes a name that
/// is not defined for one of a later function, as long as nothing is verified.
static LogicalResult checkIsolated(ModuleOp module) {
  for (Operation &top : *module.getBody()) {
    WalkResult walk = top.walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        Region *region = operand.getParentRegion();
        if (region == op->getParentRegion() ||
            top.isAncestor(region->getParentOp()))
          continue;
        op->emitOpError("uses a value of another function");
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
  }
  return success();
}

/// Whether what is a symbol has a name; it cannot be asked for it else.
static LogicalResult checkNames(ModuleOp module) {
  for (Operation &op : *module.getBody())
    if (isa<SymbolOpInterface>(op) &&
        !op.getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()) &&
        failed(verify(&op)))
      return failure();
  return success();
}

int sg::run::loadProgram(MLIRContext &context, const Options &options,
                         Program &program) {
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(options.file);
  if (!buffer)
    return fail("cannot read '" + options.file +
                "': " + buffer.getError().message());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(alignBytecode(std::move(*buffer)), llvm::SMLoc());
  program.module = parseSourceFile<ModuleOp>(sources, config);
  if (!program.module || failed(checkNames(*program.module)) ||
      failed(checkIsolated(*program.module)))
    return Usage;
  auto function = program.module->lookupSymbol<func::FuncOp>(options.function);
  if (!function) {
    std::string names;
    for (auto known : program.module->getOps<func::FuncOp>())
      names += (names.empty() ? "@" : ", @") + known.getName().str();
    return fail("there is no function '@" + options.function + "' in '" +
                options.file + "'" +
                (names.empty() ? "" : "; there are " + names));
  }
  if (function.isExternal())
    return fail("the function '@" + options.function + "' has no body");
  if (failed(keepReachable(*program.module, function)) ||
      failed(checkKnown(*program.module)))
    return Usage;
  program.type = function.getFunctionType();
  for (unsigned i : options.donated)
    if (i >= function.getNumArguments())
      return fail("--donate names argument " + Twine(i) + ", but @" +
                  options.function + " has " +
                  Twine(function.getNumArguments()));
  program.donated =
      findDonated(function, SmallVector<int64_t>(options.donated.begin(),
                                                 options.donated.end()));
  return Success;
}

int sg::run::prepareModule(ModuleOp module) {
  return failed(liftBranches(module)) ? Finding : Success;
}

int sg::run::expandModule(ModuleOp module, bool strongZero) {
  PassManager expand(module.getContext());
  grad::ExpandDerivativesOptions options;
  options.strongZero = strongZero;
  expand.addPass(grad::createExpandDerivatives(options));
  return failed(expand.run(module)) ? Finding : Success;
}

int sg::run::lowerToLLVM(const Options &options, const Extension *extension,
                         ModuleOp module,
                         llvm::function_ref<void(PassManager &)> instrument) {
  MLIRContext *context = module.getContext();
  auto written = std::make_shared<const WrittenOps>(module);
  if (options.strongZero)
    if (int code = expandModule(module, /*strongZero=*/true))
      return code;
  PassManager expand(context);
  explainErrors(expand, written);
  buildExpandPipeline(expand);
  if (extension)
    extension->buildLowering(expand);
  if (options.traceNan)
    expand.addPass(createTraceNan());
  if (instrument)
    instrument(expand);
  if (failed(expand.run(module)))
    return Finding;
  PassManager lower(context);
  explainErrors(lower, written);
  if (instrument)
    instrument(lower);
  if (options.device == Device::Cuda) {
    LowerToNVVMOptions lowering;
    for (unsigned argument : options.donated)
      lowering.donated.push_back(argument);
    lowering.tf32 = options.tf32;
    lowering.atomics = options.atomics;
    if (!options.chip.empty())
      lowering.chip = options.chip;
    lowering.format = options.format;
    buildLowerToNVVMPipeline(lower, lowering);
  } else if (options.device == Device::Emulated) {
    LowerToEmulatedOptions lowering;
    for (unsigned argument : options.donated)
      lowering.donated.push_back(argument);
    lowering.checkKernels = options.checkKernels;
    lowering.tf32 = options.tf32;
    lowering.atomics = options.atomics;
    buildLowerToEmulatedPipeline(lower, lowering);
  } else {
    LowerToCPUOptions lowering;
    for (unsigned argument : options.donated)
      lowering.donated.push_back(argument);
    lowering.threads = options.threads;
    lowering.leastWork = options.leastWork;
    if (!options.processor.empty())
      lowering.vectorBits =
          llvm::cantFail(Executable::getVectorBits(options.processor));
    buildLowerToCPUPipeline(lower, lowering);
  }
  if (failed(lower.run(module)))
    return hasPrintedError() ? int(Usage)
                             : fail("cannot compile @" + options.function);
  return failed(checkLowered(module)) ? Usage : Success;
}

/// Compiles the module for processors that need not be at hand. A complaint of
/// the machine verifier is a finding.
static int verifyMachineCode(const Options &options,
                             const sg::run::Extension *extension,
                             ModuleOp module) {
  for (const std::string &processor : options.verifiedProcessors) {
    OwningOpRef<ModuleOp> clone = module.clone();
    Options other = options;
    other.processor = processor;
    if (int code = lowerToLLVM(other, extension, *clone))
      return code;
    llvm::Expected<std::string> complaints =
        sg::Executable::verifyMachineCode(*clone, processor);
    if (!complaints)
      return fail(llvm::toString(complaints.takeError()));
    if (!complaints->empty())
      return fail("machine code for " + processor + ": " + *complaints,
                  Finding);
  }
  return Success;
}

int sg::run::lowerModule(const Options &options, const Extension *extension,
                         ModuleOp module,
                         std::unique_ptr<Executable> &executable,
                         StringRef cacheKey) {
  if (int code = verifyMachineCode(options, extension, module))
    return code;
  if (int code = lowerToLLVM(options, extension, module))
    return code;
  if (options.printLowered)
    return Success;
  Executable::Options compileOptions;
  compileOptions.objectFile = options.dumpObject;
  compileOptions.processor = options.processor;
  compileOptions.isBrief = options.checkGradients;
  // What was said would not be said again.
  ObjectCache cache(options.cache);
  compileOptions.cache = &cache;
  if (!hasPrinted())
    compileOptions.cacheKey = cacheKey.str();
  llvm::Expected<std::unique_ptr<Executable>> compiled =
      Executable::compile(module, compileOptions);
  if (!compiled)
    return fail(llvm::toString(compiled.takeError()));
  executable = std::move(*compiled);
  return Success;
}

/// Size and time of a file: of a new version they are others.
static void describeFile(StringRef path, raw_ostream &os) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status))
    return;
  os << status.getSize() << ' '
     << status.getLastModificationTime().time_since_epoch().count() << ' ';
}

/// Everything that native code depends on: this tool, the library that compiles
/// and the processor, the options, and the program with its locations, which
/// are in messages. Empty if nothing is to be kept.
static std::string makeCacheKey(const Options &options, ModuleOp module) {
  Dl_info library;
  // What is compiled for a GPU depends on the toolkit, too.
  if (options.device == sg::Device::Cuda || options.cache.empty() ||
      options.printLowered || options.report ||
      !options.verifiedProcessors.empty() || !options.dumpObject.empty() ||
      !dladdr(reinterpret_cast<void *>(&llvm::sys::getProcessTriple), &library))
    return "";
  std::string key;
  llvm::raw_string_ostream os(key);
  describeFile("/proc/self/exe", os);
  describeFile(library.dli_fname, os);
  os << sg::Executable::describeProcessor(options.processor) << '\n'
     << static_cast<int>(options.device) << options.checkKernels << options.tf32
     << options.atomics << options.traceNan << options.strongZero << ' '
     << options.threads << ' ' << options.leastWork << ' ' << options.function;
  for (unsigned argument : options.donated)
    os << ' ' << argument;
  os << '\n';
  return succeeded(writeBytecodeToFile(module, os)) ? key : "";
}

int sg::run::compileProgram(const Options &options, Program &program) {
  Progress progress("compiling @" + options.function);
  sg::ObjectCache cache(options.cache);
  std::string key = makeCacheKey(options, *program.module);
  if (!key.empty())
    if (std::unique_ptr<llvm::MemoryBuffer> object = cache.find(key)) {
      llvm::Expected<std::unique_ptr<sg::Executable>> loaded =
          sg::Executable::load(std::move(object), options.function);
      if (loaded) {
        program.executable = std::move(*loaded);
        program.isFromCache = true;
        return Success;
      }
      // Say, libraries are others than they were.
      llvm::consumeError(loaded.takeError());
    }
  if (int code = prepareModule(*program.module))
    return code;
  // It fails where there is nothing to report on.
  if (options.report && failed(printGradientReports(
                            *program.module, options.function, llvm::errs())))
    return Usage;
  return lowerModule(options, program.extension, *program.module,
                     program.executable, key);
}
