//===- Rounding.cpp - Rounding of f64 to other floats ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Machine/Rounding.h"
#include <cmath>

using namespace mlir;
using namespace sg::interpreter;

double sg::interpreter::toDouble(APFloat value) {
  if (value.isNaN())
    return std::nan(""); // toAPFloat maps the NaN of f8E8M0FNU to an infinity
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

static APFloat convert(FloatType type, APFloat value, llvm::RoundingMode mode) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  // Unsigned float types represent negative numbers as NaN.
  if (value.isNegative() && !APFloat::semanticsHasSignedRepr(semantics))
    return APFloat::getNaN(semantics);
  // Types without NaN represent NaN as 0, as in native code
  // (--sg-expand-small-floats).
  if (value.isNaN() && !APFloat::semanticsHasNaN(semantics))
    return APFloat::getZero(semantics);
  bool losesInfo;
  value.convert(semantics, mode, &losesInfo);
  return value;
}

APFloat sg::interpreter::toAPFloat(FloatType type, double value) {
  return convert(type, APFloat(value), APFloat::rmNearestTiesToEven);
}

double sg::interpreter::roundTo(FloatType type, const APFloat &value) {
  return toDouble(convert(type, value, APFloat::rmNearestTiesToEven));
}

static bool representsAllDoubles(FloatType type) {
  return type.getFPMantissaWidth() >= 53;
}

double sg::interpreter::roundTo(FloatType type, double value,
                                llvm::RoundingMode mode) {
  if (representsAllDoubles(type))
    return value;
  if (type.isF32() && mode == APFloat::rmNearestTiesToEven)
    return static_cast<float>(value);
  return toDouble(convert(type, APFloat(value), mode));
}

/// Implements the generator SplitMix64 (G. L. Steele, D. Lea, C. H. Flood,
/// "Fast splittable pseudorandom number generators", 2014).
bool Rounder::drawBit() {
  uint64_t word = state += 0x9e3779b97f4a7c15;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word >> 63;
}

double Rounder::round(FloatType type, double value, bool isExact) {
  if (mode == Rounding::None)
    return value;
  if (mode == Rounding::EachOp || !std::isfinite(value) || value == 0)
    return roundTo(type, value);
  bool isRepresentable =
      representsAllDoubles(type) || roundTo(type, value) == value;
  if (isRepresentable && isExact)
    return value;
  bool roundsUp = drawBit();
  if (representsAllDoubles(type))
    return std::nextafter(value, roundsUp ? HUGE_VAL : -HUGE_VAL);
  if (!isRepresentable)
    return roundTo(type, value,
                   roundsUp ? APFloat::rmTowardPositive
                            : APFloat::rmTowardNegative);
  APFloat neighbor = toAPFloat(type, value);
  neighbor.next(/*nextDown=*/!roundsUp);
  return toDouble(neighbor);
}
