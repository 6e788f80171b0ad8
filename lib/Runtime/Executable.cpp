//===- Executable.cpp - Native code of a module ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Executable.h"
#include "AddressSanitizer.h"
#include "RuntimeSymbols.h"
#include "VectorLibrary.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "sg/Runtime/Array.h"
#include "sg/Support/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"

using namespace llvm;

//===----------------------------------------------------------------------===//
// AddressSanitizer
//===----------------------------------------------------------------------===//

#ifdef SG_SANITIZES_ADDRESS
/// What is to run first and last, under names that no function of a program
/// has.
static constexpr StringLiteral kInitializer = "sg.asan.initialize";
static constexpr StringLiteral kFinalizer = "sg.asan.finalize";

static void instrument(Module &module, PassBuilder &builder) {
  for (Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(Attribute::SanitizeAddress);
  // Constants of a larger alignment would not be guarded.
  const Align largestAlignment(32);
  for (GlobalVariable &global : module.globals())
    if (global.getAlign().value_or(Align()) > largestAlignment)
      global.setAlignment(largestAlignment);
  builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
        passes.addPass(AddressSanitizerPass(AddressSanitizerOptions(),
                                            /*UseGlobalGC=*/false,
                                            /*UseOdrIndicator=*/false));
      });
}

/// Makes functions that can be looked up of the module's constructor and
/// destructor, which announce its globals and withdraw them.
static void exposeConstructors(Module &module) {
  for (auto [list, name, newName] :
       {std::tuple("llvm.global_ctors", "asan.module_ctor", kInitializer),
        std::tuple("llvm.global_dtors", "asan.module_dtor", kFinalizer)}) {
    if (GlobalVariable *functions = module.getNamedGlobal(list))
      functions->eraseFromParent();
    if (Function *function = module.getFunction(name)) {
      function->setName(newName);
      function->setComdat(nullptr);
      function->setLinkage(GlobalValue::ExternalLinkage);
    }
  }
}
#endif

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static unsigned getVectorBitsOf(const TargetMachine &machine) {
  const MCSubtargetInfo &known = *machine.getMCSubtargetInfo();
  if (known.checkFeatures("+avx512f"))
    return 512;
  return known.checkFeatures("+avx") ? 256 : 128;
}

/// For the target, with the vector library.
static void optimize(Module &module, TargetMachine &machine,
                     OptimizationLevel level) {
  TargetLibraryInfoImpl libraryInfo(module.getTargetTriple());
  libraryInfo.addVectorizableFunctions(
      sg::getVectorLibrary(getVectorBitsOf(machine)));

  PipelineTuningOptions tuning;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = true;
  // Of a short inner loop a straight line would be made, and the loop around it
  // vectorized in its place, by gathers. Loops are unrolled behind that.
  tuning.LoopUnrolling = false;
  tuning.LoopInterleaving = true;
  PassBuilder builder(&machine, tuning);
#ifdef SG_SANITIZES_ADDRESS
  instrument(module, builder);
#endif
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
#ifdef SG_SANITIZES_ADDRESS
  exposeConstructors(module);
#endif
}

/// The size of a constant, or the largest number if it is larger.
static uint64_t countBytes(mlir::Type type) {
  if (auto array = dyn_cast<mlir::LLVM::LLVMArrayType>(type))
    return SaturatingMultiply(array.getNumElements(),
                              countBytes(array.getElementType()));
  if (auto parts = dyn_cast<mlir::LLVM::LLVMStructType>(type)) {
    uint64_t bytes = 0; // of a complex number
    for (mlir::Type part : parts.getBody())
      bytes = SaturatingAdd(bytes, countBytes(part));
    return bytes;
  }
  return type.isIntOrFloat() ? divideCeil(type.getIntOrFloatBitWidth(), 8) : 8;
}

/// Constants are part of native code, which addresses them by 32 bits.
static Error checkConstants(mlir::ModuleOp module) {
  uint64_t bytes = 0;
  for (auto global : module.getOps<mlir::LLVM::GlobalOp>())
    bytes = SaturatingAdd(bytes, countBytes(global.getGlobalType()));
  if (bytes <= std::numeric_limits<int32_t>::max())
    return Error::success();
  return sg::makeError(
      "out of memory: the program's constants take more than 2 GiB");
}

