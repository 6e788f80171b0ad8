//===- ExpandBF16.cpp - Conversions to bf16 -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatBits.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sg/CodeGen/Math/Passes.h"
#include "llvm/Support/DebugLog.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPANDBF16
#include "sg/CodeGen/Math/Passes.h.inc"
} // namespace sg

#define DEBUG_TYPE "sg-expand-bf16"

using Predicate = arith::CmpIPredicate;

static Type typeLike(Value value, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(value.getType()))
    return shaped.clone(element);
  return element;
}

static bool isBF16(Type type) { return getElementTypeOrSelf(type).isBF16(); }

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Rounds f32 to bf16. Both types have the same exponent range, so the bits of
/// a finite number can be rounded as an integer. Overflow gives infinity.
/// Subnormal numbers need no special case.
static Value roundToBF16(ImplicitLocOpBuilder &b, Value value) {
  sg::FloatBits from(b, value.getType());
  Value bits = from.getBits(value);
  Value high = from.shiftRight(bits, 16);
  Value lastBit = from.bitAnd(high, uint64_t(1));
  Value rounded = from.add(bits, uint64_t(0x7FFF));
  rounded = from.add(rounded, lastBit);
  Value narrow = from.shiftRight(rounded, 16);
  Value quietNaN = from.bitOr(high, uint64_t(0x40));
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  narrow = from.select(isNaN, quietNaN, narrow);
  narrow = arith::TruncIOp::create(b, typeLike(value, b.getI16Type()), narrow);
  return arith::BitcastOp::create(b, typeLike(value, b.getBF16Type()), narrow);
}

/// Rounds f64 to f32 with rounding to odd: an inexact value becomes the
/// neighbor whose last bit is set. Rounding the result to bf16 is equivalent to
/// rounding `value` directly (S. Boldo, G. Melquiond, "Emulation of a FMA and
/// correctly rounded sums: proved algorithms using rounding to odd", IEEE
/// Trans. Comp. 57(4), 2008).
static Value roundToOdd(ImplicitLocOpBuilder &b, Value value) {
  Value nearest =
      arith::TruncFOp::create(b, typeLike(value, b.getF32Type()), value);
  sg::FloatBits to(b, nearest.getType());
  Value bits = to.getBits(nearest);
  Value widened = arith::ExtFOp::create(b, value.getType(), nearest);
  sg::FloatBits wide(b, value.getType());
  auto getAbsBits = [&](Value x) -> Value {
    Value bits = wide.getBits(x);
    return wide.bitAnd(bits, APInt::getSignedMaxValue(64).getZExtValue());
  };
  Value absValue = getAbsBits(value), absNearest = getAbsBits(widened);
  Value isRoundedUp =
      arith::CmpIOp::create(b, Predicate::ugt, absNearest, absValue);
  Value lastBit = to.bitAnd(bits, uint64_t(1));
  Value isEven = to.compare(Predicate::eq, lastBit, uint64_t(0));
  Value isInexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, widened, value);
  Value isReplaced = arith::AndIOp::create(b, isInexact, isEven);
  Value towardZero = to.add(bits, uint64_t(-1));
  Value awayFromZero = to.add(bits, uint64_t(1));
  Value neighbor = to.select(isRoundedUp, towardZero, awayFromZero);
  return to.toFloat(to.select(isReplaced, neighbor, bits));
}

