//===- DerivativeCache.cpp - Each derivative function once ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/DerivativeCache.h"
#include "Forward.h"
#include "Reverse.h"
#include "Sweep.h"
#include "sg/Analysis/CallDepth.h"
#include "sg/Transforms/CustomRules.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ProgramStack.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace sg::grad;

DerivativeTrail::DerivativeTrail(MLIRContext *context)
    : thread(llvm::get_threadid()),
      handler(context, [this](Diagnostic &diagnostic) {
        if (llvm::get_threadid() == thread &&
            diagnostic.getSeverity() != DiagnosticSeverity::Remark)
          for (auto &[location, what] : llvm::reverse(steps))
            diagnostic.attachNote(location) << what;
        return failure(); // to the next handler
      }) {}

void DerivativeTrail::continueOnNewStack(unsigned bytes,
                                         llvm::function_ref<void()> function) {
  uint64_t before = thread;
  llvm::runOnNewStack(bytes, [&] {
    thread = llvm::get_threadid();
    function();
  });
  thread = before;
}

DerivativeCache::DerivativeCache(MLIRContext *context)
    : context(context), trail(context) {
  context->loadDialect<GradDialect>();
}

static std::vector<bool> bits(const BitVector &vector) {
  std::vector<bool> result(vector.size());
  for (unsigned i : vector.set_bits())
    result[i] = true;
  return result;
}

/// If `function` names another one in its place, that must be able to take it.
static LogicalResult checkCheckpoint(Operation *from, func::FuncOp function) {
  auto name = function->getAttrOfType<FlatSymbolRefAttr>(kCheckpointAttr);
  if (!name)
    return success();
  auto other =
      SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(function, name);
  if (!other || other.getFunctionType() != function.getFunctionType() ||
      other->getAttrOfType<FlatSymbolRefAttr>(kCheckpointAttr))
    return function.emitOpError()
           << "expects '" << kCheckpointAttr << "' to name a function of type "
           << function.getFunctionType()
           << " that has no such name itself, but '" << name << "' is none";
  return DerivativeCache::checkFunction(from, other);
}

LogicalResult DerivativeCache::checkFunction(Operation *from,
                                             FunctionOpInterface function) {
  auto name = [&] { return ("'@" + function.getName() + "'").str(); };
  if (!isa<func::FuncOp>(function))
    return DerivativeContext::emitUnsupported(
        from, "needs a derivative of " + name() + ", which is a '" +
                  function->getName().getStringRef() + "' and no func.func");
  if (hasOwnRule(function))
    return checkOwnRule(cast<func::FuncOp>(function));
  if (failed(checkBody(from, function)))
    return failure();
  return checkCheckpoint(from, cast<func::FuncOp>(function));
}

LogicalResult DerivativeCache::checkBody(Operation *from,
                                         FunctionOpInterface function) {
  std::string name = ("'@" + function.getName() + "'").str();
  if (function.isExternal())
    return DerivativeContext::emitUnsupported(
        from, "needs a derivative of " + name + ", which has no body");
  if (!function.getFunctionBody().hasOneBlock())
    return from->emitOpError()
           << "needs a derivative of " << name
           << ", which has branches between blocks; run --lift-cf-to-scf first";
  Operation *end = function.getFunctionBody().front().getTerminator();
  if (!isa<func::ReturnOp>(end)) {
    InFlightDiagnostic error = from->emitOpError()
                               << "needs a derivative of " << name
                               << ", which does not end in func.return";
    error.attachNote(end->getLoc()) << "it ends here";
    return error;
  }
  return success();
}

/// The functions that `function` calls, but for what its own rule replaces.
static SmallVector<Operation *> getCallees(Operation *function) {
  SmallVector<Operation *> callees;
  if (hasOwnRule(function))
    return callees;
  function->walk([&](CallOpInterface call) {
    if (auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee()))
      if (Operation *callee = SymbolTable::lookupNearestSymbolFrom(call, name))
        callees.push_back(callee);
  });
  return callees;
}

namespace {
/// A function on the way along calls.
struct Visit {
  Operation *function;
  SmallVector<Operation *> callees;
  size_t next;
  /// The first function on the way that is reached again from here.
  unsigned lowest;
  bool callsItself;
};
} // namespace

