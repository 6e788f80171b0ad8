//===- Activity.cpp - Which values a derivative flows through -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Activity.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace sg::grad;

//===----------------------------------------------------------------------===//
// FlowGraph
//===----------------------------------------------------------------------===//

FlowGraph::FlowGraph(Region &region, FlowSummaries &summaries, Kind kind)
    : summaries(summaries), kind(kind) {
  region.walk<WalkOrder::PreOrder>([&](Operation *op) { addOp(op); });
}

/// Whether `op`, which declares nothing itself, may put its operands where
/// nothing is known of them any more.
static bool mayLeak(Operation *op) {
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      op->hasTrait<OpTrait::IsTerminator>())
    return false; // the ops inside count; so does what is done with the results
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return !effects || effects.hasEffect<MemoryEffects::Write>();
}

void FlowGraph::addOp(Operation *op) {
  auto differentiable = dyn_cast<DifferentiableOpInterface>(op);
  if (differentiable)
    differentiable.derivativeFlow(*this);
  else if (mayLeak(op))
    for (Value operand : op->getOperands())
      escape(op, operand);
  if (differentiable && kind == Kind::Derivative)
    return;
  // Without a rule everything may flow, so that the engine meets the op and
  // says so.
  edgesFromOperandsToResults(op);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        for (Value result : op->getResults())
          edge(operand, result);
    });
}

void FlowGraph::edge(Value from, Value to) {
  auto carriesNothing = [](Value value) {
    return getDifferentiability(value.getType()) == Differentiability::None;
  };
  if (kind == Kind::Derivative && (carriesNothing(from) || carriesNothing(to)))
    return;
  successors[from].push_back(to);
  predecessors[to].push_back(from);
}

void FlowGraph::call(Operation *op, SymbolRefAttr callee, ValueRange operands,
                     ValueRange results) {
  FunctionOpInterface function = summaries.lookup(op, callee);
  if (!function) // the verifier has its say
    return edgesFromOperandsToResults(op);
  const FlowSummary &summary = summaries.of(function);
  for (auto [i, operand] : llvm::enumerate(operands)) {
    for (auto [j, result] : llvm::enumerate(results))
      if (summary.reaches[i][j])
        edge(operand, result);
    if (summary.escapes[i])
      escaping.push_back({op, operand, summary.escapes[i]});
  }
}

void FlowGraph::escape(Operation *op, Value value) {
  if (getDifferentiability(value.getType()) != Differentiability::None)
    escaping.push_back({op, value, op});
}

FlowGraph::Reached FlowGraph::reach(ArrayRef<Value> start, bool forward) const {
  Reached reached;
  SmallVector<Value> queue;
  for (Value value : start)
    if (reached.try_emplace(value, Value()).second)
      queue.push_back(value);
  const Edges &edges = forward ? successors : predecessors;
  for (size_t next = 0; next < queue.size(); ++next) {
    Value value = queue[next];
    auto it = edges.find(value);
    if (it == edges.end())
      continue;
    for (Value neighbour : it->second)
      if (reached.try_emplace(neighbour, value).second)
        queue.push_back(neighbour);
  }
  return reached;
}

bool FlowGraph::hasEdge(Value from, Value to) const {
  auto it = successors.find(from);
  return it != successors.end() && llvm::is_contained(it->second, to);
}

//===----------------------------------------------------------------------===//
// FlowSummaries
//===----------------------------------------------------------------------===//

FunctionOpInterface FlowSummaries::lookup(Operation *from, SymbolRefAttr name) {
  return SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(from, name);
}

const FlowSummary &FlowSummaries::of(FunctionOpInterface function) {
  auto [it, isNew] = summaries.try_emplace(function, nullptr);
  if (!isNew)
    return *it->second;
  unsigned numArguments = function.getNumArguments();
  unsigned numResults = function.getNumResults();
  // What is assumed while the body is read, in case it calls itself.
  auto summary = std::make_unique<FlowSummary>();
  summary->reaches.assign(numArguments, BitVector(numResults, true));
  summary->escapes.assign(numArguments, nullptr);
  FlowSummary &result = *summary;
  it->second = std::move(summary);
  if (function.isExternal()) {
    result.escapes.assign(numArguments, function.getOperation());
    return result;
  }

  FlowGraph graph(function.getFunctionBody(), *this);
  SmallVector<BitVector> reaches(numArguments, BitVector(numResults));
  for (unsigned i = 0; i < numArguments; ++i) {
    Value argument = function.getArgument(i);
    if (getDifferentiability(argument.getType()) == Differentiability::None)
      continue;
    FlowGraph::Reached reached = graph.reach({argument}, /*forward=*/true);
    for (Block &block : function.getFunctionBody()) {
      Operation *end = block.getTerminator();
      if (!end->hasTrait<OpTrait::ReturnLike>())
        continue;
      for (unsigned j = 0; j < numResults; ++j)
        if (reached.contains(end->getOperand(j)))
          reaches[i].set(j);
    }
    for (const FlowGraph::Escape &escape : graph.escapes())
      if (!result.escapes[i] && reached.contains(escape.value))
        result.escapes[i] = escape.where;
  }
  result.reaches = std::move(reaches);
  return result;
}

//===----------------------------------------------------------------------===//
// Activity
//===----------------------------------------------------------------------===//

Activity::Activity(Region &region, ArrayRef<Value> inputs,
                   ArrayRef<Value> results, FlowSummaries &summaries)
    : flow(region, summaries), varied(flow.reach(inputs, /*forward=*/true)),
      useful(flow.reach(results, /*forward=*/false)) {}

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

Connection sg::grad::explainConnection(FunctionOpInterface function,
                                       unsigned argument,
                                       const BitVector &results,
                                       FlowSummaries &summaries) {
  Region &body = function.getFunctionBody();
  SmallVector<Value> targets;
  Operation *end = body.front().getTerminator();
  for (unsigned j : results.set_bits())
    targets.push_back(end->getOperand(j));

  FlowGraph derivative(body, summaries);
  auto varied = derivative.reach({function.getArgument(argument)}, true);
  if (llvm::any_of(targets, [&](Value v) { return varied.contains(v); }))
    return {Connection::Active, {}};

  FlowGraph dependence(body, summaries, FlowGraph::Kind::Dependence);
  auto needed = dependence.reach(targets, /*forward=*/false);
  if (!needed.contains(function.getArgument(argument)))
    return {Connection::Disconnected, {}};

  Connection connection{Connection::Blocked, {}};
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value operand : op->getOperands())
      for (Value result : op->getResults())
        if (varied.contains(operand) && needed.contains(result) &&
            !derivative.hasEdge(operand, result)) {
          connection.blockers.push_back(op);
          return;
        }
  });
  return connection;
}
