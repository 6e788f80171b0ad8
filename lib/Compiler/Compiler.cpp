//===- Compiler.cpp - Compiles a function to native code ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Compiler/Compiler.h"
#include "CacheKey.h"
#include "DiagnosticCounter.h"
#include "sg/CodeGen/Passes.h"
#include "sg/Config.h"
#include "sg/Pipelines/ExplainErrors.h"
#include "sg/Runtime/ObjectCache.h"
#include "sg/Transforms/Passes.h"

using namespace mlir;
using namespace sg;
using llvm::Error, llvm::Expected;

/// Returns the error of a failed step, which a diagnostic has usually
/// explained.
static Error fail(CompileError::Step step, const Twine &text,
                  const DiagnosticCounter &diagnostics) {
  return llvm::make_error<CompileError>(step, text.str(),
                                        diagnostics.getNumErrors() != 0);
}

/// Returns an error for a step of LLVM, which emits no diagnostics.
static Error makeLLVMError(CompileError::Step step, Error error) {
  return llvm::make_error<CompileError>(step, llvm::toString(std::move(error)),
                                        /*isDiagnosed=*/false);
}

static Error run(PassManager &pm, ModuleOp module, CompileError::Step step,
                 const Twine &text) {
  DiagnosticCounter diagnostics(module.getContext());
  return failed(pm.run(module)) ? fail(step, text, diagnostics)
                                : Error::success();
}

static void addToCPU(OpPassManager &pm, const CompilerOptions &options,
                     unsigned vectorBits) {
  LowerToCPUOptions lowering;
  lowering.donated = ArrayRef<int64_t>(options.donated);
  lowering.threads = options.threads;
  lowering.leastWork = options.leastWork;
  lowering.vectorBits = vectorBits;
  buildLowerToCPUPipeline(pm, lowering);
}

#if SG_ENABLE_CUDA
static void addToNVVM(OpPassManager &pm, const CompilerOptions &options) {
  LowerToNVVMOptions lowering;
  lowering.donated = ArrayRef<int64_t>(options.donated);
  lowering.tf32 = options.tf32;
  lowering.atomics = options.atomics;
  if (!options.chip.empty())
    lowering.chip = options.chip;
  lowering.format = options.format;
  buildLowerToNVVMPipeline(pm, lowering);
}

static void addToEmulated(OpPassManager &pm, const CompilerOptions &options) {
  LowerToEmulatedOptions lowering;
  lowering.donated = ArrayRef<int64_t>(options.donated);
  lowering.checkKernels = options.checkKernels;
  lowering.tf32 = options.tf32;
  lowering.atomics = options.atomics;
  buildLowerToEmulatedPipeline(pm, lowering);
}
#endif

static Error addToDevice(OpPassManager &pm, const CompilerOptions &options) {
  if (options.device != Device::CPU) {
#if SG_ENABLE_CUDA
    if (options.device == Device::Cuda)
      addToNVVM(pm, options);
    else
      addToEmulated(pm, options);
    return Error::success();
#else
    return llvm::make_error<CompileError>(CompileError::Lowering,
                                          "this build has no GPU support",
                                          /*isDiagnosed=*/false);
#endif
  }
  unsigned vectorBits = 0; // this machine's width
  if (!options.processor.empty()) {
    Expected<unsigned> bits = Executable::getVectorBits(options.processor);
    if (!bits)
      return makeLLVMError(CompileError::NativeCode, bits.takeError());
    vectorBits = *bits;
  }
  addToCPU(pm, options, vectorBits);
  return Error::success();
}

Error sg::lowerModule(ModuleOp module, const CompilerOptions &options,
                      function_ref<void(PassManager &)> instrument) {
  auto written = std::make_shared<const ProgramOps>(module);
  if (options.strongZero)
    if (Error error = expandDerivatives(module, /*strongZero=*/true))
      return error;
  PassManager expand(module.getContext());
  explainErrors(expand, written);
  buildExpandPipeline(expand);
  if (options.buildLowering)
    options.buildLowering(expand);
  if (options.traceNan)
    expand.addPass(createTraceNan());
  if (instrument)
    instrument(expand);
  if (Error error = run(expand, module, CompileError::Derivatives,
                        "requests for derivatives cannot be expanded"))
    return error;
  PassManager lower(module.getContext());
  explainErrors(lower, written);
  if (instrument)
    instrument(lower);
  if (Error error = addToDevice(lower, options))
    return error;
  return run(lower, module, CompileError::Lowering,
             "the module cannot be lowered to the LLVM dialect");
}

char CompileError::ID = 0;

