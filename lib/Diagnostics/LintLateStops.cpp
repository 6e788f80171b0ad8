//===- LintLateStops.cpp - Stops behind what nobody else needs ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace sg::grad;

static bool hasDerivativeType(Type type) {
  return getDifferentiability(type) != Differentiability::None;
}

/// Whether `op` computes more than it reads and writes, as a product of
/// matrices or a convolution does, but not one of a matrix and a vector.
static bool isHeavy(linalg::LinalgOp op) {
  return op.getNumReductionLoops() != 0 &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           return op.getRank(&operand) < op.getNumLoops();
         });
}

/// Ops of which one should see that they are not differentiated: loops, heavy
/// structured ops, ops without a rule that a derivative would flow through, and
/// calls of functions with one of these that have not been `visited`.
static bool isExpensive(Operation *op, FlowSummaries &summaries,
                        llvm::SmallPtrSetImpl<Operation *> &visited) {
  if (isa<LoopLikeOpInterface>(op))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (structured && isHeavy(structured))
    return true;
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return !op->hasTrait<OpTrait::IsTerminator>() &&
           !isa<DifferentiableOpInterface, DerivativeRequestOpInterface>(op) &&
           llvm::any_of(op->getOperandTypes(), hasDerivativeType) &&
           llvm::any_of(op->getResultTypes(), hasDerivativeType);
  FunctionOpInterface callee = summaries.lookup(call, call.getCalleeAttr());
  // By a rule of its own the body is not differentiated.
  if (!callee || hasOwnRule(callee) || !visited.insert(callee).second)
    return false;
  WalkResult result = callee.getFunctionBody().walk([&](Operation *inner) {
    return isExpensive(inner, summaries, visited) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// The block argument that stands for the elements of `use` in the body of a
/// structured op that only reads it; else null.
static BlockArgument getElement(OpOperand &use) {
  auto structured = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return structured && structured.isDpsInput(&use)
             ? structured.getMatchingBlockArgument(&use)
             : BlockArgument();
}

namespace {
/// Looks for work whose results nothing but stops use, directly or after more
/// of such work.
class LateStops {
public:
  LateStops(const LintedFunction &linted, FlowSummaries &summaries)
      : activity(linted.activity), summaries(summaries) {}

  /// What `stop` stands behind; null if there is nothing of the kind.
  Operation *findWork(StopGradientOp stop);

private:
  bool isForStops(Value value);

  /// How far on uses are looked for, lest the stack overflows.
  static constexpr unsigned maxDepth = 500;
  const Activity &activity;
  FlowSummaries &summaries;
  llvm::DenseMap<Value, bool> known;
  unsigned depth = 0;
};
} // namespace

bool LateStops::isForStops(Value value) {
  if (depth == maxDepth)
    return false;
  auto [it, isNew] = known.try_emplace(value, true);
  if (!isNew)
    return it->second;
  ++depth;
  bool result = llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<StopGradientOp, tensor::DimOp>(user))
      return true;
    if (BlockArgument element = getElement(use))
      return isForStops(element);
    return user->getNumRegions() == 0 && user->getNumResults() != 0 &&
           llvm::all_of(user->getResults(),
                        [&](Value next) { return isForStops(next); });
  });
  --depth;
  return known[value] = result;
}

Operation *LateStops::findWork(StopGradientOp stop) {
  llvm::SmallPtrSet<Operation *, 8> callees;
  llvm::DenseSet<Value> seen;
  SmallVector<Value> queue{stop.getInput()};
  while (!queue.empty()) {
    Value value = queue.pop_back_val();
    if (!seen.insert(value).second || !activity.isVaried(value))
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (auto structured = dyn_cast<linalg::LinalgOp>(parent))
        queue.push_back(structured.getMatchingOpOperand(argument)->get());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!llvm::all_of(op->getResults(),
                      [&](Value result) { return isForStops(result); }))
      continue;
    if (isExpensive(op, summaries, callees))
      return op;
    if (!isa<StopGradientOp>(op))
      llvm::append_range(queue, op->getOperands());
  }
  return nullptr;
}

void sg::grad::lintLateStops(const LintedFunction &linted,
                             FlowSummaries &summaries, LintWarnings &warnings) {
  LateStops stops(linted, summaries);
  FunctionOpInterface function = linted.function;
  FlowGraph::Reached needed =
      linted.activity.findUsefulButForStops(function.getFunctionBody());
  function.walk([&](StopGradientOp stop) {
    if (!needed.contains(stop))
      return;
    Operation *work = stops.findWork(stop);
    if (!work)
      return;
    std::optional<InFlightDiagnostic> warning =
        warnings.warn(stop, "late-stop",
                      "stands behind a '" + work->getName().getStringRef() +
                          "' whose results nothing but stops need");
    if (!warning)
      return;
    Diagnostic &note = warning->attachNote(work->getLoc());
    note << "no derivative of this is needed: stop what it reads instead, for "
            "the same derivative";
  });
}
