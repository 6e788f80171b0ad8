//===- WidenReductions.cpp - Reductions of bf16 in f32 --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-widen-reductions"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_WIDENREDUCTIONS
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Returns the op that combines a bf16 accumulator with a term. Returns null if
/// there is no such op, or if the body also uses the accumulator elsewhere.
static Operation *findCombiner(linalg::GenericOp op, OpOperand &init) {
  if (!getElementTypeOrSelf(init.get()).isBF16() ||
      !isa<RankedTensorType>(init.get().getType()))
    return nullptr;
  Operation *combiner = op.getMatchingYieldValue(&init)->get().getDefiningOp();
  if (!isa_and_present<arith::AddFOp, arith::MulFOp, arith::MaximumFOp,
                       arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(
          combiner) ||
      combiner->getBlock() != op.getBody() || !combiner->hasOneUse())
    return nullptr;
  Value accumulator = op.getMatchingBlockArgument(&init);
  bool isOnlyCombined =
      accumulator.hasOneUse() && *accumulator.user_begin() == combiner;
  return isOnlyCombined ? combiner : nullptr;
}

/// Applies a cast op to each element of a tensor. `element` is the new element
/// type.
template <typename OpTy>
static Value convertElements(OpBuilder &b, Location loc, Value tensor,
                             Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
  Value empty = tensor::EmptyOp::create(b, loc, sizes, element);
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, empty.getType(), tensor, empty, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange elements) {
               Value converted = OpTy::create(b, loc, element, elements[0]);
               linalg::YieldOp::create(b, loc, converted);
             })
      .getResult(0);
}

/// Returns the initial value of a reduction, converted to f32. For a
/// linalg.fill, converts only the filled scalar.
static Value widenInit(OpBuilder &b, Value init) {
  Location loc = init.getLoc();
  Type wide = b.getF32Type();
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (!fill)
    return convertElements<arith::ExtFOp>(b, loc, init, wide);
  Value scalar = arith::ExtFOp::create(b, loc, wide, fill.value());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, loc, fill.output());
  Value empty = tensor::EmptyOp::create(b, loc, sizes, wide);
  return linalg::FillOp::create(b, loc, scalar, empty).getResult(0);
}

/// Returns `term` converted to f32. If `term` is a product with no other use,
/// computes the product in f32, without rounding to bf16.
static Value widenTerm(OpBuilder &b, Value term) {
  Type wide = b.getF32Type();
  auto product = term.getDefiningOp<arith::MulFOp>();
  if (!product || !term.hasOneUse())
    return arith::ExtFOp::create(b, term.getLoc(), wide, term);
  Location loc = product.getLoc();
  Value lhs = arith::ExtFOp::create(b, loc, wide, product.getLhs());
  Value rhs = product.getRhs() == product.getLhs()
                  ? lhs
                  : arith::ExtFOp::create(b, loc, wide, product.getRhs());
  return arith::MulFOp::create(b, loc, lhs, rhs, product.getFastmath());
}

/// Makes the combiner compute in f32. Requires that the block argument
/// `accumulator` has type f32.
static void widenCombiner(Operation *combiner, Value accumulator) {
  OpBuilder b(combiner);
  for (OpOperand &operand : combiner->getOpOperands())
    if (operand.get() != accumulator)
      operand.set(widenTerm(b, operand.get()));
  combiner->getResult(0).setType(b.getF32Type());
}

/// Rewrites `op` so that the accumulators of the init operands `widened` have
/// type f32.
static void widen(linalg::GenericOp op, ArrayRef<OpOperand *> widened) {
  OpBuilder b(op);
  SmallVector<Value> inits(op.getOutputs());
  for (OpOperand *init : widened)
    inits[init->getOperandNumber() - op.getNumDpsInputs()] =
        widenInit(b, init->get());
  auto wide = linalg::GenericOp::create(
      b, op.getLoc(), ValueRange(inits).getTypes(), op.getInputs(), inits,
      op.getIndexingMapsArray(), op.getIteratorTypesArray());
  wide->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  wide.getRegion().takeBody(op.getRegion());
  SmallVector<Value> results(wide.getResults());
  for (OpOperand *init : widened) {
    unsigned result = init->getOperandNumber() - op.getNumDpsInputs();
    OpOperand *newInit = wide.getDpsInitOperand(result);
    BlockArgument accumulator = wide.getMatchingBlockArgument(newInit);
    accumulator.setType(b.getF32Type());
    Operation *combiner =
        wide.getMatchingYieldValue(newInit)->get().getDefiningOp();
    widenCombiner(combiner, accumulator);
    results[result] = convertElements<arith::TruncFOp>(
        b, op.getLoc(), results[result], b.getBF16Type());
  }
  op->replaceAllUsesWith(results);
  op->erase();
}

namespace {
struct WidenReductions : sg::impl::WidenReductionsBase<WidenReductions> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) {
      if (op.hasPureTensorSemantics() && op.getNumReductionLoops() > 0)
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops) {
      SmallVector<OpOperand *> widened;
      for (OpOperand &init : op.getDpsInitsMutable())
        if (findCombiner(op, init))
          widened.push_back(&init);
      if (widened.empty()) {
        LDBG() << "no bf16 accumulator is used only by a combining op: "
               << op->getName() << " at " << op.getLoc();
        continue;
      }
      LDBG() << "computed in f32: " << op->getName() << " at " << op.getLoc();
      widen(op, widened);
    }
  }
};
} // namespace
