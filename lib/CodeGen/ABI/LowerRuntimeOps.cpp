//===- LowerRuntimeOps.cpp - Lower the runtime dialect to calls -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "sg/CodeGen/ABI/Passes.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"
#include "sg/Dialect/Runtime/IR/Runtime.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-lower-runtime-ops"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_LOWERRUNTIMEOPS
#include "sg/CodeGen/ABI/Passes.h.inc"
} // namespace sg

static Value constant(ImplicitLocOpBuilder &b, IntegerAttr value) {
  return LLVM::ConstantOp::create(b, b.getI64Type(), value);
}

static void lower(sg::runtime::SetSizeOp op, sg::RuntimeCalls &calls) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value position = constant(b, op.getPositionAttr());
  Value dim = constant(b, op.getDimAttr());
  calls.createCall(b, "sgrt_set_size", {},
                   {op.getCall(), position, dim, op.getSize()});
}

static void lower(sg::runtime::ResultOp op, sg::RuntimeCalls &calls) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  StringRef name = op.getOnDevice() ? "sgrt_device_result" : "sgrt_result";
  Value position = constant(b, op.getPositionAttr());
  LLVM::CallOp call =
      calls.createCall(b, name, op.getType(), {op.getCall(), position});
  op.replaceAllUsesWith(call.getResult());
}

namespace {
struct LowerRuntimeOps : sg::impl::LowerRuntimeOpsBase<LowerRuntimeOps> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    sg::RuntimeCalls calls(symbols);
    getOperation()->walk([&](Operation *op) {
      bool isLowered = llvm::TypeSwitch<Operation *, bool>(op)
                           .Case<sg::runtime::SetSizeOp, sg::runtime::ResultOp>(
                               [&](auto runtimeOp) {
                                 lower(runtimeOp, calls);
                                 return true;
                               })
                           .Default(false);
      if (!isLowered)
        return;
      LDBG() << "lowered to a call: " << op->getName() << " at "
             << op->getLoc();
      op->erase();
    });
  }
};
} // namespace