Error sg::isolateFunction(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  DiagnosticCounter diagnostics(module.getContext());
  if (failed(removeUnreferencedSymbols(module, function)) ||
      failed(checkRegistered(module)))
    return fail(CompileError::Reading,
                "@" + function.getName() + " cannot be compiled", diagnostics);
  return Error::success();
}

Error sg::prepareModule(ModuleOp module) {
  DiagnosticCounter diagnostics(module.getContext());
  if (failed(liftBranches(module)))
    return fail(CompileError::Derivatives,
                "branches between blocks cannot be lifted", diagnostics);
  return Error::success();
}

Error sg::expandDerivatives(ModuleOp module, bool strongZero) {
  PassManager pm(module.getContext());
  grad::ExpandDerivativesOptions options;
  options.strongZero = strongZero;
  pm.addPass(grad::createExpandDerivatives(options));
  return run(pm, module, CompileError::Derivatives,
             "requests for derivatives cannot be expanded");
}

Error sg::verifyMachineCode(ModuleOp module, const CompilerOptions &options) {
  for (const std::string &processor : options.verifiedProcessors) {
    OwningOpRef<ModuleOp> clone = module.clone();
    CompilerOptions processorOptions = options;
    processorOptions.processor = processor;
    if (Error error = lowerModule(*clone, processorOptions))
      return error;
    Expected<std::string> complaints =
        Executable::verifyMachineCode(*clone, processor);
    if (!complaints)
      return makeLLVMError(CompileError::NativeCode, complaints.takeError());
    if (!complaints->empty())
      return llvm::make_error<CompileError>(CompileError::Verifying,
                                            "machine code for " + processor +
                                                ": " + *complaints,
                                            /*isDiagnosed=*/false);
  }
  return Error::success();
}

/// Compiles a module and stores the code in `cache`, unless `cache` is null.
static Expected<std::unique_ptr<Executable>>
compile(ModuleOp module, const CompilerOptions &options,
        const ObjectCache *cache, std::string cacheKey) {
  DiagnosticCounter diagnostics(module.getContext());
  if (Error error = prepareModule(module))
    return error;
  if (Error error = verifyMachineCode(module, options))
    return error;
  if (Error error = lowerModule(module, options))
    return error;
  Executable::Options native;
  native.objectFile = options.objectFile;
  native.processor = options.processor;
  native.optimizesLess = options.optimizesLess;
  // Do not cache code with diagnostics: loading the code does not repeat the
  // diagnostics.
  if (diagnostics.getNumErrors() + diagnostics.getNumWarnings() == 0) {
    native.cache = cache;
    native.cacheKey = std::move(cacheKey);
  }
  Expected<std::unique_ptr<Executable>> compiled =
      Executable::compile(module, native);
  if (!compiled)
    return makeLLVMError(CompileError::NativeCode, compiled.takeError());
  return compiled;
}

/// Opens the cache, or warns if other users may write to it.
static std::optional<ObjectCache> openCache(ModuleOp module, StringRef path) {
  Expected<PrivateFolder> folder = PrivateFolder::open(path);
  if (folder)
    return ObjectCache(std::move(*folder));
  emitWarning(UnknownLoc::get(module.getContext()))
      << "native code is not cached: " << llvm::toString(folder.takeError());
  return std::nullopt;
}

Expected<std::unique_ptr<Executable>>
sg::compileModule(ModuleOp module, const CompilerOptions &options) {
  return compile(module, options, /*cache=*/nullptr, "");
}

Expected<CompiledFunction> sg::compileFunction(func::FuncOp function,
                                               const CompilerOptions &options) {
  if (Error error = isolateFunction(function))
    return error;
  auto module = function->getParentOfType<ModuleOp>();
  std::string key = makeCacheKey(function, options);
  std::optional<ObjectCache> cache;
  if (!key.empty())
    cache = openCache(module, options.cache);
  if (cache)
    if (std::unique_ptr<llvm::MemoryBuffer> object = cache->find(key)) {
      Expected<std::unique_ptr<Executable>> loaded =
          Executable::load(std::move(object), function.getName());
      if (loaded)
        return CompiledFunction{std::move(*loaded), /*isFromCache=*/true};
      // Compile again. For example, a library that the code needs has changed.
      llvm::consumeError(loaded.takeError());
    }
  Expected<std::unique_ptr<Executable>> compiled =
      compile(module, options, cache ? &*cache : nullptr, std::move(key));
  if (!compiled)
    return compiled.takeError();
  return CompiledFunction{std::move(*compiled), /*isFromCache=*/false};
}
