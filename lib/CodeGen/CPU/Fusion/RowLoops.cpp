//===- RowLoops.cpp - Loops over the rows of a group ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "sg/CodeGen/CPU/Fusion/RowTiles.h"

using namespace mlir;
using namespace sg;

void sg::tileByRows(
    const FusionGroup &group, unsigned loops, int64_t step,
    function_ref<void(linalg::LinalgOp, linalg::LinalgOp)> onTiled) {
  linalg::LinalgOp first = group.members.front().op;
  Operation *last = group.members.back().op;
  ImplicitLocOpBuilder b(first.getLoc(), last);
  SmallVector<Range> ranges = first.createLoopRanges(b, b.getLoc());
  Operation *outermost = nullptr;
  Value zero = arith::ConstantIndexOp::create(b, 0);
  SmallVector<OpFoldResult> rowOffsets, rowSizes, maxRowSizes;
  for (unsigned row = 0; row < loops; ++row) {
    OpFoldResult size = ranges[group.members.front().rows[row]].size;
    int64_t loopStep = row + 1 == loops ? step : 1;
    Value upper = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
    Value stepValue = arith::ConstantIndexOp::create(b, loopStep);
    auto loop = scf::ForOp::create(b, zero, upper, stepValue);
    if (row == 0)
      outermost = loop;
    b.setInsertionPointToStart(loop.getBody());
    rowOffsets.push_back(loop.getInductionVar());
    maxRowSizes.push_back(b.getIndexAttr(loopStep));
    std::optional<int64_t> staticSize = getConstantIntValue(size);
    AffineExpr remaining = b.getAffineSymbolExpr(0) - b.getAffineDimExpr(0);
    rowSizes.push_back(
        loopStep == 1 || (staticSize && *staticSize % loopStep == 0)
            ? maxRowSizes.back()
            : affine::makeComposedFoldedAffineMin(
                  b, b.getLoc(),
                  AffineMap::get(1, 1,
                                 {remaining, b.getAffineConstantExpr(loopStep)},
                                 b.getContext()),
                  {rowOffsets.back(), size}));
  }
  RowTiles tiles(group, loops);
  tiles.create(b, rowOffsets, rowSizes);
  if (onTiled)
    for (auto [tiled, member] :
         llvm::zip_equal(tiles.getTiled(), group.members))
      onTiled(tiled, member.op);
  tiles.eraseGroup();
  OpBuilder before(outermost), after(outermost->getContext());
  after.setInsertionPointAfter(outermost);
  tiles.shrinkTemporaries(before.saveInsertionPoint(),
                          after.saveInsertionPoint(), maxRowSizes);
}
