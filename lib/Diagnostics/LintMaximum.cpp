//===- LintMaximum.cpp - Maxima with stopped and unstopped uses -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Let m be the maximum of x. The derivative of m + log(sum(exp(x - m))) with
// respect to m is zero: the first use of m contributes 1, the second use -1. If
// only one use is stopped, the gradient in x is wrong by the derivative of m.
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sg::grad;

namespace {
/// A value that is the maximum of `inputs`, and the stops of this value.
struct Maximum {
  OpResult value;
  SmallVector<Value> inputs;
  SmallVector<StopGradientOp> stops;
  bool isSubtracted = false; ///< True if `value` is subtracted from an input.
};
} // namespace

/// Returns the compared values if `select` selects the greater, otherwise none.
static SmallVector<Value> getMaximized(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare)
    return {};
  Value greater = select.getTrueValue(), less = select.getFalseValue();
  using Predicate = arith::CmpFPredicate;
  switch (compare.getPredicate()) {
  case Predicate::OGT:
  case Predicate::OGE:
  case Predicate::UGT:
  case Predicate::UGE:
    break;
  case Predicate::OLT:
  case Predicate::OLE:
  case Predicate::ULT:
  case Predicate::ULE:
    std::swap(greater, less);
    break;
  default:
    return {};
  }
  if (greater != compare.getLhs() || less != compare.getRhs())
    return {};
  return {greater, less};
}

/// Returns the operands of a scalar maximum, and an empty list for other ops.
static SmallVector<Value> getMaximizedElements(Operation *op) {
  if (isa_and_present<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return llvm::to_vector(op->getOperands());
  if (auto select = dyn_cast_if_present<arith::SelectOp>(op))
    return getMaximized(select);
  return {};
}

/// Returns x if `yielded` is the maximum of `carry` and x, otherwise null.
static Value getMaximizedWith(Value carry, Value yielded) {
  SmallVector<Value> both = getMaximizedElements(yielded.getDefiningOp());
  if (!llvm::is_contained(both, carry))
    return {};
  return both[both.front() == carry];
}

/// Returns the values of which `value` is the maximum, otherwise none.
static SmallVector<Value> getMaximized(OpResult value) {
  Operation *op = value.getOwner();
  if (auto reduction = dyn_cast<vector::ReductionOp>(op)) {
    if (reduction.getKind() == vector::CombiningKind::MAXIMUMF ||
        reduction.getKind() == vector::CombiningKind::MAXNUMF)
      return {reduction.getVector()};
    return {};
  }
  if (auto reduction = dyn_cast<vector::MultiDimReductionOp>(op)) {
    if (reduction.getKind() == vector::CombiningKind::MAXIMUMF ||
        reduction.getKind() == vector::CombiningKind::MAXNUMF)
      return {reduction.getSource()};
    return {};
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    BlockArgument carry = loop.getTiedLoopRegionIterArg(value);
    if (Value input =
            getMaximizedWith(carry, loop.getTiedLoopYieldedValue(carry)->get()))
      return {input};
    return {};
  }
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return getMaximizedElements(op);
  // Accept an elementwise maximum of two inputs and a reduction of one input.
  Value yielded = structured.getBlock()->getTerminator()->getOperand(
      value.getResultNumber());
  SmallVector<Value> inputs;
  for (Value operand : getMaximizedElements(yielded.getDefiningOp())) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (!argument || argument.getOwner() != structured.getBlock())
      return {};
    OpOperand *source = structured.getMatchingOpOperand(argument);
    if (structured.isDpsInput(source))
      inputs.push_back(source->get());
  }
  return inputs;
}

/// Returns true if `a` and `b` are the same computation on the same inputs.
static bool areEqual(const Maximum &a, const Maximum &b) {
  return a.inputs == b.inputs &&
         a.value.getResultNumber() == b.value.getResultNumber() &&
         OperationEquivalence::isEquivalentTo(
             a.value.getOwner(), b.value.getOwner(),
             OperationEquivalence::ignoreValueEquivalence,
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

/// Returns true if `op` combines values in a reduction or loop for a maximum.
static bool isPartOfMaximum(Operation *op) {
  return llvm::any_of(op->getUsers(), [](Operation *user) {
    Operation *parent = user->getParentOp();
    return user->hasTrait<OpTrait::IsTerminator>() &&
           isa<linalg::LinalgOp, scf::ForOp>(parent) &&
           llvm::any_of(parent->getResults(), [](OpResult result) {
             return !getMaximized(result).empty();
           });
  });
}

namespace {
/// Collects the maxima of a function, the stops of each maximum, and whether it
/// is subtracted from one of its inputs.
class Maxima {
public:
  explicit Maxima(FunctionOpInterface function) {
    function.walk([&](Operation *op) {
      if (isPartOfMaximum(op))
        return;
      for (OpResult result : op->getResults()) {
        SmallVector<Value> inputs = getMaximized(result);
        for (Value &input : inputs)
          input = findOrigin(input);
        if (inputs.empty())
          continue;
        positions[result] = maxima.size();
        maxima.push_back({result, inputs, {}});
      }
    });
    function.walk([&](Operation *op) {
      if (auto stop = dyn_cast<StopGradientOp>(op)) {
        if (Maximum *maximum = lookup(stop.getInput()))
          maximum->stops.push_back(stop);
      } else if (isa<arith::SubFOp, linalg::SubOp>(op)) {
        if (Maximum *maximum = lookup(op->getOperand(1)))
          maximum->isSubtracted |= llvm::is_contained(
              maximum->inputs, findOrigin(op->getOperand(0)));
      }
    });
  }

  llvm::ArrayRef<Maximum> all() const { return maxima; }

private:
  Maximum *lookup(Value value) {
    auto it = positions.find(findOrigin(value, /*throughStops=*/true));
    return it == positions.end() ? nullptr : &maxima[it->second];
  }

  SmallVector<Maximum> maxima;
  llvm::DenseMap<Value, size_t> positions;
};
} // namespace

void sg::grad::lintMaximum(const LintedFunction &linted,
                           LintWarnings &warnings) {
  Maxima maxima(linted.function);
  const Activity &activity = linted.activity;
  for (const Maximum &stopped : maxima.all())
    for (StopGradientOp stop : stopped.stops) {
      if (!activity.isVaried(stop.getInput()) || !activity.isUseful(stop))
        continue;
      // Find the same maximum with a derivative that is not stopped.
      bool isSubtracted = false;
      Operation *active = nullptr;
      for (const Maximum &other : maxima.all())
        if (&other == &stopped || areEqual(other, stopped)) {
          isSubtracted |= other.isSubtracted;
          if (!active &&
              llvm::all_of(
                  other.inputs,
                  [&](Value input) { return activity.isVaried(input); }) &&
              activity.isActive(other.value))
            active = other.value.getOwner();
        }
      if (!isSubtracted || !active)
        continue;
      std::optional<InFlightDiagnostic> warning = warnings.warn(
          stop, "partly-stopped-maximum",
          "stops one use of a maximum that is subtracted from its input, while "
          "a derivative flows through another use");
      if (!warning)
        continue;
      warning->attachNote(active->getLoc())
          << "this maximum is also used without a stop";
      warning->attachNote(stop.getLoc())
          << "the derivatives of the two uses cancel only if both flow or "
             "neither does: use the stopped value everywhere";
    }
}
