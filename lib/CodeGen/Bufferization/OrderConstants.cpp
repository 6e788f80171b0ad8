//===- OrderConstants.cpp - Constants in the order of their use -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-order-constants"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_ORDERCONSTANTS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns true if upstream's bufferization created the global for a constant.
static bool isBufferizedConstant(memref::GlobalOp global) {
  return global.isPrivate() && global.getConstant() &&
         global.getName().starts_with("__constant_");
}

namespace {
struct OrderConstants : sg::impl::OrderConstantsBase<OrderConstants> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTableCollection tables;
    SymbolTable &table = tables.getSymbolTable(module);
    llvm::SmallSetVector<memref::GlobalOp, 8> used;
    module.walk<WalkOrder::PreOrder>([&](memref::GetGlobalOp use) {
      auto global = table.lookup<memref::GlobalOp>(use.getName());
      // A shared global has the location of an arbitrary user. Use the location
      // of the first user.
      if (global && isBufferizedConstant(global) && used.insert(global))
        global->setLoc(use.getLoc());
    });

    SymbolUserMap users(tables, module);
    for (auto global :
         llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
      if (isBufferizedConstant(global) && users.useEmpty(global)) {
        LDBG() << "erased, unused: @" << global.getName();
        table.erase(global);
      }
    unsigned index = 0;
    Operation *insertionPoint =
        used.empty() ? nullptr : &module.getBody()->front();
    for (memref::GlobalOp global : used) {
      std::string name;
      do
        name = ("sg.constant." + Twine(index++)).str();
      while (table.lookup(name));
      LDBG() << "@" << global.getName() << " renamed to @" << name;
      auto symbol = StringAttr::get(&getContext(), name);
      users.replaceAllUsesWith(global, symbol);
      table.remove(global);
      global.setSymNameAttr(symbol);
      table.insert(global);
      if (global != insertionPoint)
        global->moveBefore(insertionPoint);
      else
        insertionPoint = insertionPoint->getNextNode();
    }
  }
};
} // namespace
