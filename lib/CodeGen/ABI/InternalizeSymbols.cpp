//===- InternalizeSymbols.cpp - Avoid name clashes with libraries ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "sg/CodeGen/ABI/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-internalize-symbols"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_INTERNALIZESYMBOLS
#include "sg/CodeGen/ABI/Passes.h.inc"
} // namespace sg

static constexpr StringLiteral kAlloc = "_mlir_memref_to_llvm_alloc";
static constexpr StringLiteral kFree = "_mlir_memref_to_llvm_free";

/// Replaces the allocations in emulated kernels, and in functions that they
/// call, by allocations of host memory. The host executes these kernels. In
/// kernels of a real GPU the allocations use the device's own heap.
static void allocateOnHostInKernels(ModuleOp module, SymbolTable &symbols) {
  SmallVector<LLVM::LLVMFuncOp> kernels;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (function.getName().starts_with("sg.kernel."))
      kernels.push_back(function);
  SetVector<Operation *> reached(kernels.begin(), kernels.end());
  SmallVector<LLVM::CallOp> calls;
  for (unsigned i = 0; i < reached.size(); ++i)
    reached[i]->walk([&](LLVM::CallOp call) {
      std::optional<StringRef> callee = call.getCallee();
      if (callee == kAlloc || callee == kFree)
        calls.push_back(call);
      else if (callee)
        if (auto function = symbols.lookup<LLVM::LLVMFuncOp>(*callee))
          reached.insert(function);
    });
  for (LLVM::CallOp call : calls) {
    bool isAlloc = call.getCallee() == kAlloc;
    StringRef name = isAlloc ? "sgrt_alloc" : "sgrt_free";
    auto target = symbols.lookup<LLVM::LLVMFuncOp>(name);
    if (!target) {
      target =
          symbols.lookup<LLVM::LLVMFuncOp>(isAlloc ? kAlloc : kFree).clone();
      target.setName(name);
      symbols.insert(target, module.getBody()->begin());
    }
    call.setCallee(name);
  }
}

namespace {
struct InternalizeSymbols
    : sg::impl::InternalizeSymbolsBase<InternalizeSymbols> {
  using InternalizeSymbolsBase::InternalizeSymbolsBase;
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    if (onDevice)
      allocateOnHostInKernels(getOperation(), symbols);
    SmallVector<LLVM::LLVMFuncOp> functions(
        getOperation().getOps<LLVM::LLVMFuncOp>());
    for (LLVM::LLVMFuncOp function : functions) {
      StringRef name = function.getName();
      std::string newName;
      if (name == kAlloc) {
        newName = onDevice ? "sgrt_device_alloc" : "sgrt_alloc";
        function.setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                               UnitAttr::get(&getContext()));
      } else if (name == kFree) {
        newName = onDevice ? "sgrt_device_free" : "sgrt_free";
      } else if (!function.isExternal() &&
                 function.getSymVisibility() == std::optional("private")) {
        function.setLinkage(LLVM::Linkage::Internal);
        if (name.starts_with("sg."))
          continue;
        newName = ("sg.internal." + name).str();
      } else {
        if (!function.isExternal())
          LDBG() << "visible to other modules: '@" << name << "' at "
                 << function.getLoc();
        continue;
      }
      LDBG() << "becomes '@" << newName << "': '@" << name << "' at "
             << function.getLoc();
      if (failed(symbols.rename(function, newName)))
        return signalPassFailure();
    }
  }
};
} // namespace
