//===- RecursiveFunctions.cpp - Detection of recursive functions ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/RecursiveFunctions.h"
#include "sg/Analysis/FlowSummaries.h"

using namespace mlir;
using namespace sg::grad;

/// Returns the callees of `function`; none for a function with a custom rule.
static SmallVector<Operation *> getCallees(Operation *function) {
  SmallVector<Operation *> callees;
  if (hasCustomRule(function))
    return callees;
  function->walk([&](CallOpInterface call) {
    if (auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee()))
      if (Operation *callee = SymbolTable::lookupNearestSymbolFrom(call, name))
        callees.push_back(callee);
  });
  return callees;
}

namespace {
/// A function on the current path of the depth-first search along calls.
struct Visit {
  Operation *function;
  SmallVector<Operation *> callees;
  size_t next;
  /// Smallest discovery index of a function on the path that `function` reaches
  /// (the low-link of Tarjan's algorithm).
  unsigned lowLink;
  bool callsItself;
};
} // namespace

/// Finds strongly connected components by Tarjan's algorithm. One query
/// classifies all reachable functions.
bool RecursiveFunctions::contains(FunctionOpInterface function) {
  if (auto known = recursive.find(function); known != recursive.end())
    return known->second;
  llvm::DenseMap<Operation *, unsigned> discoveryIndex;
  SmallVector<Operation *> componentStack;
  std::vector<Visit> path;
  auto enter = [&](Operation *f) {
    unsigned index = discoveryIndex.size();
    discoveryIndex[f] = index;
    componentStack.push_back(f);
    path.push_back({f, getCallees(f), 0, index, false});
  };
  enter(function);
  while (!path.empty()) {
    Visit &visit = path.back();
    if (visit.next < visit.callees.size()) {
      Operation *callee = visit.callees[visit.next++];
      if (recursive.contains(callee))
        continue;
      visit.callsItself |= callee == visit.function;
      if (auto seen = discoveryIndex.find(callee); seen != discoveryIndex.end())
        visit.lowLink = std::min(visit.lowLink, seen->second);
      else
        enter(callee);
      continue;
    }
    Visit done = std::move(path.back());
    path.pop_back();
    if (!path.empty())
      path.back().lowLink = std::min(path.back().lowLink, done.lowLink);
    if (done.lowLink != discoveryIndex[done.function])
      continue;
    bool isRecursive =
        done.callsItself || componentStack.back() != done.function;
    Operation *last;
    do {
      last = componentStack.pop_back_val();
      recursive[last] = isRecursive;
    } while (last != done.function);
  }
  return recursive[function];
}
