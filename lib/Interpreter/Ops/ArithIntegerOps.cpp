//===- ArithIntegerOps.cpp - Integer ops of arith -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerRows.h"

using namespace mlir;
using namespace sg::interpreter;
using llvm::APInt;

/// Adds a row for an op with overflow flags. `withOverflow` returns the wrapped
/// result and reports signed and unsigned overflow. If a flag forbids the
/// overflow, the result is unset (poison).
template <typename Op>
static void addOverflowRow(OpTable &table,
                           APInt (*withOverflow)(const APInt &a, const APInt &b,
                                                 bool &asSigned,
                                                 bool &asUnsigned)) {
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 auto flags =
                     cast<arith::ArithIntegerOverflowFlagsInterface>(op.op);
                 bool asSigned = false, asUnsigned = false;
                 APInt y = withOverflow(APInt(op.operandWidth, in[0].bits),
                                        APInt(op.operandWidth, in[1].bits),
                                        asSigned, asUnsigned);
                 bool isPoison = (asSigned && flags.hasNoSignedWrap()) ||
                                 (asUnsigned && flags.hasNoUnsignedWrap());
                 *out = isPoison ? Element::ofUnset(op.op)
                                 : Element::ofBits(y.getZExtValue());
                 return nullptr;
               });
}

static void addOverflowRows(OpTable &table) {
  addOverflowRow<arith::AddIOp>(
      table, [](const APInt &a, const APInt &b, bool &s, bool &u) {
        (void)a.sadd_ov(b, s);
        return a.uadd_ov(b, u);
      });
  addOverflowRow<arith::SubIOp>(
      table, [](const APInt &a, const APInt &b, bool &s, bool &u) {
        (void)a.ssub_ov(b, s);
        return a.usub_ov(b, u);
      });
  addOverflowRow<arith::MulIOp>(
      table, [](const APInt &a, const APInt &b, bool &s, bool &u) {
        (void)a.smul_ov(b, s);
        (void)a.umul_ov(b, u);
        return a * b;
      });
  addScalarRow(table, arith::ShLIOp::getOperationName(),
               [](const ScalarOp &op, const Element *in, Element *out) {
                 auto shift = cast<arith::ShLIOp>(op.op);
                 APInt a(op.operandWidth, in[0].bits);
                 APInt amount(op.operandWidth, in[1].bits);
                 bool s = false, u = false;
                 (void)a.sshl_ov(amount, s);
                 (void)a.ushl_ov(amount, u);
                 bool isPoison = amount.uge(op.operandWidth) ||
                                 (s && shift.hasNoSignedWrap()) ||
                                 (u && shift.hasNoUnsignedWrap());
                 *out = isPoison
                            ? Element::ofUnset(op.op)
                            : Element::ofBits(a.shl(amount).getZExtValue());
                 return nullptr;
               });
}

/// Adds a row for an op that returns both halves of a sum or product.
template <typename Op>
static void addExtendedRow(OpTable &table,
                           APInt (*extend)(const APInt &a, unsigned width),
                           APInt (*compute)(const APInt &a, const APInt &b)) {
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 unsigned width = op.operandWidth;
                 APInt y = compute(extend(APInt(width, in[0].bits), 2 * width),
                                   extend(APInt(width, in[1].bits), 2 * width));
                 out[0] = Element::ofBits(y.trunc(width).getZExtValue());
                 out[1] = Element::ofBits(
                     y.extractBits(width, width).getZExtValue());
                 return nullptr;
               });
}

void sg::interpreter::addArithIntegerOps(OpTable &table) {
  addOverflowRows(table);
  auto zext = [](const APInt &a, unsigned width) { return a.zext(width); };
  auto sext = [](const APInt &a, unsigned width) { return a.sext(width); };
  addExtendedRow<arith::AddUIExtendedOp>(
      table, zext, [](const APInt &a, const APInt &b) { return a + b; });
  addExtendedRow<arith::MulUIExtendedOp>(
      table, zext, [](const APInt &a, const APInt &b) { return a * b; });
  addExtendedRow<arith::MulSIExtendedOp>(
      table, sext, [](const APInt &a, const APInt &b) { return a * b; });

  addDivisionRow<arith::DivSIOp>(
      table, true, [](const APInt &a, const APInt &b) { return a.sdiv(b); });
  addDivisionRow<arith::DivUIOp>(
      table, false, [](const APInt &a, const APInt &b) { return a.udiv(b); });
  addDivisionRow<arith::RemSIOp>(
      table, true, [](const APInt &a, const APInt &b) { return a.srem(b); });
  addDivisionRow<arith::RemUIOp>(
      table, false, [](const APInt &a, const APInt &b) { return a.urem(b); });
  addDivisionRow<arith::FloorDivSIOp>(table, true, floorDivide);
  addDivisionRow<arith::CeilDivSIOp>(table, true, ceilDivide);
  addDivisionRow<arith::CeilDivUIOp>(table, false, ceilDivideUnsigned);
  addShiftRow<arith::ShRSIOp>(
      table, [](const APInt &a, unsigned amount) { return a.ashr(amount); });
  addShiftRow<arith::ShRUIOp>(
      table, [](const APInt &a, unsigned amount) { return a.lshr(amount); });

  addIntegerRow<arith::AndIOp>(
      table, [](const APInt &a, const APInt &b) { return a & b; });
  addIntegerRow<arith::OrIOp>(
      table, [](const APInt &a, const APInt &b) { return a | b; });
  addIntegerRow<arith::XOrIOp>(
      table, [](const APInt &a, const APInt &b) { return a ^ b; });
  addIntegerRow<arith::MaxSIOp>(table, llvm::APIntOps::smax);
  addIntegerRow<arith::MaxUIOp>(table, llvm::APIntOps::umax);
  addIntegerRow<arith::MinSIOp>(table, llvm::APIntOps::smin);
  addIntegerRow<arith::MinUIOp>(table, llvm::APIntOps::umin);
  addScalarRow(table, arith::CmpIOp::getOperationName(),
               [](const ScalarOp &op, const Element *in, Element *out) {
                 *out = Element::ofBits(arith::applyCmpPredicate(
                     cast<arith::CmpIOp>(op.op).getPredicate(),
                     APInt(op.operandWidth, in[0].bits),
                     APInt(op.operandWidth, in[1].bits)));
                 return nullptr;
               });
}
