//===- Packing.cpp - Packing of the panel ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "TransposedVectors.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg;

/// Returns the linearized index of k relative to the start of the block.
Value MicroKernel::getIndexInBlock() {
  AffineExpr index = b.getAffineConstantExpr(0);
  SmallVector<OpFoldResult> operands;
  SmallVector<int64_t> known = op.getStaticLoopRanges();
  auto addSymbol = [&](OpFoldResult operand) {
    operands.push_back(operand);
    return b.getAffineSymbolExpr(operands.size() - 1);
  };
  for (auto [i, loop] : llvm::enumerate(blocking.insideK))
    index = i == 0 ? addSymbol(indices[loop]) - addSymbol(rangeK.offset)
                   : index * known[loop] + addSymbol(indices[loop]);
  return getValueOrCreateConstantIndexOp(
      b, b.getLoc(),
      affine::makeComposedFoldedAffineApply(
          b, b.getLoc(), AffineMap::get(0, operands.size(), index), operands));
}

/// Returns true if the panels of all columns are packed before the first row. A
/// block of rows is then too short to amortize packing per block.
bool MicroKernel::isPackedOnce() const {
  return blocking.packedK && blocking.blocksAreTileRows;
}

SmallVector<Value> MicroKernel::getPositionInPanel() {
  if (!isPackedOnce())
    return {getIndexInBlock(), constant(0)};
  AffineExpr column = b.getAffineSymbolExpr(0);
  auto apply = [&](AffineExpr expr) {
    return getValueOrCreateConstantIndexOp(
        b, b.getLoc(),
        affine::makeComposedFoldedAffineApply(
            b, b.getLoc(), AffineMap::get(0, 1, expr),
            OpFoldResult(indices[dims.column])));
  };
  int64_t width = blocking.vectors * blocking.lanes;
  Value tile = apply(column.floorDiv(width));
  Value k = getIndexInBlock();
  return {tile, k, apply(column % width)};
}

/// Packs the panel of the current columns.
void MicroKernel::pack(int64_t width, Value mask) {
  if (dims.isTransposed)
    return packTransposed(width, /*isMasked=*/mask != nullptr);
  emitLoopsAlongK(blocking.insideK, {}, [&](ValueRange) {
    Value loaded = loadVector(*dims.panel, width, mask);
    vector::StoreOp::create(b, loaded, panel, getPositionInPanel());
    return SmallVector<Value>();
  });
}

/// Packs a panel that is not contiguous along the columns. If the panel is
/// contiguous along k, it is loaded in vectors along k and transposed in
/// registers.
void MicroKernel::packTransposed(int64_t width, bool isMasked) {
  ArrayRef<unsigned> inside = blocking.insideK;
  bool isAlongK = !inside.empty() && isAlong(op, *dims.panel, inside.back());
  auto copy = [&](ValueRange) {
    Value remainingK;
    if (isAlongK) {
      Value end =
          inside.size() == 1 ? cast<Value>(rangeK.size) : sizes[inside.back()];
      remainingK = arith::SubIOp::create(b, end, indices[inside.back()]);
    }
    SmallVector<Value> position = getPositionInPanel();
    Value k = *std::prev(position.end(), 2), column = position.back();
    for (int64_t first = 0; first < width; first += blocking.lanes) {
      position.back() = b.createOrFold<arith::AddIOp>(column, constant(first));
      for (auto [i, row] :
           llvm::enumerate(loadColumns(first, isMasked, remainingK))) {
        if (i > 0)
          *std::prev(position.end(), 2) =
              arith::AddIOp::create(b, k, constant(i));
        vector::StoreOp::create(b, row, panel, position);
      }
      *std::prev(position.end(), 2) = k;
    }
    return SmallVector<Value>();
  };
  emitLoopsAlongK(inside, {}, copy, isAlongK ? blocking.lanes : 1);
}

/// Loads one vector of the panel's columns, beginning at column `first` of the
/// tile. If `remainingK` is not null, loads one such vector for each of the
/// next `lanes` indices of k, and masks off indices from `remainingK` on.
/// Columns past the end repeat the last column.
SmallVector<Value> MicroKernel::loadColumns(int64_t first, bool isMasked,
                                            Value remainingK) {
  Value tile = indices[dims.column];
  auto maskType = VectorType::get(blocking.lanes, b.getI1Type());
  Value maskK;
  if (remainingK)
    maskK = vector::CreateMaskOp::create(b, maskType, remainingK);
  SmallVector<Value> loaded;
  for (int64_t i = first; i < first + blocking.lanes; ++i) {
    Value column = arith::AddIOp::create(b, tile, constant(i));
    if (isMasked) {
      Value last = arith::SubIOp::create(b, sizes[dims.column], constant(1));
      column = arith::MinSIOp::create(b, column, last);
    }
    indices[dims.column] = column;
    loaded.push_back(
        remainingK ? loadVector(*dims.panel, blocking.lanes, maskK)
                   : extend(memref::LoadOp::create(b, dims.panel->get(),
                                                   getPosition(*dims.panel))));
  }
  indices[dims.column] = tile;
  if (remainingK)
    return transposeVectors(b, loaded);
  return {vector::FromElementsOp::create(
      b, VectorType::get(blocking.lanes, element), loaded)};
}
