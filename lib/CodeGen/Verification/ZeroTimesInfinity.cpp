//===- ZeroTimesInfinity.cpp - Zero times infinity in derivatives ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If no factor is NaN, a product that is NaN is zero times infinity. In a
// derivative, the zero usually comes from a choice in the program, for example
// a select or a maximum: the cotangent of a value that is not chosen is zero.
// In the derivative's code, such a choice is a select with a zero operand.
//
//===----------------------------------------------------------------------===//

#include "ZeroTimesInfinity.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "sg/Analysis/Origin.h"
#include "sg/CodeGen/Analysis/RuntimeCalls.h"

using namespace mlir;

/// Largest number of ops to search for the choice.
static constexpr unsigned kMaxOps = 64;

/// Returns true if the op belongs to a derivative, not to the original program.
static bool isInDerivative(Operation *op) {
  auto fused = dyn_cast<FusedLoc>(op->getLoc());
  auto role =
      fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  return role && (role == "tangent" || role == "adjoint");
}

static bool isZero(Value value) {
  return matchPattern(sg::grad::findOrigin(value), m_AnyZeroFloat());
}

/// Returns the select from which a zero operand of `op` may come, or null.
/// Searches only ops of the derivative.
static Operation *findChoice(Operation *op) {
  SmallVector<Value> queue(op->getOperands());
  llvm::SmallPtrSet<Operation *, 16> seen;
  for (size_t next = 0; next < queue.size() && seen.size() < kMaxOps; ++next) {
    Operation *producer =
        sg::grad::findElementOrigin(queue[next]).getDefiningOp();
    if (!producer || !isInDerivative(producer) || !seen.insert(producer).second)
      continue;
    auto select = dyn_cast<arith::SelectOp>(producer);
    if (select &&
        (isZero(select.getTrueValue()) || isZero(select.getFalseValue())))
      return select;
    llvm::append_range(queue, producer->getOperands());
  }
  return nullptr;
}

std::string sg::explainNan(Operation *op) {
  if (!isInDerivative(op) ||
      !isa<arith::MulFOp, arith::DivFOp, linalg::MulOp, linalg::DivOp>(op))
    return "";
  Operation *choice = findChoice(op);
  bool isProduct = isa<arith::MulFOp, linalg::MulOp>(op);
  // A NaN quotient may be infinity divided by infinity.
  if (!choice && !isProduct)
    return "";
  std::string text =
      isProduct ? ": zero times infinity" : ": zero divided by zero";
  if (!choice)
    return text;
  std::string position = describeLocation(choice->getLoc());
  if (position.empty())
    return text + ", for a value that a choice does not select (strong_zero "
                  "keeps zeros)";
  position.resize(position.size() - 2); // drop the ": "
  return text + ", for a value that the choice at " + position +
         " does not select (strong_zero keeps zeros)";
}

bool sg::isNanReplaced(Operation *op) {
  return isInDerivative(op) &&
         llvm::any_of(op->getUsers(), [&](Operation *user) {
           auto compare = dyn_cast<arith::CmpFOp>(user);
           return compare && isInDerivative(compare) &&
                  compare.getPredicate() == arith::CmpFPredicate::UNO &&
                  compare.getLhs() == compare.getRhs();
         });
}
