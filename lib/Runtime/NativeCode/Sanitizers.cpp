//===- Sanitizers.cpp - Sanitizers in native code -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sanitizers.h"
#include "sg/Runtime/Call/AddressSanitizer.h"
#include "sg/Runtime/Call/ThreadSanitizer.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"

using namespace llvm;

#if defined(SG_SANITIZES_ADDRESS) || defined(SG_SANITIZES_THREAD)
static void addAttribute(Module &module, Attribute::AttrKind attribute) {
  for (Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(attribute);
}
#endif

//===----------------------------------------------------------------------===//
// AddressSanitizer
//===----------------------------------------------------------------------===//

#ifdef SG_SANITIZES_ADDRESS
/// Names of the functions that register and unregister globals. Functions of
/// programs cannot have these names.
static constexpr StringLiteral kInitializer = "sg.asan.initialize";
static constexpr StringLiteral kFinalizer = "sg.asan.finalize";

void sg::instrument(Module &module, PassBuilder &builder) {
  addAttribute(module, Attribute::SanitizeAddress);
  // AddressSanitizer guards only globals with an alignment of at most 32 bytes.
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

void sg::exposeConstructors(Module &module) {
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

void (*sg::announceGlobals(orc::LLJIT &jit))() {
  auto find = [&](StringRef name) -> void (*)() {
    Expected<orc::ExecutorAddr> address = jit.lookup(name);
    if (address)
      return address->toPtr<void()>();
    consumeError(address.takeError());
    return nullptr;
  };
  void (*initializer)() = find(kInitializer);
  if (!initializer)
    return nullptr;
  initializer();
  return find(kFinalizer);
}
#else
void sg::exposeConstructors(Module &) {}
void (*sg::announceGlobals(orc::LLJIT &))() { return nullptr; }
#endif

//===----------------------------------------------------------------------===//
// ThreadSanitizer
//===----------------------------------------------------------------------===//

#ifdef SG_SANITIZES_THREAD
namespace {
/// Instruments loads and stores of more than 16 bytes, for example of AVX,
/// which LLVM's pass skips.
struct InstrumentWideAccesses : PassInfoMixin<InstrumentWideAccesses> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    const DataLayout &layout = function.getDataLayout();
    SmallVector<Instruction *> accesses;
    for (Instruction &instruction : instructions(function)) {
      if (!getLoadStorePointerOperand(&instruction))
        continue;
      TypeSize size = layout.getTypeStoreSize(getLoadStoreType(&instruction));
      if (!size.isScalable() && size.getFixedValue() > 16)
        accesses.push_back(&instruction);
    }
    for (Instruction *access : accesses) {
      IRBuilder<> builder(access);
      Type *size = builder.getInt64Ty();
      FunctionCallee callee = function.getParent()->getOrInsertFunction(
          isa<LoadInst>(access) ? "__tsan_read_range" : "__tsan_write_range",
          builder.getVoidTy(), builder.getPtrTy(), size);
      uint64_t bytes = layout.getTypeStoreSize(getLoadStoreType(access));
      builder.CreateCall(callee, {getLoadStorePointerOperand(access),
                                  ConstantInt::get(size, bytes)});
    }
    return accesses.empty() ? PreservedAnalyses::all()
                            : PreservedAnalyses::none();
  }
};
} // namespace

void sg::instrument(Module &module, PassBuilder &builder) {
  addAttribute(module, Attribute::SanitizeThread);
  // Omit the pass that adds a module constructor: the process has initialized
  // ThreadSanitizer.
  builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
        FunctionPassManager functions;
        functions.addPass(InstrumentWideAccesses());
        functions.addPass(ThreadSanitizerPass());
        passes.addPass(createModuleToFunctionPassAdaptor(std::move(functions)));
      });
}
#elif !defined(SG_SANITIZES_ADDRESS)
void sg::instrument(Module &, PassBuilder &) {}
#endif
