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
/// A function on the current path along calls.
struct Visit {
  Operation *function;
  SmallVector<Operation *> callees;
  size_t next;
  /// Least index of a function on the path that `function` reaches.
  unsigned lowest;
  bool callsItself;
};
} // namespace

/// Tarjan's algorithm. One query classifies all reachable functions.
bool RecursiveFunctions::contains(FunctionOpInterface function) {
  if (auto known = recursive.find(function); known != recursive.end())
    return known->second;
  llvm::DenseMap<Operation *, unsigned> order;
  SmallVector<Operation *> open;
  std::vector<Visit> path;
  auto enter = [&](Operation *f) {
    unsigned index = order.size();
    order[f] = index;
    open.push_back(f);
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
      if (auto seen = order.find(callee); seen != order.end())
        visit.lowest = std::min(visit.lowest, seen->second);
      else
        enter(callee);
      continue;
    }
    Visit done = std::move(path.back());
    path.pop_back();
    if (!path.empty())
      path.back().lowest = std::min(path.back().lowest, done.lowest);
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
