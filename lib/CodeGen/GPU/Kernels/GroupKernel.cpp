//===- GroupKernel.cpp - Kernels of groups of structured ops --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupKernel.h"
#include "BlockDistribution.h"
#include "ThreadLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "sg/CodeGen/Analysis/IndexedLoops.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"
#include <vector>

#define DEBUG_TYPE "sg-map-to-kernels"

using namespace mlir;
using namespace sg;

/// Minimum number of elements of a row that is distributed over a whole block.
static constexpr int64_t kLongRow = 1024;
/// Number of rows that keeps a GPU busy with one thread per row.
static constexpr int64_t kEnoughRows = 16384;
/// Maximum number of lanes per row if adjacent threads compute adjacent rows.
static constexpr int64_t kFewLanes = 8;

namespace {
/// Builds the kernel of a group.
class GroupKernel {
public:
  explicit GroupKernel(const FusionGroup &group) {
    for (const FusionGroup::Member &member : group.members)
      ops.emplace_back(member);
    chooseLayout();
  }

  void build();

private:
  void chooseLayout();
  bool shouldNeighboursBeLanes();
  std::optional<int64_t> getLongestRow();
  bool needsBarrier(unsigned next, unsigned firstAfterBarrier);
  void assignRow(ImplicitLocOpBuilder &b, Value rows);

  std::vector<BlockDistribution> ops;
  Threads threads;
};
} // namespace

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

/// Returns true if adjacent threads should be lanes of one row instead of
/// adjacent rows. Each operand votes for the layout that coalesces its
/// accesses, by the loop that indexes its last dimension. An operand that does
/// not depend on both rows and lanes has no vote.
bool GroupKernel::shouldNeighboursBeLanes() {
  int votes = 0;
  for (BlockDistribution &op : ops) {
    if (op.rowLoops.empty() || op.getLaneLoops().empty())
      continue;
    for (OpOperand &operand : op.op->getOpOperands()) {
      AffineMap map = op.op.getMatchingIndexingMap(&operand);
      if (!isFunctionOfAny(map, op.getLaneLoops()) ||
          !map.isFunctionOfDim(op.rowLoops.back()))
        continue;
      AffineExpr last = map.getResults().back();
      if (isFunctionOfAny(last, op.getLaneLoops()))
        ++votes;
      else if (last.isFunctionOfDim(op.rowLoops.back()))
        --votes;
    }
  }
  return votes >= 0;
}

/// Returns the largest number of iterations that the lanes of a row share, or
/// std::nullopt if the number is unknown for an op.
std::optional<int64_t> GroupKernel::getLongestRow() {
  int64_t longest = 1;
  for (BlockDistribution &op : ops) {
    std::optional<int64_t> count = countIterations(op.op, op.getLaneLoops());
    if (!count)
      return std::nullopt;
    longest = std::max(longest, *count);
  }
  return longest;
}

