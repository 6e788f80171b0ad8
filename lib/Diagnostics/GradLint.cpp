//===- GradLint.cpp - Warn of common mistakes with derivatives ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sg/Diagnostics/Passes.h"
#include "sg/Dialect/Grad/IR/ArgumentNames.h"
#include "sg/Dialect/Grad/IR/PositionSets.h"
#include "sg/Transforms/PassOptionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-lint"

using namespace mlir;
using namespace sg::grad;

namespace sg::grad {
#define GEN_PASS_DEF_GRADLINT
#include "sg/Diagnostics/Passes.h.inc"
} // namespace sg::grad

/// Returns true if `op` is piecewise constant in an operand, with derivative
/// zero or undefined. A straight-through estimator bypasses such an op.
static bool isStep(Operation *op) {
  return isa<arith::CmpFOp, arith::FPToSIOp, arith::FPToUIOp, math::CeilOp,
             math::CopySignOp, math::FloorOp, math::RoundEvenOp, math::RoundOp,
             math::TruncOp>(op);
}

namespace {
/// Finds each differentiated function, with its differentiated arguments and
/// results, and checks the function.
class Linter {
public:
  Linter(InlinedClones &functions, LintWarnings &warnings)
      : functions(functions), warnings(warnings) {}

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
    /// The known ranges of the arguments. Absent for a callee, in which only
    /// stops are checked. Other checks inline the callee into its caller.
    std::optional<SmallVector<Bounds>> bounds = {};
    /// Whether at least one request is in reverse mode without strong zeros,
    /// and whether at least one has strong zeros.
    bool hasPlainReverse = false, hasStrongZero = false;

    bool operator==(const Differentiated &other) const {
      return function == other.function && varied == other.varied &&
             useful == other.useful && bounds == other.bounds &&
             hasPlainReverse == other.hasPlainReverse &&
             hasStrongZero == other.hasStrongZero;
    }
  };
  /// The effect of a stop, accumulated over all requests.
  struct StopEffect {
    bool isVaried = false, isUseful = false, stops = false;
  };

  void enqueue(Differentiated differentiated);
  SmallVector<Bounds> getBounds(ValueRange operands);
  void lintRequest(DerivativeRequestOpInterface request);
  void lintGradient(DerivativeRequestOpInterface request, func::FuncOp callee,
                    unsigned argument, const BitVector &results);
  void lintFunction(const Differentiated &differentiated);
  void lintInlined(const Differentiated &differentiated);
  void lintStop(StopGradientOp stop, const Activity &activity,
                const FlowGraph::Reached &needed);
  void warnOfStopWithoutEffect(StopGradientOp stop, const StopEffect &effect);

  InlinedClones &functions;
  LintWarnings &warnings;
  /// Summaries of the module's functions, and of the clones with inlined calls.
  FlowSummaries summaries, inlinedSummaries;
  Ranges ranges;
  SmallVector<Differentiated> queue;
  /// The configurations in which each function was checked.
  llvm::DenseMap<Operation *, SmallVector<Differentiated>> visited;
  llvm::MapVector<StopGradientOp, StopEffect> stops;
};
} // namespace

void Linter::enqueue(Differentiated differentiated) {
  func::FuncOp function = differentiated.function;
  if (function.isExternal() || hasCustomRule(function)) {
    LDBG() << "skipped, "
           << (function.isExternal() ? "it has no body"
                                     : "it has a custom rule")
           << ": '@" << function.getName() << "' at " << function.getLoc();
    return;
  }
  auto &known = visited[function];
  if (llvm::is_contained(known, differentiated))
    return;
  known.push_back(differentiated);
  queue.push_back(std::move(differentiated));
}

