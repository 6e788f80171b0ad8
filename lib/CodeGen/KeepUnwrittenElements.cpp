//===- KeepUnwrittenElements.cpp - What no iteration writes ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "Rules/LinalgForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_KEEPUNWRITTENELEMENTS
#include "CodeGen/Passes.h.inc"
} // namespace sg

/// Yields the element that is there, should the index of the first loop be
/// negative: a read that no pass before LLVM takes away.
static void readInit(linalg::GenericOp op, OpOperand &init) {
  Block *body = op.getBody();
  OpOperand &yielded = body->getTerminator()->getOpOperand(
      init.getOperandNumber() - op.getNumDpsInputs());
  OpBuilder b(body->getTerminator());
  Location loc = op.getLoc();
  Value index = linalg::IndexOp::create(b, loc, 0);
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
    getOperation().walk([](linalg::GenericOp op) {
      if (!op.hasPureTensorSemantics() || op.getNumLoops() == 0)
        return;
      for (OpOperand &init : op.getDpsInitsMutable())
        if (!op.payloadUsesValueFromOperand(&init) &&
            !init.get().getDefiningOp<tensor::EmptyOp>() &&
            !sg::rules::isPointwise(op, init))
          readInit(op, init);
    });
  }
};
} // namespace
