//===- WidenVectorAccesses.cpp - Vectors of narrow integers ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-widen-vector-accesses"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_WIDENVECTORACCESSES
#include "sg/CodeGen/Bufferization/Passes.h.inc"
} // namespace sg

/// Returns the integer type with the width of `element` in memory. Returns null
/// if `element` has this width or is no signless integer.
static Type getWideType(Type element) {
  if (!element.isSignlessInteger())
    return {};
  unsigned width = element.getIntOrFloatBitWidth();
  unsigned wide = std::max<unsigned>(8, llvm::PowerOf2Ceil(width));
  return wide == width ? Type() : IntegerType::get(element.getContext(), wide);
}

static Type withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

/// Widens the access `op` to the memory 'base'. 'values' are the operands with
/// the stored elements, the padding or the passthru elements.
static void widen(Operation *op, OpOperand &base,
                  ArrayRef<OpOperand *> values) {
  auto memory = dyn_cast<MemRefType>(base.get().getType());
  Type wide = memory ? getWideType(memory.getElementType()) : Type();
  if (!wide)
    return;
  LDBG() << "widened: " << op->getName() << " at " << op->getLoc();
  OpBuilder b(op);
  Location loc = op->getLoc();
  // Both memref types convert to the same LLVM type.
  Value wideBase =
      UnrealizedConversionCastOp::create(b, loc, memory.clone(wide), base.get())
          .getResult(0);
  base.set(wideBase);
  for (OpOperand *value : values) {
    Type type = withElement(value->get().getType(), wide);
    value->set(arith::ExtUIOp::create(b, loc, type, value->get()));
  }
  if (op->getNumResults() == 0)
    return;
  OpResult result = op->getResult(0);
  Type type = result.getType();
  result.setType(withElement(type, wide));
  b.setInsertionPointAfter(op);
  auto narrow = arith::TruncIOp::create(b, loc, type, result);
  result.replaceAllUsesExcept(narrow, narrow);
}

namespace {
struct WidenVectorAccesses
    : sg::impl::WidenVectorAccessesBase<WidenVectorAccesses> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([](vector::TransferReadOp read) {
            widen(read, read.getBaseMutable(), &read.getPaddingMutable());
          })
          .Case<vector::TransferWriteOp, vector::StoreOp, vector::MaskedStoreOp,
                vector::ScatterOp, vector::CompressStoreOp>([](auto write) {
            widen(write, write.getBaseMutable(),
                  &write.getValueToStoreMutable());
          })
          .Case([](vector::LoadOp load) {
            widen(load, load.getBaseMutable(), /*values=*/{});
          })
          .Case<vector::MaskedLoadOp, vector::GatherOp, vector::ExpandLoadOp>(
              [](auto read) {
                widen(read, read.getBaseMutable(), &read.getPassThruMutable());
              });
    });
  }
};
} // namespace
