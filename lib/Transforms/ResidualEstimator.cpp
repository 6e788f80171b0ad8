//===- ResidualEstimator.cpp - Residuals returned through calls -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/ResidualEstimator.h"
#include "sg/Analysis/FlowSummaries.h"
#include "sg/StructuredOps/Effects.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::grad;

/// Returns the callees of `function`, once per call. With a custom rule or
/// without a body, returns none, because such a function returns no residuals
/// of callees.
static SmallVector<FunctionOpInterface>
getCallees(FunctionOpInterface function) {
  SmallVector<FunctionOpInterface> callees;
  if (hasCustomRule(function) || function.isExternal())
    return callees;
  // Cache lookups, which are linear in the number of symbols.
  llvm::DenseMap<Attribute, FunctionOpInterface> known;
  function->walk([&](CallOpInterface call) {
    auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    if (!name)
      return;
    auto [it, isNew] = known.try_emplace(name);
    if (isNew)
      it->second =
          SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(call, name);
    if (it->second)
      callees.push_back(it->second);
  });
  return callees;
}

/// Returns an upper bound of the number of values defined in `function` that
/// the rules of its ops may keep.
static uint64_t countDefinedValues(FunctionOpInterface function) {
  uint64_t count = 0;
  function->walk([&](Operation *op) {
    if (op == function || isa<CallOpInterface>(op) ||
        op->hasTrait<OpTrait::ConstantLike>())
      return;
    count += llvm::count_if(op->getResultTypes(), isDifferentiable);
  });
  return count;
}

ResidualEstimator::Estimate
ResidualEstimator::estimate(FunctionOpInterface function,
                            ArrayRef<FunctionOpInterface> callees) {
  Estimate result;
  if (hasCustomRule(function) || function.isExternal()) {
    result.kept = function.getNumArguments() + function.getNumResults();
    return result;
  }
  // A recomputed function keeps only its arguments.
  uint64_t numArguments = function.getNumArguments();
  if (function->hasAttr(kCheckpointAttr) || recursive.contains(function)) {
    result.kept = numArguments;
    return result;
  }
  llvm::SmallPtrSet<Operation *, 8> seen;
  for (FunctionOpInterface callee : callees) {
    const Estimate &below = estimates.find(callee)->second;
    result.kept = llvm::SaturatingAdd(result.kept, below.kept);
    if (seen.insert(callee).second)
      result.numForwarded =
          llvm::SaturatingAdd(result.numForwarded, below.numForwarded);
  }
  bool forwardsTooMany = result.kept > kMaxForwardedByFunction;
  result.numForwarded = llvm::SaturatingAdd(result.numForwarded, result.kept);
  result.kept = llvm::SaturatingAdd(result.kept, countDefinedValues(function));
  if (!forwardsTooMany && result.numForwarded <= kMaxForwarded)
    return result;
  result.nonRepeatableOp = findNonRepeatableOp(function);
  if (result.nonRepeatableOp)
    return result;
  return {numArguments, 0, /*isRecomputed=*/true, nullptr};
}

// Uses no recursion, because a long chain of calls would overflow the stack.
const ResidualEstimator::Estimate &
ResidualEstimator::of(FunctionOpInterface function) {
  if (auto known = estimates.find(function); known != estimates.end())
    return known->second;
  struct Visit {
    FunctionOpInterface function;
    SmallVector<FunctionOpInterface> callees;
    size_t next = 0;
  };
  std::vector<Visit> stack;
  auto push = [&](FunctionOpInterface f) {
    // A recursive call finds this default estimate.
    if (estimates.try_emplace(f).second)
      stack.push_back({f, getCallees(f)});
  };
  push(function);
  while (!stack.empty()) {
    Visit &visit = stack.back();
    if (visit.next < visit.callees.size()) {
      push(visit.callees[visit.next++]);
      continue;
    }
    Estimate result = estimate(visit.function, visit.callees);
    estimates[visit.function] = result;
    stack.pop_back();
  }
  return estimates[function];
}
