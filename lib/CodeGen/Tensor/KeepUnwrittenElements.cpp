//===- KeepUnwrittenElements.cpp - Keep elements no iteration writes ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "sg/StructuredOps/LinalgForms.h"
#include "sg/StructuredOps/LoopNest.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-keep-unwritten-elements"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_KEEPUNWRITTENELEMENTS
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Emits the condition `linalg.index >= 0`, which always holds, for a loop of
/// the op. Returns null if each loop may have a single iteration, because the
/// index of such a loop folds to a constant.
static Value createIndexCondition(OpBuilder &b, linalg::GenericOp op) {
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (size == 1 || ShapedType::isDynamic(size))
      continue;
    Location loc = op.getLoc();
    Value index = linalg::IndexOp::create(b, loc, loop);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, index,
                                 zero);
  }
  return {};
}

/// Emits a condition on `element` that always holds, but that no pass before
/// LLVM folds. Returns null for types without such a condition.
static Value createElementCondition(OpBuilder &b, Location loc, Value element) {
  if (isa<FloatType>(element.getType())) {
    Value isNumber = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD,
                                           element, element);
    Value isNaN = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO,
                                        element, element);
    return arith::OrIOp::create(b, loc, isNumber, isNaN);
  }
  if (!element.getType().isIntOrIndex() || element.getType().isInteger(1))
    return {};
  Value one =
      arith::ConstantOp::create(b, loc, b.getIntegerAttr(element.getType(), 1));
  Value odd = arith::OrIOp::create(b, loc, element, one);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge, odd, one);
}

/// Makes the body yield the element of `init` under a condition that never
/// holds. Passes before LLVM then keep the read. Returns false if no condition
/// is available.
static bool makeBodyReadInit(linalg::GenericOp op, OpOperand &init) {
  Operation *yield = op.getBody()->getTerminator();
  OpOperand &yielded =
      yield->getOpOperand(init.getOperandNumber() - op.getNumDpsInputs());
  OpBuilder b(yield);
  Value element = op.getMatchingBlockArgument(&init);
  Value alwaysTrue = createIndexCondition(b, op);
  if (!alwaysTrue && !llvm::all_of(op.getStaticLoopRanges(),
                                   [](int64_t size) { return size == 1; }))
    alwaysTrue = createElementCondition(b, op.getLoc(), element);
  if (!alwaysTrue)
    return false;
  yielded.set(arith::SelectOp::create(b, op.getLoc(), alwaysTrue, yielded.get(),
                                      element));
  return true;
}

namespace {
struct KeepUnwrittenElements
    : sg::impl::KeepUnwrittenElementsBase<KeepUnwrittenElements> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](linalg::GenericOp op) {
      if (!op.hasPureTensorSemantics()) {
        LDBG() << "skipped, not on tensors: " << op->getName() << " at "
               << op.getLoc();
        return;
      }
      for (OpOperand &init : op.getDpsInitsMutable()) {
        if (op.payloadUsesValueFromOperand(&init) ||
            init.get().getDefiningOp<tensor::EmptyOp>() ||
            sg::isPointwise(op, init))
          continue;
        if (makeBodyReadInit(op, init)) {
          LDBG() << "now reads its destination " << init.getOperandNumber()
                 << ": " << op->getName() << " at " << op.getLoc();
          continue;
        }
        LDBG() << "expanded to loops, any condition would fold: "
               << op->getName() << " at " << op.getLoc();
        rewriter.setInsertionPoint(op);
        rewriter.replaceOp(op, sg::expandToLoops(op, rewriter));
        return;
      }
    });
  }
};
} // namespace
