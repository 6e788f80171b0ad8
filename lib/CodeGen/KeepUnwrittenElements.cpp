//===- KeepUnwrittenElements.cpp - What no iteration writes ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/CodeGen/Passes.h"
#include "sg/Rules/LinalgForms.h"
#include "sg/Rules/LoopNest.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_KEEPUNWRITTENELEMENTS
#include "sg/CodeGen/Passes.h.inc"
} // namespace sg

/// A loop whose index is not known: that of a loop with one iteration folds.
static std::optional<unsigned> findLoop(linalg::GenericOp op) {
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges()))
    if (size != 1)
      return loop;
  return std::nullopt;
}

/// Yields the element that is there, should the index of `loop` be negative: a
/// read that no pass before LLVM takes away.
static void readInit(linalg::GenericOp op, OpOperand &init, unsigned loop) {
  Block *body = op.getBody();
  OpOperand &yielded = body->getTerminator()->getOpOperand(
      init.getOperandNumber() - op.getNumDpsInputs());
  OpBuilder b(body->getTerminator());
  Location loc = op.getLoc();
  Value index = linalg::IndexOp::create(b, loc, loop);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isWritten =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, index, zero);
  yielded.set(arith::SelectOp::create(b, loc, isWritten, yielded.get(),
                                      op.getMatchingBlockArgument(&init)));
}

namespace {
struct KeepUnwrittenElements
    : sg::impl::KeepUnwrittenElementsBase<KeepUnwrittenElements> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](linalg::GenericOp op) {
      if (!op.hasPureTensorSemantics())
        return;
      std::optional<unsigned> loop = findLoop(op);
      for (OpOperand &init : op.getDpsInitsMutable()) {
        if (op.payloadUsesValueFromOperand(&init) ||
            init.get().getDefiningOp<tensor::EmptyOp>() ||
            sg::rules::isPointwise(op, init))
          continue;
        if (loop) {
          readInit(op, init, *loop);
          continue;
        }
        rewriter.setInsertionPoint(op);
        rewriter.replaceOp(op, sg::rules::expandToLoops(op, rewriter));
        return;
      }
    });
  }
};
} // namespace
