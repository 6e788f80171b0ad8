//===- CheckStructuredOps.cpp - Check sizes of structured ops -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckStructuredOps.h"
#include "Asserter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-check-shapes"

using namespace mlir;
using Predicate = arith::CmpIPredicate;

namespace {
/// The smallest and the largest value of an expression over all iterations.
struct Range {
  Value low, high;
};

/// Checks that the sizes of the operands of a linalg op agree.
class SizeChecker {
public:
  explicit SizeChecker(linalg::LinalgOp op)
      : op(op), check(op), loops(op.getNumLoops()) {}

  void run() {
    // If the same loop indexes several operands, their sizes must be equal.
    forEachDim([&](OpOperand &operand, unsigned dim, AffineExpr index) {
      auto loop = dyn_cast<AffineDimExpr>(index);
      if (!loop)
        return;
      Value size = check.size(operand.get(), dim);
      Extent &extent = loops[loop.getPosition()];
      if (!extent.size) {
        extent = {size, operand.getOperandNumber(), dim};
        return;
      }
      check.require(check.equal(size, extent.size),
                    "dimension " + Twine(dim) + " of operand " +
                        Twine(operand.getOperandNumber()) +
                        " is not dimension " + Twine(extent.dim) +
                        " of operand " + Twine(extent.operand));
    });
    // Check the range of other index expressions, for example constants, and
    // the sums of loop indices in convolutions.
    forEachDim([&](OpOperand &operand, unsigned dim, AffineExpr index) {
      if (isa<AffineDimExpr>(index))
        return;
      std::optional<Range> range = getRange(index);
      if (!range) {
        LDBG() << "not checked, unknown bounds of " << index << ": dimension "
               << dim << " of operand " << operand.getOperandNumber() << " of "
               << op->getName() << " at " << op.getLoc();
        return;
      }
      Value size = check.size(operand.get(), dim);
      Value low = check.inRange(range->low, size);
      Value high = check.inRange(range->high, size);
      Value inside = check.create<arith::AndIOp>(low, high);
      inside = check.create<arith::AndIOp>(inside, cannotWrap(index));
      check.require(check.create<arith::OrIOp>(isEmpty(), inside),
                    "dimension " + Twine(dim) + " of operand " +
                        Twine(operand.getOperandNumber()) + " is too small");
    });
  }

private:
  /// The size of a loop, which is dimension `dim` of operand `operand`.
  struct Extent {
    Value size;
    unsigned operand, dim;
  };

  void
  forEachDim(function_ref<void(OpOperand &, unsigned, AffineExpr)> callback) {
    for (OpOperand &operand : op->getOpOperands())
      for (auto [dim, index] :
           llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        callback(operand, dim, index);
  }

  /// Emits the condition that the op has no iterations.
  Value isEmpty() {
    Value empty =
        check.create<arith::ConstantOp>(BoolAttr::get(op->getContext(), false));
    for (Extent &loop : loops)
      empty = check.create<arith::OrIOp>(empty, check.isEqualTo(loop.size, 0));
    return empty;
  }

  /// Emits the condition that no subexpression of `index` wraps in any
  /// iteration, as getRange assumes.
  Value cannotWrap(AffineExpr index) {
    MagnitudeBound bound = getBound(index);
    uint64_t max = std::numeric_limits<int64_t>::max();
    uint64_t remaining = max - std::min(max, bound.offset);
    Value limit =
        check.constant(remaining / std::max<uint64_t>(bound.factor, 1));
    Value fits =
        check.create<arith::ConstantOp>(BoolAttr::get(op->getContext(), true));
    for (auto [position, loop] : llvm::enumerate(loops)) {
      if (!index.isFunctionOfDim(position))
        continue;
      Value last = check.create<arith::SubIOp>(loop.size, check.constant(1));
      fits = check.create<arith::AndIOp>(
          fits, check.compare(Predicate::ule, last, limit));
    }
    return fits;
  }

  /// An upper bound of the magnitude of an expression: `factor` times the
  /// largest loop index, plus `offset`.
  struct MagnitudeBound {
    uint64_t factor, offset;
  };

  static MagnitudeBound getBound(AffineExpr index) {
    if (isa<AffineDimExpr>(index))
      return {1, 0};
    if (auto constant = dyn_cast<AffineConstantExpr>(index))
      return {0, magnitude(constant.getValue())};
    auto binary = dyn_cast<AffineBinaryOpExpr>(index);
    if (!binary)
      return {0, 0};
    MagnitudeBound lhs = getBound(binary.getLHS()),
                   rhs = getBound(binary.getRHS());
    // The right-hand side of an affine product or division is a constant. The
    // sum of both operands' bounds also bounds a quotient or remainder.
    if (index.getKind() == AffineExprKind::Mul)
      return {llvm::SaturatingMultiply(lhs.factor, rhs.offset),
              llvm::SaturatingMultiply(lhs.offset, rhs.offset)};
    return {llvm::SaturatingAdd(lhs.factor, rhs.factor),
            llvm::SaturatingAdd(lhs.offset, rhs.offset)};
  }

  static uint64_t magnitude(int64_t value) {
    return value < 0 ? -uint64_t(value) : uint64_t(value);
  }

  std::optional<Range> getRange(AffineExpr index) {
    if (auto constant = dyn_cast<AffineConstantExpr>(index)) {
      Value value = check.constant(constant.getValue());
      return Range{value, value};
    }
    if (auto loop = dyn_cast<AffineDimExpr>(index))
      return Range{check.constant(0),
                   check.create<arith::SubIOp>(loops[loop.getPosition()].size,
                                               check.constant(1))};
    auto binary = cast<AffineBinaryOpExpr>(index);
    std::optional<Range> lhs = getRange(binary.getLHS());
    std::optional<Range> rhs = getRange(binary.getRHS());
    if (!lhs || !rhs)
      return std::nullopt;
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    switch (index.getKind()) {
    case AffineExprKind::Add:
      return Range{check.create<arith::AddIOp>(lhs->low, rhs->low),
                   check.create<arith::AddIOp>(lhs->high, rhs->high)};
    case AffineExprKind::Mul:
      if (factor && factor.getValue() < 0)
        std::swap(lhs->low, lhs->high);
      return Range{check.create<arith::MulIOp>(lhs->low, rhs->low),
                   check.create<arith::MulIOp>(lhs->high, rhs->high)};
    case AffineExprKind::Mod:
      return Range{check.constant(0),
                   check.create<arith::SubIOp>(rhs->high, check.constant(1))};
    case AffineExprKind::FloorDiv:
      return Range{check.create<arith::FloorDivSIOp>(lhs->low, rhs->low),
                   check.create<arith::FloorDivSIOp>(lhs->high, rhs->high)};
    case AffineExprKind::CeilDiv:
      return Range{check.create<arith::CeilDivSIOp>(lhs->low, rhs->low),
                   check.create<arith::CeilDivSIOp>(lhs->high, rhs->high)};
    default:
      return std::nullopt;
    }
  }

  linalg::LinalgOp op;
  sg::Asserter check;
  SmallVector<Extent> loops;
};
} // namespace

void sg::checkStructuredOp(linalg::LinalgOp op) { SizeChecker(op).run(); }
