//===- ZeroTimesInfinity.cpp - Zero times infinity in derivatives ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a product without NaN among its factors a NaN is zero times infinity. In a
// derivative the zero mostly comes from a choice, which sends a zero to what it
// has not chosen: a select, a maximum. In derivative code that is a select with
// a zero.
//
//===----------------------------------------------------------------------===//

#include "ZeroTimesInfinity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "sg/Analysis/Origin.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"

using namespace mlir;

/// How many ops are looked at for the choice.
static constexpr unsigned kMaxOps = 64;

/// Whether the op is one of a derivative, and not of what that is of.
static bool isOfDerivative(Operation *op) {
  auto fused = dyn_cast<FusedLoc>(op->getLoc());
  auto role =
      fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  return role && (role == "tangent" || role == "adjoint");
}

static bool isZero(Value value) {
  return matchPattern(sg::grad::findOrigin(value), m_AnyZeroFloat());
}

/// The select behind `op` that has sent a zero: ops of the derivative only.
static Operation *findChoice(Operation *op) {
  SmallVector<Value> queue(op->getOperands());
  llvm::SmallPtrSet<Operation *, 16> seen;
  for (size_t next = 0; next < queue.size() && seen.size() < kMaxOps; ++next) {
    Operation *behind =
        sg::grad::findElementOrigin(queue[next]).getDefiningOp();
    if (!behind || !isOfDerivative(behind) || !seen.insert(behind).second)
      continue;
    auto select = dyn_cast<arith::SelectOp>(behind);
    if (select &&
        (isZero(select.getTrueValue()) || isZero(select.getFalseValue())))
      return select;
    llvm::append_range(queue, behind->getOperands());
  }
  return nullptr;
}

std::string sg::explainNan(Operation *op) {
  if (!isOfDerivative(op) ||
      !isa<arith::MulFOp, arith::DivFOp, linalg::MulOp, linalg::DivOp>(op))
    return "";
  Operation *choice = findChoice(op);
  bool isProduct = isa<arith::MulFOp, linalg::MulOp>(op);
  // A quotient may be infinity by infinity.
  if (!choice && !isProduct)
    return "";
  std::string text =
      isProduct ? ": zero times infinity" : ": zero divided by zero";
  if (!choice)
    return text;
  std::string place = describePlace(choice->getLoc());
  if (place.empty())
    return text + ", where a choice leaves this out (strong_zero keeps zeros)";
  place.resize(place.size() - 2); // ": "
  return text + ", where the choice at " + place +
         " leaves this out (strong_zero keeps zeros)";
}

bool sg::isNanReplaced(Operation *op) {
  return isOfDerivative(op) &&
         llvm::any_of(op->getUsers(), [&](Operation *user) {
           auto compare = dyn_cast<arith::CmpFOp>(user);
           return compare && isOfDerivative(compare) &&
                  compare.getPredicate() == arith::CmpFPredicate::UNO &&
                  compare.getLhs() == compare.getRhs();
         });
}
