//===- DerivativeCache.cpp - Each derivative function once ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/DerivativeCache.h"
#include "Forward.h"
#include "Reverse.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace sg::grad;

DerivativeTrail::DerivativeTrail(MLIRContext *context)
    : thread(llvm::get_threadid()),
      handler(context, [this](Diagnostic &diagnostic) {
        if (llvm::get_threadid() == thread)
          for (auto &[location, what] : llvm::reverse(steps))
            diagnostic.attachNote(location) << what;
        return failure(); // to the next handler
      }) {}

static std::vector<bool> bits(const BitVector &vector) {
  std::vector<bool> result(vector.size());
  for (unsigned i : vector.set_bits())
    result[i] = true;
  return result;
}

/// Why `function` has no derivative function, whatever is in it.
static LogicalResult checkFunction(Operation *from,
                                   FunctionOpInterface function) {
  auto name = [&] { return ("'@" + function.getName() + "'").str(); };
  for (StringRef rule : {kCustomVJPAttr, kCustomJVPAttr})
    if (function->hasAttr(rule))
      return from->emitOpError()
             << "needs a derivative of " << name() << ", which has '" << rule
             << "': derivative rules of a function's own are not applied by "
                "this version";
  if (!isa<func::FuncOp>(function))
    return DerivativeContext::emitUnsupported(
        from, "needs a derivative of " + name() + ", which is a '" +
                  function->getName().getStringRef() + "' and no func.func");
  if (function.isExternal())
    return DerivativeContext::emitUnsupported(
        from, "needs a derivative of " + name() + ", which has no body");
  if (!function.getFunctionBody().hasOneBlock())
    return from->emitOpError()
           << "needs a derivative of " << name()
           << ", which has branches between blocks; run --lift-cf-to-scf first";
  Operation *end = function.getFunctionBody().front().getTerminator();
  if (!isa<func::ReturnOp>(end)) {
    InFlightDiagnostic error = from->emitOpError()
                               << "needs a derivative of " << name()
                               << ", which does not end in func.return";
    error.attachNote(end->getLoc()) << "it ends here";
    return error;
  }
  return success();
}

template <typename Function>
FailureOr<Function> DerivativeCache::findOrGenerate(
    Entries<Function> &entries, Operation *from, FunctionOpInterface function,
    const BitVector &varied, const BitVector &useful,
    function_ref<FailureOr<Function>(func::FuncOp)> generate) {
  Key key{function, bits(varied), bits(useful)};
  auto [it, isNew] = entries.try_emplace(key, std::nullopt);
  if (!isNew) {
    if (it->second)
      return *it->second;
    return DerivativeContext::emitUnsupported(
        from, "needs a derivative of '@" + function.getName() +
                  "', which calls itself; recursion is not differentiated by "
                  "this version");
  }
  if (failed(checkFunction(from, function)))
    return failure();
  DerivativeTrail::Step step(trail, from->getLoc(),
                             "while differentiating '@" + function.getName() +
                                 "', as asked for here");
  FailureOr<Function> result = generate(cast<func::FuncOp>(function));
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
  // One that escapes has to be met where it does.
  for (unsigned i : varied.set_bits())
    reaching[i] = summary.escapes[i] || summary.reaches[i].anyCommon(useful);
  return reaching;
}

FailureOr<TangentFunction>
DerivativeCache::tangentFunction(Operation *from, FunctionOpInterface function,
                                 const BitVector &varied,
                                 const BitVector &useful) {
  BitVector reaching = getReaching(function, varied, useful);
  BitVector reached(useful.size());
  for (unsigned i : reaching.set_bits())
    reached |= summaries.of(function).reaches[i];
  reached &= useful;
  return findOrGenerate<TangentFunction>(
      tangents, from, function, reaching, reached, [&](func::FuncOp f) {
        return generateTangentFunction(*this, f, reaching, reached);
      });
}

FailureOr<PullbackFunction>
DerivativeCache::pullbackFunction(Operation *from, FunctionOpInterface function,
                                  const BitVector &varied,
                                  const BitVector &useful) {
  return findOrGenerate<PullbackFunction>(
      pullbacks, from, function, varied, useful, [&](func::FuncOp f) {
        return generatePullbackFunction(*this, f, varied, useful);
      });
}

FailureOr<SplitFunction>
DerivativeCache::splitFunction(Operation *from, FunctionOpInterface function,
                               const BitVector &varied,
                               const BitVector &useful) {
  BitVector reaching = getReaching(function, varied, useful);
  return findOrGenerate<SplitFunction>(
      splits, from, function, reaching, useful, [&](func::FuncOp f) {
        return generateSplitFunction(*this, f, reaching, useful);
      });
}