SmallVector<Bounds> Linter::getBounds(ValueRange operands) {
  return llvm::map_to_vector(operands,
                             [&](Value value) { return ranges.of(value); });
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// Returns the set of results that the request differentiates.
static BitVector getDifferentiatedResults(DerivativeRequestOpInterface request,
                                          func::FuncOp callee) {
  if (isa<ValueAndGradOp>(request))
    return toPositionSet(callee.getNumResults(), {0});
  return toPositionSet(callee.getNumResults(),
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
  enqueue({callee, toPositionSet(callee.getNumArguments(), wrt), results,
           getBounds(request.getInputs()),
           /*hasPlainReverse=*/!isa<JVPOp>(request) && !request.getStrongZero(),
           request.getStrongZero()});
  unsigned numResults = callee.getNumResults();
  for (auto [i, argument] : llvm::enumerate(wrt)) {
    // A request in reverse mode returns one derivative per argument. A tangent
    // (grad.jvp) depends on all arguments.
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
  std::string subject = "argument " + std::to_string(argument) +
                        getArgumentSuffix(callee.getArgument(argument)) +
                        " of '@" + callee.getName().str() + "'";
  std::optional<InFlightDiagnostic> warning =
      isFrozen ? warnings.warn(request, "frozen-but-updated",
                               "requests the derivative in " + subject +
                                   ", which is always zero: every path is "
                                   "stopped")
               : warnings.warn(request, "zero-derivative",
                               "requests the derivative in " + subject +
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
                "the op's result for x; otherwise leave the argument out of "
                "'wrt'");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static SmallVector<Value> getInputs(func::FuncOp function,
                                    const BitVector &varied) {
  SmallVector<Value> inputs;
  for (unsigned i : varied.set_bits())
    inputs.push_back(function.getArgument(i));
  return inputs;
}

static SmallVector<Value> getResults(func::FuncOp function,
                                     const BitVector &useful) {
  SmallVector<Value> results;
  for (Block &block : function.getBody())
    if (auto end = dyn_cast<func::ReturnOp>(block.getTerminator()))
      for (unsigned i : useful.set_bits())
        results.push_back(end.getOperand(i));
  return results;
}

/// Runs the checks that need value ranges or uses in callees, with inlined
/// calls.
void Linter::lintInlined(const Differentiated &differentiated) {
  func::FuncOp function = functions.flatten(differentiated.function);
  SmallVector<Value> inputs = getInputs(function, differentiated.varied);
  SmallVector<Value> results = getResults(function, differentiated.useful);
  Activity activity(function.getBody(), inputs, results, inlinedSummaries);
  Ranges flatRanges;
  for (auto [argument, bounds] :
       llvm::zip_equal(function.getArguments(), *differentiated.bounds))
    flatRanges.assume(argument, bounds);
  LintedFunction linted{function, activity, *differentiated.bounds};
  lintMaximum(linted, warnings);
  lintUnbounded(linted, flatRanges, warnings);
  if (differentiated.hasPlainReverse)
    lintUnchosen(linted, flatRanges, /*hasStrongZero=*/false, warnings);
  if (differentiated.hasStrongZero)
    lintUnchosen(linted, flatRanges, /*hasStrongZero=*/true, warnings);
  lintLateStops(linted, inlinedSummaries, warnings);
  // Enqueue the callees that were not inlined.
  function.walk([&](func::CallOp call) {
    auto origin = cast<func::CallOp>(functions.getOrigin(call));
    auto callee = dyn_cast_or_null<func::FuncOp>(
        summaries.lookup(origin, origin.getCalleeAttr()).getOperation());
    BitVector varied = findPositions(call.getOperands(), [&](Value value) {
      return activity.isVaried(value);
    });
    BitVector useful = findPositions(call.getResults(), [&](Value value) {
      return activity.isUseful(value);
    });
    if (callee && varied.any() && useful.any())
      enqueue({callee, varied, useful,
               SmallVector<Bounds>(call.getNumOperands()),
               differentiated.hasPlainReverse, differentiated.hasStrongZero});
  });
}

void Linter::lintFunction(const Differentiated &differentiated) {
  func::FuncOp function = differentiated.function;
  LDBG() << (differentiated.bounds
                 ? "checked with its calls inlined"
                 : "checked for stops only, no request names it")
         << ": '@" << function.getName() << "' at " << function.getLoc();
  SmallVector<Value> inputs = getInputs(function, differentiated.varied);
  SmallVector<Value> results = getResults(function, differentiated.useful);
  Activity activity(function.getBody(), inputs, results, summaries);
  FlowGraph::Reached needed =
      activity.findUsefulIgnoringStops(function.getBody());
  auto isVaried = [&](Value value) { return activity.isVaried(value); };
  auto isUseful = [&](Value value) { return activity.isUseful(value); };
  function.walk([&](Operation *op) {
    if (auto stop = dyn_cast<StopGradientOp>(op))
      return lintStop(stop, activity, needed);
    if (const FlowGraph::Call *call = activity.graph().callOf(op)) {
      FunctionOpInterface called = call->callee;
      auto callee = dyn_cast<func::FuncOp>(called.getOperation());
      BitVector varied = findPositions(call->operands, isVaried);
      BitVector useful = findPositions(call->results, isUseful);
      if (callee && varied.any() && useful.any())
        enqueue({callee, varied, useful});
      return;
    }
    // Enqueue the callee of a request whose results are differentiated.
    auto request = dyn_cast<DerivativeRequestOpInterface>(op);
    if (!request || llvm::none_of(op->getResults(), isUseful))
      return;
    auto callee = dyn_cast_or_null<func::FuncOp>(
        summaries.lookup(op, request.getCalleeAttr()).getOperation());
    if (!callee)
      return;
    BitVector varied = findPositions(request.getInputs(), isVaried);
    varied |= toPositionSet(callee.getNumArguments(),
                            getDifferentiatedArguments(
                                callee.getArgumentTypes(), request.getWrt()));
    enqueue({callee, varied, getDifferentiatedResults(request, callee),
             getBounds(request.getInputs()), differentiated.hasPlainReverse,
             differentiated.hasStrongZero});
  });
  if (differentiated.bounds)
    lintInlined(differentiated);
}

/// Records the effect of `stop`. `needed` holds the values from which a
/// derivative would flow to a result without stops. Of two stops on a path,
/// only the first has an effect.
void Linter::lintStop(StopGradientOp stop, const Activity &activity,
                      const FlowGraph::Reached &needed) {
  StopEffect &effect = stops[stop];
  bool isVaried = activity.isVaried(stop.getInput());
  bool isUseful = needed.contains(stop);
  effect.isVaried |= isVaried;
  effect.isUseful |= isUseful;
  effect.stops |= isVaried && isUseful;
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
      << "remove it, or move it to the intended value";
}

namespace {
struct GradLint : sg::grad::impl::GradLintBase<GradLint> {
  using GradLintBase::GradLintBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    return readOptions(
        getArgument(), options, "ignore=NAME,NAME", errorHandler,
        [&](auto error) { return Pass::initializeOptions(options, error); });
  }
  void runOnOperation() override {
    constexpr StringRef names[] = {"frozen-but-updated",
                                   "zero-derivative",
                                   "partly-stopped-maximum",
                                   "unbounded-derivative",
                                   "unchosen-derivative",
                                   "unchosen-product",
                                   "late-stop",
                                   "stop-without-effect"};
    SmallVector<std::string> ignored(ignore.begin(), ignore.end());
    for (StringRef name : ignored)
      if (!llvm::is_contained(names, name)) {
        emitError(getOperation().getLoc())
            << getArgument() << ": there is no warning '" << name
            << "' to ignore; there are "
            << llvm::join(ArrayRef<StringRef>(names), ", ");
        return signalPassFailure();
      }
    InlinedClones functions(getOperation());
    LintWarnings warnings(ignored, functions);
    Linter(functions, warnings).lint(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
