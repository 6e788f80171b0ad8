//===- Executable.cpp - Native code of a module ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Executable.h"
#include "Compilation.h"
#include "RuntimeSymbols.h"
#include "Sanitizers.h"
#include "VectorLibrary.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "sg/Runtime/Array.h"
#include "sg/Support/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;

static Expected<std::unique_ptr<TargetMachine>>
createMachine(StringRef processor) {
  Expected<orc::JITTargetMachineBuilder> target = sg::describeTarget(processor);
  if (!target)
    return target.takeError();
  return target->createTargetMachine();
}

/// Returns the name of any function that can be looked up, or an empty string.
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
#if SG_ENABLE_CUDA
  releaseProgram(program);
#endif
  if (finalizer)
    finalizer();
}

Expected<std::unique_ptr<sg::Executable>>
sg::Executable::compile(mlir::ModuleOp module, const Options &options) {
  Expected<orc::JITTargetMachineBuilder> target =
      describeTarget(options.processor);
  if (!target)
    return target.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> object = compileToObject(
      module, *target,
      options.optimizesLess ? OptimizationLevel::O1 : OptimizationLevel::O3);
  if (!object)
    return object.takeError();
  if (!options.objectFile.empty())
    if (Error error = writeFile(options.objectFile, [&](raw_ostream &os) {
          os << (*object)->getBuffer();
        }))
      return error;

  if (options.cache)
    options.cache->store(options.cacheKey, (*object)->getBuffer());
  return create(*target, std::move(*object), findSymbol(module));
}

Expected<std::unique_ptr<MemoryBuffer>>
sg::Executable::compileObject(mlir::ModuleOp module, StringRef processor) {
  Expected<orc::JITTargetMachineBuilder> target = describeTarget(processor);
  if (!target)
    return target.takeError();
  return compileToObject(module, *target, OptimizationLevel::O3);
}

Expected<std::unique_ptr<sg::Executable>>
sg::Executable::load(std::unique_ptr<MemoryBuffer> object, StringRef function) {
  Expected<orc::JITTargetMachineBuilder> target = describeTarget();
  if (!target)
    return target.takeError();
  return create(*target, std::move(object), (kEntryPrefix + function).str());
}

Expected<std::string> sg::Executable::verifyMachineCode(mlir::ModuleOp module,
                                                        StringRef processor) {
  Expected<orc::JITTargetMachineBuilder> target =
      describeForeignTarget(processor);
  if (!target)
    return target.takeError();
  std::string verifierErrors;
  Expected<std::unique_ptr<MemoryBuffer>> object =
      compileToObject(module, *target, OptimizationLevel::O3, &verifierErrors);
  if (!object)
    return object.takeError();
  return verifierErrors;
}

std::string sg::Executable::describeProcessor(StringRef processor) {
  Expected<orc::JITTargetMachineBuilder> target = describeTarget(processor);
  if (!target) {
    consumeError(target.takeError());
    return "";
  }
  return target->getTargetTriple().str() + " " + target->getCPU() + " " +
         target->getFeatures().getString();
}

Error sg::Executable::checkKnown(StringRef processor, bool isForeign) {
  return (isForeign ? describeForeignTarget(processor)
                    : describeTarget(processor))
      .takeError();
}

Expected<unsigned> sg::Executable::getVectorBits(StringRef processor) {
  Expected<orc::JITTargetMachineBuilder> target =
      describeForeignTarget(processor);
  if (!target)
    return target.takeError();
  Expected<std::unique_ptr<TargetMachine>> machine =
      target->createTargetMachine();
  if (!machine)
    return machine.takeError();
  return ::sg::getVectorBits(**machine);
}

Error sg::Executable::checkRuns(StringRef processor) {
  Expected<std::unique_ptr<TargetMachine>> machine = createMachine(processor);
  if (!machine)
    return machine.takeError();
  const MCSubtargetInfo &subtarget = *(*machine)->getMCSubtargetInfo();
  SmallVector<std::string> missing;
  for (const auto &feature : sys::getHostCPUFeatures())
    if (!feature.second &&
        subtarget.checkFeatures(("+" + feature.first()).str()))
      missing.push_back(feature.first().str());
  if (missing.empty())
    return Error::success();
  llvm::sort(missing);
  return makeError("code for " + processor + " does not run here: this " +
                   "processor has no " + join(missing, ", "));
}

Expected<std::unique_ptr<sg::Executable>>
sg::Executable::create(orc::JITTargetMachineBuilder target,
                       std::unique_ptr<MemoryBuffer> object, StringRef symbol) {
  Expected<std::unique_ptr<orc::LLJIT>> jit =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(std::move(target))
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
  for (ArrayRef<RuntimeSymbol> group :
       {getRuntimeSymbols(), getTeamSymbols(), getVectorSymbols()})
    for (const RuntimeSymbol &runtimeSymbol : group)
      symbols[jit->mangleAndIntern(runtimeSymbol.name)] = {
          orc::ExecutorAddr::fromPtr(runtimeSymbol.address),
          JITSymbolFlags::Exported};
#if SG_ENABLE_CUDA
  symbols[jit->mangleAndIntern("sgrt_this_program")] = {
      orc::ExecutorAddr::fromPtr(&program), JITSymbolFlags::Exported};
#endif
  if (Error error = jit->getMainJITDylib().define(
          orc::absoluteSymbols(std::move(symbols))))
    return error;
  // The object contains the name of this function if the code is parallel.
  isShared = object->getBuffer().contains("__kmpc_fork_call");
  if (Error error = jit->addObjectFile(std::move(object)))
    return error;
  if (symbol.empty())
    return Error::success();

  // Looking up any symbol links the whole object. The first reported error is
  // the cause. The error of the lookup is only a consequence.
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
  finalizer = announceGlobals(*jit);
  return Error::success();
}

Expected<sg_entry_point> sg::Executable::lookup(StringRef function) const {
  Expected<orc::ExecutorAddr> address =
      jit->lookup((kEntryPrefix + function).str());
  if (!address)
    return address.takeError();
  return address->toPtr<int32_t(sg_call *)>();
}
