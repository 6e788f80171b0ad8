//===- ContractionProducts.cpp - Tile products in registers ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg;

/// Maximum size of a memory access, in bytes and in elements.
static constexpr int64_t kAccessBytes = 16, kAccessElements = 4;

static Value constant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

static int64_t getElementBytes(Type element) {
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

namespace {
class RegisterTile : public ThreadTile {
public:
  using ThreadTile::ThreadTile;

  void prepare(ImplicitLocOpBuilder &b, Value thread) override;
  SmallVector<Value> getRows(ImplicitLocOpBuilder &b) const override;
  SmallVector<Value> getColumns(ImplicitLocOpBuilder &b) const override;
  SmallVector<Value> multiplyAdd(ImplicitLocOpBuilder &b, Value left,
                                 Value right, ValueRange sums) const override;

private:
  /// The rows or columns of a thread: `count` indices in runs of `width`
  /// contiguous indices. Runs start `stride` apart. A vector load loads one
  /// run.
  struct Side {
    int64_t width, stride, count;
    Value first;
  };
  static Side createSide(ImplicitLocOpBuilder &b, Value index, int64_t extent,
                         int64_t count, Type element);
  static SmallVector<Value> getIndices(ImplicitLocOpBuilder &b,
                                       const Side &side);
  SmallVector<Value> load(ImplicitLocOpBuilder &b, const KernelFactor &factor,
                          const Side &side, Value memory, Value k) const;

  Side rows, columns;
};
} // namespace

RegisterTile::Side RegisterTile::createSide(ImplicitLocOpBuilder &b,
                                            Value index, int64_t extent,
                                            int64_t count, Type element) {
  Side side;
  side.count = count;
  side.width = std::min(
      {count, kAccessElements, kAccessBytes / getElementBytes(element)});
  // Adjacent threads access adjacent runs.
  side.stride = extent / (count / side.width);
  side.first = b.createOrFold<arith::MulIOp>(index, constant(b, side.width));
  return side;
}

void RegisterTile::prepare(ImplicitLocOpBuilder &b, Value thread) {
  int64_t threadsPerRow = tile.columns / tile.threadColumns;
  Value groupIndex = thread;
  if (tile.shares > 1) {
    Value groupCount = constant(b, tile.countGroups());
    share = arith::DivUIOp::create(b, thread, groupCount);
    groupIndex = arith::RemUIOp::create(b, thread, groupCount);
  }
  rows = createSide(
      b, b.createOrFold<arith::DivUIOp>(groupIndex, constant(b, threadsPerRow)),
      tile.rows, tile.threadRows, contraction.lhs.getElement());
  columns = createSide(
      b, b.createOrFold<arith::RemUIOp>(groupIndex, constant(b, threadsPerRow)),
      tile.columns, tile.threadColumns, contraction.rhs.getElement());
}

SmallVector<Value> RegisterTile::getIndices(ImplicitLocOpBuilder &b,
                                            const Side &side) {
  SmallVector<Value> indices;
  for (int64_t i = 0; i < side.count; ++i) {
    int64_t offset = i / side.width * side.stride + i % side.width;
    indices.push_back(
        b.createOrFold<arith::AddIOp>(side.first, constant(b, offset)));
  }
  return indices;
}

SmallVector<Value> RegisterTile::getRows(ImplicitLocOpBuilder &b) const {
  return getIndices(b, rows);
}

SmallVector<Value> RegisterTile::getColumns(ImplicitLocOpBuilder &b) const {
  return getIndices(b, columns);
}

SmallVector<Value> RegisterTile::load(ImplicitLocOpBuilder &b,
                                      const KernelFactor &factor,
                                      const Side &side, Value memory,
                                      Value k) const {
  SmallVector<Value> elements;
  auto type = VectorType::get(side.width, factor.getElement());
  for (int64_t i = 0; i < side.count; i += side.width) {
    Value position = b.createOrFold<arith::AddIOp>(
        side.first, constant(b, i / side.width * side.stride));
    if (side.width == 1) {
      elements.push_back(
          memref::LoadOp::create(b, memory, ValueRange{k, position}));
      continue;
    }
    llvm::Align alignment(side.width * getElementBytes(factor.getElement()));
    Value loaded =
        vector::LoadOp::create(b, type, memory, ValueRange{k, position},
                               /*nontemporal=*/false, alignment);
    for (int64_t j = 0; j < side.width; ++j)
      elements.push_back(vector::ExtractOp::create(b, loaded, j));
  }
  for (Value &element : elements)
    element = contraction.castElement(b, factor, element);
  return elements;
}

SmallVector<Value> RegisterTile::multiplyAdd(ImplicitLocOpBuilder &b,
                                             Value left, Value right,
                                             ValueRange sums) const {
  SmallVector<Value> newSums(sums);
  for (int64_t i = 0; i < tile.k; i += tile.shares) {
    Value k = constant(b, i);
    if (share)
      k = b.createOrFold<arith::AddIOp>(share, k);
    SmallVector<Value> lhs = load(b, contraction.lhs, rows, left, k);
    SmallVector<Value> rhs = load(b, contraction.rhs, columns, right, k);
    for (int64_t row = 0; row < rows.count; ++row)
      for (int64_t column = 0; column < columns.count; ++column) {
        Value &sum = newSums[row * columns.count + column];
        sum = contraction.multiplyAdd(b, lhs[row], rhs[column], sum);
      }
  }
  return newSums;
}

std::unique_ptr<ThreadTile>
sg::createRegisterTile(const KernelContraction &contraction,
                       const ContractionTile &tile) {
  return std::make_unique<RegisterTile>(contraction, tile);
}
