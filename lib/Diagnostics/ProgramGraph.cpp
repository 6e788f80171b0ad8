//===- ProgramGraph.cpp - Flow between values, through calls --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramGraph.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::grad;

ProgramGraph::ProgramGraph(FunctionOpInterface function,
                           FlowSummaries &summaries)
    : summaries(summaries) {
  addInstance(function, -1, nullptr);
  for (auto *direction : {&derivative, &dependence}) {
    direction->out.resize(nodes.size());
    direction->in.resize(nodes.size());
  }
  for (unsigned i = 0; i < instances.size(); ++i)
    addEdges(i);
}

const ProgramGraph::Flows &ProgramGraph::flowsOf(FunctionOpInterface function) {
  auto &known = flows[function];
  if (!known) {
    Region &body = function.getFunctionBody();
    known.reset(new Flows{FlowGraph(body, summaries),
                          FlowGraph(body, summaries, FlowKind::Dependence)});
  }
  return *known;
}

/// Returns the callees of the direct calls in `function`.
static SmallVector<FunctionOpInterface>
getCallees(FunctionOpInterface function) {
  SmallVector<FunctionOpInterface> callees;
  if (hasCustomRule(function))
    return callees;
  function->walk([&](CallOpInterface call) {
    if (auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee()))
      if (auto callee =
              SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(call,
                                                                        name))
        callees.push_back(callee);
  });
  return callees;
}

uint64_t CallCounter::count(FunctionOpInterface function) {
  auto [entry, isNew] = known.try_emplace(function, 0);
  if (!isNew)
    return entry->second;
  uint64_t sum = 0;
  for (FunctionOpInterface callee : getCallees(function))
    sum = llvm::SaturatingAdd(sum,
                              llvm::SaturatingAdd<uint64_t>(count(callee), 1));
  return known[function] = sum;
}

void ProgramGraph::omitCall(FunctionOpInterface callee) {
  numUnanalyzedCalls = llvm::SaturatingAdd(
      numUnanalyzedCalls,
      llvm::SaturatingAdd<uint64_t>(counter.count(callee), 1));
  SmallVector<FunctionOpInterface> open{callee};
  while (!open.empty()) {
    FunctionOpInterface next = open.pop_back_val();
    if (leftOut.insert(next).second)
      llvm::append_range(open, getCallees(next));
  }
}

bool ProgramGraph::isOpaqueCall(FunctionOpInterface callee,
                                unsigned instance) const {
  if (callee.isExternal() || hasCustomRule(callee) ||
      !callee.getFunctionBody().hasOneBlock())
    return true;
  for (int i = instance; i >= 0; i = instances[i].parent)
    if (instances[i].function == callee)
      return true;
  return false;
}

void ProgramGraph::addNode(unsigned instance, Value value) {
  ids[{instance, value}] = nodes.size();
  instances[instance].nodes.push_back(nodes.size());
  nodes.push_back({instance, value});
}

void ProgramGraph::addInstance(FunctionOpInterface function, int parent,
                               Operation *call) {
  constexpr unsigned maxInstances = 256;
  unsigned instance = instances.size();
  seen.insert(function);
  Instance &made = instances.emplace_back();
  made.function = function;
  made.parent = parent;
  made.call = call;
  if (parent >= 0) {
    instances[parent].callees[call] = instance;
    instances[parent].children.push_back(instance);
  }
  const Flows &flows = flowsOf(function);
  for (Block &block : function.getFunctionBody())
    for (Value argument : block.getArguments())
      addNode(instance, argument);
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      addNode(instance, result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          addNode(instance, argument);
    const FlowGraph::Call *called = flows.derivative.callOf(op);
    if (!called || isOpaqueCall(called->callee, instance))
      return;
    if (instances.size() >= maxInstances && seen.contains(called->callee))
      omitCall(called->callee);
    else
      addInstance(called->callee, instance, op);
  });
}