/// The processor of that name, or this one, with position independent code, as
/// a linker wants it.
static Expected<orc::JITTargetMachineBuilder>
describeHost(StringRef processor = "") {
  static const bool isInitialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)isInitialized;
  Expected<orc::JITTargetMachineBuilder> host =
      orc::JITTargetMachineBuilder::detectHost();
  if (!host)
    return host;
  host->setCodeGenOptLevel(CodeGenOptLevel::Aggressive);
  host->setRelocationModel(Reloc::PIC_);
  host->setCodeModel(CodeModel::Small);
  if (processor.empty())
    return host;
  Expected<std::unique_ptr<TargetMachine>> machine =
      host->createTargetMachine();
  if (!machine)
    return machine.takeError();
  if (!(*machine)->getMCSubtargetInfo()->isCPUStringValid(processor))
    return sg::makeError("there is no processor '" + processor + "' of " +
                         host->getTargetTriple().getArchName() +
                         "; llc --mcpu=help lists them");
  host->setCPU(processor.str());
  host->getFeatures() = SubtargetFeatures();
  return host;
}

static Expected<std::unique_ptr<TargetMachine>>
createMachine(StringRef processor) {
  Expected<orc::JITTargetMachineBuilder> host = describeHost(processor);
  if (!host)
    return host.takeError();
  return host->createTargetMachine();
}

static Expected<std::unique_ptr<MemoryBuffer>>
compileToObject(mlir::ModuleOp module, orc::JITTargetMachineBuilder &host,
                OptimizationLevel level) {
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
  Expected<std::unique_ptr<TargetMachine>> machine = host.createTargetMachine();
  if (!machine)
    return machine.takeError();
  llvmModule->setDataLayout((*machine)->createDataLayout());
  llvmModule->setTargetTriple((*machine)->getTargetTriple());
  optimize(*llvmModule, **machine, level);
  return orc::SimpleCompiler(**machine)(*llvmModule);
}

//===----------------------------------------------------------------------===//
// Executable
//===----------------------------------------------------------------------===//

/// The name of some function that can be looked up; empty if there is none.
static StringRef findSymbol(mlir::ModuleOp module) {
  for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>())
    if (!function.isExternal() &&
        function.getLinkage() == mlir::LLVM::Linkage::External)
      return function.getName();
  return "";
}

sg::Executable::Executable(std::unique_ptr<orc::LLJIT> jit)
    : jit(std::move(jit)) {}

sg::Executable::~Executable() {
  releaseProgram(program);
  if (finalizer)
    finalizer();
}

Expected<std::unique_ptr<sg::Executable>>
sg::Executable::compile(mlir::ModuleOp module, const Options &options) {
  Expected<orc::JITTargetMachineBuilder> host = describeHost(options.processor);
  if (!host)
    return host.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> object = compileToObject(
      module, *host,
      options.isBrief ? OptimizationLevel::O1 : OptimizationLevel::O3);
  if (!object)
    return object.takeError();
  if (!options.objectFile.empty())
    if (Error error = writeFile(options.objectFile, [&](raw_ostream &os) {
          os << (*object)->getBuffer();
        }))
      return error;

  if (!options.cacheKey.empty())
    options.cache->store(options.cacheKey, (*object)->getBuffer());
  return create(*host, std::move(*object), findSymbol(module));
}

Expected<std::unique_ptr<MemoryBuffer>>
sg::Executable::compileObject(mlir::ModuleOp module, StringRef processor) {
  Expected<orc::JITTargetMachineBuilder> host = describeHost(processor);
  if (!host)
    return host.takeError();
  return compileToObject(module, *host, OptimizationLevel::O3);
}

Expected<std::unique_ptr<sg::Executable>>
sg::Executable::load(std::unique_ptr<MemoryBuffer> object, StringRef function) {
  Expected<orc::JITTargetMachineBuilder> host = describeHost();
  if (!host)
    return host.takeError();
  return create(*host, std::move(object), (kEntryPrefix + function).str());
}

