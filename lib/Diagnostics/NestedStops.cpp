//===- NestedStops.cpp - Stops in requested derivatives -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestedStops.h"
#include "sg/Dialect/Grad/IR/PositionSets.h"
#include "sg/Transforms/DerivativeLocations.h"

using namespace mlir;
using namespace sg::grad;

bool sg::grad::isSameStop(const RecordedSite &a, const RecordedSite &b) {
  return a == b && a.name == b.name;
}

NestedStops::NestedStops(func::FuncOp function, ArrayRef<unsigned> results)
    : function(function), dependent(function.getNumArguments()) {
  // Use separate summaries, because expansion will change the program.
  FlowSummaries summaries;
  const FlowSummary &summary = summaries.of(function, FlowKind::Dependence);
  for (unsigned i = 0; i < dependent.size(); ++i)
    dependent[i] = llvm::any_of(
        results, [&](unsigned j) { return summary.reaches[i][j]; });
}

/// Returns the stops in `function` and its callees that end a derivative of the
/// `needed` results, each with the set of `varied` arguments whose derivatives
/// it ends. `callers` holds the functions on the call stack.
static SmallVector<std::pair<StopGradientOp, llvm::BitVector>>
findEnds(func::FuncOp function, const llvm::BitVector &varied,
         const llvm::BitVector &needed, FlowSummaries &summaries,
         llvm::SmallPtrSetImpl<Operation *> &callers) {
  SmallVector<std::pair<StopGradientOp, llvm::BitVector>> ends;
  if (!function || function.isExternal() || hasCustomRule(function) ||
      !function.getBody().hasOneBlock() ||
      function.getNumArguments() != varied.size() ||
      function.getNumResults() != needed.size() ||
      !callers.insert(function).second)
    return ends;
  SmallVector<Value> inputs, results;
  for (unsigned i : varied.set_bits())
    inputs.push_back(function.getArgument(i));
  for (unsigned j : needed.set_bits())
    results.push_back(
        function.getBody().front().getTerminator()->getOperand(j));
  Activity activity(function.getBody(), inputs, results, summaries);
  FlowGraph::Reached useful =
      activity.findUsefulIgnoringStops(function.getBody());
  auto add = [&](StopGradientOp stop, ValueRange from) {
    FlowGraph::Reached reached =
        activity.graph().reach(SmallVector<Value>(from), /*forward=*/false);
    llvm::BitVector arguments(varied.size());
    for (unsigned i : varied.set_bits())
      arguments[i] = reached.contains(function.getArgument(i));
    ends.emplace_back(stop, arguments);
  };
  function.walk([&](Operation *op) {
    if (auto stop = dyn_cast<StopGradientOp>(op))
      if (activity.isVaried(stop.getInput()) && useful.contains(stop))
        add(stop, stop.getInput());
    auto call = dyn_cast<func::CallOp>(op);
    if (!call)
      return;
    llvm::BitVector operands =
        findPositions(call.getOperands(), [&](Value operand) {
          return activity.isVaried(operand);
        });
    llvm::BitVector outputs =
        findPositions(call.getResults(),
                      [&](Value output) { return useful.contains(output); });
    if (operands.none() || outputs.none())
      return;
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    for (auto &[stop, arguments] :
         findEnds(callee, operands, outputs, summaries, callers)) {
      SmallVector<Value> from;
      for (unsigned i : arguments.set_bits())
        from.push_back(call.getOperand(i));
      add(stop, from);
    }
  });
  callers.erase(function);
  return ends;
}

void NestedStops::add(const NeededDerivative &needed, StringRef derivative,
                      ArrayRef<Location> requests, FlowSummaries &summaries) {
  auto module = function->getParentOfType<ModuleOp>();
  llvm::SmallPtrSet<Operation *, 4> callers;
  for (auto &[stop, arguments] :
       findEnds(module.lookupSymbol<func::FuncOp>(needed.function),
                needed.varied, needed.useful, summaries, callers)) {
    GradientReport::InnerCut cut{needed.function, derivative.str()};
    cut.requests.assign(requests.begin(), requests.end());
    llvm::append_range(cut.arguments, arguments.set_bits());
    RecordedSite place = getSite(stop.getOperation());
    auto known = llvm::find_if(cuts, [&](const Cut &other) {
      return isSameStop(other.stop, place) &&
             other.cut.derivative == cut.derivative;
    });
    if (known == cuts.end()) {
      bool isInCallee = stop->getParentOfType<func::FuncOp>().getName() !=
                        StringRef(needed.function);
      cuts.push_back({place, std::move(cut), isInCallee});
      continue;
    }
    // Several callers need the derivative, or the stop was cloned.
    std::vector<unsigned> &all = known->cut.arguments;
    llvm::append_range(all, cut.arguments);
    llvm::sort(all);
    all.erase(llvm::unique(all), all.end());
  }
}

void NestedStops::read(const DerivativeStats &record,
                       FlowSummaries &summaries) {
  // A call without a role is an expanded request.
  llvm::StringMap<std::vector<Location>> requests;
  function->getParentOfType<ModuleOp>().walk([&](func::CallOp call) {
    if (getRole(call.getLoc()).empty())
      requests[call.getCallee()].push_back(call.getLoc());
  });
  for (const auto &[derivative, all] : record.needed)
    for (const NeededDerivative &needed : all)
      add(needed, derivative, requests[derivative], summaries);
  // If the program also requests a derivative of the callee itself, report the
  // stops of the callee only for that derivative.
  std::vector<RecordedSite> direct;
  for (const Cut &cut : cuts)
    if (!cut.isInCallee)
      direct.push_back(cut.stop);
  llvm::erase_if(cuts, [&](const Cut &cut) {
    return cut.isInCallee &&
           llvm::any_of(direct, [&](const RecordedSite &stop) {
             return isSameStop(stop, cut.stop);
           });
  });
}

std::vector<GradientReport::InnerCut>
NestedStops::of(const RecordedSite &stop) const {
  std::vector<GradientReport::InnerCut> all;
  for (const Cut &cut : cuts)
    if (isSameStop(cut.stop, stop))
      all.push_back(cut.cut);
  return all;
}
