//===- MathOps.cpp - Ops of math ------------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Math functions call the C library in f64, with errors below 1 or 2 units in
// the last place (glibc's manual, "Known Maximum Errors in Math Functions").
//
//===----------------------------------------------------------------------===//

#include "FloatFunctions.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg::interpreter;
using llvm::APInt;

/// Adds a row for an op that classifies a float.
template <typename Op>
static void addClassRow(OpTable &table,
                        bool (*holds)(FloatType type, double x)) {
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 *out = Element::ofBits(holds(op.operandFloat, in[0].number));
                 return nullptr;
               });
}

static bool isNormal(FloatType type, double x) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  double smallestNormal =
      toDouble(llvm::APFloat::getSmallestNormalized(semantics));
  return std::isfinite(x) && std::abs(x) >= smallestNormal;
}

/// Computes a fused multiply-add. Rounding::EachOp computes in the result type,
/// because an f64 result would be rounded twice.
static const char *multiplyAndAdd(const ScalarOp &op, const Element *in,
                                  Element *out) {
  double y = std::fma(in[0].number, in[1].number, in[2].number);
  if (op.rounder.getMode() != Rounding::EachOp) {
    *out = op.round(y, looksExact(y));
    return nullptr;
  }
  llvm::APFloat sum = toAPFloat(op.resultFloat, in[0].number);
  sum.fusedMultiplyAdd(toAPFloat(op.resultFloat, in[1].number),
                       toAPFloat(op.resultFloat, in[2].number),
                       APFloat::rmNearestTiesToEven);
  *out = Element::ofNumber(toDouble(sum));
  return nullptr;
}

/// Computes a square root, which IEEE 754 requires to be correctly rounded.
static const char *squareRoot(const ScalarOp &op, const Element *in,
                              Element *out) {
  double y = std::sqrt(in[0].number);
  *out = op.round(y, looksExact(y));
  return nullptr;
}

static const char *sineAndCosine(const ScalarOp &op, const Element *in,
                                 Element *out) {
  double sine = std::sin(in[0].number), cosine = std::cos(in[0].number);
  out[0] = op.round(sine, /*isExact=*/false);
  out[1] = op.round(cosine, /*isExact=*/false);
  return nullptr;
}

static const char *fpowi(const ScalarOp &op, const Element *in, Element *out) {
  Type power = getElementTypeOrSelf(op.op->getOperand(1).getType());
  double y =
      std::pow(in[0].number, static_cast<double>(llvm::SignExtend64(
                                 in[1].bits, power.getIntOrFloatBitWidth())));
  *out = op.round(y, /*isExact=*/false);
  return nullptr;
}

/// Computes an integer power. Negative exponents give 0, except for base 1 or
/// -1.
static const char *ipowi(const ScalarOp &op, const Element *in, Element *out) {
  APInt base(op.operandWidth, in[0].bits), power(op.operandWidth, in[1].bits);
  if (power.isNegative()) {
    if (base.isZero())
      return "division by zero";
    bool isOdd = power[0];
    APInt y = base.isOne() || (base.isAllOnes() && !isOdd)
                  ? APInt(op.operandWidth, 1)
                  : APInt::getZero(op.operandWidth);
    *out =
        Element::ofBits((base.isAllOnes() && isOdd ? base : y).getZExtValue());
    return nullptr;
  }
  APInt y(op.operandWidth, 1);
  for (; !power.isZero(); power.lshrInPlace(1), base *= base)
    if (power[0])
      y *= base;
  *out = Element::ofBits(y.getZExtValue());
  return nullptr;
}

