//===- FlowSummaries.cpp - Flow of derivatives through calls --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/FlowSummaries.h"
#include "sg/Analysis/CallDepth.h"
#include "sg/Analysis/FlowGraph.h"
#include "llvm/Support/ProgramStack.h"

using namespace mlir;
using namespace sg::grad;

FunctionOpInterface FlowSummaries::lookup(Operation *from, SymbolRefAttr name) {
  return SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(from, name);
}

/// Computes the least fixpoint for mutually recursive functions: summaries
/// start empty, and the functions are revisited until no summary grows.
const FlowSummary &FlowSummaries::of(FunctionOpInterface function,
                                     FlowKind kind) {
  Known &known = knownOfKind[static_cast<unsigned>(kind)];
  auto [it, isNew] = known.summaries.try_emplace(function, nullptr);
  if (!isNew) {
    known.isRecursive |= llvm::is_contained(known.pending, function);
    return *it->second;
  }
  unsigned numArguments = function.getNumArguments();
  unsigned numResults = function.getNumResults();
  auto summary = std::make_unique<FlowSummary>();
  FlowSummary &result = *summary;
  it->second = std::move(summary);
  result.reaches.assign(numArguments, BitVector(numResults));
  result.escapes.assign(numArguments, nullptr);
  bool isOutermost = known.pending.empty();
  known.pending.push_back(function);
  if (known.pending.size() % kCallsPerStack == 0)
    llvm::runOnNewStack(kStackSize, [&] { update(function, kind, result); });
  else
    update(function, kind, result);
  if (!isOutermost)
    return result;
  for (bool changed = known.isRecursive; changed;) {
    changed = false;
    for (FunctionOpInterface pending : known.pending)
      changed |= update(pending, kind, *known.summaries[pending]);
  }
  known.pending.clear();
  known.isRecursive = false;
  return result;
}

bool sg::grad::hasCustomRule(Operation *function) {
  return function->hasAttr(kCustomVJPAttr) || function->hasAttr(kCustomJVPAttr);
}

/// Adds the flow in `function` to `summary`. Returns true if the summary has
/// grown.
bool FlowSummaries::update(FunctionOpInterface function, FlowKind kind,
                           FlowSummary &summary) {
  unsigned numResults = function.getNumResults();
  // A function with a custom rule is opaque: its body does not determine its
  // derivative.
  bool hasRule = hasCustomRule(function);
  if (hasRule || function.isExternal()) {
    for (BitVector &reaches : summary.reaches)
      reaches.set();
    if (!hasRule)
      summary.escapes.assign(function.getNumArguments(),
                             function.getOperation());
    return false;
  }
  bool changed = false;
  FlowGraph graph(function.getFunctionBody(), *this, kind);
  if (graph.readsBits() && !summary.readsBits)
    changed = summary.readsBits = true;
  for (auto [i, argument] : llvm::enumerate(function.getArguments())) {
    if (kind == FlowKind::Derivative &&
        getDifferentiability(argument.getType()) == Differentiability::None)
      continue;
    FlowGraph::Reached reached = graph.reach({argument}, /*forward=*/true);
    for (Block &block : function.getFunctionBody()) {
      Operation *end = block.getTerminator();
      if (!end->hasTrait<OpTrait::ReturnLike>())
        continue;
      for (unsigned j = 0; j < numResults; ++j)
        if (!summary.reaches[i][j] && reached.contains(end->getOperand(j))) {
          summary.reaches[i].set(j);
          changed = true;
        }
    }
    for (const FlowGraph::Escape &escape : graph.escapes())
      if (!summary.escapes[i] && reached.contains(escape.value)) {
        summary.escapes[i] = escape.where;
        changed = true;
      }
  }
  return changed;
}
