//===- LintMaximum.cpp - A maximum that is stopped in part ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In m + log(sum(exp(x - m))) the derivative in m is zero in sum: 1 from the
// first m, -1 from the second. With a stop at one of them the gradient is off
// by that of the maximum.
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace sg::grad;

namespace {
/// An op that computes a maximum of `inputs`.
struct Maximum {
  Operation *op;
  SmallVector<Value> inputs;
  SmallVector<StopGradientOp> stops;
  bool isSubtracted = false; ///< from one of its inputs
};
} // namespace

/// What `op` takes a maximum of; nothing if it does something else.
static SmallVector<Value> getMaximized(Operation *op) {
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
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return llvm::to_vector(op->getOperands());
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || op->getNumResults() != 1)
    return {};
  Operation *combine =
      structured.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_present<arith::MaximumFOp, arith::MaxNumFOp>(combine))
    return {};
  SmallVector<Value> inputs;
  for (Value operand : combine->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (!argument || argument.getOwner() != structured.getBlock())
      return {};
    OpOperand *source = structured.getMatchingOpOperand(argument);
    if (structured.isDpsInput(source))
      inputs.push_back(source->get());
  }
  return inputs;
}

/// Whether both compute the same from the same.
static bool areEqual(const Maximum &a, const Maximum &b) {
  return a.inputs == b.inputs &&
         OperationEquivalence::isEquivalentTo(
             a.op, b.op, OperationEquivalence::ignoreValueEquivalence,
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

namespace {
/// The maxima of a function, and what becomes of them.
class Maxima {
public:
  explicit Maxima(FunctionOpInterface function) {
    function.walk([&](Operation *op) {
      if (auto structured = op->getParentOfType<linalg::LinalgOp>())
        if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op) &&
            !getMaximized(structured).empty())
          return; // the reduction stands for its combiner
      SmallVector<Value> inputs = getMaximized(op);
      for (Value &input : inputs)
        input = findOrigin(input);
      if (!inputs.empty()) {
        positions[op] = maxima.size();
        maxima.push_back({op, inputs, {}});
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
    auto it = positions.find(
        findOrigin(value, /*throughStops=*/true).getDefiningOp());
    return it == positions.end() ? nullptr : &maxima[it->second];
  }

  SmallVector<Maximum> maxima;
  llvm::DenseMap<Operation *, size_t> positions;
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
      // What is active has a way to the result past the stop.
      bool isSubtracted = false;
      Operation *active = nullptr;
      for (const Maximum &other : maxima.all())
        if (&other == &stopped || areEqual(other, stopped)) {
          isSubtracted |= other.isSubtracted;
          if (!active &&
              llvm::all_of(
                  other.inputs,
                  [&](Value input) { return activity.isVaried(input); }) &&
              activity.isActive(other.op->getResult(0)))
            active = other.op;
        }
      if (!isSubtracted || !active)
        continue;
      std::optional<InFlightDiagnostic> warning = warnings.warn(
          stop, "partly-stopped-maximum",
          "stops one use of a maximum that is subtracted from what it is the "
          "maximum of, while a derivative flows through another use");
      if (!warning)
        continue;
      warning->attachNote(active->getLoc())
          << "this maximum is also used without a stop";
      warning->attachNote(stop.getLoc())
          << "the derivatives of the two uses cancel only if both flow or "
             "neither does: use the stopped value everywhere";
    }
}
