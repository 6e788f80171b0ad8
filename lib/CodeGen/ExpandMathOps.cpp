//===- ExpandMathOps.cpp - Math that has no counterpart in LLVM -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPANDMATHOPS
#include "CodeGen/Passes.h.inc"
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
    Value below = arith::MinimumFOp::create(
        rewriter, op.getLoc(), op.getValue(), op.getMax(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::MaximumFOp>(op, below, op.getMin(),
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
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    Value size = math::AbsFOp::create(rewriter, loc, op.getOperand());
    Value infinity =
        createConstant(rewriter, loc, type,
                       llvm::APFloat::getInf(element.getFloatSemantics()));
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::OEQ,
                                               size, infinity);
    return success();
  }
};

/// Not zero, subnormal, infinite or NaN.
struct ExpandIsNormal final : OpRewritePattern<math::IsNormalOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsNormalOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getOperand().getType();
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
    Value size = math::AbsFOp::create(rewriter, loc, op.getOperand());
    Value least = createConstant(
        rewriter, loc, type, llvm::APFloat::getSmallestNormalized(semantics));
    Value largest = createConstant(rewriter, loc, type,
                                   llvm::APFloat::getLargest(semantics));
    Value isLarge = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OGE, size, least);
    Value isFinite = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLE, size, largest);
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isLarge, isFinite);
    return success();
  }
};

/// LLVM vectorizes loops over sines and over cosines, but none over both in one
/// call; for scalars it puts the two together again.
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

/// The exponent of llvm.intr.powi is an `int`.
struct WidenExponent final : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getRhs().getType();
    if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() >= 32)
      return failure();
    Type wide = rewriter.getI32Type();
    if (auto shaped = dyn_cast<ShapedType>(type))
      wide = shaped.clone(wide);
    rewriter.modifyOpInPlace(op, [&] {
      rewriter.setInsertionPoint(op);
      op.getRhsMutable().assign(
          arith::ExtSIOp::create(rewriter, op.getLoc(), wide, op.getRhs()));
    });
    return success();
  }
};

struct ExpandMathOps : sg::impl::ExpandMathOpsBase<ExpandMathOps> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandClamp, ExpandIsInf, ExpandIsNormal, ExpandSincos,
                 WidenExponent>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
