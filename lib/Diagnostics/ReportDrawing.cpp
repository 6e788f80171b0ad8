//===- ReportDrawing.cpp - The graph of a gradient report -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportDrawing.h"
#include "sg/Dialect/Grad/IR/ArgumentNames.h"

using namespace mlir;
using namespace sg::grad;

Operation *sg::grad::findRepresentativeOp(Region *region) {
  auto isUnknown = [](Operation *op) {
    return isa<UnknownLoc>(getProgramLocation(op->getLoc()));
  };
  Operation *cover = nullptr;
  for (Operation *op = region->getParentOp(); !isa<FunctionOpInterface>(op);
       region = op->getParentRegion(), op = region->getParentOp())
    if (!isUnknown(op) && !region->empty() &&
        isUnknown(&region->front().front()))
      cover = op;
  return cover;
}

namespace {
/// Adds the drawing to a gradient report.
class ReportDrawing {
public:
  ReportDrawing(const ProgramGraph &graph, const ReportedResults &results,
                GradientReport &report);
  void draw();

private:
  using Along = ProgramGraph::Along;
  using Edge = GradientReport::Edge;
  using Node = GradientReport::Node;

  Region &getBody() const {
    FunctionOpInterface function = graph.getInstances()[0].function;
    return function.getFunctionBody();
  }
  bool isDrawn(unsigned node) const {
    return (dependent.contains(node) && results.needed.contains(node)) ||
           llvm::is_contained(inputs, node);
  }
  bool isActive(unsigned node) const {
    return varied.contains(node) && results.useful.contains(node);
  }

  /// Returns the cluster of `region`, which is the body of the instance's
  /// function or a region nested in the body.
  unsigned addCluster(unsigned instance, Region *region);
  /// Returns the drawn node (one per op or block argument) for a graph node.
  unsigned addNode(const ProgramGraph::Node &node);
  void addEdge(unsigned from, unsigned to);
  void addResult(unsigned number, unsigned node);

  const ProgramGraph &graph;
  const ReportedResults &results;
  GradientReport &report;
  SmallVector<unsigned> inputs;
  /// The nodes that the derivative of an input reaches, and the nodes that
  /// depend on an input.
  ProgramGraph::Reached varied, dependent;
  llvm::DenseMap<std::pair<unsigned, Region *>, unsigned> clusters;
  llvm::DenseMap<std::pair<unsigned, void *>, unsigned> drawn;
  /// Maps a node of the graph to its drawn node.
  std::vector<unsigned> drawnAs;
};
} // namespace

ReportDrawing::ReportDrawing(const ProgramGraph &graph,
                             const ReportedResults &results,
                             GradientReport &report)
    : graph(graph), results(results), report(report),
      drawnAs(graph.getNodes().size()) {
  for (const GradientReport::Input &input : report.inputs)
    if (input.status != GradientReport::Status::NoDerivativeType)
      inputs.push_back(graph.nodeOf(0, getBody().getArgument(input.argument)));
  varied = graph.reach(inputs, /*forward=*/true, Along::Derivative);
  dependent = graph.reach(inputs, /*forward=*/true, Along::Dependence);
}

unsigned ReportDrawing::addCluster(unsigned instance, Region *region) {
  if (auto known = clusters.find({instance, region}); known != clusters.end())
    return known->second;
  Operation *op = region->getParentOp();
  const ProgramGraph::Instance &in = graph.getInstances()[instance];
  int parent = -1;
  std::string label;
  if (op == in.function) {
    FunctionOpInterface function = in.function;
    label = "@" + function.getName().str();
    if (in.call) {
      label += " called at " + describe(in.call->getLoc());
      parent = addCluster(in.parent, in.call->getParentRegion());
    }
  } else {
    label = ("'" + op->getName().getStringRef() + "' at ").str() +
            describe(op->getLoc());
    if (op->getNumRegions() > 1)
      label += ", region " + std::to_string(region->getRegionNumber());
    parent = addCluster(instance, op->getParentRegion());
  }
  unsigned cluster = report.clusters.size();
  report.clusters.push_back({label, parent});
  clusters[{instance, region}] = cluster;
  return cluster;
}

unsigned ReportDrawing::addNode(const ProgramGraph::Node &node) {
  Value value = node.value;
  Operation *op = value.getDefiningOp();
  if (Operation *cover = findRepresentativeOp(value.getParentRegion()))
    op = cover;
  void *key = op ? static_cast<void *>(op) : value.getAsOpaquePointer();
  auto [known, isNew] =
      drawn.try_emplace({node.instance, key}, report.nodes.size());
  if (!isNew)
    return known->second;
  Node drawing;
  RecordedSite place = op ? getSite(op) : getSite(value);
  if (op) {
    drawing.label = place.op.str();
    if (!place.name.empty())
      drawing.label += " " + quote(place.name);
    drawing.label += "\n" + describe(place.location);
    drawing.kind = isa<StopGradientOp>(op) ? Node::Stop : Node::Op;
  } else {
    drawing.label = "argument " + std::to_string(place.index);
    std::string name = getArgumentName(cast<BlockArgument>(value));
    if (!name.empty())
      drawing.label += "\n" + name;
    drawing.kind = Node::Argument;
  }
  drawing.cluster = addCluster(node.instance, op ? op->getParentRegion()
                                                 : value.getParentRegion());
  report.nodes.push_back(drawing);
  return known->second;
}

void ReportDrawing::addEdge(unsigned from, unsigned to) {
  Edge edge{drawnAs[from], drawnAs[to], Edge::Inactive};
  if (edge.from == edge.to)
    return;
  Node &target = report.nodes[edge.to];
  if (graph.hasDerivative(from, to)) {
    if (isActive(from) && isActive(to))
      edge.kind = Edge::Active;
  } else if (varied.contains(from)) {
    bool isStop = target.kind == Node::Stop;
    edge.kind = isStop ? Edge::Stopped : Edge::Blocked;
    if (!isStop)
      target.kind = Node::Blocker;
  }
  report.edges.push_back(edge);
}

void ReportDrawing::addResult(unsigned number, unsigned node) {
  Node drawing{"result " + std::to_string(number), Node::Result, isActive(node),
               0};
  drawing.cluster = addCluster(0, &getBody());
  report.edges.push_back({drawnAs[node], unsigned(report.nodes.size()),
                          isActive(node) ? Edge::Active : Edge::Inactive});
  report.nodes.push_back(drawing);
}

void ReportDrawing::draw() {
  for (auto [i, node] : llvm::enumerate(graph.getNodes())) {
    if (!isDrawn(i))
      continue;
    drawnAs[i] = addNode(node);
    report.nodes[drawnAs[i]].isActive |= isActive(i);
  }
  for (unsigned from = 0; from < graph.getNodes().size(); ++from)
    if (isDrawn(from))
      for (unsigned to : graph.dependents(from))
        if (isDrawn(to))
          addEdge(from, to);
  for (auto [number, node] : llvm::zip(report.results, results.nodes))
    if (isDrawn(node))
      addResult(number, node);
  llvm::sort(report.edges);
  report.edges.erase(llvm::unique(report.edges), report.edges.end());
}

void sg::grad::drawReport(const ProgramGraph &graph,
                          const ReportedResults &results,
                          GradientReport &report) {
  ReportDrawing(graph, results, report).draw();
}
