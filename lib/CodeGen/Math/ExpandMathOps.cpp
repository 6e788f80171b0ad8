//===- ExpandMathOps.cpp - Math without a counterpart in LLVM -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sg/CodeGen/Math/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-expand-math-ops"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPANDMATHOPS
#include "sg/CodeGen/Math/Passes.h.inc"
} // namespace sg

static Value createConstant(OpBuilder &b, Location loc, Type type,
                            const llvm::APFloat &value) {
  TypedAttr element = b.getFloatAttr(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    element = DenseElementsAttr::get(shaped, element);
  return arith::ConstantOp::create(b, loc, element);
}

namespace {
struct ExpandClamp final : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value atMostMax = arith::MinimumFOp::create(
        rewriter, op.getLoc(), op.getValue(), op.getMax(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, atMostMax, op.getMin(),
                                                   op.getFastmath());
    return success();
  }
};

struct ExpandIsInf final : OpRewritePattern<math::IsInfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsInfOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getOperand().getType();
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
    if (!llvm::APFloat::semanticsHasInf(semantics)) {
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(
          op, rewriter.getZeroAttr(op.getType()));
      return success();
    }
    Value magnitude = math::AbsFOp::create(rewriter, loc, op.getOperand());
    Value infinity =
        createConstant(rewriter, loc, type, llvm::APFloat::getInf(semantics));
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::OEQ,
                                               magnitude, infinity);
    return success();
  }
};

/// Expands the test for a number that is not zero, subnormal, infinite or NaN.
struct ExpandIsNormal final : OpRewritePattern<math::IsNormalOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsNormalOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getOperand().getType();
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
    Value magnitude = math::AbsFOp::create(rewriter, loc, op.getOperand());
    Value smallestNormal = createConstant(
        rewriter, loc, type, llvm::APFloat::getSmallestNormalized(semantics));
    Value largest = createConstant(rewriter, loc, type,
                                   llvm::APFloat::getLargest(semantics));
    Value isNotSubnormal = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OGE, magnitude, smallestNormal);
    Value isFinite = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLE, magnitude, largest);
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isNotSubnormal, isFinite);
    return success();
  }
};

/// Splits math.sincos, because LLVM vectorizes loops over sines and cosines,
/// but not over calls that compute both. For scalars, LLVM combines both
/// functions again.
struct ExpandSincos final : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value sine =
        math::SinOp::create(rewriter, loc, op.getOperand(), op.getFastmath());
    Value cosine =
        math::CosOp::create(rewriter, loc, op.getOperand(), op.getFastmath());
    rewriter.replaceOp(op, {sine, cosine});
    return success();
  }
};

/// Replaces vector.fma by math.fma. Upstream lowers vector.fma to
/// llvm.intr.fmuladd, which may also round the product, for example for f16.
struct FuseVectorFMA final : OpRewritePattern<vector::FMAOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(vector::FMAOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<math::FmaOp>(op, op.getLhs(), op.getRhs(),
                                             op.getAcc());
    return success();
  }
};

/// Widens exponents of less than 32 bits to i32, because the exponent of
/// llvm.intr.powi is an `int`. An exponent of type index becomes i64.
struct WidenExponent final : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getRhs().getType();
    Type element = getElementTypeOrSelf(type);
    if (!element.isIndex() && element.getIntOrFloatBitWidth() >= 32)
      return rewriter.notifyMatchFailure(op, "the exponent is wide enough");
    Type wide =
        element.isIndex() ? rewriter.getI64Type() : rewriter.getI32Type();
    if (auto shaped = dyn_cast<ShapedType>(type))
      wide = shaped.clone(wide);
    rewriter.modifyOpInPlace(op, [&] {
      rewriter.setInsertionPoint(op);
      Value exponent;
      if (element.isIndex())
        exponent = arith::IndexCastOp::create(rewriter, op.getLoc(), wide,
                                              op.getRhs());
      else
        exponent =
            arith::ExtSIOp::create(rewriter, op.getLoc(), wide, op.getRhs());
      op.getRhsMutable().assign(exponent);
    });
    return success();
  }
};

