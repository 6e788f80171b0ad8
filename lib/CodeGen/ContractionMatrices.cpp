//===- ContractionMatrices.cpp - Products by tensor cores -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp multiplies 16x16 by 16x8 elements at a time. Which lane has which
// elements is told by the PTX ISA, "Matrix Fragments for mma.m16n8k16": lane
// 4 g + t has sums of rows g and g + 8 in columns 2 t and 2 t + 1. Factors are
// loaded as matrices of 8 rows of 16 bytes, four at a time, turned if they are
// in memory by terms.
//
//===----------------------------------------------------------------------===//

#include "ContractionProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg;

static constexpr int64_t kLanes = 32;

/// Of a product.
static constexpr int64_t kRows = 16, kColumns = 8, kTerms = 16;

static Value constant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}
static Value add(ImplicitLocOpBuilder &b, Value number, int64_t more) {
  return b.createOrFold<arith::AddIOp>(number, constant(b, more));
}
static Value multiply(ImplicitLocOpBuilder &b, Value number, int64_t factor) {
  return b.createOrFold<arith::MulIOp>(number, constant(b, factor));
}
static Value divide(ImplicitLocOpBuilder &b, Value number, int64_t divisor) {
  return b.createOrFold<arith::DivUIOp>(number, constant(b, divisor));
}
static Value modulo(ImplicitLocOpBuilder &b, Value number, int64_t divisor) {
  return b.createOrFold<arith::RemUIOp>(number, constant(b, divisor));
}

namespace {
class MatrixTile : public ThreadTile {
public:
  MatrixTile(const ContractionShape &shape, const ContractionTile &tile)
      : ThreadTile(shape, tile), warpRows(tile.threadRows * 8),
        warpColumns(tile.threadColumns * 4) {}

  void prepare(ImplicitLocOpBuilder &b, Value thread) override;
  SmallVector<Value> getRows(ImplicitLocOpBuilder &b) const override;
  SmallVector<Value> getColumns(ImplicitLocOpBuilder &b) const override;
  SmallVector<Value> multiplyAdd(ImplicitLocOpBuilder &b, Value left,
                                 Value right, ValueRange sums) const override;

private:
  /// Four matrices: 16 terms of 16 rows, or columns, from `place` on. `across`
  /// and `along` are where in them the lane's row begins, in memory by rows or
  /// columns.
  SmallVector<Value> load(ImplicitLocOpBuilder &b,
                          const ContractionFactor &factor, Value memory,
                          Value term, Value place, Value lanePlace,
                          Value laneTerm) const;
  /// A register of two elements as the product wants it.
  Value getRegister(ImplicitLocOpBuilder &b, Value loaded, int64_t i) const;

  int64_t warpRows, warpColumns;
  Value firstRow, firstColumn, lane;
  /// Numbers of lanes: % 8, and whether the second, or third, bit is set, in
  /// eights.
  Value low, middle, high;
};
} // namespace

void MatrixTile::prepare(ImplicitLocOpBuilder &b, Value thread) {
  lane = modulo(b, thread, kLanes);
  Value warp = divide(b, thread, kLanes);
  if (tile.shares > 1) {
    int64_t warps = tile.getPlaces() / kLanes;
    share = divide(b, warp, warps);
    warp = modulo(b, warp, warps);
  }
  int64_t across = tile.columns / warpColumns;
  firstRow = multiply(b, divide(b, warp, across), warpRows);
  firstColumn = multiply(b, modulo(b, warp, across), warpColumns);
  low = modulo(b, lane, 8);
  middle = multiply(b, modulo(b, divide(b, lane, 8), 2), 8);
  high = multiply(b, divide(b, lane, 16), 8);
}

SmallVector<Value> MatrixTile::getRows(ImplicitLocOpBuilder &b) const {
  Value first = arith::AddIOp::create(b, firstRow, divide(b, lane, 4));
  SmallVector<Value> rows;
  for (int64_t row = 0; row < warpRows; row += 8)
    rows.push_back(add(b, first, row));
  return rows;
}

SmallVector<Value> MatrixTile::getColumns(ImplicitLocOpBuilder &b) const {
  Value first =
      arith::AddIOp::create(b, firstColumn, multiply(b, modulo(b, lane, 4), 2));
  SmallVector<Value> columns;
  for (int64_t column = 0; column < warpColumns; column += kColumns)
    columns.append({add(b, first, column), add(b, first, column + 1)});
  return columns;
}

