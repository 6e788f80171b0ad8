//===- FuseBatches.cpp - Fusion along batch dimensions --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This pass executes the ops of each group (FusionGroups.h) in one loop over
// batches: common parallel loops outside of a contraction's tiles, for example
// over heads or images. All memory that a step accesses fits into a core's
// cache. Intermediate results are then still in the cache when they are read.
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

/// The cache size divided by this number is the maximum size of an operand that
/// all batches read.
static constexpr int64_t kSharedOperandCacheDivisor = 4;
/// The cache size divided by this number is the maximum size of the memory that
/// one step accesses.
static constexpr int64_t kStepCacheDivisor = 2;

/// Returns the loops of `op` that may be batches. In a contraction, a batch
/// loop is outside of the tiles, and no large operand is invariant along it:
/// such an operand would be read again for each batch. In other ops, every loop
/// may be a batch loop except the one along contiguous memory.
static SmallVector<unsigned> getBatchLoops(linalg::LinalgOp op,
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
             countBytes(op, operand, {}) >
                 cacheBytes / kSharedOperandCacheDivisor;
    });
  });
  return loops;
}

/// Returns the number of bytes that the group's ops access in one iteration of
/// the first common loop.
static uint64_t countBytes(const FusionGroup &group) {
  llvm::MapVector<Value, uint64_t> bytesOfMemory;
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<MemRefType>(operand.get().getType()))
        continue;
      uint64_t &bytes = bytesOfMemory[operand.get()];
      bytes = std::max(
          bytes, countBytes(op, operand, ArrayRef(member.rows).take_front()));
    }
  }
  uint64_t totalBytes = 0;
  for (auto [memory, bytes] : bytesOfMemory)
    totalBytes = llvm::SaturatingAdd(totalBytes, bytes);
  return totalBytes;
}

/// Returns true if the group has a common loop and a contraction.
static bool hasBatches(const FusionGroup &group) {
  return group.countRowLoops() != 0 &&
         llvm::any_of(group.members, [](const FusionGroup::Member &member) {
           return getTileDims(member.op).has_value();
         });
}

/// Returns the number of batches per step, or 0 if the group is not worth
/// fusing.
static int64_t chooseStep(const FusionGroup &group, uint64_t cacheBytes) {
  linalg::LinalgOp first = group.members.front().op;
  int64_t size = first.getStaticLoopRanges()[group.members.front().rows[0]];
  int64_t step = std::max<uint64_t>(
      cacheBytes / kStepCacheDivisor / std::max<uint64_t>(countBytes(group), 1),
      1);
  auto reject = [&](StringRef why) {
    LDBG() << "not fused, " << why << ": the " << group.members.size()
           << " ops from " << first->getName() << " at " << first.getLoc();
    return 0;
  };
  if (group.members.size() < 2)
    return reject("no other op has batches in common");
  if (!ShapedType::isDynamic(size) && size <= step)
    return reject("all batches fit into the cache");
  LDBG() << "fused, " << step << " batches at a time: the "
         << group.members.size() << " ops from " << first->getName() << " at "
         << first.getLoc();
  return step;
}

static void fuseBatches(Block &block, const GroupPolicy &policy,
                        uint64_t cacheBytes) {
  DetachFills detachedFills(block);
  SmallVector<FusionGroup> groups = formFusionGroups(block, policy);
  for (FusionGroup &group : groups)
    if (!group.members.empty() && hasBatches(group))
      fuseProducers(group, groups);
  for (const FusionGroup &group : groups) {
    if (group.members.empty() || !hasBatches(group))
      continue;
    if (int64_t step = chooseStep(group, cacheBytes))
      tileByRows(group, /*loops=*/1, step,
                 [&](linalg::LinalgOp tiled, linalg::LinalgOp original) {
                   detachedFills.fill(tiled, original);
                 });
  }
  detachedFills.restore(block);
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
        /*joinsSmallOps=*/false,
        [this](linalg::LinalgOp op) { return getBatchLoops(op, cacheBytes); },
        /*minRowIterations=*/2};
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
