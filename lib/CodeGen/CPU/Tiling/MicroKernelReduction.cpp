//===- MicroKernelReduction.cpp - Vectors along k -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MicroKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg;

/// Loads a vector along k for each column of the tile, beginning at the current
/// k. Columns past the end repeat the last column.
SmallVector<Value> MicroKernel::loadAlongK(int64_t width, Value mask,
                                           Value maskK) {
  Value tile = indices[dims.column];
  SmallVector<Value> loaded;
  for (int64_t i = 0; i < width; ++i) {
    Value column = b.createOrFold<arith::AddIOp>(tile, constant(i));
    if (mask) {
      Value last = arith::SubIOp::create(b, sizes[dims.column], constant(1));
      column = arith::MinSIOp::create(b, column, last);
    }
    indices[dims.column] = column;
    loaded.push_back(loadVector(*dims.panel, blocking.lanesK, maskK));
  }
  indices[dims.column] = tile;
  return loaded;
}

/// Adds the products of all rows and columns at the current k to the
/// accumulators. Masked-off lanes of both operands are zero.
SmallVector<Value> MicroKernel::multiplyAlongK(int64_t count, int64_t width,
                                               Value mask, Value maskK,
                                               ValueRange running) {
  auto contract = arith::FastMathFlags::contract;
  SmallVector<Value> columns = loadAlongK(width, mask, maskK), next;
  forEachRow(count, [&](int64_t) {
    Value row = loadVector(*dims.other, blocking.lanesK, maskK);
    for (Value column : columns) {
      Value product = arith::MulFOp::create(b, column, row, contract);
      next.push_back(
          arith::AddFOp::create(b, running[next.size()], product, contract));
    }
  });
  return next;
}

/// Adds the reduced products of the block to `sums`, which has one vector of
/// columns per row.
SmallVector<Value> MicroKernel::sumAlongK(int64_t count, int64_t width,
                                          Value mask, ValueRange sums) {
  auto type = VectorType::get(blocking.lanesK, element);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  unsigned dim = blocking.insideK.back();
  auto loopAlongK = [&](Value from, Value to, bool isMasked,
                        ValueRange running) -> SmallVector<Value> {
    std::optional<int64_t> first = getConstantIntValue(from);
    if (first && first == getConstantIntValue(to))
      return running;
    auto forOp =
        scf::ForOp::create(b, from, to, constant(blocking.lanesK), running);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    indices[dim] = forOp.getInductionVar();
    Value maskK;
    if (isMasked) {
      Value remaining = arith::SubIOp::create(b, to, indices[dim]);
      maskK = vector::CreateMaskOp::create(
          b, VectorType::get(blocking.lanesK, b.getI1Type()), remaining);
    }
    scf::YieldOp::create(b, multiplyAlongK(count, width, mask, maskK,
                                           forOp.getRegionIterArgs()));
    return SmallVector<Value>(forOp.getResults());
  };
  SmallVector<Value> partialSums(count * width, zero);
  partialSums = emitLoopsAlongK(
      ArrayRef(blocking.insideK).drop_back(), partialSums,
      [&](ValueRange running) {
        auto [from, to] = getBoundsAlongK(dim);
        Value length = b.createOrFold<arith::SubIOp>(to, from);
        Value fullVectorsEnd = b.createOrFold<arith::AddIOp>(
            from, roundDown(length, blocking.lanesK));
        SmallVector<Value> next =
            loopAlongK(from, fullVectorsEnd, /*isMasked=*/false, running);
        return loopAlongK(fullVectorsEnd, to, /*isMasked=*/true, next);
      });
  auto anyOrder = arith::FastMathFlags::reassoc;
  SmallVector<Value> next;
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<Value> rowSums;
    for (Value partialSum : ArrayRef(partialSums).slice(i * width, width))
      rowSums.push_back(vector::ReductionOp::create(
          b, vector::CombiningKind::ADD, partialSum, anyOrder));
    Value row = vector::FromElementsOp::create(
        b, VectorType::get(width, element), rowSums);
    next.push_back(arith::AddFOp::create(b, sums[i], row));
  }
  return next;
}
