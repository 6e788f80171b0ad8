//===- InternalizeSymbols.cpp - Names that clash with nothing -------------===//
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

namespace {
struct InternalizeSymbols
    : sg::impl::InternalizeSymbolsBase<InternalizeSymbols> {
  using InternalizeSymbolsBase::InternalizeSymbolsBase;
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<LLVM::LLVMFuncOp> functions(
        getOperation().getOps<LLVM::LLVMFuncOp>());
    for (LLVM::LLVMFuncOp function : functions) {
      StringRef name = function.getName();
      std::string newName;
      if (name == "_mlir_memref_to_llvm_alloc") {
        newName = onDevice ? "sgrt_device_alloc" : "sgrt_alloc";
        function.setResultAttr(0, LLVM::LLVMDialect::getNoAliasAttrName(),
                               UnitAttr::get(&getContext()));
      } else if (name == "_mlir_memref_to_llvm_free") {
        newName = onDevice ? "sgrt_device_free" : "sgrt_free";
      } else if (!function.isExternal() &&
                 function.getSymVisibility() == std::optional("private")) {
        function.setLinkage(LLVM::Linkage::Internal);
        if (name.starts_with("sg."))
          continue;
        newName = ("sg.internal." + name).str();
      } else {
        if (!function.isExternal())
          LDBG() << "seen from outside: '@" << name << "' at "
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
