//===- ReportBuilder.cpp - Connections of inputs and stops ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportBuilder.h"
#include "ReportDrawing.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/Analysis/Bits.h"
#include "sg/Dialect/Grad/IR/ArgumentNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace sg::grad;

ReportBuilder::ReportBuilder(func::FuncOp function, FlowSummaries &summaries,
                             const NestedStops &innerCuts,
                             GradientReport &report)
    : function(function), innerCuts(innerCuts), report(report),
      graph(function, summaries) {
  Operation *end = function.getBody().front().getTerminator();
  for (unsigned j : report.results)
    results.push_back(graph.nodeOf(0, end->getOperand(j)));
  needed = graph.reach(results, /*forward=*/false, Along::Dependence);
  useful = graph.reach(results, /*forward=*/false, Along::Derivative);
  usefulWithoutStops =
      graph.reach(results, /*forward=*/false, Along::DerivativeAndStops);
  SmallVector<Value> inputs, returned;
  for (unsigned argument : report.wrt)
    if (isDifferentiable(function.getArgument(argument).getType()))
      inputs.push_back(function.getArgument(argument));
  for (unsigned j : report.results)
    returned.push_back(end->getOperand(j));
  for (const BitPath &path :
       findBitPaths(function.getBody(), inputs, returned, summaries))
    bitsReturn.try_emplace(path.reads, path.returns->getLoc());
}

void ReportBuilder::build() {
  for (unsigned argument : report.wrt)
    addInput(argument);
  addStops();
  addInnerStops();
  report.numUnanalyzedCalls = graph.getNumLeftOut();
  drawReport(graph, {needed, useful, results}, report);
}

//===----------------------------------------------------------------------===//
// Steps and paths
//===----------------------------------------------------------------------===//

SmallVector<unsigned> ReportBuilder::pathTo(const Reached &reached,
                                            unsigned node) const {
  SmallVector<unsigned> path;
  for (int next = node; next >= 0; next = reached.from[next])
    path.push_back(next);
  std::reverse(path.begin(), path.end());
  return path;
}

GradientReport::Step ReportBuilder::stepAt(unsigned instance, Operation *op,
                                           bool withCalls) const {
  const ProgramGraph::Instance &in = graph.getInstances()[instance];
  FunctionOpInterface parent = in.function;
  GradientReport::Step step{getSite(op), parent.getName().str()};
  if (auto bits = bitsReturn.find(op); bits != bitsReturn.end())
    step.bitsReturn = bits->second;
  for (int i = instance; withCalls && i > 0; i = graph.getInstances()[i].parent)
    step.calls.insert(
        step.calls.begin(),
        getProgramLocation(graph.getInstances()[i].call->getLoc()));
  return step;
}

/// Returns the ops on the path, each once, in the order of the path.
std::vector<GradientReport::Step>
ReportBuilder::stepsOf(ArrayRef<unsigned> path) const {
  std::vector<GradientReport::Step> steps;
  llvm::DenseSet<std::pair<unsigned, Operation *>> known;
  for (unsigned node : path) {
    Operation *op = graph.opOf(node);
    unsigned instance = graph.getNodes()[node].instance;
    if (!op) // an argument of the analyzed function
      continue;
    // An argument of a callee represents the call.
    if (op == graph.getInstances()[instance].call)
      instance = graph.getInstances()[instance].parent;
    if (Operation *cover = findRepresentativeOp(op->getParentRegion()))
      op = cover;
    if (known.insert({instance, op}).second)
      steps.push_back(stepAt(instance, op));
  }
  return steps;
}

