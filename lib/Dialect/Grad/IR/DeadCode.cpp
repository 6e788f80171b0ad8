//===- DeadCode.cpp - Removing what nobody reads --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dialect/Grad/IR/DeadCode.h"
#include "Dialect/Grad/IR/Effects.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace sg::grad;

/// Upstream takes every call for one with effects.
static bool eraseDeadCalls(Region &region) {
  SmallVector<Operation *> calls;
  region.walk([&](CallOpInterface call) {
    if (call->use_empty())
      calls.push_back(call);
  });
  bool changed = false;
  for (Operation *call : calls)
    if (isRepeatable(call)) {
      call->erase();
      changed = true;
    }
  return changed;
}

void sg::grad::eraseDeadOps(Region &region) {
  IRRewriter rewriter(region.getContext());
  // What a dead op reads inside of its regions is only dead once that is gone.
  do
    while (succeeded(runRegionDCE(rewriter, region)))
      ;
  while (eraseDeadCalls(region));
}

/// Whether `op` has as many results as its regions, each of which runs once at
/// most, end with.
static bool isBranch(RegionBranchOpInterface op) {
  if (!op->hasTrait<OpTrait::VariadicResults>() ||
      op->hasTrait<OpTrait::AttrSizedResultSegments>())
    return false;
  return llvm::all_of(op->getRegions(), [&](Region &region) {
    if (region.empty())
      return true;
    if (!region.hasOneBlock() || region.getNumArguments() != 0)
      return false;
    auto end =
        dyn_cast<RegionBranchTerminatorOpInterface>(region.front().back());
    if (!end || end->getNumOperands() != op->getNumResults())
      return false;
    SmallVector<RegionSuccessor> next;
    op.getSuccessorRegions(RegionBranchPoint(end), next);
    return next.size() == 1 && next.front().isParent();
  });
}

/// The same op with the results that somebody reads.
static void dropUnreadResults(Operation *op) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addAttributes(op->getAttrDictionary().getValue());
  SmallVector<Value> read;
  for (OpResult result : llvm::reverse(op->getResults()))
    if (result.use_empty()) {
      for (Region &region : op->getRegions())
        if (!region.empty())
          region.front().back().eraseOperand(result.getResultNumber());
    } else {
      read.insert(read.begin(), result);
    }
  state.addTypes(ValueRange(read).getTypes());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *made = OpBuilder(op).create(state);
  for (auto [from, to] : llvm::zip(read, made->getResults()))
    from.replaceAllUsesWith(to);
  op->erase();
}

void sg::grad::eraseUnread(Region &region) {
  SmallVector<Operation *> found;
  do {
    eraseDeadOps(region);
    found.clear();
    region.walk([&](RegionBranchOpInterface op) {
      if (llvm::any_of(op->getResults(),
                       [](Value result) { return result.use_empty(); }) &&
          isBranch(op))
        found.push_back(op);
    });
    llvm::for_each(found, dropUnreadResults);
  } while (!found.empty());
}
