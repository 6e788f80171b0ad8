//===- Chunks.cpp - Split a range into chunks -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chunks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace sg;

int64_t Chunks::getLargestChunk(int64_t size, int64_t chunks,
                                int64_t granularity) {
  return llvm::alignTo(llvm::divideCeil(size, chunks), granularity);
}

/// Emits code that computes getLargestChunk at run time.
static Value computeLargest(ImplicitLocOpBuilder &b, Value size, Value chunks,
                            int64_t granularity) {
  Value largest = b.createOrFold<arith::CeilDivUIOp>(size, chunks);
  if (granularity == 1)
    return largest;
  Value unit = arith::ConstantIndexOp::create(b, granularity);
  Value units = b.createOrFold<arith::CeilDivUIOp>(largest, unit);
  return b.createOrFold<arith::MulIOp>(units, unit);
}

Chunks::Chunks(ImplicitLocOpBuilder &b, OpFoldResult size, int64_t threads,
               int64_t granularity, Value isWorthwhile) {
  std::optional<int64_t> knownSize = getConstantIntValue(size);
  std::optional<int64_t> knownLargest;
  int64_t maxChunks = threads;
  if (knownSize && !isWorthwhile) {
    knownLargest = getLargestChunk(*knownSize, threads, granularity);
    maxChunks = llvm::divideCeil(*knownSize, *knownLargest);
  }
  Value end = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
  Value count = arith::ConstantIndexOp::create(b, maxChunks);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  if (isWorthwhile)
    count = arith::SelectOp::create(b, isWorthwhile, count, one);
  Value largest = knownLargest
                      ? Value(arith::ConstantIndexOp::create(b, *knownLargest))
                      : computeLargest(b, end, count, granularity);
  auto loop = scf::ParallelOp::create(b, zero, count, one);
  loop->setAttr(kChunkLoopAttr, b.getUnitAttr());
  b.setInsertionPoint(loop.getBody()->getTerminator());
  index = loop.getInductionVars().front();
  Value chunkStart = arith::MulIOp::create(b, index, largest);
  AffineExpr x = b.getAffineSymbolExpr(0), y = b.getAffineSymbolExpr(1);
  if (knownLargest && *knownLargest * maxChunks == *knownSize) {
    first = chunkStart;
    this->count = b.getIndexAttr(*knownLargest);
    return;
  }
  auto min = [&](AffineExpr other, OpFoldResult left, OpFoldResult right) {
    return affine::makeComposedFoldedAffineMin(
        b, b.getLoc(), AffineMap::get(0, 2, {x, other}, b.getContext()),
        {left, right});
  };
  first = min(y, chunkStart, size);
  Value remaining = b.createOrFold<arith::SubIOp>(
      end, getValueOrCreateConstantIndexOp(b, b.getLoc(), first));
  this->count = min(y, getAsOpFoldResult(largest), remaining);
}