static void addElementaryFunctions(OpTable &table) {
  addFloatRow<math::AcosOp>(table, [](double x) { return std::acos(x); });
  addFloatRow<math::AcoshOp>(table, [](double x) { return std::acosh(x); });
  addFloatRow<math::AsinOp>(table, [](double x) { return std::asin(x); });
  addFloatRow<math::AsinhOp>(table, [](double x) { return std::asinh(x); });
  addFloatRow<math::AtanOp>(table, [](double x) { return std::atan(x); });
  addFloatRow<math::AtanhOp>(table, [](double x) { return std::atanh(x); });
  addFloatRow<math::Atan2Op>(
      table, [](double y, double x) { return std::atan2(y, x); });
  addFloatRow<math::CbrtOp>(table, [](double x) { return std::cbrt(x); });
  addFloatRow<math::CosOp>(table, [](double x) { return std::cos(x); });
  addFloatRow<math::CoshOp>(table, [](double x) { return std::cosh(x); });
  addFloatRow<math::ErfOp>(table, [](double x) { return std::erf(x); });
  addFloatRow<math::ErfcOp>(table, [](double x) { return std::erfc(x); });
  addFloatRow<math::ExpOp>(table, [](double x) { return std::exp(x); });
  addFloatRow<math::Exp2Op>(table, [](double x) { return std::exp2(x); });
  addFloatRow<math::ExpM1Op>(table, [](double x) { return std::expm1(x); });
  addFloatRow<math::LogOp>(table, [](double x) { return std::log(x); });
  addFloatRow<math::Log10Op>(table, [](double x) { return std::log10(x); });
  addFloatRow<math::Log1pOp>(table, [](double x) { return std::log1p(x); });
  addFloatRow<math::Log2Op>(table, [](double x) { return std::log2(x); });
  addFloatRow<math::PowFOp>(table,
                            [](double x, double y) { return std::pow(x, y); });
  addFloatRow<math::RsqrtOp>(table,
                             [](double x) { return 1.0 / std::sqrt(x); });
  addFloatRow<math::SinOp>(table, [](double x) { return std::sin(x); });
  addFloatRow<math::SinhOp>(table, [](double x) { return std::sinh(x); });
  addFloatRow<math::TanOp>(table, [](double x) { return std::tan(x); });
  addFloatRow<math::TanhOp>(table, [](double x) { return std::tanh(x); });
}

void sg::interpreter::addMathOps(OpTable &table) {
  addElementaryFunctions(table);
  addScalarRow(table, math::SqrtOp::getOperationName(), squareRoot);
  addScalarRow(table, math::FmaOp::getOperationName(), multiplyAndAdd);
  addScalarRow(table, vector::FMAOp::getOperationName(), multiplyAndAdd);
  addScalarRow(table, math::SincosOp::getOperationName(), sineAndCosine);
  addScalarRow(table, math::FPowIOp::getOperationName(), fpowi);

  addExactFloatRow<math::AbsFOp>(table, [](double x) { return std::abs(x); });
  addExactFloatRow<math::CopySignOp>(
      table, [](double x, double y) { return std::copysign(x, y); });
  // Clamp to `high` first: if `low` exceeds `high`, the result is `low`.
  addExactFloatRow<math::ClampFOp>(table,
                                   [](double x, double low, double high) {
                                     return maximum(minimum(x, high), low);
                                   });
  addExactFloatRow<math::CeilOp>(table, [](double x) { return std::ceil(x); });
  addExactFloatRow<math::FloorOp>(table,
                                  [](double x) { return std::floor(x); });
  addExactFloatRow<math::RoundOp>(table,
                                  [](double x) { return std::round(x); });
  addExactFloatRow<math::RoundEvenOp>(
      table, [](double x) { return std::nearbyint(x); });
  addExactFloatRow<math::TruncOp>(table,
                                  [](double x) { return std::trunc(x); });

  addClassRow<math::IsFiniteOp>(
      table, [](FloatType, double x) { return std::isfinite(x); });
  addClassRow<math::IsInfOp>(table,
                             [](FloatType, double x) { return std::isinf(x); });
  addClassRow<math::IsNaNOp>(table,
                             [](FloatType, double x) { return std::isnan(x); });
  addClassRow<math::IsNormalOp>(table, isNormal);

  addIntegerRow<math::AbsIOp>(table, [](const APInt &x) { return x.abs(); });
  addIntegerRow<math::CountLeadingZerosOp>(table, [](const APInt &x) {
    return APInt(x.getBitWidth(), x.countl_zero());
  });
  addIntegerRow<math::CountTrailingZerosOp>(table, [](const APInt &x) {
    return APInt(x.getBitWidth(), x.countr_zero());
  });
  addIntegerRow<math::CtPopOp>(table, [](const APInt &x) {
    return APInt(x.getBitWidth(), x.popcount());
  });
  addScalarRow(table, math::IPowIOp::getOperationName(), ipowi);
}
