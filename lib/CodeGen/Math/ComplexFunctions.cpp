//===- ComplexFunctions.cpp - Functions of complex numbers ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComplexFunctions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <limits>

using namespace mlir;
using arith::CmpFPredicate;

namespace {
/// Emits arithmetic on the parts of a complex operand, after the op.
class Corrector {
public:
  Corrector(Operation *op, Value operand)
      : b(op->getLoc(), op->getContext()),
        part(cast<ComplexType>(operand.getType()).getElementType()) {
    b.setInsertionPoint(op);
    re = complex::ReOp::create(b, operand);
    im = complex::ImOp::create(b, operand);
    b.setInsertionPointAfter(op);
  }

  void correct(complex::AbsOp op);
  void correct(complex::ExpOp op);
  void correct(complex::LogOp op);
  void correct(complex::SqrtOp op);

private:
  Value constant(double value) {
    return arith::ConstantOp::create(b, b.getFloatAttr(part, value));
  }
  Value compare(CmpFPredicate predicate, Value x, double y) {
    Value limit = constant(y);
    return arith::CmpFOp::create(b, predicate, x, limit);
  }
  Value isInfinite(Value x) {
    Value magnitude = math::AbsFOp::create(b, x);
    return compare(CmpFPredicate::OEQ, magnitude, kInfinity);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// Returns true if a part is infinite, even if the other part is NaN.
  Value hasInfinitePart() {
    Value isReal = isInfinite(re), isImaginary = isInfinite(im);
    return arith::OrIOp::create(b, isReal, isImaginary);
  }
  /// Replaces the result of `op`, except in ops that are emitted after `op` up
  /// to the insertion point.
  void replace(Operation *op, Value corrected) {
    Operation *last = corrected.getDefiningOp();
    op->getResult(0).replaceUsesWithIf(corrected, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      return user->getBlock() != op->getBlock() || last->isBeforeInBlock(user);
    });
  }

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  ImplicitLocOpBuilder b;
  Type part;
  Value re, im;
};
} // namespace

void Corrector::correct(complex::AbsOp op) {
  Value hasInfinity = hasInfinitePart();
  Value infinity = constant(kInfinity);
  replace(op, select(hasInfinity, infinity, op.getResult()));
}

/// exp(-inf + i y) is 0, and exp(inf + i y) has an infinite real part, also if
/// y is not finite.
void Corrector::correct(complex::ExpOp op) {
  Value magnitude = math::AbsFOp::create(b, im);
  // UGE is true for NaN.
  Value isOpen = compare(CmpFPredicate::UGE, magnitude, kInfinity);
  Value isInfinitePower = isInfinite(re);
  Value isLost = arith::AndIOp::create(b, isInfinitePower, isOpen);
  Value isSmall = compare(CmpFPredicate::OLT, re, 0.0);
  Value zero = constant(0.0), infinity = constant(kInfinity);
  Value nan = constant(std::numeric_limits<double>::quiet_NaN());
  Value limit = select(isSmall, zero, infinity);
  Value real = complex::ReOp::create(b, op);
  real = select(isLost, limit, real);
  limit = select(isSmall, zero, nan);
  Value imaginary = complex::ImOp::create(b, op);
  imaginary = select(isLost, limit, imaginary);
  replace(op, complex::CreateOp::create(b, op.getType(), real, imaginary));
}

/// The real part of log(z) is log|z|. If |z| is close to 1, that is
/// log1p((m - 1) (m + 1) + n^2) / 2 for the larger and smaller part m and n,
/// without cancellation.
void Corrector::correct(complex::LogOp op) {
  Value x = math::AbsFOp::create(b, re), y = math::AbsFOp::create(b, im);
  Value larger = arith::MaximumFOp::create(b, x, y);
  Value smaller = arith::MinimumFOp::create(b, x, y);
  Value one = constant(1.0), half = constant(0.5);
  Value below = arith::SubFOp::create(b, larger, one);
  Value above = arith::AddFOp::create(b, larger, one);
  Value product = arith::MulFOp::create(b, below, above);
  Value square = arith::MulFOp::create(b, smaller, smaller);
  Value distance = arith::AddFOp::create(b, product, square);
  Value logarithm = math::Log1pOp::create(b, distance);
  Value accurate = arith::MulFOp::create(b, half, logarithm);
  // |z| is between 0.5 and 2 sqrt(2).
  Value isAbove = compare(CmpFPredicate::OGE, larger, 0.5);
  Value isBelow = compare(CmpFPredicate::OLE, larger, 2.0);
  Value isClose = arith::AndIOp::create(b, isAbove, isBelow);
  Value real = complex::ReOp::create(b, op);
  real = select(isClose, accurate, real);
  Value hasInfinity = hasInfinitePart();
  Value infinity = constant(kInfinity);
  real = select(hasInfinity, infinity, real);
  Value imaginary = complex::ImOp::create(b, op);
  replace(op, complex::CreateOp::create(b, op.getType(), real, imaginary));
}

