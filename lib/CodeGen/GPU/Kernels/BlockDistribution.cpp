//===- BlockDistribution.cpp - Distributes structured ops -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockDistribution.h"
#include "ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sg/CodeGen/Analysis/IndexedLoops.h"

using namespace mlir;
using namespace sg;

BlockDistribution::BlockDistribution(const FusionGroup::Member &member)
    : op(member.op), rows(member.rows) {
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!llvm::is_contained(rows, loop))
      (isDistributable(op, loop) ? elements : sequential).push_back(loop);
  bool hasOneElementPerRow =
      llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
        return !isFunctionOfAny(op.getMatchingIndexingMap(&init), sequential);
      });
  if (elements.empty() && !sequential.empty() && hasOneElementPerRow)
    combiners = sg::getCombiners(op);
}

Value Threads::isFirstLane(ImplicitLocOpBuilder &b) const {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                               arith::ConstantIndexOp::create(b, 0));
}

void BlockDistribution::createRanges(ImplicitLocOpBuilder &b) {
  ranges = op.createLoopRanges(b, op.getLoc());
}

/// Opens an scf.if on `condition`, unless it is null, and moves the builder
/// inside. Returns the insertion point after the scf.if.
static OpBuilder::InsertPoint beginGuard(ImplicitLocOpBuilder &b,
                                         Value condition) {
  OpBuilder::InsertPoint outside = b.saveInsertionPoint();
  if (!condition)
    return outside;
  auto guard = scf::IfOp::create(b, condition);
  outside = b.saveInsertionPoint();
  b.setInsertionPointToStart(guard.thenBlock());
  return outside;
}

/// Distributes the elements of each row over the lanes.
void BlockDistribution::buildElements(ImplicitLocOpBuilder &b,
                                      const Threads &threads) {
  OpBuilder::InsertPoint outside = beginGuard(b, threads.isRow);
  ThreadLoops loops(op, ranges);
  for (auto [loop, index] : llvm::zip(rows, threads.rowIndices))
    loops.setIndex(loop, index);
  if (threads.layout.lanes > 1) {
    auto own = scf::ForOp::create(
        b, threads.lane, buildCount(b, ranges, elements), threads.lanes);
    b.setInsertionPointToStart(own.getBody());
    for (auto [loop, index] :
         llvm::zip(elements,
                   buildIndices(b, own.getInductionVar(), ranges, elements)))
      loops.setIndex(loop, index);
    loops.build(b, sequential);
  } else {
    SmallVector<unsigned> all = elements;
    llvm::append_range(all, sequential);
    llvm::sort(all);
    loops.build(b, all);
  }
  b.restoreInsertionPoint(outside);
}

SmallVector<Value>
BlockDistribution::buildPartialResults(ImplicitLocOpBuilder &b,
                                       const Threads &threads, Value first) {
  ThreadLoops loops(op, ranges);
  for (auto [loop, index] : llvm::zip(rows, threads.rowIndices))
    loops.setIndex(loop, index);
  SmallVector<Value> neutral;
  for (const Combiner &combiner : combiners)
    neutral.push_back(arith::ConstantOp::create(b, combiner.neutral));
  auto sumUp = [&](ImplicitLocOpBuilder &b) {
    return loops.buildShare(b, sequential, first, threads.lanes, neutral);
  };
  SmallVector<Value> parts;
  if (!threads.isRow) {
    parts = sumUp(b);
  } else {
    auto guard = scf::IfOp::create(b, ValueRange(neutral).getTypes(),
                                   threads.isRow, /*withElseRegion=*/true);
    ImplicitLocOpBuilder inside(b.getLoc(), guard.getThenBodyBuilder());
    scf::YieldOp::create(inside, sumUp(inside));
    ImplicitLocOpBuilder otherwise(b.getLoc(), guard.getElseBodyBuilder());
    scf::YieldOp::create(otherwise, neutral);
    llvm::append_range(parts, guard.getResults());
  }
  for (auto [combiner, part] : llvm::zip(combiners, parts))
    part = reduceLanes(b, threads.launch, threads.layout, threads.thread,
                       threads.lane, combiner, part);
  return parts;
}

/// Reduces over the lanes of each row. Lane 0 combines the result with the
/// output.
void BlockDistribution::buildReduction(ImplicitLocOpBuilder &b,
                                       const Threads &threads) {
  SmallVector<Value> parts = buildPartialResults(b, threads, threads.lane);
  Value isFirst = threads.isFirstLane(b);
  if (threads.isRow)
    isFirst = arith::AndIOp::create(b, isFirst, threads.isRow);
  OpBuilder::InsertPoint outside = beginGuard(b, isFirst);
  ThreadLoops loops(op, ranges);
  for (auto [loop, index] : llvm::zip(rows, threads.rowIndices))
    loops.setIndex(loop, index);
  for (auto [init, combiner, part] :
       llvm::zip(op.getDpsInitsMutable(), combiners, parts))
    loops.store(b, combiner.combine(b, loops.load(b, init), part), init);
  b.restoreInsertionPoint(outside);
}

void BlockDistribution::build(ImplicitLocOpBuilder &b, const Threads &threads) {
  if (threads.layout.lanes > 1 && isReducedByLanes())
    buildReduction(b, threads);
  else
    buildElements(b, threads);
}