SmallVector<Value> MatrixTile::load(ImplicitLocOpBuilder &b,
                                    const ContractionFactor &factor,
                                    Value memory, Value term, Value place,
                                    Value lanePlace, Value laneTerm) const {
  term = arith::AddIOp::create(b, term, laneTerm);
  place = arith::AddIOp::create(b, place, lanePlace);
  SmallVector<Value> indices{term, place};
  if (factor.isAlongTerms)
    std::swap(indices[0], indices[1]);
  auto type = VectorType::get({4, 2}, factor.getElement());
  Value loaded =
      nvgpu::LdMatrixOp::create(b, type, memory, indices,
                                /*transpose=*/!factor.isAlongTerms, 4u);
  SmallVector<Value> registers;
  for (int64_t i = 0; i < 4; ++i)
    registers.push_back(getRegister(b, loaded, i));
  return registers;
}

Value MatrixTile::getRegister(ImplicitLocOpBuilder &b, Value loaded,
                              int64_t i) const {
  Value pair = vector::ExtractOp::create(b, loaded, i);
  if (!shape.left.getElement().isBF16())
    return pair;
  pair = vector::BitCastOp::create(b, VectorType::get(1, b.getI32Type()), pair);
  return vector::ExtractOp::create(b, pair, 0);
}

SmallVector<Value> MatrixTile::multiplyAdd(ImplicitLocOpBuilder &b, Value left,
                                           Value right, ValueRange sums) const {
  NVVM::MMATypes type = shape.left.getElement().isBF16() ? NVVM::MMATypes::bf16
                                                         : NVVM::MMATypes::f16;
  Type f32 = b.getF32Type();
  auto result = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                                 SmallVector<Type>(4, f32));
  // Of A the second matrix has the next 8 rows, the third the next 8 terms; of
  // B, where two products follow each other, the second has the next 8 terms.
  Value leftPlace = arith::AddIOp::create(b, low, middle), leftTerm = high;
  Value rightPlace = arith::AddIOp::create(b, low, high), rightTerm = middle;
  if (!shape.left.isAlongTerms) {
    leftPlace = middle;
    leftTerm = arith::AddIOp::create(b, low, high);
  }
  if (!shape.right.isAlongTerms) {
    rightPlace = high;
    rightTerm = arith::AddIOp::create(b, low, middle);
  }
  SmallVector<Value> next(sums);
  int64_t width = tile.threadColumns;
  for (int64_t i = 0; i < tile.terms; i += kTerms * tile.shares) {
    Value term = constant(b, i);
    if (share)
      term = add(b, multiply(b, share, kTerms), i);
    SmallVector<SmallVector<Value>> ofRows, ofColumns;
    for (int64_t row = 0; row < warpRows; row += kRows)
      ofRows.push_back(load(b, shape.left, left, term, add(b, firstRow, row),
                            leftPlace, leftTerm));
    for (int64_t column = 0; column < warpColumns; column += 2 * kColumns)
      ofColumns.push_back(load(b, shape.right, right, term,
                               add(b, firstColumn, column), rightPlace,
                               rightTerm));
    for (int64_t row = 0; row < warpRows / kRows; ++row)
      for (int64_t column = 0; column < warpColumns / kColumns; ++column) {
        // Rows g and g + 8 in two columns.
        Value *upper = &next[2 * row * width + 2 * column];
        Value *lower = upper + width;
        ArrayRef<Value> pair = ofColumns[column / 2];
        Value product = NVVM::MmaOp::create(
            b, result, ofRows[row], pair.slice(column % 2 * 2, 2),
            ValueRange{upper[0], upper[1], lower[0], lower[1]},
            ArrayRef<int64_t>{kRows, kColumns, kTerms}, std::nullopt,
            std::nullopt, std::array<NVVM::MMATypes, 2>{type, type},
            std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                           NVVM::MMALayout::col});
        for (int64_t k = 0; k < 4; ++k)
          (k < 2 ? upper : lower)[k % 2] =
              LLVM::ExtractValueOp::create(b, product, k);
      }
  }
  return next;
}

std::unique_ptr<ThreadTile> sg::createMatrixTile(const ContractionShape &shape,
                                                 const ContractionTile &tile) {
  return std::make_unique<MatrixTile>(shape, tile);
}
