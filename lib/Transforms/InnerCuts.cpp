//===- InnerCuts.cpp - Stops in derivatives of the program ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InnerCuts.h"
#include "Roles.h"

using namespace mlir;
using namespace sg::grad;

bool sg::grad::isSameStop(const RecordedPlace &a, const RecordedPlace &b) {
  return a == b && a.name == b.name;
}

InnerCuts::InnerCuts(func::FuncOp function, ArrayRef<unsigned> results)
    : function(function), dependent(function.getNumArguments()) {
  // Not those of the engine: the program is about to change.
  FlowSummaries summaries;
  const FlowSummary &summary = summaries.of(function, FlowKind::Dependence);
  for (unsigned i = 0; i < dependent.size(); ++i)
    dependent[i] = llvm::any_of(
        results, [&](unsigned j) { return summary.reaches[i][j]; });
}

void InnerCuts::add(const NeededDerivative &needed, StringRef derivative,
                    ArrayRef<Location> requests, FlowSummaries &summaries) {
  auto module = function->getParentOfType<ModuleOp>();
  auto of = module.lookupSymbol<func::FuncOp>(needed.function);
  if (!of || of.isExternal() || hasOwnRule(of) || !of.getBody().hasOneBlock() ||
      of.getNumArguments() != needed.varied.size() ||
      of.getNumResults() != needed.useful.size())
    return; // or another one of that name
  SmallVector<StopGradientOp> stops;
  of.walk([&](StopGradientOp stop) { stops.push_back(stop); });
  if (stops.empty())
    return;
  SmallVector<Value> inputs, results;
  for (unsigned i : needed.varied.set_bits())
    inputs.push_back(of.getArgument(i));
  for (unsigned j : needed.useful.set_bits())
    results.push_back(of.getBody().front().getTerminator()->getOperand(j));
  Activity activity(of.getBody(), inputs, results, summaries);
  FlowGraph::Reached useful = activity.findUsefulButForStops(of.getBody());
  for (StopGradientOp stop : stops) {
    if (!activity.isVaried(stop.getInput()) || !useful.contains(stop))
      continue;
    GradientReport::InnerCut cut{needed.function, derivative.str()};
    cut.requests.assign(requests.begin(), requests.end());
    FlowGraph::Reached reached =
        activity.graph().reach({stop.getInput()}, /*forward=*/false);
    for (unsigned i : needed.varied.set_bits())
      if (reached.contains(of.getArgument(i)))
        cut.arguments.push_back(i);
    RecordedPlace place = getPlace(stop.getOperation());
    auto known = llvm::find_if(cuts, [&](const Cut &other) {
      return isSameStop(other.stop, place) &&
             other.cut.derivative == cut.derivative;
    });
    if (known == cuts.end()) {
      cuts.push_back({place, std::move(cut)});
      continue;
    }
    // Several callers need it, or one op has become several.
    std::vector<unsigned> &arguments = known->cut.arguments;
    llvm::append_range(arguments, cut.arguments);
    llvm::sort(arguments);
    arguments.erase(llvm::unique(arguments), arguments.end());
  }
}

void InnerCuts::read(const DerivativeRecord &record, FlowSummaries &summaries) {
  // What was a request is a call without a role.
  llvm::StringMap<std::vector<Location>> requests;
  function->getParentOfType<ModuleOp>().walk([&](func::CallOp call) {
    if (getRole(call.getLoc()).empty())
      requests[call.getCallee()].push_back(call.getLoc());
  });
  for (const auto &[derivative, all] : record.needed)
    for (const NeededDerivative &needed : all)
      add(needed, derivative, requests[derivative], summaries);
}

std::vector<GradientReport::InnerCut>
InnerCuts::of(const RecordedPlace &stop) const {
  std::vector<GradientReport::InnerCut> all;
  for (const Cut &cut : cuts)
    if (isSameStop(cut.stop, stop))
      all.push_back(cut.cut);
  return all;
}
