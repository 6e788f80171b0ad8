//===- FuseRows.cpp - Fusion along parallel dimensions --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FusionGroups says which ops have rows in common, of which each needs only its
// own. Here a loop goes over the rows, as many at a time as the nearest cache
// holds of what the ops hand to each other. What nobody else reads is only that
// large. Elementwise ops need no such loop, they become one op before.
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
/// Fuses a group.
class RowFusion {
public:
  RowFusion(const FusionGroup &group, int64_t elements);

  bool isWorthwhile() const { return step != 0; }
  void run() { computeByRows(group, loops, step); }

private:
  void chooseStep(int64_t elements);

  const FusionGroup &group;
  /// How many of the group's rows are loops; the last of them makes steps.
  unsigned loops = 0;
  int64_t step = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The most iterations of an op of the group in one of its first `rows` rows.
static int64_t countInRow(const FusionGroup &group, unsigned rows) {
  int64_t most = 1;
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    SmallVector<int64_t> inside;
    for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges()))
      if (!llvm::is_contained(ArrayRef(member.rows).take_front(rows), loop))
        inside.push_back(size);
    most = std::max<int64_t>(most, multiplySizes(inside));
  }
  return most;
}

/// Of `size` rows `most` at a time, or a few less if that leaves none over: all
/// steps are the same then, of known sizes.
static int64_t fitStep(int64_t size, int64_t most) {
  if (ShapedType::isDynamic(size))
    return most;
  for (int64_t step = most; step > most / 2; --step)
    if (size % step == 0)
      return step;
  return most;
}

/// As few rows as possible are loops: so many elements that each step has as
/// many as `elements`, or one row, or as many as stay together. Of neighbours
/// half as many: for what waits for memory rows are better read several at a
/// time, and a part of a row is not.
void RowFusion::chooseStep(int64_t elements) {
  linalg::LinalgOp first = group.members.front().op;
  SmallVector<int64_t> sizes = first.getStaticLoopRanges();
  for (unsigned rows = 1; rows <= group.countRows(); ++rows) {
    int64_t inRow = countInRow(group, rows);
    if (inRow > elements && rows < group.countRows())
      continue;
    int64_t size = sizes[group.members.front().rows[rows - 1]];
    int64_t together = countTogether(group, rows - 1);
    int64_t most = std::max(elements / std::max<int64_t>(inRow, 1), together);
    bool isAll = !ShapedType::isDynamic(size) && size <= most;
    // All of it is near anyway.
    if (isAll && rows == 1)
      return;
    loops = rows;
    // Vectors go along neighbours, in steps that are powers of two.
    bool isPartOfRow = together > 1;
    step = isAll         ? size
           : isPartOfRow ? std::max(most / 2, together)
                         : fitStep(size, most);
    return;
  }
}

RowFusion::RowFusion(const FusionGroup &group, int64_t elements)
    : group(group) {
  Operation *first = group.members.front().op;
  auto tell = [&](const Twine &what) {
    LDBG() << what << ": the " << group.members.size() << " ops from "
           << first->getName() << " at " << first->getLoc();
  };
  if (group.members.size() < 2 || group.countRows() == 0) {
    tell("not fused, no other op has parallel loops in common");
    return;
  }
  chooseStep(elements);
  if (isWorthwhile())
    tell("fused, by " + Twine(loops) + " loops in steps of " + Twine(step));
  else
    tell("not fused, the cache holds all of it");
}

/// Fewer sums are not worth to be read and written for each row.
static constexpr int64_t kFewestSums = 32;

/// The loops over which `op` adds up into one element, or into many neighbours.
static SmallVector<unsigned> getSummedRows(linalg::LinalgOp op) {
  SmallVector<unsigned> summed;
  op.getReductionDims(summed);
  if (!summed.empty() && !canBeTiled(op))
    return {};
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto type = dyn_cast<MemRefType>(init.get().getType());
    if (!type ||
        (type.getRank() != 0 && !type.isDynamicDim(type.getRank() - 1) &&
         type.getShape().back() < kFewestSums))
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
    // Contractions are in tiles of their own.
    GroupPolicy policy{
        [](linalg::LinalgOp op) { return !isContractionOfFloats(op); },
        /*joinsFew=*/false, getTileableLoops};
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
