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
    : op(member.op), rowLoops(member.rows) {
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!llvm::is_contained(rowLoops, loop))
      (isDistributable(op, loop) ? elementLoops : sequentialLoops)
          .push_back(loop);
  bool hasOneElementPerRow =
      llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
        return !isFunctionOfAny(op.getMatchingIndexingMap(&init),
                                sequentialLoops);
      });
  if (elementLoops.empty() && !sequentialLoops.empty() && hasOneElementPerRow)
    combiners = sg::getCombiners(op);
}

Value Threads::createIsFirstLane(ImplicitLocOpBuilder &b) const {
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
  OpBuilder::InsertPoint outside = beginGuard(b, threads.rowExists);
  ThreadLoops loops(op, ranges);
  for (auto [loop, index] : llvm::zip(rowLoops, threads.rowIndices))
    loops.setIndex(loop, index);
  if (threads.layout.lanes > 1) {
    auto laneLoop = scf::ForOp::create(
        b, threads.lane, buildCount(b, ranges, elementLoops), threads.lanes);
    b.setInsertionPointToStart(laneLoop.getBody());
    for (auto [loop, index] :
         llvm::zip(elementLoops, buildIndices(b, laneLoop.getInductionVar(),
                                              ranges, elementLoops)))
      loops.setIndex(loop, index);
    loops.build(b, sequentialLoops);
  } else {
    SmallVector<unsigned> threadLoops = elementLoops;
    llvm::append_range(threadLoops, sequentialLoops);
    llvm::sort(threadLoops);
    loops.build(b, threadLoops);
  }
  b.restoreInsertionPoint(outside);
}

SmallVector<Value>
BlockDistribution::buildPartialResults(ImplicitLocOpBuilder &b,
                                       const Threads &threads, Value first) {
  ThreadLoops loops(op, ranges);
  for (auto [loop, index] : llvm::zip(rowLoops, threads.rowIndices))
    loops.setIndex(loop, index);
  SmallVector<Value> neutral;
  for (const Combiner &combiner : combiners)
    neutral.push_back(arith::ConstantOp::create(b, combiner.neutral));
  auto reduceIterations = [&](ImplicitLocOpBuilder &b) {
    return loops.buildStrided(b, sequentialLoops, first, threads.lanes,
                              neutral);
  };
  SmallVector<Value> partials;
  if (!threads.rowExists) {
    partials = reduceIterations(b);
  } else {
    auto guard = scf::IfOp::create(b, ValueRange(neutral).getTypes(),
                                   threads.rowExists, /*withElseRegion=*/true);
    ImplicitLocOpBuilder thenBuilder(b.getLoc(), guard.getThenBodyBuilder());
    scf::YieldOp::create(thenBuilder, reduceIterations(thenBuilder));
    ImplicitLocOpBuilder elseBuilder(b.getLoc(), guard.getElseBodyBuilder());
    scf::YieldOp::create(elseBuilder, neutral);
    llvm::append_range(partials, guard.getResults());
  }
  for (auto [combiner, partial] : llvm::zip(combiners, partials))
    partial = reduceLanes(b, threads.launch, threads.layout, threads.thread,
                          threads.lane, combiner, partial);
  return partials;
}

/// Reduces the values of the lanes of each row. Lane 0 combines the result with
/// the element of the output operand.
void BlockDistribution::buildReduction(ImplicitLocOpBuilder &b,
                                       const Threads &threads) {
  SmallVector<Value> partials = buildPartialResults(b, threads, threads.lane);
  Value isFirst = threads.createIsFirstLane(b);
  if (threads.rowExists)
    isFirst = arith::AndIOp::create(b, isFirst, threads.rowExists);
  OpBuilder::InsertPoint outside = beginGuard(b, isFirst);
  ThreadLoops loops(op, ranges);
  for (auto [loop, index] : llvm::zip(rowLoops, threads.rowIndices))
    loops.setIndex(loop, index);
  for (auto [init, combiner, partial] :
       llvm::zip(op.getDpsInitsMutable(), combiners, partials))
    loops.store(b, combiner.combine(b, loops.load(b, init), partial), init);
  b.restoreInsertionPoint(outside);
}

void BlockDistribution::build(ImplicitLocOpBuilder &b, const Threads &threads) {
  if (threads.layout.lanes > 1 && isReducedByLanes())
    buildReduction(b, threads);
  else
    buildElements(b, threads);
}
