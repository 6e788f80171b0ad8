//===- FuseBatches.cpp - Fusion along batch dimensions --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FusionGroups says which ops have rows in common. Rows here are loops outside
// of the tiles of a contraction: batches, heads, images. A loop goes over them,
// with as many at a time as the cache of a processor holds of all that the ops
// access. What they hand to each other is still there then.
//
//===----------------------------------------------------------------------===//

#include "ProducerFusion.h"
#include "RowLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sg/CodeGen/CPU/Fusion/DetachFills.h"
#include "sg/CodeGen/CPU/Fusion/Passes.h"
#include "sg/CodeGen/CPU/Fusion/RowTiles.h"
#include "sg/CodeGen/CPU/Tiling/TileDims.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-fuse-batches"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_FUSEBATCHES
#include "sg/CodeGen/CPU/Fusion/Passes.h.inc"
} // namespace sg

/// A factor that all batches read may be that part of the cache.
static constexpr int64_t kSharedPart = 4;
/// And what a step accesses that one.
static constexpr int64_t kStepPart = 2;

/// Of a contraction, loops outside of the tiles. Along them nothing large may
/// be the same, which would be read for each batch. Of other ops, all but that
/// along which they go through memory.
static SmallVector<unsigned> getBatches(linalg::LinalgOp op,
                                        uint64_t cacheBytes) {
  SmallVector<unsigned> loops = getTileableLoops(op);
  std::optional<TileDims> dims = getTileDims(op);
  llvm::erase_if(loops, [&](unsigned loop) {
    if (!dims)
      return op.getNumLoops() > 1 &&
             llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
               AffineMap map = op.getMatchingIndexingMap(&operand);
               return map.getNumResults() > 1 &&
                      map.getResults().back().isFunctionOfDim(loop);
             });
    if (loop == dims->column || loop == dims->row)
      return true;
    return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
      return !op.getMatchingIndexingMap(&operand).isFunctionOfDim(loop) &&
             countBytes(op, operand, {}) > cacheBytes / kSharedPart;
    });
  });
  return loops;
}

/// The bytes that ops of the group access in one iteration of its first row.
static uint64_t countBytes(const FusionGroup &group) {
  llvm::MapVector<Value, uint64_t> ofMemory;
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<MemRefType>(operand.get().getType()))
        continue;
      uint64_t &bytes = ofMemory[operand.get()];
      bytes = std::max(
          bytes, countBytes(op, operand, ArrayRef(member.rows).take_front()));
    }
  }
  uint64_t all = 0;
  for (auto [memory, bytes] : ofMemory)
    all = llvm::SaturatingAdd(all, bytes);
  return all;
}

/// Whether a loop over batches can be of use at all.
static bool hasBatches(const FusionGroup &group) {
  return group.countRows() != 0 &&
         llvm::any_of(group.members, [](const FusionGroup::Member &member) {
           return getTileDims(member.op).has_value();
         });
}

/// How many batches are a step; 0 if the group is better left as it is.
static int64_t chooseStep(const FusionGroup &group, uint64_t cacheBytes) {
  linalg::LinalgOp first = group.members.front().op;
  int64_t size = first.getStaticLoopRanges()[group.members.front().rows[0]];
  int64_t step = std::max<uint64_t>(
      cacheBytes / kStepPart / std::max<uint64_t>(countBytes(group), 1), 1);
  auto leave = [&](StringRef why) {
    LDBG() << "not fused, " << why << ": the " << group.members.size()
           << " ops from " << first->getName() << " at " << first.getLoc();
    return 0;
  };
  if (group.members.size() < 2)
    return leave("no other op has batches in common");
  if (!ShapedType::isDynamic(size) && size <= step)
    return leave("the cache holds all of it");
  LDBG() << "fused, " << step << " batches at a time: the "
         << group.members.size() << " ops from " << first->getName() << " at "
         << first.getLoc();
  return step;
}

static void fuseBatches(Block &block, const GroupPolicy &policy,
                        uint64_t cacheBytes) {
  DetachFills starts(block);
  SmallVector<FusionGroup> groups = formFusionGroups(block, policy);
  for (FusionGroup &group : groups)
    if (!group.members.empty() && hasBatches(group))
      takeInputs(group, groups);
  for (const FusionGroup &group : groups) {
    if (group.members.empty() || !hasBatches(group))
      continue;
    if (int64_t step = chooseStep(group, cacheBytes))
      computeByRows(group, /*loops=*/1, step,
                    [&](linalg::LinalgOp tiled, linalg::LinalgOp of) {
                      starts.fill(tiled, of);
                    });
  }
  starts.giveBack(block);
}

namespace {
struct FuseBatches : sg::impl::FuseBatchesBase<FuseBatches> {
  using FuseBatchesBase::FuseBatchesBase;

  LogicalResult initialize(MLIRContext *context) override {
    return sg::checkRange(context, cacheBytes, 1);
  }

  void runOnOperation() override {
    GroupPolicy policy{
        [](linalg::LinalgOp) { return true; },
        /*joinsFew=*/false,
        [this](linalg::LinalgOp op) { return getBatches(op, cacheBytes); },
        /*manyRows=*/2};
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) {
      if (!isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      fuseBatches(*block, policy, cacheBytes);
  }
};
} // namespace
