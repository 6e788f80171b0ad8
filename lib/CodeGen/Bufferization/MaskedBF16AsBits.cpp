//===- MaskedBF16AsBits.cpp - Masked accesses of bf16 as integers ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-masked-bf16-as-bits"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_MASKEDBF16ASBITS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns the vector of i16 for a vector of bf16, or null for other types.
static Type getBitsType(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || !vector.getElementType().isBF16())
    return {};
  return vector.clone(IntegerType::get(type.getContext(), 16));
}

namespace {
struct MaskedBF16AsBits : sg::impl::MaskedBF16AsBitsBase<MaskedBF16AsBits> {
  void runOnOperation() override {
    OpBuilder b(&getContext());
    getOperation().walk([&](Operation *op) {
      b.setInsertionPoint(op);
      if (auto load = dyn_cast<LLVM::MaskedLoadOp>(op)) {
        Type bits = getBitsType(load.getType());
        if (!bits)
          return;
        LDBG() << "loads integers: " << op->getName() << " at " << op->getLoc();
        if (Value passThru = load.getPassThru()) {
          passThru = LLVM::BitcastOp::create(b, load.getLoc(), bits, passThru);
          load.getPassThruMutable().assign(passThru);
        }
        Type type = load.getType();
        load.getRes().setType(cast<VectorType>(bits));
        b.setInsertionPointAfter(load);
        auto value =
            LLVM::BitcastOp::create(b, load.getLoc(), type, load.getRes());
        load.getRes().replaceAllUsesExcept(value, value);
      } else if (auto store = dyn_cast<LLVM::MaskedStoreOp>(op)) {
        if (Type bits = getBitsType(store.getValue().getType())) {
          LDBG() << "stores integers: " << op->getName() << " at "
                 << op->getLoc();
          Value value = LLVM::BitcastOp::create(b, store.getLoc(), bits,
                                                store.getValue());
          store.getValueMutable().assign(value);
        }
      }
    });
  }
};
} // namespace