/// Tarjan's algorithm: what one function reaches is found out for all of these,
/// so that a chain of calls is looked at once.
bool DerivativeCache::isRecursive(FunctionOpInterface function) {
  if (auto known = recursive.find(function); known != recursive.end())
    return known->second;
  llvm::DenseMap<Operation *, unsigned> order;
  SmallVector<Operation *> open;
  std::vector<Visit> way;
  auto enter = [&](Operation *f) {
    unsigned number = order.size();
    order[f] = number;
    open.push_back(f);
    way.push_back({f, getCallees(f), 0, number, false});
  };
  enter(function);
  while (!way.empty()) {
    Visit &visit = way.back();
    if (visit.next < visit.callees.size()) {
      Operation *callee = visit.callees[visit.next++];
      if (recursive.contains(callee))
        continue;
      visit.callsItself |= callee == visit.function;
      if (auto seen = order.find(callee); seen != order.end())
        visit.lowest = std::min(visit.lowest, seen->second);
      else
        enter(callee);
      continue;
    }
    Visit done = std::move(way.back());
    way.pop_back();
    if (!way.empty())
      way.back().lowest = std::min(way.back().lowest, done.lowest);
    if (done.lowest != order[done.function])
      continue;
    bool isCycle = done.callsItself || open.back() != done.function;
    Operation *last;
    do {
      last = open.pop_back_val();
      recursive[last] = isCycle;
    } while (last != done.function);
  }
  return recursive[function];
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
    sets.push_back(bits(each));
  Key key{function, zeros, std::move(sets)};
  auto [it, isNew] = entries.try_emplace(key, std::nullopt);
  if (!isNew) {
    if (it->second)
      return *it->second;
    // What calls itself is announced.
    return from->emitOpError()
           << "needs a derivative of '@" << function.getName()
           << "' in order to transpose the rule that is to give it; give '@"
           << function.getName() << "' a rule for this mode too";
  }
  if (failed(checkFunction(from, function)))
    return failure();
  DerivativeTrail::Step step(trail, from->getLoc(),
                             "while differentiating '@" + function.getName() +
                                 "', as asked for here");
  auto run = [&, entry = it] {
    return generate(
        cast<func::FuncOp>(function),
        [&](const Function &announced) { entry->second = announced; });
  };
  FailureOr<Function> result = failure();
  // Functions that call each other in a long chain would exhaust the stack.
  if (++depth % kDepthOfStack == 0)
    trail.continueOnNewStack(kStackSize, [&] { result = run(); });
  else
    result = run();
  --depth;
  if (succeeded(result))
    it->second = *result;
  return result;
}

// Calls that differ in what does not matter to the callee share a function: an
// argument that reaches no useful result, and a result that no varied argument
// reaches.

BitVector DerivativeCache::getReaching(FunctionOpInterface function,
                                       const BitVector &varied,
                                       const BitVector &useful) {
  const FlowSummary &summary = summaries.of(function);
  BitVector reaching = varied;
  // One that escapes, or ends in bits, has to be met where it does.
  for (unsigned i : varied.set_bits())
    reaching[i] =
        summary.escapes[i] || summary.reaches[i].anyCommon(useful) ||
        (summary.readsBits &&
         summaries.of(function, FlowKind::Bits).reaches[i].anyCommon(useful));
  return reaching;
}

FailureOr<TangentFunction>
DerivativeCache::tangentFunction(Operation *from, FunctionOpInterface function,
                                 const BitVector &varied,
                                 const BitVector &useful) {
  BitVector reaching = getReaching(function, varied, useful);
  BitVector reached(useful.size());
  FlowKind kind =
      summaries.of(function).readsBits ? FlowKind::Bits : FlowKind::Derivative;
  for (unsigned i : reaching.set_bits())
    reached |= summaries.of(function, kind).reaches[i];
  reached &= useful;
  auto tangent = findOrGenerate<TangentFunction>(
      tangents, from, function, {reaching, reached},
      [&](func::FuncOp f, auto announce) -> FailureOr<TangentFunction> {
        if (hasOwnRule(f))
          return generateTangentByRule(*this, from, f, reaching, reached);
        if (isRecursive(f))
          return generateTangentFunction(*this, f, reaching, reached, announce);
        return generateTangentFunction(*this, f, reaching, reached);
      });
  if (succeeded(tangent))
    record.need(function, tangent->function.getName(), varied, useful);
  return tangent;
}

FailureOr<PullbackFunction>
DerivativeCache::pullbackFunction(Operation *from, FunctionOpInterface function,
                                  const BitVector &varied,
                                  const BitVector &useful) {
  auto pullback = findOrGenerate<PullbackFunction>(
      pullbacks, from, function, {varied, useful}, [&](func::FuncOp f, auto) {
        func::FuncOp made =
            hasOwnRule(f) ? createCaller(f, "_vjp") : cloneFunction(f, "_vjp");
        return generatePullbackFunction(*this, made, varied, useful,
                                        record.open(f, Mode::Reverse));
      });
  if (succeeded(pullback))
    record.need(function, pullback->function.getName(), varied, useful);
  return pullback;
}

FailureOr<SplitFunction>
DerivativeCache::splitFunction(Operation *from, FunctionOpInterface function,
                               const BitVector &varied, const BitVector &useful,
                               const BitVector &running) {
  BitVector reaching = getReaching(function, varied, useful);
  bool isRecomputed =
      !hasOwnRule(function) &&
      (function->hasAttr(kCheckpointAttr) || isRecursive(function));
  BitVector taken(running.size());
  if (isRecomputed) {
    taken = running;
    taken &= reaching;
  }
  auto split = findOrGenerate<SplitFunction>(
      splits, from, function, {reaching, useful, taken},
      [&](func::FuncOp f, auto announce) -> FailureOr<SplitFunction> {
        if (hasOwnRule(f))
          return generateSplitByRule(*this, from, f, reaching, useful);
        if (!f->hasAttr(kCheckpointAttr) && isRecomputed &&
            told.insert(f).second)
          f.emitRemark() << "'@" << f.getName()
                         << "' calls itself: in reverse mode each call is "
                            "computed again, where a loop would keep what its "
                            "derivative reads";
        if (isRecomputed)
          return generateRecomputingFunction(
              *this, f, reaching, useful, taken,
              f->hasAttr(kCheckpointAttr)
                  ? "a checkpoint asks for it"
                  : "it calls itself, and how often is not known",
              announce);
        return generateSplitFunction(*this, f, reaching, useful);
      });
  if (succeeded(split))
    record.need(function, split->forward.getName(), varied, useful);
  return split;
}
