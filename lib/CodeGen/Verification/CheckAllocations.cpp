//===- CheckAllocations.cpp - Check the sizes of allocations --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sg/CodeGen/Analysis/ElementBytes.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-check-allocations"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CHECKALLOCATIONS
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

namespace {
struct CheckAllocations : sg::impl::CheckAllocationsBase<CheckAllocations> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    sg::RuntimeCalls calls(symbols);
    getOperation().walk([&](memref::AllocOp op) {
      checkSize(op, calls);
      // The runtime aligns all memory to 64 bytes. For an alignment attribute,
      // the lowering would allocate more and round up the address.
      if (op.getAlignment().value_or(1) <= 64)
        op.removeAlignmentAttr();
    });
  }

private:
  static void logNotChecked(memref::AllocOp op, StringRef reason) {
    LDBG() << "not checked, " << reason << ": " << op->getName() << " at "
           << op.getLoc();
  }

  static void checkSize(memref::AllocOp op, sg::RuntimeCalls &calls) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Type i64 = b.getI64Type();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
    };
    // Fold the product of static sizes, unless it overflows.
    int64_t constantBytes =
        sg::getMaxElementBytes(op.getType().getElementType());
    SmallVector<Value> factors;
    for (OpFoldResult size : op.getMixedSizes()) {
      if (auto value = dyn_cast<Value>(size)) {
        factors.push_back(arith::IndexCastOp::create(b, i64, value));
        continue;
      }
      int64_t value = *getConstantIntValue(size);
      if (value == 0)
        return logNotChecked(op, "it has no elements");
      int64_t product;
      if (llvm::MulOverflow(constantBytes, value, product))
        factors.push_back(constant(value));
      else
        constantBytes = product;
    }
    if (factors.empty())
      return logNotChecked(op, "its size is known");
    Value bytes = constant(constantBytes);
    for (Value factor : factors)
      bytes =
          calls.createCall(b, "sgrt_scale", i64, {bytes, factor}).getResult();
  }
};
} // namespace
