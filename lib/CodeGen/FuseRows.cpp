//===- FuseRows.cpp - Ops together, some rows at a time -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// KernelGroups says which ops have rows in common, of which each needs only its
// own. Here a loop goes over the rows, as many at a time as the nearest cache
// holds of what the ops hand to each other. What nobody else reads is only that
// large. Elementwise ops need no such loop, they become one op before.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "JoinElementwise.h"
#include "RowTiles.h"
#include "TileRoles.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_FUSEROWS
#include "CodeGen/Passes.h.inc"
} // namespace sg

/// What is left of a row is counted as so many elements if nobody knows.
static constexpr int64_t kUnknown = 256;

namespace {
/// Fuses a group.
class RowFusion {
public:
  RowFusion(const KernelGroup &group, int64_t elements);

  bool isWorthwhile() const { return step != 0; }
  void run();

private:
  void chooseStep(int64_t elements);

  const KernelGroup &group;
  /// How many of the group's rows are loops; the last of them makes steps.
  unsigned loops = 0;
  int64_t step = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The most iterations of an op of the group in one of its first `rows` rows.
static int64_t countInRow(const KernelGroup &group, unsigned rows) {
  int64_t most = 1;
  for (const KernelGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    int64_t count = 1;
    for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges()))
      if (!llvm::is_contained(ArrayRef(member.rows).take_front(rows), loop))
        count = llvm::SaturatingMultiply<uint64_t>(
            count, ShapedType::isDynamic(size) ? kUnknown : size);
    most = std::max(most, count);
  }
  return most;
}

/// As few rows as possible are loops: so many elements that each step has as
/// many as `elements`, or one row.
void RowFusion::chooseStep(int64_t elements) {
  linalg::LinalgOp first = group.members.front().op;
  SmallVector<int64_t> sizes = first.getStaticLoopRanges();
  for (unsigned rows = 1; rows <= group.countRows(); ++rows) {
    int64_t inRow = countInRow(group, rows);
    if (inRow > elements && rows < group.countRows())
      continue;
    int64_t size = sizes[group.members.front().rows[rows - 1]];
    int64_t most = std::max<int64_t>(elements / std::max<int64_t>(inRow, 1), 1);
    bool isAll = !ShapedType::isDynamic(size) && size <= most;
    // All of it is near anyway.
    if (isAll && rows == 1)
      return;
    loops = rows;
    step = isAll ? size : most;
    return;
  }
}

RowFusion::RowFusion(const KernelGroup &group, int64_t elements)
    : group(group) {
  if (group.members.size() >= 2 && group.countRows() != 0)
    chooseStep(elements);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void RowFusion::run() {
  linalg::LinalgOp first = group.members.front().op;
  Operation *last = group.members.back().op;
  ImplicitLocOpBuilder b(first.getLoc(), last);
  SmallVector<Range> ranges = first.createLoopRanges(b, b.getLoc());
  Operation *outermost = nullptr;
  Value zero = arith::ConstantIndexOp::create(b, 0);
  SmallVector<OpFoldResult> firsts, counts, most;
  for (unsigned row = 0; row < loops; ++row) {
    OpFoldResult size = ranges[group.members.front().rows[row]].size;
    int64_t inStep = row + 1 == loops ? step : 1;
    Value upper = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    Value by = arith::ConstantIndexOp::create(b, inStep);
    auto loop = scf::ForOp::create(b, zero, upper, by);
    if (row == 0)
      outermost = loop;
    b.setInsertionPointToStart(loop.getBody());
    firsts.push_back(loop.getInductionVar());
    most.push_back(b.getIndexAttr(inStep));
    std::optional<int64_t> known = getConstantIntValue(size);
    AffineExpr left = b.getAffineSymbolExpr(0) - b.getAffineDimExpr(0);
    counts.push_back(
        known && *known % inStep == 0
            ? most.back()
            : affine::makeComposedFoldedAffineMin(
                  b, b.getLoc(),
                  AffineMap::get(1, 1, {left, b.getAffineConstantExpr(inStep)},
                                 b.getContext()),
                  {firsts.back(), size}));
  }
  RowTiles tiles(group, loops);
  tiles.create(b, firsts, counts);
  tiles.eraseGroup();
  OpBuilder before(outermost), after(outermost->getContext());
  after.setInsertionPointAfter(outermost);
  tiles.shrinkTemporaries(before.saveInsertionPoint(),
                          after.saveInsertionPoint(), most);
}

namespace {
struct FuseRows : sg::impl::FuseRowsBase<FuseRows> {
  using FuseRowsBase::FuseRowsBase;

  void runOnOperation() override {
    // Contractions are in tiles of their own.
    GroupPolicy policy{
        [](linalg::LinalgOp op) { return !isContractionOfFloats(op); },
        /*joinsFew=*/false};
    SmallVector<Block *> blocks;
    getOperation().walk([&](Block *block) {
      if (!isa<linalg::LinalgOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    for (Block *block : blocks)
      for (KernelGroup &group : formKernelGroups(*block, policy)) {
        joinElementwise(group);
        RowFusion fusion(group, elements);
        if (fusion.isWorthwhile())
          fusion.run();
      }
  }
};
} // namespace
