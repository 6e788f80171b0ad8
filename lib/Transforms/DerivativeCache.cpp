//===- DerivativeCache.cpp - Cache of derivative functions ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/DerivativeCache.h"
#include "CustomRules.h"
#include "Forward.h"
#include "Reverse.h"
#include "sg/Analysis/CallDepth.h"
#include "sg/Dialect/Grad/IR/PositionSets.h"
#include "sg/Transforms/FunctionChecks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "grad-expand-derivatives"

using namespace mlir;
using namespace sg::grad;

DerivativeCache::DerivativeCache(MLIRContext *context,
                                 DerivativeObserver *observer)
    : DerivativeSource(context, observer), trail(context) {
  context->loadDialect<GradDialect>();
}

template <typename Function>
FailureOr<Function> DerivativeCache::findOrGenerate(
    Entries<Function> &entries, Operation *from, FunctionOpInterface function,
    ArrayRef<BitVector> positions,
    function_ref<FailureOr<Function>(func::FuncOp,
                                     function_ref<void(const Function &)>)>
        generate) {
  std::vector<std::vector<bool>> sets;
  for (const BitVector &each : positions)
    sets.push_back(toKey(each));
  Key key{function, zeroProducts(), std::move(sets)};
  auto [it, isNew] = entries.try_emplace(key, std::nullopt);
  if (!isNew) {
    if (it->second) {
      LDBG() << "reusing the derivative of @" << function.getName();
      return *it->second;
    }
    // Only a transposed rule can need a derivative that is being generated,
    // because recursive functions are announced before they are generated.
    return from->emitOpError()
           << "needs a derivative of '@" << function.getName()
           << "' to transpose the rule that computes it; give '@"
           << function.getName() << "' a rule for this mode too";
  }
  if (failed(checkFunction(from, function)))
    return failure();
  DerivativeTrail::Step step(trail, from->getLoc(),
                             "while differentiating '@" + function.getName() +
                                 "', requested here");
  auto run = [&, entry = it] {
    return generate(
        cast<func::FuncOp>(function),
        [&](const Function &announced) { entry->second = announced; });
  };
  FailureOr<Function> result = failure();
  // Continue on a new stack, because a long chain of nested calls would
  // overflow the current stack.
  if (++depth % kCallsPerStack == 0)
    trail.continueOnNewStack(kStackSize, [&] { result = run(); });
  else
    result = run();
  --depth;
  if (succeeded(result))
    it->second = *result;
  return result;
}

// Omit arguments from which no derivative flows, so that calls that differ only
// in such arguments share a derivative function.
BitVector DerivativeCache::getReachingArguments(FunctionOpInterface function,
                                                const BitVector &varied,
                                                const BitVector &useful) {
  FlowSummaries &summaries = getSummaries();
  const FlowSummary &summary = summaries.of(function);
  BitVector reaching = varied;
  // Keep arguments that escape or whose bits are read: prepare() reports these.
  for (unsigned i : varied.set_bits())
    reaching[i] =
        summary.escapes[i] || summary.reaches[i].anyCommon(useful) ||
        (summary.readsBits &&
         summaries.of(function, FlowKind::Bits).reaches[i].anyCommon(useful));
  if (reaching != varied) {
    LDBG() << "arguments omitted, because no useful result depends on them: "
           << varied.count() - reaching.count() << " of @"
           << function.getName();
  }
  return reaching;
}

FailureOr<TangentFunction>
DerivativeCache::tangentFunction(Operation *from, FunctionOpInterface function,
                                 const BitVector &varied,
                                 const BitVector &useful) {
  BitVector reaching = getReachingArguments(function, varied, useful);
  BitVector reached(useful.size());
  FlowSummaries &summaries = getSummaries();
  FlowKind kind =
      summaries.of(function).readsBits ? FlowKind::Bits : FlowKind::Derivative;
  for (unsigned i : reaching.set_bits())
    reached |= summaries.of(function, kind).reaches[i];
  reached &= useful;
  auto tangent = findOrGenerate<TangentFunction>(
      tangents, from, function, {reaching, reached},
      [&](func::FuncOp f, auto announce) -> FailureOr<TangentFunction> {
        if (hasCustomRule(f))
          return generateTangentByRule(*this, from, f, reaching, reached);
        if (recursive.contains(f))
          return generateTangentFunction(*this, f, reaching, reached, announce);
        return generateTangentFunction(*this, f, reaching, reached);
      });
  if (succeeded(tangent))
    getObserver().provided(function, tangent->function.getName(), varied,
                           useful);
  return tangent;
}