/// Computes an integer power by repeated squaring, with one bit of the exponent
/// per iteration. A power with a negative exponent is zero unless the base is 1
/// or -1.
struct ExpandIPow final : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    Location loc = op.getLoc();
    if (!type.isSignlessIntOrIndex()) {
      LDBG() << "left alone, not a scalar: " << op->getName() << " at " << loc;
      return rewriter.notifyMatchFailure(op, "not a scalar");
    }
    LDBG() << "replaced by a loop of squarings: " << op->getName() << " at "
           << loc;
    Value base = op.getLhs(), exponent = op.getRhs();
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(rewriter, loc,
                                       rewriter.getIntegerAttr(type, value));
    };
    auto compare = [&](OpBuilder &b, arith::CmpIPredicate predicate, Value x,
                       Value y) -> Value {
      return arith::CmpIOp::create(b, loc, predicate, x, y);
    };
    Value zero = constant(0), one = constant(1), minusOne = constant(-1);
    Value lowestBit = arith::AndIOp::create(rewriter, loc, exponent, one);
    Value isOdd = compare(rewriter, arith::CmpIPredicate::ne, lowestBit, zero);
    auto loop = scf::WhileOp::create(
        rewriter, loc, TypeRange{type, type, type},
        ValueRange{one, base, exponent},
        [&](OpBuilder &b, Location, ValueRange values) {
          // A negative exponent ends the loop at once.
          Value hasBitsLeft =
              compare(b, arith::CmpIPredicate::sgt, values[2], zero);
          scf::ConditionOp::create(b, loc, hasBitsLeft, values);
        },
        [&](OpBuilder &b, Location, ValueRange values) {
          Value lastBit = arith::AndIOp::create(b, loc, values[2], one);
          Value isSet = compare(b, arith::CmpIPredicate::ne, lastBit, zero);
          Value product = arith::MulIOp::create(b, loc, values[0], values[1]);
          Value power =
              arith::SelectOp::create(b, loc, isSet, product, values[0]);
          Value square = arith::MulIOp::create(b, loc, values[1], values[1]);
          Value rest = arith::ShRUIOp::create(b, loc, values[2], one);
          scf::YieldOp::create(b, loc, ValueRange{power, square, rest});
        });
    Value isOne = compare(rewriter, arith::CmpIPredicate::eq, base, one);
    Value isMinusOne =
        compare(rewriter, arith::CmpIPredicate::eq, base, minusOne);
    Value powerOfMinusOne =
        arith::SelectOp::create(rewriter, loc, isOdd, minusOne, one);
    Value otherInverse = arith::SelectOp::create(rewriter, loc, isMinusOne,
                                                 powerOfMinusOne, zero);
    Value inverse =
        arith::SelectOp::create(rewriter, loc, isOne, one, otherInverse);
    Value isNegative =
        compare(rewriter, arith::CmpIPredicate::slt, exponent, zero);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNegative, inverse,
                                                 loop.getResult(0));
    return success();
  }
};

/// Expands arith.addui_extended of index, which upstream converts to an invalid
/// op.
struct ExpandIndexCarry final : OpRewritePattern<arith::AddUIExtendedOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::AddUIExtendedOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getSum()).isIndex())
      return rewriter.notifyMatchFailure(op, "the type is not index");
    Location loc = op.getLoc();
    Value sum = arith::AddIOp::create(rewriter, loc, op.getLhs(), op.getRhs());
    Value carry = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ult, sum, op.getLhs());
    rewriter.replaceOp(op, {sum, carry});
    return success();
  }
};

struct ExpandMathOps : sg::impl::ExpandMathOpsBase<ExpandMathOps> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandClamp, ExpandIndexCarry, ExpandIPow, ExpandIsInf,
                 ExpandIsNormal, ExpandSincos, FuseVectorFMA, WidenExponent>(
        &getContext());
    // Upstream's --arith-expand would also expand maxima and minima, although
    // LLVM has instructions for both and optimizes their reductions.
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateExpandScalingExtTruncPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
