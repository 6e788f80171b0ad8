//===- LintLateStops.cpp - Stops after ops that only stops need -----------===//
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

/// Returns true for a reduction whose operands all have fewer dimensions than
/// the loop nest, such as a matrix-matrix, but not a matrix-vector product.
static bool computesMoreThanItReads(linalg::LinalgOp op) {
  return op.getNumReductionLoops() != 0 &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           return op.getRank(&operand) < op.getNumLoops();
         });
}

/// Returns true for ops before which a stop should be: loops, structured ops
/// that compute more than they read, ops that need a derivative rule but have
/// none, and calls of functions with such ops. Ignores functions in `visited`.
static bool isExpensive(Operation *op, FlowSummaries &summaries,
                        llvm::SmallPtrSetImpl<Operation *> &visited) {
  if (isa<LoopLikeOpInterface>(op))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (structured && computesMoreThanItReads(structured))
    return true;
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return !op->hasTrait<OpTrait::IsTerminator>() &&
           !isa<DifferentiableOpInterface, DerivativeRequestOpInterface>(op) &&
           llvm::any_of(op->getOperandTypes(), hasDerivativeType) &&
           llvm::any_of(op->getResultTypes(), hasDerivativeType);
  FunctionOpInterface callee = summaries.lookup(call, call.getCalleeAttr());
  // The body of a function with a custom rule is not differentiated.
  if (!callee || hasCustomRule(callee) || !visited.insert(callee).second)
    return false;
  WalkResult result = callee.getFunctionBody().walk([&](Operation *inner) {
    return isExpensive(inner, summaries, visited) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Returns the block argument for an input of a structured op, otherwise null.
static BlockArgument getElement(OpOperand &use) {
  auto structured = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return structured && structured.isDpsInput(&use)
             ? structured.getMatchingBlockArgument(&use)
             : BlockArgument();
}

namespace {
/// Finds expensive ops whose results only stops need, directly or transitively.
class LateStops {
public:
  LateStops(const LintedFunction &linted, FlowSummaries &summaries)
      : activity(linted.activity), summaries(summaries) {}

  /// Returns an expensive op before `stop` whose results only stops need, or
  /// null.
  Operation *findExpensiveOp(StopGradientOp stop);

private:
  /// Returns true if only stops need `value`.
  bool isOnlyForStops(Value value);

  /// Limit of the recursion along uses, to prevent a stack overflow.
  static constexpr unsigned maxDepth = 500;
  const Activity &activity;
  FlowSummaries &summaries;
  llvm::DenseMap<Value, bool> known;
  unsigned depth = 0;
};
} // namespace

bool LateStops::isOnlyForStops(Value value) {
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
      return isOnlyForStops(element);
    return user->getNumRegions() == 0 && user->getNumResults() != 0 &&
           llvm::all_of(user->getResults(),
                        [&](Value next) { return isOnlyForStops(next); });
  });
  --depth;
  return known[value] = result;
}

Operation *LateStops::findExpensiveOp(StopGradientOp stop) {
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
                      [&](Value result) { return isOnlyForStops(result); }))
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
      linted.activity.findUsefulIgnoringStops(function.getFunctionBody());
  function.walk([&](StopGradientOp stop) {
    if (!needed.contains(stop))
      return;
    Operation *work = stops.findExpensiveOp(stop);
    if (!work)
      return;
    std::optional<InFlightDiagnostic> warning =
        warnings.warn(stop, "late-stop",
                      "comes late: only stops need the results of '" +
                          work->getName().getStringRef() + "'");
    if (!warning)
      return;
    Diagnostic &note = warning->attachNote(work->getLoc());
    note
        << "no derivative of this op is needed: stop its operands instead; the "
           "derivative stays the same";
  });
}
