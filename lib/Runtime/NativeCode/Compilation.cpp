//===- Compilation.cpp - Compiles the LLVM dialect to objects -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "ConditionalDivisions.h"
#include "MachineCode.h"
#include "Sanitizers.h"
#include "ShortMaximumLoops.h"
#include "VectorLibrary.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "sg/Runtime/Array.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"

using namespace llvm;

unsigned sg::getVectorBits(const TargetMachine &machine) {
  const MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  if (!machine.getTargetTriple().isX86())
    return 128;
  if (subtarget.checkFeatures("+avx512f"))
    return 512;
  return subtarget.checkFeatures("+avx") ? 256 : 128;
}

/// Optimizes a module for the target, with vectorized math functions.
static void optimize(Module &module, TargetMachine &machine,
                     OptimizationLevel level) {
  TargetLibraryInfoImpl libraryInfo(module.getTargetTriple());
  libraryInfo.addVectorizableFunctions(
      sg::getVectorLibrary(sg::getVectorBits(machine)));

  PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = true;
  // Do not unroll before vectorization: short inner loops would be unrolled
  // completely, and the outer loop would be vectorized with gathers.
  tuning.LoopUnrolling = false;
  tuning.LoopInterleaving = true;
  PassBuilder builder(&machine, tuning);
  sg::instrument(module, builder);
  builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) {
        LoopPassManager loops;
        loops.addPass(sg::ConditionalDivisions());
        loops.addPass(sg::ShortMaximumLoops());
        passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops)));
      });
  builder.registerVectorizerEndEPCallback([](FunctionPassManager &passes,
                                             OptimizationLevel level) {
    passes.addPass(LoopUnrollPass(LoopUnrollOptions(level.getSpeedupLevel())));
  });
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
  ModulePassManager passes = builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
  sg::exposeConstructors(module);
}

/// Returns the size in bytes of a constant of type `type`, or the largest
/// integer on overflow.
static uint64_t countBytes(mlir::Type type) {
  if (auto array = dyn_cast<mlir::LLVM::LLVMArrayType>(type))
    return SaturatingMultiply(array.getNumElements(),
                              countBytes(array.getElementType()));
  if (auto parts = dyn_cast<mlir::LLVM::LLVMStructType>(type)) {
    uint64_t bytes = 0; // a complex number
    for (mlir::Type part : parts.getBody())
      bytes = SaturatingAdd(bytes, countBytes(part));
    return bytes;
  }
  return type.isIntOrFloat() ? divideCeil(type.getIntOrFloatBitWidth(), 8) : 8;
}

/// Fails if the constants exceed 2 GiB, since native code addresses constants
/// with 32 bits.
static Error checkConstants(mlir::ModuleOp module) {
  uint64_t bytes = 0;
  for (auto global : module.getOps<mlir::LLVM::GlobalOp>())
    bytes = SaturatingAdd(bytes, countBytes(global.getGlobalType()));
  if (bytes <= std::numeric_limits<int32_t>::max())
    return Error::success();
  return sg::makeError(
      "out of memory: the program's constants take more than 2 GiB");
}

static void initializeHost() {
  static const bool isInitialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)isInitialized;
}

/// Disables instructions such as vcvtneps2bf16 that flush subnormal bf16 to
/// zero, so that results do not depend on the processor.
static void dropFlushingInstructions(orc::JITTargetMachineBuilder &target) {
  if (target.getTargetTriple().isX86())
    for (StringRef feature : {"avx512bf16", "avxneconvert", "avx10.2"})
      target.getFeatures().AddFeature(feature, /*Enable=*/false);
}

static void setOptions(orc::JITTargetMachineBuilder &target) {
  target.setCodeGenOptLevel(CodeGenOptLevel::Aggressive);
  target.setRelocationModel(Reloc::PIC_);
  target.setCodeModel(CodeModel::Small);
  dropFlushingInstructions(target);
}

/// Sets the processor. Returns an error if the architecture has no processor of
/// this name.
static Error setProcessor(orc::JITTargetMachineBuilder &target,
                          StringRef processor) {
  Expected<std::unique_ptr<TargetMachine>> machine =
      target.createTargetMachine();
  if (!machine)
    return machine.takeError();
  if (!(*machine)->getMCSubtargetInfo()->isCPUStringValid(processor))
    return sg::makeError("there is no processor '" + processor + "' of " +
                         target.getTargetTriple().getArchName() +
                         "; llc --mcpu=help lists them");
  target.setCPU(processor.str());
  target.getFeatures() = SubtargetFeatures();
  dropFlushingInstructions(target);
  return Error::success();
}

Expected<orc::JITTargetMachineBuilder> sg::describeTarget(StringRef processor) {
  initializeHost();
  Expected<orc::JITTargetMachineBuilder> host =
      orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    return host;
  setOptions(*host);
  if (!processor.empty())
    if (Error error = setProcessor(*host, processor))
      return error;
  return host;
}

Expected<orc::JITTargetMachineBuilder>
sg::describeForeignTarget(StringRef processor) {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  for (StringRef triple :
       {"x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"}) {
    orc::JITTargetMachineBuilder target((Triple(triple)));
    setOptions(target);
    Error error = setProcessor(target, processor);
    if (!error)
      return target;
    consumeError(std::move(error));
  }
  return makeError("there is no processor '" + processor +
                   "' of x86-64 or AArch64; llc --mcpu=help lists them");
}

Expected<std::unique_ptr<MemoryBuffer>>
sg::compileToObject(mlir::ModuleOp module, orc::JITTargetMachineBuilder &target,
                    OptimizationLevel level, std::string *verifierErrors) {
  if (Error error = checkConstants(module))
    return error;
  mlir::registerBuiltinDialectTranslation(*module.getContext());
  mlir::registerLLVMDialectTranslation(*module.getContext());
  mlir::registerOpenMPDialectTranslation(*module.getContext());
  LLVMContext context;
  std::unique_ptr<Module> llvmModule =
      mlir::translateModuleToLLVMIR(module, context);
  if (!llvmModule)
    return sg::makeError("the module cannot be translated to LLVM IR");
  Expected<std::unique_ptr<TargetMachine>> machine =
      target.createTargetMachine();
  if (!machine)
    return machine.takeError();
  llvmModule->setDataLayout((*machine)->createDataLayout());
  llvmModule->setTargetTriple((*machine)->getTargetTriple());
  optimize(*llvmModule, **machine, level);
  return emitObject(*llvmModule, **machine, verifierErrors);
}
