//===- SmallFloats.cpp - Floats of eight bits or less ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bits of a float with M fraction bits, without the sign, are
//
//   exponent field << M | fraction
//
// A small float has fewer fraction bits than f32 and another exponent bias. A
// normal number is converted by a shift and by adding the difference of the
// biases. A subnormal number is an integer times a power of two. Adding a float
// whose last significand bit stands for this power rounds a number to a
// subnormal number.
//
//===----------------------------------------------------------------------===//

#include "SmallFloats.h"
#include "FloatBits.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

bool sg::isSmallFloat(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() <= 8;
}

/// Returns the bits of the float factor * 2^exponent.
static APInt getPower(const llvm::fltSemantics &semantics, int exponent,
                      double factor = 1) {
  APFloat value =
      scalbn(APFloat(factor), exponent, APFloat::rmNearestTiesToEven);
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return value.bitcastToAPInt();
}

namespace {
/// The properties of a small float type.
struct Format {
  explicit Format(FloatType type)
      : semantics(type.getFloatSemantics()), width(type.getWidth()),
        fractionBits(APFloat::semanticsPrecision(semantics) - 1),
        minExp(APFloat::semanticsMinExponent(semantics)),
        hasInf(APFloat::semanticsHasInf(semantics)),
        hasNaN(APFloat::semanticsHasNaN(semantics)),
        isSigned(APFloat::semanticsHasSignedRepr(semantics)),
        largest(APFloat::getLargest(semantics).bitcastToAPInt().getZExtValue()),
        hasNegativeZero(
            isSigned &&
            !APFloat::getZero(semantics, true).bitcastToAPInt().isZero()) {
    if (hasNaN)
      nan = APFloat::getQNaN(semantics).bitcastToAPInt().getZExtValue();
  }

  const llvm::fltSemantics &semantics;
  unsigned width;
  unsigned fractionBits; ///< Number of fraction bits.
  int minExp;            ///< The exponent of the smallest normal number.
  bool hasInf, hasNaN, isSigned;
  uint64_t largest; ///< The bits of the largest finite number.
  bool hasNegativeZero;
  uint64_t nan = 0; ///< Includes the sign bit if NaN has the encoding of -0.

  uint64_t getSignBit() const { return uint64_t(1) << (width - 1); }
};
} // namespace

using sg::FloatBits;
using Predicate = arith::CmpIPredicate;

static Type withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

//===----------------------------------------------------------------------===//
// To f32
//===----------------------------------------------------------------------===//

static constexpr unsigned kFraction = 23;
static constexpr int kBias = 127;
static constexpr uint64_t kInf = 0x7F800000, kNaN = 0x7FC00000,
                          kQuiet = 0x00400000;

/// Widens a float that consists of an exponent only. The values are NaN and the
/// powers from 2^-127 to 2^127, of which 2^-127 is subnormal in f32.
static Value widenExponent(FloatBits &to, Value bits) {
  Value wide = to.shiftLeft(bits, kFraction);
  Value isSmallest = to.compare(Predicate::eq, bits, uint64_t(0));
  Value isNaN = to.compare(Predicate::eq, bits, 0xFF);
  wide = to.select(isSmallest, kQuiet,
                   wide); // Half of the smallest normal number.
  return to.select(isNaN, kNaN, wide);
}

Value sg::widenSmallFloat(ImplicitLocOpBuilder &b, Value value) {
  auto type = cast<FloatType>(getElementTypeOrSelf(value));
  Format from(type);
  FloatBits narrow(b, value.getType());
  FloatBits to(b, withElement(value.getType(), b.getF32Type()));
  Value bits = narrow.getBits(value);
  bits = arith::ExtUIOp::create(b, to.integerType, bits);
  if (!from.isSigned)
    return to.toFloat(widenExponent(to, bits));

  Value magnitude = to.bitAnd(bits, from.getSignBit() - 1);
  unsigned shift = kFraction - from.fractionBits;
  Value shifted = to.shiftLeft(magnitude, shift);
  uint64_t rebias = uint64_t(kBias - 1 + from.minExp) << kFraction;
  Value wide = to.add(shifted, rebias);

  Value unscaled = arith::UIToFPOp::create(b, to.floatType, magnitude);
  APInt step = getPower(APFloat::IEEEsingle(),
                        from.minExp - static_cast<int>(from.fractionBits));
  Value scale = to.floatConstant(step);
  Value product = arith::MulFOp::create(b, unscaled, scale);
  Value isSubnormal =
      to.compare(Predicate::ult, magnitude, uint64_t(1) << from.fractionBits);
  wide = to.select(isSubnormal, to.getBits(product), wide);

  if (from.hasNegativeZero && from.hasNaN) {
    // Encodings above the largest number are infinity and NaN with a payload.
    Value special = to.bitOr(shifted, kInf);
    if (from.hasInf) {
      Value isNaN = to.compare(Predicate::ugt, magnitude, from.largest + 1);
      Value quiet = to.bitOr(special, kQuiet);
      special = to.select(isNaN, quiet, special);
    }
    Value isSpecial = to.compare(Predicate::ugt, magnitude, from.largest);
    wide = to.select(isSpecial, special, wide);
  }
  Value sign = to.bitAnd(bits, from.getSignBit());
  sign = to.shiftLeft(sign, 32 - from.width);
  wide = to.bitOr(wide, sign);
  if (!from.hasNegativeZero) {
    Value isNaN = to.compare(Predicate::eq, bits, from.nan);
    wide = to.select(isNaN, kNaN, wide);
  }
  return to.toFloat(wide);
}

