//===- LinalgForms.cpp - Forms of structured ops' results -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/LinalgForms.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sg;

static Value yieldedValue(linalg::LinalgOp op, unsigned result) {
  return op.getBlock()->getTerminator()->getOperand(result);
}

bool sg::writesEverywhere(linalg::LinalgOp op, OpOperand &init) {
  auto type = dyn_cast<ShapedType>(init.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&init);
  llvm::SmallDenseSet<AffineExpr> loops;
  for (auto [position, expr] : llvm::enumerate(map.getResults())) {
    bool isNewLoop = isa<AffineDimExpr>(expr) && loops.insert(expr).second;
    if (!isNewLoop && type.getDimSize(position) != 1)
      return false;
  }
  return true;
}

bool sg::isPointwise(linalg::LinalgOp op, OpOperand &init) {
  if (!writesEverywhere(op, init))
    return false;
  AffineMap map = op.getMatchingIndexingMap(&init);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    if (sizes[dim] != 1 &&
        !llvm::is_contained(map.getResults(),
                            getAffineDimExpr(dim, op.getContext())))
      return false;
  return true;
}

/// Returns true if `value` of the body depends on the accumulator of a result.
static bool dependsOnAccumulator(linalg::LinalgOp op, Value value) {
  SmallVector<Value> pending{value};
  llvm::SmallDenseSet<Value> seen;
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    for (OpOperand &init : op.getDpsInitsMutable())
      if (next == op.getMatchingBlockArgument(&init) && !isPointwise(op, init))
        return true;
    Operation *def = next.getDefiningOp();
    if (!def || !op->isProperAncestor(def))
      continue;
    llvm::append_range(pending, def->getOperands());
    for (Region &region : def->getRegions())
      region.walk([&](Operation *inner) {
        llvm::append_range(pending, inner->getOperands());
      });
  }
  return false;
}

ResultForm sg::getResultForm(linalg::LinalgOp op, unsigned result) {
  OpOperand *init = op.getDpsInitOperand(result);
  if (isPointwise(op, *init))
    return dependsOnAccumulator(op, yieldedValue(op, result))
               ? ResultForm{ResultForm::Other}
               : ResultForm{ResultForm::Pointwise};
  Value accumulator = op.getMatchingBlockArgument(init);
  auto split = [&](Operation *combiner) -> Value {
    // Returns the operand that does not depend on an accumulator, if the other
    // operand does; otherwise null.
    bool first = dependsOnAccumulator(op, combiner->getOperand(0));
    bool second = dependsOnAccumulator(op, combiner->getOperand(1));
    return first == second ? Value() : combiner->getOperand(first ? 1 : 0);
  };

  Value value = yieldedValue(op, result);
  if (Operation *def = value.getDefiningOp())
    if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
            arith::MinNumFOp>(def) &&
        llvm::is_contained(def->getOperands(), accumulator))
      if (Value term = split(def))
        return {ResultForm::Extremum, term, def};

  // Follow a chain of additions from the yielded value back to `accumulator`.
  while (value != accumulator) {
    Operation *def = value.getDefiningOp();
    if (!def || def->getBlock() != op.getBlock())
      return {ResultForm::Other};
    if (isa<arith::ExtFOp, arith::TruncFOp>(def)) {
      value = def->getOperand(0);
      continue;
    }
    Value term = isa<arith::AddFOp, arith::SubFOp>(def) ? split(def) : Value();
    if (!term || (isa<arith::SubFOp>(def) && term != def->getOperand(1)))
      return {ResultForm::Other};
    value = def->getOperand(term == def->getOperand(1) ? 0 : 1);
  }
  return {ResultForm::Sum};
}

Value sg::getAddend(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return {};
  Operation *sum = yieldedValue(op, 0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return {};
  Value accumulator = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  Value left = sum->getOperand(0), right = sum->getOperand(1);
  if ((left == accumulator) == (right == accumulator))
    return {};
  return left == accumulator ? right : left;
}

static bool mapsZeroToZero(Operation *op) {
  return isa<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp,
             arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp, arith::NegFOp>(
      op);
}

CastInput sg::traceInput(linalg::LinalgOp op, Value value) {
  CastInput input;
  while (Operation *def = value.getDefiningOp()) {
    if (!mapsZeroToZero(def))
      return {};
    input.casts.insert(input.casts.begin(), def);
    value = def->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  if (argument.getOwner() != op.getBlock() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return {};
  input.operand = op.getMatchingOpOperand(argument);
  return input;
}

OpOperand *sg::getSummedInput(linalg::LinalgOp op) {
  Value addend = op->getNumResults() == 1 ? getAddend(op) : Value();
  if (!addend || !yieldedValue(op, 0).getDefiningOp<arith::AddFOp>() ||
      isPointwise(op, *op.getDpsInitOperand(0)))
    return nullptr;
  CastInput input = traceInput(op, addend);
  return input.isCastBy<arith::ExtFOp, arith::TruncFOp>() ? input.operand
                                                          : nullptr;
}

OpOperand *sg::getCopiedInput(linalg::LinalgOp op) {
  if (op->getNumResults() != 1 || op.getNumDpsInits() != 1 ||
      !isPointwise(op, *op.getDpsInitOperand(0)))
    return nullptr;
  auto argument = dyn_cast<BlockArgument>(yieldedValue(op, 0));
  return argument ? traceInput(op, argument).operand : nullptr;
}

bool sg::isReproducible(linalg::LinalgOp op, Value term) {
  bool isExact = true;
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitUsesFromAbove = false;
  options.filter = [&](Operation *inner) {
    return op->isProperAncestor(inner);
  };
  if (failed(getBackwardSlice(term, &slice, options)))
    return false;
  for (Operation *inner : slice)
    inner->walk([&](Operation *nested) {
      isExact &=
          !isa<math::MathDialect>(nested->getDialect()) ||
          isa<math::AbsFOp, math::CopySignOp, math::CeilOp, math::FloorOp,
              math::RoundEvenOp, math::RoundOp, math::TruncOp>(nested);
    });
  return isExact;
}

bool sg::hasWindows(linalg::LinalgOp op) {
  // A window needs an index that depends on at least two loops.
  auto slides = [&](AffineExpr index) {
    unsigned loops = 0;
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      loops += index.isFunctionOfDim(loop);
    return loops > 1;
  };
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return llvm::any_of(op.getMatchingIndexingMap(input).getResults(), slides);
  });
}

/// Returns true if the index is a sum of nonnegative multiples of dimensions.
static bool isNonDecreasing(AffineExpr index) {
  if (isa<AffineDimExpr, AffineConstantExpr>(index))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  if (!binary || !isNonDecreasing(binary.getLHS()))
    return false;
  if (index.getKind() == AffineExprKind::Add)
    return isNonDecreasing(binary.getRHS());
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return index.getKind() == AffineExprKind::Mul && factor &&
         factor.getValue() >= 0;
}

bool sg::canBeTiled(linalg::LinalgOp op) {
  if (llvm::is_contained(op.getStaticLoopRanges(), 0))
    return false;
  return llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return llvm::all_of(map.getResults(), isNonDecreasing);
  });
}
