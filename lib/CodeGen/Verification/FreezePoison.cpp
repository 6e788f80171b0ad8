//===- FreezePoison.cpp - Fix arbitrary values before checks use them -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-freeze-poison"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_FREEZEPOISON
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

/// Returns true if all elements of `value` are constants below `bound`.
static bool isBelow(Value value, uint64_t bound) {
  Attribute constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return false;
  if (auto integer = dyn_cast<IntegerAttr>(constant))
    return integer.getValue().ult(bound);
  auto elements = dyn_cast<DenseIntElementsAttr>(constant);
  return elements &&
         llvm::all_of(elements.getValues<APInt>(),
                      [&](const APInt &element) { return element.ult(bound); });
}

/// Returns true if the result may be poison although no operand is.
static bool mayCreatePoison(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<LLVM::FPToSIOp, LLVM::FPToUIOp>([](auto) { return true; })
      .Case<LLVM::ShlOp, LLVM::LShrOp, LLVM::AShrOp>([](auto shift) {
        Type type = getElementTypeOrSelf(shift.getType());
        return !isBelow(shift.getRhs(), type.getIntOrFloatBitWidth());
      })
      .Case([](LLVM::ExtractElementOp extract) {
        return !isBelow(
            extract.getPosition(),
            LLVM::getVectorNumElements(extract.getVector().getType())
                .getKnownMinValue());
      })
      .Case([](LLVM::InsertElementOp insert) {
        return !isBelow(insert.getPosition(),
                        LLVM::getVectorNumElements(insert.getVector().getType())
                            .getKnownMinValue());
      })
      .Default(false);
}

namespace {
struct FreezePoison : sg::impl::FreezePoisonBase<FreezePoison> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (mayCreatePoison(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      LDBG() << "frozen: " << op->getName() << " at " << op->getLoc();
      OpBuilder b(op->getContext());
      b.setInsertionPointAfter(op);
      Value result = op->getResult(0);
      auto freeze = LLVM::FreezeOp::create(b, op->getLoc(), result);
      result.replaceAllUsesExcept(freeze, freeze);
    }
  }
};
} // namespace