/// The root of x + i y is t + i y / (2 t) for x >= 0 and |y| / (2 t) + i t
/// otherwise, where t = sqrt((|x| + |z|) / 2) and t has the sign of y in the
/// imaginary part. Upstream takes the root of the polar form, whose real part
/// is not 0 for negative numbers. z is scaled to avoid overflow and underflow.
void Corrector::correct(complex::SqrtOp op) {
  if (!part.isF32() && !part.isF64())
    return; // the scales are out of range
  // Scale z by 1/16 if |z| may overflow, and by 2^100 if |z| may be subnormal.
  const llvm::fltSemantics &semantics =
      cast<FloatType>(part).getFloatSemantics();
  double largest = APFloat::getLargest(semantics).convertToDouble();
  double smallest = APFloat::getSmallestNormalized(semantics).convertToDouble();
  Value x = math::AbsFOp::create(b, re), y = math::AbsFOp::create(b, im);
  Value larger = arith::MaximumFOp::create(b, x, y);
  Value isLarge = compare(CmpFPredicate::OGE, larger, largest / 8);
  Value isSmall = compare(CmpFPredicate::OLE, larger, std::ldexp(smallest, 60));
  Value one = constant(1.0);
  auto choose = [&](double ofLarge, double ofSmall) {
    Value large = constant(ofLarge), small = constant(ofSmall);
    Value rest = select(isSmall, small, one);
    return select(isLarge, large, rest);
  };
  Value scale = choose(0x1p-4, 0x1p100), unscale = choose(4.0, 0x1p-50);
  Value scaledX = arith::MulFOp::create(b, x, scale);
  Value scaledY = arith::MulFOp::create(b, y, scale);
  Value scaled = complex::CreateOp::create(b, op.getType(), scaledX, scaledY);
  auto magnitude = complex::AbsOp::create(b, part, scaled);
  Value hasInfinity = hasInfinitePart();
  Value infinity = constant(kInfinity), half = constant(0.5);
  Value sum = select(hasInfinity, infinity, magnitude);
  sum = arith::AddFOp::create(b, scaledX, sum);
  sum = arith::MulFOp::create(b, sum, half);
  Value root = math::SqrtOp::create(b, sum);
  Value other = arith::MulFOp::create(b, scaledY, half);
  other = arith::DivFOp::create(b, other, root);
  root = arith::MulFOp::create(b, root, unscale);
  other = arith::MulFOp::create(b, other, unscale);
  // At 0, y / root is NaN.
  Value isZero = compare(CmpFPredicate::OEQ, larger, 0.0);
  other = select(isZero, y, other);
  Value isPositive = compare(CmpFPredicate::OGE, re, 0.0);
  Value real = select(isPositive, root, other);
  Value imaginary = select(isPositive, other, root);
  // An infinite y determines the result, also if x is NaN.
  Value isVertical = isInfinite(im);
  real = select(isVertical, infinity, real);
  imaginary = select(isVertical, infinity, imaginary);
  imaginary = math::CopySignOp::create(b, imaginary, im);
  Value result = complex::CreateOp::create(b, op.getType(), real, imaginary);
  op.replaceAllUsesWith(result);
  op.erase();
}

bool sg::isInNamedOp(Operation *op) {
  auto structured = op->getParentOfType<linalg::LinalgOp>();
  return structured &&
         !isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(structured);
}

void sg::correctComplexFunctions(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isa<complex::AbsOp, complex::ExpOp, complex::LogOp, complex::SqrtOp>(
            op) &&
        !isInNamedOp(op))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    llvm::TypeSwitch<Operation *>(op)
        .Case<complex::AbsOp, complex::ExpOp, complex::LogOp, complex::SqrtOp>(
            [](auto op) { Corrector(op, op.getComplex()).correct(op); });
}
