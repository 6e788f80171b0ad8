//===- AffineDivisors.cpp - Check divisors of affine ops ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineDivisors.h"
#include "Asserter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

static void requirePositive(sg::Asserter &check, Value divisor) {
  check.require(
      check.compare(arith::CmpIPredicate::sgt, divisor, check.constant(0)),
      "division by zero, or by a negative number");
}

/// Checks the divisors in `expr`, inner divisors first: computing an outer
/// divisor divides by the inner divisors.
static void checkExpr(Operation *op, AffineExpr expr, ValueRange dims,
                      ValueRange symbols) {
  expr.walk([&](AffineExpr subexpr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(subexpr);
    if (!binary || subexpr.getKind() == AffineExprKind::Add ||
        subexpr.getKind() == AffineExprKind::Mul ||
        isa<AffineConstantExpr>(binary.getRHS()))
      return;
    OpBuilder b(op);
    sg::Asserter check(op);
    if (Value divisor = affine::expandAffineExpr(
            b, op->getLoc(), binary.getRHS(), dims, symbols))
      requirePositive(check, divisor);
  });
}

static void checkExprs(Operation *op, ArrayRef<AffineExpr> exprs,
                       unsigned numDims, ValueRange operands) {
  for (AffineExpr expr : exprs)
    checkExpr(op, expr, operands.take_front(numDims),
              operands.drop_front(numDims));
}

static void checkMap(Operation *op, AffineMap map, ValueRange operands) {
  checkExprs(op, map.getResults(), map.getNumDims(), operands);
}

/// Checks the sizes in the basis. The outer bound is not a divisor.
static void checkBasis(affine::AffineDelinearizeIndexOp op) {
  sg::Asserter check(op);
  SmallVector<OpFoldResult> basis = op.getMixedBasis();
  for (OpFoldResult size :
       ArrayRef(basis).drop_front(op.hasOuterBound() ? 1 : 0))
    if (auto value = dyn_cast<Value>(size))
      requirePositive(check, value);
}

void sg::checkAffineDivisors(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
          [](auto op) { checkMap(op, op.getMap(), op.getMapOperands()); })
      .Case<affine::AffineLoadOp, affine::AffineStoreOp,
            affine::AffineVectorLoadOp, affine::AffineVectorStoreOp>(
          [](auto op) { checkMap(op, op.getAffineMap(), op.getMapOperands()); })
      .Case([](affine::AffineForOp op) {
        checkMap(op, op.getLowerBoundMap(), op.getLowerBoundOperands());
        checkMap(op, op.getUpperBoundMap(), op.getUpperBoundOperands());
      })
      .Case([](affine::AffineParallelOp op) {
        checkMap(op, op.getLowerBoundsMap(), op.getLowerBoundsOperands());
        checkMap(op, op.getUpperBoundsMap(), op.getUpperBoundsOperands());
      })
      .Case([](affine::AffineIfOp op) {
        IntegerSet set = op.getIntegerSet();
        checkExprs(op, set.getConstraints(), set.getNumDims(),
                   op.getOperands());
      })
      .Case([](affine::AffineDelinearizeIndexOp op) { checkBasis(op); });
}
