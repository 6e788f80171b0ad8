//===- ExpandSmallFloats.cpp - Floats of eight bits or less ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM has no floats of eight bits or less, so integers hold the bits. The
// emitted conversions round like APFloat, wherever APFloat defines the result.
//
//===----------------------------------------------------------------------===//

#include "SmallFloats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sg/CodeGen/Math/Passes.h"
#include "llvm/Support/DebugLog.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPANDSMALLFLOATS
#include "sg/CodeGen/Math/Passes.h.inc"
} // namespace sg

#define DEBUG_TYPE "sg-expand-small-floats"

/// Returns true for the wide float types that this pass converts to and from
/// small floats.
static bool isWide(Type element) {
  return element.isF16() || element.isBF16() || element.isF32() ||
         element.isF64();
}

static Type typeLike(Value value, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(value.getType()))
    return shaped.clone(element);
  return element;
}

namespace {
struct Widen final : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn());
    Type to = getElementTypeOrSelf(op.getType());
    if (!sg::isSmallFloat(from) || (!isWide(to) && !sg::isSmallFloat(to)))
      return rewriter.notifyMatchFailure(op, "not from a small float");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value wide = sg::widenSmallFloat(b, op.getIn());
    Type type = op.getType();
    if (to.isF64())
      wide = arith::ExtFOp::create(b, type, wide);
    else if (sg::isSmallFloat(to))
      wide = sg::narrowToSmallFloat(b, wide, cast<FloatType>(to));
    else if (!to.isF32())
      wide = arith::TruncFOp::create(b, type, wide);
    rewriter.replaceOp(op, wide);
    return success();
  }
};

struct Narrow final : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn());
    Type to = getElementTypeOrSelf(op.getType());
    if (!sg::isSmallFloat(to) || (!isWide(from) && !sg::isSmallFloat(from)))
      return rewriter.notifyMatchFailure(op, "not to a small float");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value wide = op.getIn();
    if (sg::isSmallFloat(from))
      wide = sg::widenSmallFloat(b, wide);
    else if (from.getIntOrFloatBitWidth() < 32)
      wide = arith::ExtFOp::create(b, typeLike(wide, b.getF32Type()), wide);
    rewriter.replaceOp(op,
                       sg::narrowToSmallFloat(b, wide, cast<FloatType>(to)));
    return success();
  }
};

struct ExpandSmallFloats : sg::impl::ExpandSmallFloatsBase<ExpandSmallFloats> {
  void runOnOperation() override {
    SmallVector<Type> smallTypes = findSmallFloats();
    if (smallTypes.empty()) {
      LDBG() << "no op computes with floats of eight bits or less";
      return;
    }
    // f8E8M0FNU has the exponent range of f32. Ops on this type are computed in
    // f64, where their results are neither subnormal nor too large.
    SmallVector<Type> exponentTypes, otherTypes;
    for (Type type : smallTypes) {
      LDBG() << type << " is computed in "
             << (isa<Float8E8M0FNUType>(type) ? "f64" : "f32");
      (isa<Float8E8M0FNUType>(type) ? exponentTypes : otherTypes)
          .push_back(type);
    }
    MLIRContext *context = &getContext();
    if (failed(computeIn(Float32Type::get(context), otherTypes)) ||
        failed(computeIn(Float64Type::get(context), exponentTypes)))
      return signalPassFailure();
    RewritePatternSet patterns(context);
    patterns.add<Widen, Narrow>(context);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }

private:
  /// Returns the small float types that arithmetic and vector ops read or
  /// compute, in program order.
  SmallVector<Type> findSmallFloats() {
    llvm::SmallSetVector<Type, 4> types;
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_present<arith::ArithDialect, vector::VectorDialect>(
              op->getDialect()))
        return;
      auto add = [&](Type type) {
        Type element = getElementTypeOrSelf(type);
        if (sg::isSmallFloat(element))
          types.insert(element);
      };
      llvm::for_each(op->getOperandTypes(), add);
      llvm::for_each(op->getResultTypes(), add);
    });
    return types.takeVector();
  }

  /// Computes arithmetic on `sources` in the type `target`, and rounds the
  /// results.
  LogicalResult computeIn(Type target, ArrayRef<Type> sources) {
    if (sources.empty())
      return success();
    MLIRContext *context = &getContext();
    TypeConverter converter;
    arith::populateEmulateUnsupportedFloatsConversions(converter, sources,
                                                       target);
    RewritePatternSet patterns(context);
    arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
    ConversionTarget legal(*context);
    arith::populateEmulateUnsupportedFloatsLegality(legal, converter);
    return applyPartialConversion(getOperation(), legal, std::move(patterns));
  }
};
} // namespace
