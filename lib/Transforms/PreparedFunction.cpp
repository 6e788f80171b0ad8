//===- PreparedFunction.cpp - Preparation of a function -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreparedFunction.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "sg/Analysis/Bits.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-expand-derivatives"

using namespace mlir;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

/// Collects the varied arguments and the useful returned values.
static void collectEndpoints(func::FuncOp function, const BitVector &varied,
                             const BitVector &useful,
                             SmallVectorImpl<Value> &inputs,
                             SmallVectorImpl<Value> &results) {
  for (unsigned i : varied.set_bits())
    inputs.push_back(function.getArgument(i));
  for (unsigned j : useful.set_bits())
    results.push_back(
        function.getBody().front().getTerminator()->getOperand(j));
}

static Activity activityOf(func::FuncOp function, const BitVector &varied,
                           const BitVector &useful, FlowSummaries &summaries) {
  SmallVector<Value> inputs, results;
  collectEndpoints(function, varied, useful, inputs, results);
  return Activity(function.getBody(), inputs, results, summaries);
}

namespace {
struct Decomposition : DecompositionContext {
  Decomposition(Mode requestedMode, Activity &activity)
      : requestedMode(requestedMode), activity(activity) {}
  Mode mode() const override { return requestedMode; }
  bool isActive(Value value) const override { return activity.isActive(value); }
  Mode requestedMode;
  Activity &activity;
};
} // namespace

/// Emits an error unless `values` can replace the results of `op`.
static LogicalResult checkDecomposition(Operation *op, ValueRange values) {
  if (values.getTypes() == op->getResultTypes())
    return success();
  InFlightDiagnostic error =
      op->emitOpError() << "has a derivative rule that decomposes it into "
                           "values of types ("
                        << values.getTypes() << "), but its results are of "
                        << "types (" << op->getResultTypes() << ")";
  error.attachNote(op->getLoc())
      << "correct the rule, or put the op into a function with a custom rule "
         "(grad.custom_vjp, grad.custom_jvp)";
  return error;
}

/// Decomposes ops with an active result into simpler ops if their rules request
/// this. Returns the activity after the decomposition.
static FailureOr<Activity> decomposeActive(func::FuncOp function, Mode mode,
                                           const BitVector &varied,
                                           const BitVector &useful,
                                           FlowSummaries &summaries) {
  for (;;) {
    Activity activity = activityOf(function, varied, useful, summaries);
    Decomposition context(mode, activity);
    SmallVector<DifferentiableOpInterface> candidates;
    function.walk<WalkOrder::PreOrder>([&](DifferentiableOpInterface op) {
      if (llvm::any_of(op->getResults(),
                       [&](Value v) { return activity.isActive(v); }))
        candidates.push_back(op);
    });
    SmallVector<Operation *> decomposed;
    for (DifferentiableOpInterface op : candidates) {
      // Skip ops nested in the last decomposed op, which follow it in the list.
      if (!decomposed.empty() && decomposed.back()->isProperAncestor(op))
        continue;
      OpBuilder b(op);
      SmallVector<Value> values = op.decompose(b, context);
      if (values.empty())
        continue;
      if (failed(checkDecomposition(op, values)))
        return failure();
      for (auto [from, to] : llvm::zip(op->getResults(), values)) {
        activity.replace(from, to);
        from.replaceAllUsesWith(to);
      }
      LDBG() << "differentiated as simpler ops: " << op->getName() << " at "
             << op->getLoc();
      decomposed.push_back(op);
    }
    // Defer erasure: no new op may reuse the address of an op that `activity`
    // or `candidates` refers to.
    for (Operation *op : llvm::reverse(decomposed))
      op->erase();
    if (decomposed.empty())
      return activity;
  }
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Emits an error if a varied value is written to memory or passed to unknown
/// code.
static LogicalResult checkEscapes(const Activity &activity) {
  for (const FlowGraph::Escape &escape : activity.graph().escapes()) {
    if (!activity.isVaried(escape.value))
      continue;
    InFlightDiagnostic error =
        escape.op->emitOpError()
        << "passes a value that depends on a differentiated input to memory or "
           "unknown code, where its derivative would be lost";
    if (escape.where != escape.op)
      error.attachNote(escape.where->getLoc()) << "the value escapes here";
    Diagnostic &remedy = error.attachNote(escape.op->getLoc());
    remedy << "stop the derivative before it with grad.stop_gradient";
    if (isa<CallOpInterface>(escape.op))
      remedy << ", or call a function that has a custom rule ("
             << kCustomVJPAttr << ", " << kCustomJVPAttr << ")";
    return failure();
  }
  return success();
}

/// Emits an error if a useful result depends on a float that is computed from
/// the bits of a varied float.
static LogicalResult checkBits(func::FuncOp function, const BitVector &varied,
                               const BitVector &useful,
                               const Activity &activity,
                               FlowSummaries &summaries) {
  if (!activity.graph().readsBits())
    return success();
  SmallVector<Value> inputs, results;
  collectEndpoints(function, varied, useful, inputs, results);
  SmallVector<BitPath> paths =
      findBitPaths(function.getBody(), inputs, results, summaries);
  if (paths.empty())
    return success();
  const BitPath &path = paths.front();
  InFlightDiagnostic error = path.reads->emitOpError()
                             << "reads bits that become a float again, on a "
                                "path of a derivative: bits have no derivative";
  error.attachNote(path.returns->getLoc()) << "they become a float here";
  if (path.from != path.reads)
    error.attachNote(path.from->getLoc()) << "in this call";
  error.attachNote(path.reads->getLoc())
      << "if the derivative is meant to be zero, for example for a hash or an "
         "exponent, stop it before with grad.stop_gradient; if not, for "
         "example for a rounding or a sign, put the ops into a function with a "
         "custom rule (grad.custom_vjp, grad.custom_jvp)";
  return failure();
}

FailureOr<PreparedFunction>
sg::grad::prepare(DerivativeSource &source, func::FuncOp clone,
                  const DerivativeDescription &description,
                  const BitVector &varied, const BitVector &useful) {
  FlowSummaries &summaries = source.getSummaries();
  std::unique_ptr<FunctionObserver> observer =
      source.getObserver().observe(description);
  observer->named(clone.getName());
  FailureOr<Activity> activity =
      decomposeActive(clone, description.mode, varied, useful, summaries);
  if (failed(activity))
    return failure();
  observer->prepared(clone, *activity);
  if (failed(checkEscapes(*activity)) ||
      failed(checkBits(clone, varied, useful, *activity, summaries)))
    return failure();
  return PreparedFunction{clone, std::move(*activity), std::move(observer)};
}
