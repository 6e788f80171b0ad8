//===- KeepUnwrittenElements.cpp - Elements that no iteration writes ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
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

/// Whether the element is read should the index of a loop be negative. Null
/// where there is no loop whose index stays unknown: that of a loop with one
/// iteration folds.
static Value isIndexed(OpBuilder &b, linalg::GenericOp op) {
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

/// What is true of any element, which no pass before LLVM finds out. Null if
/// the type has no such thing.
static Value isElement(OpBuilder &b, Location loc, Value element) {
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

/// Yields the element that is there, should something be that is not: a read
/// that no pass before LLVM takes away. A loop of unknown size may yet turn out
/// to have one iteration.
static bool readInit(linalg::GenericOp op, OpOperand &init) {
  Operation *yield = op.getBody()->getTerminator();
  OpOperand &yielded =
      yield->getOpOperand(init.getOperandNumber() - op.getNumDpsInputs());
  OpBuilder b(yield);
  Value element = op.getMatchingBlockArgument(&init);
  Value isWritten = isIndexed(b, op);
  if (!isWritten && !llvm::all_of(op.getStaticLoopRanges(),
                                  [](int64_t size) { return size == 1; }))
    isWritten = isElement(b, op.getLoc(), element);
  if (!isWritten)
    return false;
  yielded.set(arith::SelectOp::create(b, op.getLoc(), isWritten, yielded.get(),
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
        LDBG() << "left alone, not on tensors: " << op->getName() << " at "
               << op.getLoc();
        return;
      }
      for (OpOperand &init : op.getDpsInitsMutable()) {
        if (op.payloadUsesValueFromOperand(&init) ||
            init.get().getDefiningOp<tensor::EmptyOp>() ||
            sg::isPointwise(op, init))
          continue;
        if (readInit(op, init)) {
          LDBG() << "reads its destination " << init.getOperandNumber()
                 << " from now on: " << op->getName() << " at " << op.getLoc();
          continue;
        }
        LDBG() << "becomes loops, no condition is left unknown: "
               << op->getName() << " at " << op.getLoc();
        rewriter.setInsertionPoint(op);
        rewriter.replaceOp(op, sg::expandToLoops(op, rewriter));
        return;
      }
    });
  }
};
} // namespace