//===----------------------------------------------------------------------===//
// From f32 and f64
//===----------------------------------------------------------------------===//

/// Narrows to a float that consists of an exponent only. The only digit of the
/// significand is odd, so ties round up.
static Value narrowToExponent(FloatBits &from, const Format &to, Value bits,
                              Value magnitude, unsigned fractionBits,
                              int bias) {
  Value rounded = from.add(magnitude, uint64_t(1) << (fractionBits - 1));
  Value narrow = from.shiftRight(rounded, fractionBits);
  narrow = from.add(narrow, uint64_t(int64_t(-to.minExp - bias)));
  auto element = cast<FloatType>(getElementTypeOrSelf(from.floatType));
  Value isSmallest = from.compare(
      Predicate::ult, magnitude,
      getPower(element.getFloatSemantics(), to.minExp, /*factor=*/1.5));
  narrow = from.select(isSmallest, uint64_t(0), narrow);
  Value isLarge = from.compare(Predicate::ugt, narrow, to.largest);
  // As unsigned integers, only the encodings of negative numbers are greater
  // than the encoding of -0.
  Value isNegative =
      from.compare(Predicate::ugt, bits, APInt::getSignMask(from.width));
  Value isNaN = arith::OrIOp::create(from.b, isLarge, isNegative);
  return from.select(isNaN, to.nan, narrow);
}

/// Returns the bits of a NaN in the format `to`, without the sign.
static Value narrowNaN(FloatBits &from, const Format &to, Value magnitude,
                       unsigned shift) {
  if (!to.hasInf)
    return from.constant(to.nan);
  // Combine the bits of a quiet NaN with the upper bits of the payload.
  Value payload = from.shiftRight(magnitude, shift);
  payload = from.bitAnd(payload, (uint64_t(1) << to.fractionBits) - 1);
  return from.bitOr(payload, to.nan);
}

Value sg::narrowToSmallFloat(ImplicitLocOpBuilder &b, Value value,
                             FloatType element) {
  Format to(element);
  FloatBits from(b, value.getType());
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(value)).getFloatSemantics();
  unsigned fractionBits = APFloat::semanticsPrecision(semantics) - 1;
  int bias = APFloat::semanticsMaxExponent(semantics);
  Value bits = from.getBits(value);
  Value magnitude =
      from.bitAnd(bits, APInt::getSignedMaxValue(from.width).getZExtValue());
  Type narrowBits =
      withElement(value.getType(), b.getIntegerType(element.getWidth()));
  auto finish = [&](Value narrow) -> Value {
    narrow = arith::TruncIOp::create(b, narrowBits, narrow);
    return arith::BitcastOp::create(b, withElement(value.getType(), element),
                                    narrow);
  };
  if (!to.isSigned)
    return finish(
        narrowToExponent(from, to, bits, magnitude, fractionBits, bias));

  // Round to nearest even: add half of a unit in the last place, minus one bit
  // unless the last place is odd.
  unsigned shift = fractionBits - to.fractionBits;
  Value lastBit = from.bitAnd(from.shiftRight(magnitude, shift), uint64_t(1));
  Value rounded = from.add(magnitude, (uint64_t(1) << (shift - 1)) - 1);
  rounded = from.add(rounded, lastBit);
  Value narrow = from.shiftRight(rounded, shift);
  uint64_t rebias = uint64_t(bias - 1 + to.minExp) << to.fractionBits;
  narrow = from.add(narrow, -rebias);

  APInt addendBits =
      getPower(semantics, to.minExp - static_cast<int>(to.fractionBits) +
                              static_cast<int>(fractionBits));
  Value absValue = from.toFloat(magnitude);
  Value step = from.floatConstant(addendBits);
  Value sum = arith::AddFOp::create(b, absValue, step);
  Value subnormal = from.add(from.getBits(sum), -addendBits);
  Value isSubnormal =
      from.compare(Predicate::ult, magnitude, getPower(semantics, to.minExp));
  narrow = from.select(isSubnormal, subnormal, narrow);

  Value isLarge = from.compare(Predicate::ugt, narrow, to.largest);
  uint64_t overflowBits = to.hasInf   ? to.largest + 1
                          : to.hasNaN ? to.nan
                                      : to.largest;
  narrow = from.select(isLarge, overflowBits, narrow);
  Value isNaN = from.compare(Predicate::ugt, magnitude,
                             APFloat::getInf(semantics).bitcastToAPInt());
  narrow = from.select(isNaN, narrowNaN(from, to, magnitude, shift), narrow);

  Value sign = from.shiftRight(bits, from.width - to.width);
  sign = from.bitAnd(sign, to.getSignBit());
  Value signedBits = from.bitOr(narrow, sign);
  if (!to.hasNegativeZero) {
    Value isZero = from.compare(Predicate::eq, narrow, uint64_t(0));
    signedBits = from.select(isZero, uint64_t(0), signedBits);
  }
  return finish(signedBits);
}
