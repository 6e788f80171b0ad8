//===- BooleansAsBytes.cpp - Booleans in memory as bytes ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-booleans-as-bytes"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_BOOLEANSASBYTES
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

namespace {
struct BooleansAsBytes : sg::impl::BooleansAsBytesBase<BooleansAsBytes> {
  void runOnOperation() override {
    OpBuilder b(&getContext());
    Type boolean = b.getI1Type(), byte = b.getI8Type();
    getOperation().walk([&](Operation *op) {
      if (auto load = dyn_cast<LLVM::LoadOp>(op);
          load && load.getType() == boolean) {
        LDBG() << "loads a byte: " << op->getName() << " at " << op->getLoc();
        load.getResult().setType(byte);
        b.setInsertionPointAfter(load);
        auto value =
            LLVM::TruncOp::create(b, load.getLoc(), boolean, load.getResult());
        load.getResult().replaceAllUsesExcept(value, value);
      } else if (auto store = dyn_cast<LLVM::StoreOp>(op);
                 store && store.getValue().getType() == boolean) {
        LDBG() << "stores a byte: " << op->getName() << " at " << op->getLoc();
        b.setInsertionPoint(store);
        auto value =
            LLVM::ZExtOp::create(b, store.getLoc(), byte, store.getValue());
        store.getValueMutable().assign(value);
      }
    });
  }
};
} // namespace