/// Returns an integer of 64 bits that f64 represents exactly and that rounds to
/// the same bf16 number as `value`. Above 2^32, the numbers of bf16 and their
/// midpoints are multiples of 2^16. All integers strictly between two adjacent
/// multiples therefore round to the same number.
static Value shortenInteger(ImplicitLocOpBuilder &b, Value value,
                            bool isSigned) {
  auto constant = [&](uint64_t c) -> Value {
    TypedAttr attribute =
        b.getIntegerAttr(getElementTypeOrSelf(value), APInt(64, c));
    if (auto shaped = dyn_cast<ShapedType>(value.getType()))
      attribute = DenseElementsAttr::get(shaped, attribute);
    return arith::ConstantOp::create(b, attribute);
  };
  constexpr uint64_t kLowBits = 0xFFFF, kStickyBit = 0x8000;
  Value zero = constant(0);
  Value low = arith::AndIOp::create(b, value, constant(kLowBits));
  Value isExact = arith::CmpIOp::create(b, Predicate::eq, low, zero);
  Value sticky =
      arith::SelectOp::create(b, isExact, zero, constant(kStickyBit));
  Value high = arith::AndIOp::create(b, value, constant(~kLowBits));
  Value shortened = arith::OrIOp::create(b, high, sticky);
  // Do not change short integers: -2^31 <= value < 2^31 (signed) or value <
  // 2^32 (unsigned).
  Value shifted = value;
  if (isSigned)
    shifted = arith::AddIOp::create(b, value, constant(uint64_t(1) << 31));
  Value isShort = arith::CmpIOp::create(b, Predicate::ult, shifted,
                                        constant(uint64_t(1) << 32));
  return arith::SelectOp::create(b, isShort, value, shortened);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Converts an integer to bf16 via a float type that represents it exactly.
template <typename OpTy>
struct ConvertInteger final : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Value value = op.getIn();
    Type element = getElementTypeOrSelf(value);
    if (!isBF16(op.getType()) || element.getIntOrFloatBitWidth() > 64)
      return rewriter.notifyMatchFailure(
          op, "not from an integer of at most 64 bits to bf16");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    unsigned width = element.getIntOrFloatBitWidth();
    constexpr bool isSigned = std::is_same_v<OpTy, arith::SIToFPOp>;
    Type wide = b.getF32Type();
    if (width > APFloat::semanticsPrecision(APFloat::IEEEsingle()))
      wide = b.getF64Type();
    if (width > APFloat::semanticsPrecision(APFloat::IEEEdouble())) {
      if (width < 64) {
        Type type = typeLike(value, b.getI64Type());
        if (isSigned)
          value = arith::ExtSIOp::create(b, type, value);
        else
          value = arith::ExtUIOp::create(b, type, value);
      }
      value = shortenInteger(b, value, isSigned);
    }
    Value result = OpTy::create(b, typeLike(value, wide), value);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), result);
    return success();
  }
};

struct Round final : OpRewritePattern<arith::TruncFOp> {
  Round(MLIRContext *context, bool hasInstruction)
      : OpRewritePattern(context), hasInstruction(hasInstruction) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn());
    if (!isBF16(op.getType()) || !(from.isF32() || from.isF64()))
      return rewriter.notifyMatchFailure(op, "not from f32 or f64 to bf16");
    if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return rewriter.notifyMatchFailure(
          op, "the rounding mode is not to nearest even");
    if (hasInstruction && from.isF32())
      return rewriter.notifyMatchFailure(op, "the processor rounds correctly");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value value = op.getIn();
    if (from.isF64())
      value = roundToOdd(b, value);
    if (hasInstruction)
      value = arith::TruncFOp::create(b, op.getType(), value);
    else
      value = roundToBF16(b, value);
    rewriter.replaceOp(op, value);
    return success();
  }

private:
  bool hasInstruction;
};

namespace {
struct ExpandBF16 : sg::impl::ExpandBF16Base<ExpandBF16> {
  using ExpandBF16Base::ExpandBF16Base;

  void runOnOperation() override {
    if (!hasBF16()) {
      LDBG() << "no op computes with bf16";
      return;
    }
    MLIRContext *context = &getContext();
    // Convert integers first: `computeInF32` would make these conversions round
    // to f32 before they round to bf16.
    RewritePatternSet integers(context);
    integers
        .add<ConvertInteger<arith::SIToFPOp>, ConvertInteger<arith::UIToFPOp>>(
            context);
    walkAndApplyPatterns(getOperation(), std::move(integers));
    if (!hasInstruction && failed(computeInF32()))
      return signalPassFailure();
    RewritePatternSet rounding(context);
    rounding.add<Round>(context, hasInstruction);
    walkAndApplyPatterns(getOperation(), std::move(rounding));
  }

private:
  /// Returns true if an arithmetic or vector op reads or computes bf16.
  bool hasBF16() {
    WalkResult result = getOperation()->walk([](Operation *op) {
      bool isArithmetic =
          isa_and_present<arith::ArithDialect, vector::VectorDialect>(
              op->getDialect());
      return isArithmetic && (llvm::any_of(op->getOperandTypes(), isBF16) ||
                              llvm::any_of(op->getResultTypes(), isBF16))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    return result.wasInterrupted();
  }

  /// Computes arithmetic on bf16 in f32, and rounds the results to bf16.
  LogicalResult computeInF32() {
    MLIRContext *context = &getContext();
    TypeConverter converter;
    arith::populateEmulateUnsupportedFloatsConversions(
        converter, BFloat16Type::get(context), Float32Type::get(context));
    RewritePatternSet patterns(context);
    arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
    ConversionTarget target(*context);
    arith::populateEmulateUnsupportedFloatsLegality(target, converter);
    // A negation only changes the sign bit.
    target.addLegalOp<arith::NegFOp>();
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }
};
} // namespace
