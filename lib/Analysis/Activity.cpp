//===- Activity.cpp - Values through which a derivative flows -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/Activity.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// Activity
//===----------------------------------------------------------------------===//

Activity::Activity(Region &region, ArrayRef<Value> inputs,
                   ArrayRef<Value> results, FlowSummaries &summaries)
    : flow(region, summaries), results(results),
      varied(flow.reach(inputs, /*forward=*/true)),
      useful(flow.reach(results, /*forward=*/false)) {}

FlowGraph::Reached Activity::findUsefulIgnoringStops(Region &region) const {
  FlowGraph withoutStops(flow);
  region.walk([&](StopGradientOp stop) {
    withoutStops.edge(stop.getInput(), stop.getResult());
  });
  return withoutStops.reach(results, /*forward=*/false);
}

static SmallVector<Value> follow(const FlowGraph::Reached &reached,
                                 Value value) {
  SmallVector<Value> path;
  for (auto it = reached.find(value); it != reached.end();
       it = reached.find(it->second)) {
    path.push_back(it->first);
    if (!it->second)
      break;
  }
  return path;
}

SmallVector<Value> Activity::pathFromInput(Value value) const {
  SmallVector<Value> path = follow(varied, value);
  std::reverse(path.begin(), path.end());
  return path;
}

SmallVector<Value> Activity::pathToResult(Value value) const {
  return follow(useful, value);
}

void Activity::replace(Value from, Value to) {
  auto transfer = [&](FlowGraph::Reached &reached) {
    auto it = reached.find(from);
    if (it == reached.end())
      return;
    Value through = it->second;
    reached[to] = through;
  };
  transfer(varied);
  transfer(useful);
}

//===----------------------------------------------------------------------===//
// Connection
//===----------------------------------------------------------------------===//

/// Returns the operands of the return ops for the results in `results`.
static SmallVector<Value> getReturned(FunctionOpInterface function,
                                      const BitVector &results) {
  SmallVector<Value> values;
  for (Block &block : function.getFunctionBody())
    if (Operation *end = block.getTerminator();
        end->hasTrait<OpTrait::ReturnLike>())
      for (unsigned j : results.set_bits())
        values.push_back(end->getOperand(j));
  return values;
}

namespace {
/// Collects the blockers between an argument and results (see Connection).
class Explanation {
public:
  explicit Explanation(FlowSummaries &summaries) : summaries(summaries) {}

  Connection::Kind explain(FunctionOpInterface function, unsigned argument,
                           const BitVector &results);

  llvm::SmallSetVector<Operation *, 4> blockers;

private:
  void explainCall(const FlowGraph::Call &call,
                   const FlowGraph::Reached &varied,
                   const FlowGraph::Reached &needed);

  FlowSummaries &summaries;
  /// Visited callees, each with the indices of an argument and a result.
  llvm::DenseSet<std::tuple<Operation *, unsigned, unsigned>> visited;
};
} // namespace

Connection::Kind Explanation::explain(FunctionOpInterface function,
                                      unsigned argument,
                                      const BitVector &results) {
  if (hasCustomRule(function)) // the rule overrides the body
    return Connection::Active;
  Region &body = function.getFunctionBody();
  SmallVector<Value> targets = getReturned(function, results);
  FlowGraph derivative(body, summaries);
  auto varied = derivative.reach({function.getArgument(argument)}, true);
  if (llvm::any_of(targets, [&](Value v) { return varied.contains(v); }))
    return Connection::Active;

  FlowGraph dependence(body, summaries, FlowKind::Dependence);
  auto needed = dependence.reach(targets, /*forward=*/false);
  if (!needed.contains(function.getArgument(argument)))
    return Connection::Disconnected;

  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (const FlowGraph::Call *call = derivative.callOf(op))
      return explainCall(*call, varied, needed);
    SmallVector<Value> sources(op->getOperands());
    llvm::append_range(sources, getYieldedValues(op));
    for (Value source : sources)
      if (varied.contains(source) &&
          derivative.isBlockedAt(op, source, dependence, needed))
        blockers.insert(op);
  });
  return Connection::Blocked;
}

void Explanation::explainCall(const FlowGraph::Call &call,
                              const FlowGraph::Reached &varied,
                              const FlowGraph::Reached &needed) {
  FunctionOpInterface callee = call.callee;
  for (auto [i, operand] : llvm::enumerate(call.operands))
    for (auto [j, result] : llvm::enumerate(call.results)) {
      if (!varied.contains(operand) || !needed.contains(result) ||
          callee.isExternal() || !visited.insert({callee, i, j}).second)
        continue;
      BitVector one(call.results.size());
      one.set(j);
      explain(callee, i, one);
    }
}

Connection sg::grad::explainConnection(FunctionOpInterface function,
                                       unsigned argument,
                                       const BitVector &results,
                                       FlowSummaries &summaries) {
  Explanation explanation(summaries);
  Connection connection;
  connection.kind = explanation.explain(function, argument, results);
  llvm::append_range(connection.blockers, explanation.blockers);
  return connection;
}