void GroupKernel::chooseLayout() {
  ThreadLayout &layout = threads.layout;
  BlockDistribution &first = ops.front();
  std::optional<int64_t> rows = countIterations(first.op, first.rowLoops);
  std::optional<int64_t> length = getLongestRow();
  layout.threads = kThreads;
  if (first.rowLoops.empty()) {
    LDBG() << "only one block, no common parallel loop: the " << ops.size()
           << " ops from " << first.op->getName() << " at "
           << first.op.getLoc();
    layout.lanes = length && *length == 1           ? 1
                   : length && *length <= kWarpSize ? kWarpSize
                                                    : kThreads;
    layout.threads = layout.lanes;
    return;
  }
  layout.neighboursAreLanes = shouldNeighboursBeLanes();
  if (layout.neighboursAreLanes)
    layout.lanes = !length               ? kWarpSize
                   : *length < kWarpSize ? llvm::PowerOf2Ceil(*length)
                   : *length < kLongRow  ? kWarpSize
                                         : kThreads;
  else if (length && *length < kFewLanes)
    layout.lanes = llvm::PowerOf2Ceil(*length);
  else
    layout.lanes = rows && *rows >= kEnoughRows ? 1 : kFewLanes;
  layout.lanes = std::max<int64_t>(layout.lanes, 1);
  // Do not launch warps without work.
  if (rows && layout.lanes < kThreads)
    layout.threads = std::clamp<int64_t>(
        llvm::alignTo(*rows * layout.lanes, kWarpSize), kWarpSize, kThreads);
  if (layout.threads % layout.lanes != 0 ||
      (!layout.neighboursAreLanes && layout.threads < kThreads))
    layout.threads = kThreads;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Returns true if each lane accesses the same elements in both ops.
static bool accessSameElements(BlockDistribution &a, OpOperand &operandA,
                               BlockDistribution &b, OpOperand &operandB) {
  if (operandA.get() != operandB.get() || a.isReducedByLanes() ||
      b.isReducedByLanes() || a.elementLoops.size() != b.elementLoops.size())
    return false;
  AffineMap mapA = a.op.getMatchingIndexingMap(&operandA);
  AffineMap mapB = b.op.getMatchingIndexingMap(&operandB);
  MLIRContext *context = a.op.getContext();
  return llvm::all_of(
      llvm::zip(a.elementLoops, b.elementLoops), [&](auto loops) {
        auto [loopOfA, loopOfB] = loops;
        std::optional<unsigned> dimension = findDimension(mapA, loopOfA);
        return dimension &&
               mapB.getResult(*dimension) == getAffineDimExpr(loopOfB, context);
      });
}

/// Returns true if op `next` needs a barrier before it. `firstAfterBarrier` is
/// the first op after the last barrier.
bool GroupKernel::needsBarrier(unsigned next, unsigned firstAfterBarrier) {
  BlockDistribution &b = ops[next];
  for (unsigned i = firstAfterBarrier; i < next; ++i) {
    BlockDistribution &a = ops[i];
    if (doBodiesConflict(a.op, b.op))
      return true;
    for (OpOperand &operandA : a.op->getOpOperands())
      for (OpOperand &operandB : b.op->getOpOperands()) {
        if (!isa<MemRefType>(operandA.get().getType()) ||
            !isa<MemRefType>(operandB.get().getType()) ||
            (!a.op.isDpsInit(&operandA) && !b.op.isDpsInit(&operandB)) ||
            !mayShareMemory(operandA.get(), operandB.get()))
          continue;
        if (!accessSameElements(a, operandA, b, operandB))
          return true;
      }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Sets the index and the lane of the thread. If `rows`, the number of rows, is
/// not null, also sets the row indices and the condition that the row exists.
void GroupKernel::assignRow(ImplicitLocOpBuilder &b, Value rows) {
  const ThreadLayout &layout = threads.layout;
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  };
  threads.thread = threads.launch.getThreadIds().x;
  if (layout.lanes > 1)
    threads.lanes = constant(layout.lanes);
  Value rowInBlock = threads.thread;
  if (layout.lanes > 1 && layout.neighboursAreLanes) {
    threads.lane = arith::RemUIOp::create(b, threads.thread, threads.lanes);
    rowInBlock = arith::DivUIOp::create(b, threads.thread, threads.lanes);
  } else if (layout.lanes > 1) {
    Value rowsPerBlock = constant(layout.countRows());
    threads.lane = arith::DivUIOp::create(b, threads.thread, rowsPerBlock);
    rowInBlock = arith::RemUIOp::create(b, threads.thread, rowsPerBlock);
  }
  if (!rows)
    return;
  Value firstRow = arith::MulIOp::create(b, threads.launch.getBlockIds().x,
                                         constant(layout.countRows()));
  Value row = arith::AddIOp::create(b, firstRow, rowInBlock);
  threads.rowExists =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, row, rows);
  threads.rowIndices =
      buildIndices(b, row, ops.front().ranges, ops.front().rowLoops);
}

void GroupKernel::build() {
  BlockDistribution &first = ops.front();
  ImplicitLocOpBuilder b(first.op.getLoc(), ops.back().op);
  for (BlockDistribution &op : ops)
    op.createRanges(b);
  Value rows;
  SmallVector<Value> blocks;
  if (!first.rowLoops.empty()) {
    rows = buildCount(b, first.ranges, first.rowLoops);
    AffineExpr count =
        b.getAffineSymbolExpr(0).ceilDiv(threads.layout.countRows());
    blocks.push_back(getValueOrCreateConstantIndexOp(
        b, b.getLoc(),
        affine::makeComposedFoldedAffineApply(b, b.getLoc(),
                                              AffineMap::get(0, 1, count),
                                              getAsOpFoldResult(rows))));
  }
  threads.launch = createLaunch(b, first.op, threads.layout.threads, blocks);
  LDBG() << "one kernel in blocks of " << threads.layout.threads << ", "
         << threads.layout.lanes
         << " threads for each iteration of common loops: the " << ops.size()
         << " ops from " << first.op->getName() << " at " << first.op.getLoc();
  assignRow(b, rows);
  unsigned firstAfterBarrier = 0;
  for (unsigned i = 0; i < ops.size(); ++i) {
    b.setLoc(ops[i].op.getLoc());
    // With one lane per row, no thread depends on another thread.
    if (threads.layout.lanes > 1 && needsBarrier(i, firstAfterBarrier)) {
      gpu::BarrierOp::create(b);
      firstAfterBarrier = i;
    }
    ops[i].build(b, threads);
  }
  for (BlockDistribution &op : ops)
    op.op.erase();
}

void sg::buildGroupKernel(const FusionGroup &group) {
  GroupKernel(group).build();
}
