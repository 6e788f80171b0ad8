//===- ReportDOT.cpp - The gradient report as a drawing -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits DOT for Graphviz. Line styles and arrow heads repeat the meaning of the
// colors.
//
//===----------------------------------------------------------------------===//

#include "sg/Diagnostics/Report.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace sg::grad;

/// Returns `text` as a quoted DOT string. Replaces control characters by '?'.
static std::string toString(StringRef text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '\n') {
      quoted += "\\n";
      continue;
    }
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += llvm::isPrint(c) || (c & 0x80) ? c : '?';
  }
  return quoted + "\"";
}

static StringRef shapeOf(const GradientReport::Node &node) {
  switch (node.kind) {
  case GradientReport::Node::Op:
    return "box";
  case GradientReport::Node::Stop:
    return "octagon";
  case GradientReport::Node::Blocker:
    return "hexagon";
  case GradientReport::Node::Argument:
    return "ellipse";
  case GradientReport::Node::Result:
    return "doublecircle";
  }
  return "";
}

static StringRef styleOf(const GradientReport::Node &node) {
  if (node.kind == GradientReport::Node::Stop)
    return "style=\"filled,bold\", fillcolor=\"#f4c7c3\", color=\"#b3261e\"";
  if (node.kind == GradientReport::Node::Blocker)
    return "style=\"filled\", fillcolor=\"#fde7c2\", color=\"#a15c00\"";
  if (node.isActive)
    return "style=\"filled,bold\", fillcolor=\"#d2e9d3\", color=\"#1b6e20\"";
  return "style=\"dotted\", color=\"#5f6368\"";
}

static StringRef styleOf(const GradientReport::Edge &edge) {
  switch (edge.kind) {
  case GradientReport::Edge::Active:
    return "style=\"bold\", color=\"#1b6e20\"";
  case GradientReport::Edge::Stopped:
    return "style=\"dashed\", color=\"#b3261e\", arrowhead=\"tee\"";
  case GradientReport::Edge::Blocked:
    return "style=\"dashed\", color=\"#a15c00\", arrowhead=\"box\"";
  case GradientReport::Edge::Inactive:
    return "style=\"dotted\", color=\"#5f6368\", arrowhead=\"vee\"";
  }
  return "";
}

static void printCluster(raw_ostream &os, const GradientReport &report,
                         unsigned cluster, unsigned indent) {
  os.indent(indent) << "subgraph cluster_" << cluster << " {\n";
  os.indent(indent + 2) << "label=" << toString(report.clusters[cluster].label)
                        << ";\n";
  for (auto [i, node] : llvm::enumerate(report.nodes))
    if (node.cluster == cluster)
      os.indent(indent + 2)
          << "n" << i << " [label=" << toString(node.label)
          << ", shape=" << shapeOf(node) << ", " << styleOf(node) << "];\n";
  for (auto [i, inner] : llvm::enumerate(report.clusters))
    if (inner.parent == static_cast<int>(cluster))
      printCluster(os, report, i, indent + 2);
  os.indent(indent) << "}\n";
}

void sg::grad::printDOT(raw_ostream &os, const GradientReport &report) {
  os << "digraph " << toString("gradients of @" + report.function) << " {\n"
     << "  // Bold: the derivative flows. Dashed with a bar: a stop ends it.\n"
     << "  // Dashed with a box: an op without derivative ends it. Dotted: "
        "only values.\n"
     << "  graph [fontname=\"sans-serif\", fontsize=10, labeljust=l];\n"
     << "  node [fontname=\"sans-serif\", fontsize=10];\n";
  for (auto [i, cluster] : llvm::enumerate(report.clusters))
    if (cluster.parent < 0)
      printCluster(os, report, i, 2);
  for (const GradientReport::Edge &edge : report.edges)
    os << "  n" << edge.from << " -> n" << edge.to << " [" << styleOf(edge)
       << "];\n";
  os << "}\n";
}