void ProgramGraph::addEdge(Direction &direction, unsigned from, unsigned to) {
  direction.out[from].push_back(to);
  direction.in[to].push_back(from);
}

void ProgramGraph::addEdges(unsigned instance) {
  const Flows &flows = flowsOf(instances[instance].function);
  const auto &callees = instances[instance].callees;
  for (unsigned from : instances[instance].nodes) {
    auto add = [&](Direction &direction, const FlowGraph &flow) {
      for (Value to : flow.successorsOf(nodes[from].value)) {
        Operation *op = to.getDefiningOp();
        if (op && callees.contains(op))
          continue; // the path leads through the callee
        auto known = ids.find({instance, to});
        if (known != ids.end())
          addEdge(direction, from, known->second);
      }
    };
    add(derivative, flows.derivative);
    add(dependence, flows.dependence);
  }
  auto connect = [&](unsigned from, unsigned to) {
    addEdge(dependence, from, to);
    if (getDifferentiability(nodes[from].value.getType()) !=
        Differentiability::None)
      addEdge(derivative, from, to);
  };
  for (unsigned callee : instances[instance].children) {
    const FlowGraph::Call &call =
        *flows.derivative.callOf(instances[callee].call);
    Region &body = instances[callee].function.getFunctionBody();
    for (auto [operand, argument] :
         llvm::zip(call.operands, body.getArguments()))
      connect(nodeOf(instance, operand), nodeOf(callee, argument));
    for (auto [returned, result] :
         llvm::zip(body.front().getTerminator()->getOperands(), call.results))
      connect(nodeOf(callee, returned), nodeOf(instance, result));
  }
}

ProgramGraph::Reached ProgramGraph::reach(ArrayRef<unsigned> start,
                                          bool forward, Along along) const {
  Reached reached{std::vector<int>(nodes.size(), -2)};
  SmallVector<unsigned> queue;
  auto visit = [&](unsigned node, int from) {
    if (reached.contains(node))
      return;
    reached.from[node] = from;
    queue.push_back(node);
  };
  for (unsigned node : start)
    visit(node, -1);
  const Direction &direction =
      along == Along::Dependence ? dependence : derivative;
  const Direction &stops = dependence;
  for (size_t next = 0; next < queue.size(); ++next) {
    unsigned node = queue[next];
    for (unsigned other : forward ? direction.out[node] : direction.in[node])
      visit(other, node);
    if (along != Along::DerivativeAndStops)
      continue;
    for (unsigned other : forward ? stops.out[node] : stops.in[node])
      if (nodes[forward ? other : node].value.getDefiningOp<StopGradientOp>())
        visit(other, node);
  }
  return reached;
}

Operation *ProgramGraph::opOf(unsigned node) const {
  const auto &[instance, value] = nodes[node];
  if (Operation *op = value.getDefiningOp())
    return op;
  Operation *parent = cast<BlockArgument>(value).getOwner()->getParentOp();
  if (parent == instances[instance].function)
    return instances[instance].call;
  return parent;
}

SmallVector<unsigned> ProgramGraph::sourcesOf(unsigned instance,
                                              Operation *op) const {
  SmallVector<unsigned> sources;
  for (Value operand : op->getOperands())
    sources.push_back(nodeOf(instance, operand));
  for (Value yielded : getYieldedValues(op))
    sources.push_back(nodeOf(instance, yielded));
  return sources;
}

bool ProgramGraph::isBlockedAt(Operation *op, unsigned from,
                               const Reached &needed) const {
  unsigned instance = nodes[from].instance;
  if (instances[instance].callees.contains(op))
    return false;
  for (unsigned to : derivative.out[from])
    if (isa<BlockArgument>(nodes[to].value) && opOf(to) == op)
      return false; // the derivative flows into the region
  return llvm::any_of(op->getResults(), [&](Value result) {
    unsigned to = nodeOf(instance, result);
    return needed.contains(to) && hasDependence(from, to) &&
           !hasDerivative(from, to);
  });
}
