//===- DeadCode.cpp - Removing dead code ----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derivative rules add carries to loops and results to branches. If the reverse
// sweep recomputes such a loop, it reads only the added results of the copy,
// and the other results are dead. Upstream's patterns cannot erase a carry that
// is used only to compute its own next value.
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/DeadCode.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "sg/StructuredOps/Effects.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace sg;
using llvm::BitVector;

//===----------------------------------------------------------------------===//
// Dead ops
//===----------------------------------------------------------------------===//

/// Erases unused calls without effects, which upstream's DCE keeps.
static bool eraseDeadCalls(Region &region) {
  SmallVector<Operation *> calls;
  region.walk([&](CallOpInterface call) {
    if (call->use_empty())
      calls.push_back(call);
  });
  bool changed = false;
  for (Operation *call : calls)
    if (!findSideEffect(call) && !mayAbort(call)) {
      call->erase();
      changed = true;
    }
  return changed;
}

void sg::eraseDeadOps(Region &region) {
  IRRewriter rewriter(region.getContext());
  // The captures of a dead op become dead only after the op is erased.
  do
    while (succeeded(runRegionDCE(rewriter, region)))
      ;
  while (eraseDeadCalls(region));
}

//===----------------------------------------------------------------------===//
// Dead results
//===----------------------------------------------------------------------===//

/// Replaces `op` by a copy without the results in `dead`.
static Operation *rebuildWithoutResults(Operation *op, ValueRange operands,
                                        const BitVector &dead) {
  SmallVector<Type> types;
  for (OpResult result : op->getResults())
    if (!dead[result.getResultNumber()])
      types.push_back(result.getType());
  OpBuilder b(op);
  Operation *rebuilt = Operation::create(
      op->getLoc(), op->getName(), types, operands,
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      BlockRange(), op->getNumRegions());
  b.insert(rebuilt);
  for (auto [from, to] : llvm::zip(op->getRegions(), rebuilt->getRegions())) {
    to.takeBody(from);
    if (!to.empty())
      to.front().getTerminator()->eraseOperands(dead);
  }
  unsigned next = 0;
  for (OpResult result : op->getResults())
    if (!dead[result.getResultNumber()])
      result.replaceAllUsesWith(rebuilt->getResult(next++));
  op->erase();
  return rebuilt;
}

/// Returns the carries on which no use after the loop, no live carry and no
/// effect in the loop depends.
static BitVector findDeadCarries(scf::ForOp loop) {
  BitVector dead(loop.getNumResults());
  llvm::DenseSet<Value> live;
  llvm::DenseSet<Operation *> liveOps; // direct children of the body
  SmallVector<Value> queue;
  auto need = [&](Value value) {
    if (live.insert(value).second)
      queue.push_back(value);
  };
  auto needOp = [&](Operation *op) {
    if (!liveOps.insert(op).second)
      return;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        need(operand);
    });
  };
  for (auto [result, yielded] :
       llvm::zip(loop.getResults(), loop.getYieldedValues()))
    if (!result.use_empty())
      need(yielded);
  for (Operation &op : loop.getBody()->without_terminator())
    if (!isMemoryEffectFree(&op))
      needOp(&op);
  while (!queue.empty()) {
    Value value = queue.pop_back_val();
    if (Operation *op = value.getDefiningOp()) {
      if (Operation *top = loop.getBody()->findAncestorOpInBlock(*op))
        needOp(top);
    } else if (OpOperand *yielded =
                   loop.getTiedLoopYieldedValue(cast<BlockArgument>(value))) {
      need(yielded->get());
    }
  }
  for (auto [i, carry] : llvm::enumerate(loop.getRegionIterArgs()))
    dead[i] = loop.getResult(i).use_empty() && !live.contains(carry);
  return dead;
}

static bool eraseDeadCarries(scf::ForOp loop) {
  BitVector dead = findDeadCarries(loop);
  if (dead.none())
    return false;
  SmallVector<Value> operands(loop->getOperands());
  unsigned numOthers = operands.size() - loop.getNumResults();
  BitVector deadArguments(loop.getBody()->getNumArguments());
  // Erase in reverse order to keep the remaining positions valid.
  for (int i = dead.find_last(); i >= 0; i = dead.find_prev(i)) {
    // All users of the carry are dead, so that any replacement value is valid.
    BlockArgument carry = loop.getRegionIterArg(i);
    carry.replaceAllUsesWith(loop.getInitArgs()[i]);
    deadArguments.set(carry.getArgNumber());
    operands.erase(operands.begin() + numOthers + i);
  }
  Operation *rebuilt = rebuildWithoutResults(loop, operands, dead);
  rebuilt->getRegion(0).front().eraseArguments(deadArguments);
  return true;
}

/// Returns true if each region executes at most once and yields the results.
static bool isBranch(RegionBranchOpInterface op) {
  if (!op->hasTrait<OpTrait::VariadicResults>() ||
      op->hasTrait<OpTrait::AttrSizedResultSegments>())
    return false;
  return llvm::all_of(op->getRegions(), [&](Region &region) {
    if (region.empty())
      return true;
    if (!region.hasOneBlock() || region.getNumArguments() != 0)
      return false;
    auto terminator =
        dyn_cast<RegionBranchTerminatorOpInterface>(region.front().back());
    if (!terminator || terminator->getNumOperands() != op->getNumResults())
      return false;
    SmallVector<RegionSuccessor> next;
    op.getSuccessorRegions(RegionBranchPoint(terminator), next);
    return next.size() == 1 && next.front().isParent();
  });
}

static bool eraseDeadResults(RegionBranchOpInterface branch) {
  if (!isBranch(branch))
    return false;
  BitVector dead(branch->getNumResults());
  for (OpResult result : branch->getResults())
    dead[result.getResultNumber()] = result.use_empty();
  rebuildWithoutResults(branch, branch->getOperands(), dead);
  return true;
}

void sg::eraseDeadCodeAndCarries(Region &region) {
  for (bool changed = true; changed;) {
    eraseDeadOps(region);
    changed = false;
    SmallVector<RegionBranchOpInterface> candidates;
    region.walk<WalkOrder::PreOrder>([&](RegionBranchOpInterface op) {
      if (llvm::any_of(op->getResults(), [](Value v) { return v.use_empty(); }))
        candidates.push_back(op);
    });
    for (RegionBranchOpInterface op : candidates) {
      auto loop = dyn_cast<scf::ForOp>(op.getOperation());
      changed |= loop ? eraseDeadCarries(loop) : eraseDeadResults(op);
    }
  }
}
