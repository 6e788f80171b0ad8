//===- FuseRows.cpp - Fusion along parallel dimensions --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This pass executes the ops of each group (FusionGroups.h) in one loop over
// the common parallel loops. The intermediate results of one step fit into the
// L1 cache. Buffers that only the group uses shrink to the size of a step.
// Elementwise ops are merged into one op first and need no such loop.
//
//===----------------------------------------------------------------------===//

#include "JoinElementwise.h"
#include "RowLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "sg/CodeGen/CPU/Fusion/Passes.h"
#include "sg/CodeGen/CPU/Fusion/RowSizes.h"
#include "sg/CodeGen/CPU/Fusion/RowTiles.h"
#include "sg/CodeGen/CPU/Tiling/TileDims.h"
#include "sg/StructuredOps/LinalgForms.h"
#include "sg/Support/OptionChecks.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-fuse-rows"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_FUSEROWS
#include "sg/CodeGen/CPU/Fusion/Passes.h.inc"
} // namespace sg

namespace {
class RowFusion {
public:
  RowFusion(const FusionGroup &group, int64_t elements);

  bool isWorthwhile() const { return step != 0; }
  void run() { tileByRows(group, loops, step); }

private:
  void chooseStep(int64_t elements);

  const FusionGroup &group;
  /// Number of the group's common dimensions that become loops. The last of
  /// these loops has step `step`.
  unsigned loops = 0;
  int64_t step = 0;
};
} // namespace

/// Returns the number of iterations of the largest op of the group for fixed
/// indices of the first `rows` common dimensions.
static int64_t countInRow(const FusionGroup &group, unsigned rows) {
  int64_t maxCount = 1;
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    SmallVector<int64_t> innerSizes;
    for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges()))
      if (!llvm::is_contained(ArrayRef(member.rows).take_front(rows), loop))
        innerSizes.push_back(size);
    maxCount = std::max<int64_t>(maxCount, multiplySizes(innerSizes));
  }
  return maxCount;
}

/// Returns the step for `size` rows: the largest divisor of `size` in
/// (maxStep/2, maxStep], or `maxStep` if there is none. With a divisor, all
/// steps are equal and of static size.
static int64_t fitStep(int64_t size, int64_t maxStep) {
  if (ShapedType::isDynamic(size))
    return maxStep;
  for (int64_t step = maxStep; step > maxStep / 2; --step)
    if (size % step == 0)
      return step;
  return maxStep;
}

/// Turns as few dimensions as possible into loops. A step has at most
/// `elements` elements per op, but at least one row or `getGranularity`
/// indices. A step within a contiguous row has at most half as many elements,
/// because the memory accesses of such steps do not overlap.
void RowFusion::chooseStep(int64_t elements) {
  linalg::LinalgOp first = group.members.front().op;
  SmallVector<int64_t> sizes = first.getStaticLoopRanges();
  for (unsigned rows = 1; rows <= group.countRowLoops(); ++rows) {
    int64_t iterationsPerRow = countInRow(group, rows);
    if (iterationsPerRow > elements && rows < group.countRowLoops())
      continue;
    int64_t size = sizes[group.members.front().rows[rows - 1]];
    int64_t granularity = getGranularity(group, rows - 1);
    int64_t maxStep = std::max(
        elements / std::max<int64_t>(iterationsPerRow, 1), granularity);
    bool coversAllRows = !ShapedType::isDynamic(size) && size <= maxStep;
    if (coversAllRows && rows == 1)
      return;
    loops = rows;
    // A divisor of the contiguous dimension may be odd and leave a vector tail
    // in each step.
    bool isPartOfRow = granularity > 1;
    step = coversAllRows ? size
           : isPartOfRow ? std::max(maxStep / 2, granularity)
                         : fitStep(size, maxStep);
    return;
  }
}

RowFusion::RowFusion(const FusionGroup &group, int64_t elements)
    : group(group) {
  Operation *first = group.members.front().op;
  auto logGroup = [&](const Twine &decision) {
    LDBG() << decision << ": the " << group.members.size() << " ops from "
           << first->getName() << " at " << first->getLoc();
  };
  if (group.members.size() < 2 || group.countRowLoops() == 0) {
    logGroup("not fused, no other op has parallel loops in common");
    return;
  }
  chooseStep(elements);
  if (isWorthwhile())
    logGroup("fused, by " + Twine(loops) + " loops in steps of " + Twine(step));
  else
    logGroup("not fused, all rows fit into the cache");
}

/// Minimum number of adjacent accumulators for which loading and storing them
/// in each row pays off.
static constexpr int64_t kMinAccumulators = 32;

/// Returns the reduction loops of `op` if each result is one element or has
/// many adjacent elements. Returns none otherwise.
static SmallVector<unsigned> getSummedRows(linalg::LinalgOp op) {
  SmallVector<unsigned> summed;
  op.getReductionDims(summed);
  if (!summed.empty() && !canBeTiled(op))
    return {};
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto type = dyn_cast<MemRefType>(init.get().getType());
    if (!type ||
        (type.getRank() != 0 && !type.isDynamicDim(type.getRank() - 1) &&
         type.getShape().back() < kMinAccumulators))
      return {};
  }
  return summed;
}

namespace {
struct FuseRows : sg::impl::FuseRowsBase<FuseRows> {
  using FuseRowsBase::FuseRowsBase;

  LogicalResult initialize(MLIRContext *context) override {
    return sg::checkRange(context, elements, 1);
  }

  void runOnOperation() override {
    // LowerContractions tiles contractions.
    GroupPolicy policy{
        [](linalg::LinalgOp op) { return !isContractionOfFloats(op); },
        /*joinsSmallOps=*/false, getTileableLoops};
    policy.getOrderedRows = getSummedRows;
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) {
      if (!isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      for (FusionGroup &group : formFusionGroups(*block, policy)) {
        joinElementwise(group);
        RowFusion fusion(group, elements);
        if (fusion.isWorthwhile())
          fusion.run();
      }
  }
};
} // namespace
