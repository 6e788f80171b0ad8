//===- IndexDialectOps.cpp - Ops of the index dialect ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerRows.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"

using namespace mlir;
using namespace sg::interpreter;
using llvm::APInt;

static bool compare(index::IndexCmpPredicate predicate, const APInt &a,
                    const APInt &b) {
  switch (predicate) {
  case index::IndexCmpPredicate::EQ:
    return a == b;
  case index::IndexCmpPredicate::NE:
    return a != b;
  case index::IndexCmpPredicate::SGE:
    return a.sge(b);
  case index::IndexCmpPredicate::SGT:
    return a.sgt(b);
  case index::IndexCmpPredicate::SLE:
    return a.sle(b);
  case index::IndexCmpPredicate::SLT:
    return a.slt(b);
  case index::IndexCmpPredicate::UGE:
    return a.uge(b);
  case index::IndexCmpPredicate::UGT:
    return a.ugt(b);
  case index::IndexCmpPredicate::ULE:
    return a.ule(b);
  case index::IndexCmpPredicate::ULT:
    return a.ult(b);
  }
  llvm_unreachable("no such predicate");
}

static Step setTo(Scope &scope, Value result, uint64_t bits) {
  return [=, to = scope.slotOf(result)](Frame &frame) {
    frame.scalar(to) = Element::ofBits(bits);
    return success();
  };
}

static FailureOr<Step> compileConstant(index::ConstantOp op, Scope &scope) {
  return setTo(scope, op.getResult(), op.getValue().getSExtValue());
}
static FailureOr<Step> compileBool(index::BoolConstantOp op, Scope &scope) {
  return setTo(scope, op.getResult(), op.getValue());
}
static FailureOr<Step> compileSizeOf(index::SizeOfOp op, Scope &scope) {
  return setTo(scope, op.getResult(), IndexType::kInternalStorageBitWidth);
}

static void addDivisions(OpTable &table) {
  addDivisionRow<index::DivSOp>(
      table, true, [](const APInt &a, const APInt &b) { return a.sdiv(b); });
  addDivisionRow<index::DivUOp>(
      table, false, [](const APInt &a, const APInt &b) { return a.udiv(b); });
  addDivisionRow<index::RemSOp>(
      table, true, [](const APInt &a, const APInt &b) { return a.srem(b); });
  addDivisionRow<index::RemUOp>(
      table, false, [](const APInt &a, const APInt &b) { return a.urem(b); });
  addDivisionRow<index::FloorDivSOp>(table, true, floorDivide);
  addDivisionRow<index::CeilDivSOp>(table, true, ceilDivide);
  addDivisionRow<index::CeilDivUOp>(table, false, ceilDivideUnsigned);
}

void sg::interpreter::addIndexDialectOps(OpTable &table) {
  table.add(compileConstant);
  table.add(compileBool);
  table.add(compileSizeOf);
  addIntegerRow<index::AddOp>(
      table, [](const APInt &a, const APInt &b) { return a + b; });
  addIntegerRow<index::SubOp>(
      table, [](const APInt &a, const APInt &b) { return a - b; });
  addIntegerRow<index::MulOp>(
      table, [](const APInt &a, const APInt &b) { return a * b; });
  addDivisions(table);
  addShiftRow<index::ShlOp>(
      table, [](const APInt &a, unsigned amount) { return a.shl(amount); });
  addShiftRow<index::ShrSOp>(
      table, [](const APInt &a, unsigned amount) { return a.ashr(amount); });
  addShiftRow<index::ShrUOp>(
      table, [](const APInt &a, unsigned amount) { return a.lshr(amount); });
  addIntegerRow<index::AndOp>(
      table, [](const APInt &a, const APInt &b) { return a & b; });
  addIntegerRow<index::OrOp>(
      table, [](const APInt &a, const APInt &b) { return a | b; });
  addIntegerRow<index::XOrOp>(
      table, [](const APInt &a, const APInt &b) { return a ^ b; });
  addIntegerRow<index::MaxSOp>(table, llvm::APIntOps::smax);
  addIntegerRow<index::MaxUOp>(table, llvm::APIntOps::umax);
  addIntegerRow<index::MinSOp>(table, llvm::APIntOps::smin);
  addIntegerRow<index::MinUOp>(table, llvm::APIntOps::umin);
  addScalarRow(table, index::CmpOp::getOperationName(),
               [](const ScalarOp &op, const Element *in, Element *out) {
                 *out = Element::ofBits(
                     compare(cast<index::CmpOp>(op.op).getPred(),
                             APInt(op.operandWidth, in[0].bits),
                             APInt(op.operandWidth, in[1].bits)));
                 return nullptr;
               });
}
