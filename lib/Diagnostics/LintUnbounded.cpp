//===- LintUnbounded.cpp - Derivatives with reachable poles ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sg::grad;

SmallVector<Pole> sg::grad::getPoles(Operation *op) {
  if (isa<math::LogOp, math::Log2Op, math::Log10Op, math::SqrtOp, math::RsqrtOp,
          math::CbrtOp>(op))
    return {{0, 0.0}};
  if (isa<arith::DivFOp>(op))
    return {{1, 0.0}};
  if (isa<math::Log1pOp>(op))
    return {{0, -1.0}};
  if (isa<math::AcosOp, math::AsinOp, math::AtanhOp>(op))
    return {{0, -1.0}, {0, 1.0}};
  if (isa<math::AcoshOp>(op))
    return {{0, 1.0}};
  // x^p has a pole for p < 1, except for p = 0, because x^0 is constant.
  if (isa<math::PowFOp>(op)) {
    std::optional<double> exponent = getConstantFloat(op->getOperand(1));
    if (exponent && *exponent < 1 && *exponent != 0)
      return {{0, 0.0}};
  }
  if (isa<math::FPowIOp>(op)) {
    APInt exponent;
    if (matchPattern(op->getOperand(1), m_ConstantInt(&exponent)) &&
        exponent.isNegative())
      return {{0, 0.0}};
  }
  return {};
}

/// For a quotient, an active numerator suffices, because the derivative in the
/// numerator also has a pole where the denominator is zero.
bool sg::grad::isActiveAtPole(Operation *op, unsigned operand,
                              const Activity &activity) {
  if (!activity.isActive(op->getResult(0)))
    return false;
  return isa<arith::DivFOp>(op) || activity.isVaried(op->getOperand(operand));
}

static void warn(Operation *op, Value operand, double at,
                 LintWarnings &warnings) {
  std::optional<InFlightDiagnostic> warning = warnings.warn(
      op, "unbounded-derivative",
      "has an unbounded derivative where its operand is " +
          Twine(static_cast<int>(at)) + ", which the program allows");
  if (!warning)
    return;
  Value origin = findOrigin(operand);
  if (isa<OpResult>(origin))
    warning->attachNote(findLocatedOp(origin.getDefiningOp())->getLoc())
        << "the operand is bounded here";
  else
    warning->attachNote(origin.getLoc()) << "the operand is this argument, "
                                            "which the caller bounds";
  Diagnostic &remedy = warning->attachNote(findLocatedOp(op)->getLoc());
  if (at == 0)
    remedy
        << "add a small constant to the operand, or replace it by a nonzero "
           "constant where it is 0; a select of the result is not enough, "
           "since "
           "zero times an infinite derivative is NaN, unless the request has "
           "strong_zero";
  else
    remedy << "keep the operand away from " << static_cast<int>(at)
           << " by a narrower clamp";
}

void sg::grad::lintUnbounded(const LintedFunction &linted, Ranges &ranges,
                             LintWarnings &warnings) {
  const Activity &activity = linted.activity;
  FunctionOpInterface function = linted.function;
  function.walk([&](Operation *op) {
    for (const Pole &pole : getPoles(op)) {
      Value operand = op->getOperand(pole.operand);
      if (isActiveAtPole(op, pole.operand, activity) &&
          ranges.at(operand, op).isKnownToReach(pole.at))
        return warn(op, operand, pole.at, warnings);
    }
    // The derivative of atan2 is unbounded at the origin.
    if (isa<math::Atan2Op>(op) && activity.isActive(op->getResult(0)) &&
        llvm::all_of(op->getOperands(), [&](Value operand) {
          return ranges.at(operand, op).isKnownToReach(0.0);
        }))
      warn(op, op->getOperand(0), 0.0, warnings);
  });
}