FailureOr<PullbackFunction>
DerivativeCache::pullbackFunction(Operation *from, FunctionOpInterface function,
                                  const BitVector &varied,
                                  const BitVector &useful) {
  auto pullback = findOrGenerate<PullbackFunction>(
      pullbacks, from, function, {varied, useful}, [&](func::FuncOp f, auto) {
        return generatePullbackFunction(*this, f, varied, useful);
      });
  if (succeeded(pullback))
    getObserver().provided(function, pullback->function.getName(), varied,
                           useful);
  return pullback;
}

FailureOr<StringRef>
DerivativeCache::findReasonToRecompute(Operation *from,
                                       FunctionOpInterface function) {
  if (hasCustomRule(function))
    return StringRef();
  if (function->hasAttr(kCheckpointAttr))
    return StringRef("a checkpoint requires it");
  auto remark = [&](const Twine &why) {
    if (reported.insert(function).second)
      mlir::emitRemark(function.getLoc())
          << "'@" << function.getName() << "' " << why;
  };
  if (recursive.contains(function)) {
    remark("calls itself: in reverse mode each call is recomputed, whereas a "
           "loop would keep its residuals");
    return StringRef("it calls itself, and the recursion depth is unknown");
  }
  const ResidualEstimator::Estimate &estimate = residualEstimator.of(function);
  if (estimate.isRecomputed) {
    remark("is computed again in reverse mode: its callees keep too many "
           "values for derivatives, more than " +
           Twine(ResidualEstimator::kMaxForwardedByFunction) +
           " in one function or more than " +
           Twine(ResidualEstimator::kMaxForwarded) +
           " along nested calls, whereas a loop would keep them in tensors");
    return StringRef("its callees keep too many values");
  }
  if (estimate.nonRepeatableOp &&
      estimate.numForwarded > ResidualEstimator::kMaxForwardedUnrepeatable) {
    InFlightDiagnostic error =
        from->emitOpError()
        << "needs a derivative of '@" << function.getName()
        << "' in reverse mode, for which it and its callees would return more "
           "than "
        << ResidualEstimator::kMaxForwardedUnrepeatable
        << " residuals, the limit";
    error.attachNote(estimate.nonRepeatableOp->getLoc())
        << "it cannot be recomputed instead, because this op reads or "
           "writes memory or runs unknown code";
    error.attachNote(function.getLoc())
        << "call functions in a loop, which keeps values in tensors, or give "
           "'@"
        << function.getName() << "' a custom rule (grad.custom_vjp)";
    return error;
  }
  return StringRef();
}

FailureOr<SplitFunction>
DerivativeCache::splitFunction(Operation *from, FunctionOpInterface function,
                               const BitVector &varied, const BitVector &useful,
                               const BitVector &running) {
  BitVector reaching = getReachingArguments(function, varied, useful);
  FailureOr<StringRef> reason = findReasonToRecompute(from, function);
  if (failed(reason))
    return failure();
  BitVector taken(running.size());
  if (!reason->empty()) {
    LDBG() << "recomputed, so it has no residuals: @" << function.getName();
    taken = running;
    taken &= reaching;
  }
  auto split = findOrGenerate<SplitFunction>(
      splits, from, function, {reaching, useful, taken},
      [&](func::FuncOp f, auto announce) -> FailureOr<SplitFunction> {
        if (hasCustomRule(f))
          return generateSplitByRule(*this, from, f, reaching, useful);
        if (!reason->empty())
          return generateRecomputingFunction(*this, f, reaching, useful, taken,
                                             *reason, announce);
        return generateSplitFunction(*this, f, reaching, useful);
      });
  if (succeeded(split))
    getObserver().provided(function, split->forward.getName(), varied, useful);
  return split;
}