std::string sg::Executable::describeProcessor(StringRef processor) {
  Expected<orc::JITTargetMachineBuilder> host = describeHost(processor);
  if (!host) {
    consumeError(host.takeError());
    return "";
  }
  return host->getTargetTriple().str() + " " + host->getCPU() + " " +
         host->getFeatures().getString();
}

Expected<unsigned> sg::Executable::getVectorBits(StringRef processor) {
  Expected<std::unique_ptr<TargetMachine>> machine = createMachine(processor);
  if (!machine)
    return machine.takeError();
  return getVectorBitsOf(**machine);
}

Error sg::Executable::checkRuns(StringRef processor) {
  Expected<std::unique_ptr<TargetMachine>> machine = createMachine(processor);
  if (!machine)
    return machine.takeError();
  const MCSubtargetInfo &known = *(*machine)->getMCSubtargetInfo();
  SmallVector<std::string> missing;
  for (const auto &feature : sys::getHostCPUFeatures())
    if (!feature.second && known.checkFeatures(("+" + feature.first()).str()))
      missing.push_back(feature.first().str());
  if (missing.empty())
    return Error::success();
  llvm::sort(missing);
  return makeError("code for " + processor + " does not run here: this " +
                   "processor has no " + join(missing, ", "));
}

Expected<std::unique_ptr<sg::Executable>>
sg::Executable::create(orc::JITTargetMachineBuilder host,
                       std::unique_ptr<MemoryBuffer> object, StringRef symbol) {
  Expected<std::unique_ptr<orc::LLJIT>> jit =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(std::move(host))
          .setPlatformSetUp(orc::setUpInactivePlatform)
          .create();
  if (!jit)
    return jit.takeError();
  std::unique_ptr<Executable> executable(new Executable(std::move(*jit)));
  if (Error error = executable->link(std::move(object), symbol))
    return error;
  return executable;
}

Error sg::Executable::link(std::unique_ptr<MemoryBuffer> object,
                           StringRef symbol) {
  orc::SymbolMap symbols;
  for (ArrayRef<RuntimeSymbol> known :
       {getRuntimeSymbols(), getTeamSymbols(), getVectorSymbols()})
    for (const RuntimeSymbol &one : known)
      symbols[jit->mangleAndIntern(one.name)] = {
          orc::ExecutorAddr::fromPtr(one.address), JITSymbolFlags::Exported};
  symbols[jit->mangleAndIntern("sgrt_this_program")] = {
      orc::ExecutorAddr::fromPtr(&program), JITSymbolFlags::Exported};
  if (Error error = jit->getMainJITDylib().define(
          orc::absoluteSymbols(std::move(symbols))))
    return error;
  // Among the names that it has.
  isShared = object->getBuffer().contains("__kmpc_fork_call");
  if (Error error = jit->addObjectFile(std::move(object)))
    return error;
  if (symbol.empty())
    return Error::success();

  // All of the object is linked when something in it is looked up. The first
  // thing that goes wrong is reported; the error only tells the consequences.
  std::string reason;
  orc::ExecutionSession &session = jit->getExecutionSession();
  session.setErrorReporter([&](Error error) {
    std::string text = toString(std::move(error));
    if (reason.empty())
      reason = text;
  });
  Expected<orc::ExecutorAddr> address = jit->lookup(symbol);
  session.setErrorReporter([](Error error) { consumeError(std::move(error)); });
  if (!address) {
    if (reason.empty())
      return address.takeError();
    consumeError(address.takeError());
    return makeError("cannot link native code: " + reason);
  }
#ifdef SG_SANITIZES_ADDRESS
  if (auto initializer = jit->lookup(kInitializer)) {
    initializer->toPtr<void()>()();
    if (auto withdraw = jit->lookup(kFinalizer))
      finalizer = withdraw->toPtr<void()>();
    else
      consumeError(withdraw.takeError());
  } else {
    consumeError(initializer.takeError());
  }
#endif
  return Error::success();
}

Expected<sg_entry_point> sg::Executable::lookup(StringRef function) const {
  Expected<orc::ExecutorAddr> address =
      jit->lookup((kEntryPrefix + function).str());
  if (!address)
    return address.takeError();
  return address->toPtr<int32_t(sg_call *)>();
}
