//===- MicroKernelBlocks.cpp - Pack the other operand ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg;

/// Returns the number of elements per packed vector: the rows of a tile,
/// rounded up to a power of two.
static int64_t getWidth(const CacheBlocking &blocking) {
  return llvm::PowerOf2Ceil(blocking.rows);
}

/// Allocates the packed block. If the operand is contiguous along the rows, the
/// block is ordered by tile and then by k. Otherwise the block is ordered by
/// row. The padding avoids strides that are powers of two, which cause conflict
/// misses.
void MicroKernel::allocateBlock() {
  if (!blocking.packedRows)
    return;
  SmallVector<int64_t> shape;
  if (isAlong(op, *dims.other, *dims.row)) {
    int64_t width = getWidth(blocking);
    shape = {blocking.packedInside *
                 llvm::divideCeilSigned(blocking.packedRows, blocking.rows),
             blocking.sizeK + std::max<int64_t>(blocking.lanes / width, 1),
             width};
  } else {
    shape = {
        blocking.packedInside * blocking.packedRows,
        static_cast<int64_t>(llvm::alignTo(blocking.sizeK, blocking.lanes)) +
            blocking.lanes};
  }
  block = allocate(shape);
}

/// Returns the position in the packed block of the current row's element at the
/// current k.
SmallVector<Value> MicroKernel::getPositionInBlock() {
  SmallVector<OpFoldResult> operands;
  auto addSymbol = [&](OpFoldResult operand) {
    operands.push_back(operand);
    return b.getAffineSymbolExpr(operands.size() - 1);
  };
  auto apply = [&](AffineExpr expr) {
    return getValueOrCreateConstantIndexOp(
        b, b.getLoc(),
        affine::makeComposedFoldedAffineApply(
            b, b.getLoc(), AffineMap::get(0, operands.size(), expr), operands));
  };
  // Linearize the indices of the inner row loops.
  AffineExpr outerRows = b.getAffineConstantExpr(0);
  SmallVector<int64_t> known = op.getStaticLoopRanges();
  for (unsigned loop : blocking.insideRows) {
    bool isBlocked = blocking.rowBlock && loop == blocking.blockedRow;
    outerRows = outerRows * (isBlocked ? blocking.rowBlock : known[loop]) +
                addSymbol(indices[loop]) - addSymbol(getBounds(loop).first);
  }
  AffineExpr row = addSymbol(firstRow) - addSymbol(getBounds(*dims.row).first);
  AffineExpr inTile = addSymbol(rowInTile);
  Value k = getIndexInBlock();
  if (!isAlong(op, *dims.other, *dims.row))
    return {apply(outerRows * blocking.packedRows + row + inTile), k};
  int64_t tiles = llvm::divideCeilSigned(blocking.packedRows, blocking.rows);
  Value tile = apply(outerRows * tiles + row.floorDiv(blocking.rows));
  return {tile, k, apply(row % blocking.rows + inTile)};
}

/// Copies a vector of `width` elements at the current indices into the block.
/// If `remaining` is not null, loads only the first `remaining` elements.
void MicroKernel::copyToBlock(int64_t width, Value remaining) {
  Value mask;
  if (remaining)
    mask = vector::CreateMaskOp::create(
        b, VectorType::get(width, b.getI1Type()), remaining);
  Value loaded = loadVector(*dims.other, width, mask);
  vector::StoreOp::create(b, loaded, block, getPositionInBlock());
}

void MicroKernel::packBlock() {
  if (!block)
    return;
  Value first = getBounds(*dims.row).first, end = getBounds(*dims.row).second;
  auto rows = [&](Value from, Value to, int64_t step, Body body) {
    emitLoop(from, to, step, [&](Value row) {
      indices[*dims.row] = firstRow = row;
      body();
    });
  };
  rowInTile = b.getIndexAttr(0);
  ArrayRef<unsigned> inside = blocking.insideK;
  if (isAlong(op, *dims.other, *dims.row)) {
    // The vectors of the last tiles extend past the last row.
    int64_t width = getWidth(blocking);
    Value fullRows = b.createOrFold<arith::SubIOp>(
        end,
        b.createOrFold<arith::AddIOp>(first, constant(width - blocking.rows)));
    fullRows = b.createOrFold<arith::MaxSIOp>(fullRows, constant(0));
    Value fullTilesEnd = b.createOrFold<arith::AddIOp>(
        first, roundDown(fullRows, blocking.rows));
    emitLoops(blocking.insideRows, [&] {
      emitLoopsAlongK(inside, {}, [&](ValueRange) {
        rows(first, fullTilesEnd, blocking.rows,
             [&] { copyToBlock(width, Value()); });
        rows(fullTilesEnd, end, blocking.rows, [&] {
          copyToBlock(width, arith::SubIOp::create(b, end, firstRow));
        });
        return SmallVector<Value>();
      });
    });
    return;
  }
  emitLoops(blocking.insideRows, [&] {
    rows(first, end, 1, [&] {
      emitLoopsAlongK(
          inside, {},
          [&](ValueRange) {
            Value last = inside.size() == 1 ? cast<Value>(rangeK.size)
                                            : sizes[inside.back()];
            copyToBlock(blocking.lanes,
                        arith::SubIOp::create(b, last, indices[inside.back()]));
            return SmallVector<Value>();
          },
          blocking.lanes);
    });
  });
}
