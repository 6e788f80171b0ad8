//===- CastOps.cpp - Conversions between element types --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg::interpreter;
using llvm::APInt;

static APInt toAPInt(const ScalarOp &op, const Element &element) {
  return APInt(op.operandWidth, element.bits);
}

/// Adds a row for an integer cast. `extend` extends or truncates to `width`.
template <typename Op>
static void addExtensionRow(OpTable &table,
                            APInt (*extend)(const APInt &a, unsigned width)) {
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 APInt y = extend(toAPInt(op, in[0]), op.resultWidth);
                 *out = Element::ofBits(y.getZExtValue());
                 return nullptr;
               });
}

/// Adds a row for a conversion to floats, which rounds integers only once.
template <typename Op>
static void addIntegerToFloatRow(OpTable &table, bool isSigned) {
  addScalarRow(
      table, Op::getOperationName(),
      [=](const ScalarOp &op, const Element *in, Element *out) {
        APInt x = toAPInt(op, in[0]);
        double y = isSigned ? x.signedRoundToDouble() : x.roundToDouble();
        if (op.rounder.getMode() == Rounding::EachOp) {
          llvm::APFloat wide(llvm::APFloat::IEEEquad());
          wide.convertFromAPInt(x, isSigned, APFloat::rmNearestTiesToEven);
          *out = Element::ofNumber(roundTo(op.resultFloat, wide));
        } else {
          *out = op.round(y, /*isExact=*/true);
        }
        return nullptr;
      });
}

/// Adds a row for a conversion to integers. NaN and floats out of range give an
/// unset result.
template <typename Op>
static void addFloatToIntegerRow(OpTable &table, bool isSigned) {
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 llvm::APSInt y(op.resultWidth, /*isUnsigned=*/!isSigned);
                 bool isExact;
                 auto status =
                     APFloat(in[0].number)
                         .convertToInteger(y, APFloat::rmTowardZero, &isExact);
                 *out = status == APFloat::opInvalidOp
                            ? Element::ofUnset(op.op)
                            : Element::ofBits(y.getZExtValue());
                 return nullptr;
               });
}

static llvm::RoundingMode toLLVM(arith::RoundingMode mode) {
  switch (mode) {
  case arith::RoundingMode::to_nearest_even:
    return llvm::RoundingMode::NearestTiesToEven;
  case arith::RoundingMode::to_nearest_away:
    return llvm::RoundingMode::NearestTiesToAway;
  case arith::RoundingMode::upward:
    return llvm::RoundingMode::TowardPositive;
  case arith::RoundingMode::downward:
    return llvm::RoundingMode::TowardNegative;
  case arith::RoundingMode::toward_zero:
    return llvm::RoundingMode::TowardZero;
  }
  llvm_unreachable("no such mode");
}

static const char *truncateFloat(const ScalarOp &op, const Element *in,
                                 Element *out) {
  std::optional<arith::RoundingMode> mode =
      cast<arith::TruncFOp>(op.op).getRoundingmode();
  if (mode && op.rounder.isRounding())
    *out =
        Element::ofNumber(roundTo(op.resultFloat, in[0].number, toLLVM(*mode)));
  else
    *out = op.round(in[0].number, /*isExact=*/true);
  return nullptr;
}

static const char *truncateInteger(const ScalarOp &op, const Element *in,
                                   Element *out) {
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op.op);
  APInt x = toAPInt(op, in[0]);
  APInt y = x.trunc(op.resultWidth);
  bool isPoison = (flags.hasNoSignedWrap() && y.sext(op.operandWidth) != x) ||
                  (flags.hasNoUnsignedWrap() && y.zext(op.operandWidth) != x);
  *out = isPoison ? Element::ofUnset(op.op) : Element::ofBits(y.getZExtValue());
  return nullptr;
}

/// Computes a bitcast. Floats are converted to the bit pattern of their type,
/// since the interpreter stores floats as f64.
static const char *castBits(const ScalarOp &op, const Element *in,
                            Element *out) {
  APInt bits = op.operandFloat
                   ? toAPFloat(op.operandFloat, in[0].number).bitcastToAPInt()
                   : toAPInt(op, in[0]);
  if (op.resultFloat)
    *out = Element::ofNumber(
        toDouble(llvm::APFloat(op.resultFloat.getFloatSemantics(), bits)));
  else
    *out = Element::ofBits(bits.getZExtValue());
  return nullptr;
}

void sg::interpreter::addCastOps(OpTable &table) {
  auto sextOrTrunc = [](const APInt &a, unsigned width) {
    return a.sextOrTrunc(width);
  };
  auto zextOrTrunc = [](const APInt &a, unsigned width) {
    return a.zextOrTrunc(width);
  };
  addExtensionRow<arith::ExtSIOp>(table, sextOrTrunc);
  addExtensionRow<arith::ExtUIOp>(table, zextOrTrunc);
  addExtensionRow<arith::IndexCastOp>(table, sextOrTrunc);
  addExtensionRow<arith::IndexCastUIOp>(table, zextOrTrunc);
  addExtensionRow<index::CastSOp>(table, sextOrTrunc);
  addExtensionRow<index::CastUOp>(table, zextOrTrunc);
  addScalarRow(table, arith::TruncIOp::getOperationName(), truncateInteger);
  addIntegerToFloatRow<arith::SIToFPOp>(table, /*isSigned=*/true);
  addIntegerToFloatRow<arith::UIToFPOp>(table, /*isSigned=*/false);
  addFloatToIntegerRow<arith::FPToSIOp>(table, /*isSigned=*/true);
  addFloatToIntegerRow<arith::FPToUIOp>(table, /*isSigned=*/false);
  addExactFloatRow<arith::ExtFOp>(table, [](double a) { return a; });
  addScalarRow(table, arith::TruncFOp::getOperationName(), truncateFloat);
  addScalarRow(table, arith::BitcastOp::getOperationName(), castBits);
  addScalarRow(table, tensor::BitcastOp::getOperationName(), castBits);
}
