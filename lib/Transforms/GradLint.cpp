//===- GradLint.cpp - Warn of the well-known mistakes ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_GRADLINT
#include "Transforms/Passes.h.inc"
} // namespace sg::grad

std::optional<InFlightDiagnostic>
LintWarnings::warn(Operation *op, StringRef name, const Twine &message) {
  if (ignored.contains(name) ||
      !seen.insert({op, llvm::hash_value(name)}).second)
    return std::nullopt;
  InFlightDiagnostic warning = mlir::emitWarning(op->getLoc());
  warning << "'" << op->getName() << "' " << message << " [" << name << "]";
  return warning;
}

/// Ops of which one should see that they are not differentiated: loops, ops
/// without a rule, and calls of functions with one of these that have not been
/// `visited`.
static bool isExpensive(Operation *op, FlowSummaries &summaries,
                        llvm::SmallPtrSetImpl<Operation *> &visited) {
  if (isa<LoopLikeOpInterface>(op))
    return true;
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return !op->hasTrait<OpTrait::IsTerminator>() &&
           !isa<DifferentiableOpInterface, DerivativeRequestOpInterface>(op) &&
           llvm::any_of(op->getResultTypes(), [](Type type) {
             return getDifferentiability(type) != Differentiability::None;
           });
  FunctionOpInterface callee = summaries.lookup(call, call.getCalleeAttr());
  if (!callee || !visited.insert(callee).second)
    return false;
  WalkResult result = callee.getFunctionBody().walk([&](Operation *inner) {
    return isExpensive(inner, summaries, visited) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Whether the derivative of `op` is zero or has no meaning, though its result
/// depends on its operand: what a straight-through estimator goes around.
static bool isStep(Operation *op) {
  return isa<arith::CmpFOp, arith::FPToSIOp, arith::FPToUIOp, math::CeilOp,
             math::CopySignOp, math::FloorOp, math::RoundEvenOp, math::RoundOp,
             math::TruncOp>(op);
}

namespace {
/// Finds each function that is differentiated, with the arguments and results
/// it is differentiated in, and looks at it.
class Linter {
public:
  explicit Linter(LintWarnings &warnings) : warnings(warnings) {}

  void lint(ModuleOp module) {
    module.walk(
        [&](DerivativeRequestOpInterface request) { lintRequest(request); });
    while (!queue.empty())
      lintFunction(queue.pop_back_val());
    for (auto [stop, effect] : stops)
      warnOfStopWithoutEffect(stop, effect);
  }

private:
  struct Differentiated {
    func::FuncOp function;
    BitVector varied, useful;
  };
  /// What a stop is found to do, at one request or another.
  struct StopEffect {
    bool isVaried = false, isUseful = false, stops = false;
  };

  void enqueue(func::FuncOp function, const BitVector &varied,
               const BitVector &useful);
  void lintRequest(DerivativeRequestOpInterface request);
  void lintGradient(DerivativeRequestOpInterface request, func::FuncOp callee,
                    unsigned argument, const BitVector &results);
  void lintFunction(Differentiated differentiated);
  void lintStop(StopGradientOp stop, const Activity &activity,
                const FlowGraph::Reached &needed);
  void warnOfStopWithoutEffect(StopGradientOp stop, const StopEffect &effect);

  LintWarnings &warnings;
  FlowSummaries summaries;
  Ranges ranges;
  SmallVector<Differentiated> queue;
  /// Where each function has been looked at.
  llvm::DenseMap<Operation *, SmallVector<std::pair<BitVector, BitVector>>>
      visited;
  llvm::MapVector<StopGradientOp, StopEffect> stops;
};
} // namespace

void Linter::enqueue(func::FuncOp function, const BitVector &varied,
                     const BitVector &useful) {
  if (function.isExternal() || hasOwnRule(function))
    return;
  auto &known = visited[function];
  std::pair<BitVector, BitVector> key(varied, useful);
  if (llvm::is_contained(known, key))
    return;
  known.push_back(key);
  queue.push_back({function, varied, useful});
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

static BitVector toBits(unsigned size, ArrayRef<unsigned> positions) {
  BitVector bits(size);
  for (unsigned position : positions)
    bits.set(position);
  return bits;
}

/// The results that the request differentiates.
static BitVector getDifferentiatedResults(DerivativeRequestOpInterface request,
                                          func::FuncOp callee) {
  if (isa<ValueAndGradOp>(request))
    return toBits(callee.getNumResults(), {0});
  return toBits(callee.getNumResults(),
                getDifferentiablePositions(callee.getResultTypes()));
}

void Linter::lintRequest(DerivativeRequestOpInterface request) {
  auto callee = dyn_cast_or_null<func::FuncOp>(
      summaries.lookup(request, request.getCalleeAttr()).getOperation());
  if (!callee)
    return;
  SmallVector<unsigned> wrt =
      getDifferentiatedArguments(callee.getArgumentTypes(), request.getWrt());
  BitVector results = getDifferentiatedResults(request, callee);
  enqueue(callee, toBits(callee.getNumArguments(), wrt), results);
  unsigned numResults = callee.getNumResults();
  for (auto [i, argument] : llvm::enumerate(wrt)) {
    // A gradient has a result of its own; a tangent is part of all.
    auto isUsed = [](Value result) { return !result.use_empty(); };
    auto derivatives = request->getResults().drop_front(numResults);
    if (isa<JVPOp>(request) ? llvm::any_of(derivatives, isUsed)
                            : isUsed(derivatives[i]))
      lintGradient(request, callee, argument, results);
  }
}

void Linter::lintGradient(DerivativeRequestOpInterface request,
                          func::FuncOp callee, unsigned argument,
                          const BitVector &results) {
  if (callee.isExternal())
    return;
  Connection connection =
      explainConnection(callee, argument, results, summaries);
  if (connection.kind != Connection::Blocked)
    return;
  auto isStop = [](Operation *op) { return isa<StopGradientOp>(op); };
  bool isFrozen = llvm::any_of(connection.blockers, isStop);
  if (!isFrozen && llvm::none_of(connection.blockers, isStep))
    return;
  std::string what = "argument " + std::to_string(argument) + " of '@" +
                     callee.getName().str() + "'";
  std::optional<InFlightDiagnostic> warning =
      isFrozen ? warnings.warn(request, "frozen-but-updated",
                               "asks for the derivative in " + what +
                                   ", which is always zero: every path is "
                                   "stopped")
               : warnings.warn(request, "zero-derivative",
                               "asks for the derivative in " + what +
                                   ", which is always zero: every path goes "
                                   "through an op that is piecewise constant");
  if (!warning)
    return;
  for (Operation *blocker : connection.blockers) {
    if (!isStop(blocker) && !isStep(blocker))
      continue;
    Diagnostic &note = warning->attachNote(blocker->getLoc());
    note << "blocked by '" << blocker->getName() << "'";
    if (auto stop = dyn_cast<StopGradientOp>(blocker))
      if (stop.getNameAttr())
        note << " named " << stop.getNameAttr();
  }
  warning->attachNote(request->getLoc())
      << (isFrozen
              ? "leave it out of 'wrt' if it is meant to be frozen, or remove "
                "the stop"
              : "for a straight-through estimator add x - stop_gradient(x) to "
                "what the op returns for x; else leave it out of 'wrt'");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void Linter::lintFunction(Differentiated differentiated) {
  func::FuncOp function = differentiated.function;
  SmallVector<Value> inputs, results;
  for (unsigned i : differentiated.varied.set_bits())
    inputs.push_back(function.getArgument(i));
  for (Block &block : function.getBody())
    if (auto end = dyn_cast<func::ReturnOp>(block.getTerminator()))
      for (unsigned i : differentiated.useful.set_bits())
        results.push_back(end.getOperand(i));
  Activity activity(function.getBody(), inputs, results, summaries);
  FlowGraph withoutStops(activity.graph());
  function.walk([&](StopGradientOp stop) {
    withoutStops.edge(stop.getInput(), stop.getResult());
  });
  FlowGraph::Reached needed = withoutStops.reach(results, /*forward=*/false);

  auto positions = [](ValueRange values, auto isWanted) {
    BitVector bits(values.size());
    for (auto [i, value] : llvm::enumerate(values))
      if (isWanted(value))
        bits.set(i);
    return bits;
  };
  auto isVaried = [&](Value value) { return activity.isVaried(value); };
  auto isUseful = [&](Value value) { return activity.isUseful(value); };
  function.walk([&](Operation *op) {
    if (auto stop = dyn_cast<StopGradientOp>(op))
      return lintStop(stop, activity, needed);
    if (const FlowGraph::Call *call = activity.graph().callOf(op)) {
      FunctionOpInterface called = call->callee;
      auto callee = dyn_cast<func::FuncOp>(called.getOperation());
      BitVector varied = positions(call->operands, isVaried);
      BitVector useful = positions(call->results, isUseful);
      if (callee && varied.any() && useful.any())
        enqueue(callee, varied, useful);
      return;
    }
    // A derivative that is differentiated again.
    auto request = dyn_cast<DerivativeRequestOpInterface>(op);
    if (!request || llvm::none_of(op->getResults(), isUseful))
      return;
    auto callee = dyn_cast_or_null<func::FuncOp>(
        summaries.lookup(op, request.getCalleeAttr()).getOperation());
    if (!callee)
      return;
    BitVector varied = positions(request.getInputs(), isVaried);
    varied |= toBits(callee.getNumArguments(),
                     getDifferentiatedArguments(callee.getArgumentTypes(),
                                                request.getWrt()));
    enqueue(callee, varied, getDifferentiatedResults(request, callee));
  });
  LintedFunction linted{function, activity};
  lintMaximum(linted, warnings);
  lintUnbounded(linted, ranges, warnings);
}

/// `needed`: from where a derivative would flow to a result if there were no
/// stops. Of two stops on a path so the first counts, and not neither.
void Linter::lintStop(StopGradientOp stop, const Activity &activity,
                      const FlowGraph::Reached &needed) {
  StopEffect &effect = stops[stop];
  bool isVaried = activity.isVaried(stop.getInput());
  bool isUseful = needed.contains(stop);
  effect.isVaried |= isVaried;
  effect.isUseful |= isUseful;
  effect.stops |= isVaried && isUseful;
  Operation *producer = stop.getInput().getDefiningOp();
  llvm::SmallPtrSet<Operation *, 8> visited;
  if (!isVaried || !isUseful || !producer ||
      !isExpensive(producer, summaries, visited) ||
      !llvm::all_of(producer->getUsers(),
                    [](Operation *user) { return isa<StopGradientOp>(user); }))
    return;
  std::optional<InFlightDiagnostic> warning =
      warnings.warn(stop, "late-stop",
                    "stands behind a '" + producer->getName().getStringRef() +
                        "' whose results nothing but a stop uses");
  if (!warning)
    return;
  Diagnostic &note = warning->attachNote(producer->getLoc());
  note << "no derivative of this is needed: stop what it reads instead, for "
          "the same derivative";
}

void Linter::warnOfStopWithoutEffect(StopGradientOp stop,
                                     const StopEffect &effect) {
  if (effect.stops)
    return;
  std::optional<InFlightDiagnostic> warning = warnings.warn(
      stop, "stop-without-effect",
      effect.isVaried ? "has no effect: no derivative would flow from here to "
                        "a differentiated result"
                      : "has no effect: its operand depends on no "
                        "differentiated argument in a way that has a "
                        "derivative");
  if (!warning)
    return;
  warning->attachNote(stop.getLoc())
      << "remove it, or check that it stands where it was meant to";
}

namespace {
struct GradLint : sg::grad::impl::GradLintBase<GradLint> {
  using GradLintBase::GradLintBase;
  void runOnOperation() override {
    SmallVector<std::string> ignored(ignore.begin(), ignore.end());
    LintWarnings warnings(ignored);
    Linter(warnings).lint(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
