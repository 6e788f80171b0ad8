//===- Executable.cpp - Native code of a module ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Executable.h"
#include "CodeGen/Passes.h"
#include "Runtime/CallRuntime.h"
#include "VectorLibrary.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SG_INSTRUMENT_ADDRESS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SG_INSTRUMENT_ADDRESS 1
#endif

using namespace llvm;

namespace {
/// -O3 for the target, with the vector library.
Error optimize(Module &module, TargetMachine &machine) {
  TargetLibraryInfoImpl libraryInfo(module.getTargetTriple());
  libraryInfo.addVectorizableFunctions(sg::getVectorLibrary());

  PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = true;
  tuning.LoopUnrolling = true;
  tuning.LoopInterleaving = true;
  PassBuilder builder(&machine, tuning);
#ifdef SG_INSTRUMENT_ADDRESS
  for (Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(Attribute::SanitizeAddress);
  builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
        passes.addPass(AddressSanitizerPass(AddressSanitizerOptions()));
      });
#endif
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  functions.registerPass([&] { return TargetLibraryAnalysis(libraryInfo); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes =
      builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3);
  passes.run(module, modules);
  return Error::success();
}
} // namespace

sg::Executable::Executable(std::unique_ptr<mlir::ExecutionEngine> engine)
    : engine(std::move(engine)) {}
sg::Executable::~Executable() = default;

Expected<std::unique_ptr<sg::Executable>>
sg::Executable::compile(mlir::ModuleOp module, const Options &options) {
  static const bool isInitialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)isInitialized;
  Expected<orc::JITTargetMachineBuilder> host =
      orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    return host.takeError();
  host->setCodeGenOptLevel(CodeGenOptLevel::Aggressive);
  Expected<std::unique_ptr<TargetMachine>> machine =
      host->createTargetMachine();
  if (!machine)
    return machine.takeError();
  Expected<std::unique_ptr<TargetMachine>> optimizing =
      host->createTargetMachine();
  if (!optimizing)
    return optimizing.takeError();

  mlir::registerBuiltinDialectTranslation(*module.getContext());
  mlir::registerLLVMDialectTranslation(*module.getContext());
  mlir::ExecutionEngineOptions engineOptions;
  engineOptions.jitCodeGenOptLevel = CodeGenOptLevel::Aggressive;
  engineOptions.enableObjectDump = !options.objectFile.empty();
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  auto transform = [&](Module *llvmModule) {
    return optimize(*llvmModule, **optimizing);
  };
  engineOptions.transformer = transform;
  Expected<std::unique_ptr<mlir::ExecutionEngine>> engine =
      mlir::ExecutionEngine::create(module, engineOptions, std::move(*machine));
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols([&](orc::MangleAndInterner mangle) {
    orc::SymbolMap symbols;
    for (ArrayRef<RuntimeSymbol> table :
         {getCallRuntimeSymbols(), getPrintRuntimeSymbols(),
          getFloatRuntimeSymbols()})
      for (const RuntimeSymbol &symbol : table)
        symbols[mangle(symbol.name)] = {
            orc::ExecutorAddr::fromPtr(symbol.address),
            JITSymbolFlags::Exported};
    return symbols;
  });
  std::unique_ptr<Executable> executable(new Executable(std::move(*engine)));
  // Code is generated when something in it is first looked up: now, while the
  // target machine is alive.
  executable->engine->initialize();
  for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>())
    if (!function.isExternal() &&
        function.getLinkage() == mlir::LLVM::Linkage::External) {
      Expected<void *> address = executable->engine->lookup(function.getName());
      if (!address)
        return address.takeError();
      break;
    }
  if (!options.objectFile.empty())
    executable->engine->dumpToObjectFile(options.objectFile);
  return executable;
}

Expected<sg_entry_point> sg::Executable::lookup(StringRef function) const {
  Expected<void *> address = engine->lookup((kEntryPrefix + function).str());
  if (!address)
    return address.takeError();
  return reinterpret_cast<sg_entry_point>(*address);
}