std::vector<GradientReport::Step>
ReportBuilder::blockersOf(const Reached &reached) const {
  // List each op once, or, if the op blocks the derivative only in some calls
  // of its function, once per such call.
  llvm::MapVector<Operation *, SmallVector<unsigned>> blockers;
  for (auto [instance, in] : llvm::enumerate(graph.getInstances()))
    in.function->walk<WalkOrder::PreOrder>([&, instance = unsigned(instance)](
                                               Operation *op) {
      if (op == graph.getInstances()[instance].function)
        return;
      for (unsigned source : graph.sourcesOf(instance, op))
        if (reached.contains(source) && graph.isBlockedAt(op, source, needed)) {
          blockers[op].push_back(instance);
          return;
        }
    });
  std::vector<GradientReport::Step> steps;
  for (auto &[op, instances] : blockers) {
    Operation *parent = graph.getInstances()[instances.front()].function;
    size_t all = llvm::count_if(graph.getInstances(),
                                [&](const ProgramGraph::Instance &instance) {
                                  return instance.function == parent;
                                });
    if (instances.size() == all) {
      steps.push_back(stepAt(instances.front(), op));
      continue;
    }
    for (unsigned instance : instances)
      steps.push_back(stepAt(instance, op, /*withCalls=*/true));
  }
  return steps;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

void ReportBuilder::addInput(unsigned argument) {
  using Status = GradientReport::Status;
  Value value = function.getArgument(argument);
  GradientReport::Input input{argument, value.getType(), Status::Disconnected,
                              getArgumentName(cast<BlockArgument>(value))};
  unsigned node = graph.nodeOf(0, value);
  bool hasDerivative = isDifferentiable(value.getType());
  SmallVector<unsigned> start;
  if (hasDerivative)
    start.push_back(node);
  varied.push_back(graph.reach(start, /*forward=*/true, Along::Derivative));
  const Reached &reached = varied.back();
  input.blockers = blockersOf(reached);
  SmallVector<unsigned> shortest;
  for (auto [j, result] : llvm::zip(report.results, results)) {
    if (!reached.contains(result))
      continue;
    input.reaches.push_back(j);
    SmallVector<unsigned> path = pathTo(reached, result);
    if (shortest.empty() || path.size() < shortest.size())
      shortest = path;
  }
  // Omit tensor.dim, because users do not expect a derivative through a size.
  if (!shortest.empty())
    llvm::erase_if(input.blockers, [](const GradientReport::Step &step) {
      return step.place.op == tensor::DimOp::getOperationName();
    });
  if (!hasDerivative) {
    input.status = Status::NoDerivativeType;
  } else if (!shortest.empty()) {
    input.status = Status::Active;
    input.path = stepsOf(shortest);
  } else if (needed.contains(node)) {
    input.status = Status::Blocked;
  }
  if (hasDerivative)
    input.elements = elementsOf(node);
  if (input.elements.size() == 1 &&
      input.elements.front().status == input.status)
    input.elements.clear();
  report.inputs.push_back(std::move(input));
}

//===----------------------------------------------------------------------===//
// Stops
//===----------------------------------------------------------------------===//

std::string ReportBuilder::findEnd(ArrayRef<unsigned> path) const {
  for (size_t i = 1; i < path.size(); ++i)
    if (!graph.hasDerivative(path[i - 1], path[i]))
      if (Operation *op = graph.opOf(path[i]))
        return describe(getSite(op));
  return "an op without derivative";
}

GradientReport::Stop ReportBuilder::explainStop(unsigned operand,
                                                unsigned result) {
  const ProgramGraph::Node &node = graph.getNodes()[result];
  GradientReport::Stop stop{
      stepAt(node.instance, node.value.getDefiningOp(), /*withCalls=*/true)};
  for (auto [input, reached] : llvm::zip(report.inputs, varied))
    if (reached.contains(operand) && usefulWithoutStops.contains(result)) {
      stop.blocked.push_back(input.argument);
      if (input.status == GradientReport::Status::Active)
        stop.around.push_back(input.argument);
    }
  stop.inner = innerCuts.of(stop.where.place);
  stop.isPartial =
      graph.isLeftOut(graph.getInstances()[node.instance].function);
  if (stop.hasEffect())
    return stop;
  if (getDifferentiability(node.value.getType()) == Differentiability::None) {
    stop.reason = "values of its type have no derivative";
    return stop;
  }
  SmallVector<unsigned> inputs;
  for (const GradientReport::Input &input : report.inputs)
    if (input.status != GradientReport::Status::NoDerivativeType)
      inputs.push_back(graph.nodeOf(0, function.getArgument(input.argument)));
  Reached dependent = graph.reach(inputs, /*forward=*/true, Along::Dependence);
  bool isVaried = llvm::any_of(varied, [&](const Reached &reached) {
    return reached.contains(operand);
  });
  if (!dependent.contains(operand))
    stop.reason = "its operand does not depend on a differentiated argument";
  else if (!isVaried)
    stop.reason = "the derivative ends before it, at " +
                  findEnd(pathTo(dependent, operand));
  else if (!needed.contains(result))
    stop.reason = "no differentiated result depends on it";
  else {
    Reached onwards =
        graph.reach({result}, /*forward=*/true, Along::Dependence);
    for (unsigned last : results)
      if (onwards.contains(last)) {
        stop.reason = "the derivative would end after it, at " +
                      findEnd(pathTo(onwards, last));
        break;
      }
  }
  return stop;
}

void ReportBuilder::addStops() {
  llvm::MapVector<Operation *, std::vector<GradientReport::Stop>> stops;
  for (auto [i, in] : llvm::enumerate(graph.getInstances())) {
    unsigned instance = i;
    in.function->walk<WalkOrder::PreOrder>([&](StopGradientOp op) {
      stops[op].push_back(explainStop(graph.nodeOf(instance, op.getOperand()),
                                      graph.nodeOf(instance, op.getResult())));
    });
  }
  for (auto &entry : stops) {
    std::vector<GradientReport::Stop> &each = entry.second;
    bool isSame = llvm::all_of(each, [&](const GradientReport::Stop &stop) {
      return stop.blocked == each.front().blocked &&
             stop.around == each.front().around &&
             stop.reason == each.front().reason;
    });
    if (isSame) {
      each.front().where.calls.clear();
      report.stops.push_back(each.front());
    } else {
      report.stops.insert(report.stops.end(), each.begin(), each.end());
    }
  }
}

/// Adds the stops that have an effect in derivatives requested by the program,
/// which expansion has removed from the function.
void ReportBuilder::addInnerStops() {
  for (const NestedStops::Cut &cut : innerCuts.getCuts()) {
    auto isIt = [&](const GradientReport::Stop &stop) {
      return isSameStop(stop.where.place, cut.stop);
    };
    if (llvm::none_of(report.stops, isIt))
      report.stops.push_back({{cut.stop, cut.cut.function}});
    if (auto stop = llvm::find_if(report.stops, isIt); stop->inner.empty())
      stop->inner = innerCuts.of(cut.stop);
  }
  for (GradientReport::Input &input : report.inputs)
    if (input.status == GradientReport::Status::Disconnected &&
        innerCuts.mayMatter(input.argument))
      for (const GradientReport::Stop &stop : report.stops)
        if (!stop.inner.empty() &&
            llvm::none_of(input.innerStops, [&](const auto &known) {
              return isSameStop(known.place, stop.where.place);
            }))
          input.innerStops.push_back({stop.where.place, stop.where.function});
}
