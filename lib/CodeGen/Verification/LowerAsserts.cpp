//===- LowerAsserts.cpp - Lower assertions to runtime calls ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-lower-asserts"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_LOWERASSERTS
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

namespace {
struct LowerAsserts : sg::impl::LowerAssertsBase<LowerAsserts> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<cf::AssertOp> asserts;
    module.walk([&](cf::AssertOp op) { asserts.push_back(op); });
    if (asserts.empty())
      return;
    SymbolTable symbols(module);
    sg::RuntimeCalls calls(symbols);
    for (cf::AssertOp op : asserts) {
      Location loc = op.getLoc();
      LDBG() << "ends the call if it fails: " << op->getName() << " at " << loc;
      Block *before = op->getBlock();
      Block *after = before->splitBlock(std::next(Block::iterator(op)));
      auto *failureBlock = new Block;
      before->getParent()->getBlocks().insert(before->getParent()->end(),
                                              failureBlock);
      ImplicitLocOpBuilder b(loc, op->getContext());
      b.setInsertionPointToEnd(failureBlock);
      Value message = calls.createText(
          b, "sg.assert", sg::describeLocation(loc) + op.getMsg().str());
      calls.createCall(b, "sgrt_fail", {}, message);
      LLVM::UnreachableOp::create(b);
      b.setInsertionPoint(op);
      cf::CondBranchOp::create(b, op.getArg(), after, failureBlock);
      op.erase();
    }
  }
};
} // namespace
