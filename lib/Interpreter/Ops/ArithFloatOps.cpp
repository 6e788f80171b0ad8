//===- ArithFloatOps.cpp - Floating-point ops of arith --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatFunctions.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sg::interpreter;

/// Adds a row for a binary op. `isExact(a, b, y)` returns true if the finite
/// result y is exact in f64.
template <typename Op, typename Function, typename IsExact>
static void addBasicRow(OpTable &table, Function function, IsExact isExact) {
  addScalarRow(table, Op::getOperationName(),
               [=](const ScalarOp &op, const Element *in, Element *out) {
                 double a = in[0].number, b = in[1].number;
                 double y = function(a, b);
                 *out = op.round(y, op.rounder.getMode() == Rounding::Random &&
                                        isExact(a, b, y));
                 return nullptr;
               });
}

/// Returns true if y equals a + b exactly (D. E. Knuth, "The Art of Computer
/// Programming", 4.2.2, theorem B).
static bool isSum(double a, double b, double y) {
  double other = y - a;
  return (a - (y - other)) + (b - other) == 0;
}

static bool holds(arith::CmpFPredicate predicate, double a, double b) {
  using P = arith::CmpFPredicate;
  bool isUnordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case P::AlwaysFalse:
    return false;
  case P::OEQ:
    return a == b;
  case P::OGT:
    return a > b;
  case P::OGE:
    return a >= b;
  case P::OLT:
    return a < b;
  case P::OLE:
    return a <= b;
  case P::ONE:
    return a < b || a > b;
  case P::ORD:
    return !isUnordered;
  case P::UEQ:
    return isUnordered || a == b;
  case P::UGT:
    return isUnordered || a > b;
  case P::UGE:
    return isUnordered || a >= b;
  case P::ULT:
    return isUnordered || a < b;
  case P::ULE:
    return isUnordered || a <= b;
  case P::UNE:
    return isUnordered || a != b;
  case P::UNO:
    return isUnordered;
  case P::AlwaysTrue:
    return true;
  }
  llvm_unreachable("no such predicate");
}

void sg::interpreter::addArithFloatOps(OpTable &table) {
  addBasicRow<arith::AddFOp>(
      table, [](double a, double b) { return a + b; }, isSum);
  addBasicRow<arith::SubFOp>(
      table, [](double a, double b) { return a - b; },
      [](double a, double b, double y) { return isSum(a, -b, y); });
  addBasicRow<arith::MulFOp>(
      table, [](double a, double b) { return a * b; },
      [](double a, double b, double y) { return std::fma(a, b, -y) == 0; });
  addBasicRow<arith::DivFOp>(
      table, [](double a, double b) { return a / b; },
      [](double a, double b, double y) { return std::fma(y, b, -a) == 0; });
  addExactFloatRow<arith::RemFOp>(
      table, [](double a, double b) { return std::fmod(a, b); });
  addExactFloatRow<arith::NegFOp>(table, [](double a) { return -a; });
  addExactFloatRow<arith::MaximumFOp>(table, maximum);
  addExactFloatRow<arith::MinimumFOp>(table, minimum);
  addExactFloatRow<arith::MaxNumFOp>(table, maximumNumber);
  addExactFloatRow<arith::MinNumFOp>(table, minimumNumber);
  addScalarRow(table, arith::CmpFOp::getOperationName(),
               [](const ScalarOp &op, const Element *in, Element *out) {
                 *out = Element::ofBits(
                     holds(cast<arith::CmpFOp>(op.op).getPredicate(),
                           in[0].number, in[1].number));
                 return nullptr;
               });
}
