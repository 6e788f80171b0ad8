//===- RelaxReductions.cpp - Reductions that may be reordered -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-relax-reductions"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_RELAXREDUCTIONS
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

namespace {
struct RelaxReductions : sg::impl::RelaxReductionsBase<RelaxReductions> {
  void runOnOperation() override {
    getOperation().walk([](linalg::LinalgOp op) {
      if (op.getNumReductionLoops() == 0)
        return;
      for (OpOperand &init : op.getDpsInitsMutable()) {
        Value accumulator = op.getMatchingBlockArgument(&init);
        auto sum = op.getMatchingYieldValue(&init)
                       ->get()
                       .getDefiningOp<arith::AddFOp>();
        // The body must use the accumulator in the addition only.
        if (!sum || !accumulator.hasOneUse() ||
            *accumulator.user_begin() != sum) {
          LDBG() << "not relaxed, result " << init.getOperandNumber()
                 << " is no sum of floats: " << op->getName() << " at "
                 << op.getLoc();
          continue;
        }
        LDBG() << "relaxed: " << op->getName() << " at " << op.getLoc();
        sum.setFastmath(sum.getFastmath() | arith::FastMathFlags::reassoc);
      }
    });
  }
};
} // namespace
