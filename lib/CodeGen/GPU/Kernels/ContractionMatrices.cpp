//===- ContractionMatrices.cpp - Products by tensor cores -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp multiplies 16x16 by 16x8 elements at a time, or 16x8 by 8x8 of tf32.
// Which lane has which elements is told by the PTX ISA, "Matrix Fragments for
// mma.m16n8k16": lane 4 g + t has sums of rows g and g + 8 in columns 2 t and
// 2 t + 1. Factors are loaded as matrices of 8 rows of 16 bytes, four at a
// time, turned if they are in memory by terms.
//
//===----------------------------------------------------------------------===//

#include "ContractionProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/Runtime/WarpSize.h"

using namespace mlir;
using namespace sg;

static_assert(sg::kWarpSize == ::kWarpSize,
              "what NVGPU takes for a warp is what kernels are made for");

/// Of a product.
static constexpr int64_t kRows = 16, kColumns = 8;

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
  /// Where in four matrices something is: 16 rows, or columns, and the terms of
  /// a product.
  struct Place {
    Value place, term;
  };
  SmallVector<Value> load(ImplicitLocOpBuilder &b,
                          const ContractionFactor &factor, Value memory,
                          Place first, bool isLeft) const;
  Value loadRows(ImplicitLocOpBuilder &b, const ContractionFactor &factor,
                 Value memory, Place first, bool isLeft) const;
  Value toRegister(ImplicitLocOpBuilder &b, Value value) const;

  int64_t warpRows, warpColumns;
  Value firstRow, firstColumn, lane;
};
} // namespace

void MatrixTile::prepare(ImplicitLocOpBuilder &b, Value thread) {
  lane = modulo(b, thread, sg::kWarpSize);
  Value warp = divide(b, thread, sg::kWarpSize);
  if (tile.shares > 1) {
    int64_t warps = tile.getPlaces() / sg::kWarpSize;
    share = divide(b, warp, warps);
    warp = modulo(b, warp, warps);
  }
  int64_t across = tile.columns / warpColumns;
  firstRow = multiply(b, divide(b, warp, across), warpRows);
  firstColumn = multiply(b, modulo(b, warp, across), warpColumns);
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

/// The rows of 16 bytes that lanes 8 i to 8 i + 7 ask for are those of matrix
/// i: of A the second one has the next 8 rows, the third one the next terms; of
/// B, where two products follow each other, the second one has the next terms.
Value MatrixTile::loadRows(ImplicitLocOpBuilder &b,
                           const ContractionFactor &factor, Value memory,
                           Place first, bool isLeft) const {
  Value low = modulo(b, lane, 8);
  Value middle = modulo(b, divide(b, lane, 8), 2);
  Value high = divide(b, lane, 16);
  Value place = multiply(b, isLeft ? middle : high, 8);
  Value term = multiply(b, isLeft ? high : middle, tile.matrixTerms / 2);
  Value &numbered = factor.isAlongTerms ? place : term;
  numbered = arith::AddIOp::create(b, numbered, low);
  place = arith::AddIOp::create(b, first.place, place);
  term = arith::AddIOp::create(b, first.term, term);
  SmallVector<Value> indices{term, place};
  if (factor.isAlongTerms)
    std::swap(indices[0], indices[1]);
  auto type = VectorType::get({4, tile.matrixTerms / 8}, factor.getElement());
  return nvgpu::LdMatrixOp::create(b, type, memory, indices,
                                   /*transpose=*/!factor.isAlongTerms, 4u);
}

SmallVector<Value> MatrixTile::load(ImplicitLocOpBuilder &b,
                                    const ContractionFactor &factor,
                                    Value memory, Place first,
                                    bool isLeft) const {
  SmallVector<Value> registers;
  if (factor.isAlongTerms || !factor.getElement().isF32()) {
    Value loaded = loadRows(b, factor, memory, first, isLeft);
    for (int64_t i = 0; i < 4; ++i)
      registers.push_back(
          toRegister(b, vector::ExtractOp::create(b, loaded, i)));
    return registers;
  }
  // Only elements of 16 bits can be turned.
  Value place = arith::AddIOp::create(b, first.place, divide(b, lane, 4));
  Value term = arith::AddIOp::create(b, first.term, modulo(b, lane, 4));
  for (int64_t i = 0; i < 4; ++i) {
    int64_t nextPlace = isLeft ? i % 2 : i / 2;
    int64_t nextTerm = isLeft ? i / 2 : i % 2;
    Value loaded = memref::LoadOp::create(
        b, memory,
        ValueRange{add(b, term, nextTerm * 4), add(b, place, nextPlace * 8)});
    registers.push_back(arith::BitcastOp::create(b, b.getI32Type(), loaded));
  }
  return registers;
}

/// As the product wants it: f16 as they are, others as integers.
Value MatrixTile::toRegister(ImplicitLocOpBuilder &b, Value value) const {
  if (shape.left.getElement().isF16())
    return value;
  value =
      vector::BitCastOp::create(b, VectorType::get(1, b.getI32Type()), value);
  return vector::ExtractOp::create(b, value, 0);
}

static NVVM::MMATypes getMatrixType(Type element) {
  if (element.isF32())
    return NVVM::MMATypes::tf32;
  return element.isBF16() ? NVVM::MMATypes::bf16 : NVVM::MMATypes::f16;
}

SmallVector<Value> MatrixTile::multiplyAdd(ImplicitLocOpBuilder &b, Value left,
                                           Value right, ValueRange sums) const {
  NVVM::MMATypes type = getMatrixType(shape.left.getElement());
  auto result = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(4, b.getF32Type()));
  SmallVector<Value> next(sums);
  int64_t width = tile.threadColumns;
  for (int64_t i = 0; i < tile.terms; i += tile.matrixTerms * tile.shares) {
    Value term = constant(b, i);
    if (share)
      term = add(b, multiply(b, share, tile.matrixTerms), i);
    SmallVector<SmallVector<Value>> ofRows, ofColumns;
    for (int64_t row = 0; row < warpRows; row += kRows)
      ofRows.push_back(load(b, shape.left, left, {add(b, firstRow, row), term},
                            /*isLeft=*/true));
    for (int64_t column = 0; column < warpColumns; column += 2 * kColumns)
      ofColumns.push_back(load(b, shape.right, right,
                               {add(b, firstColumn, column), term},
                               /*isLeft=*/false));
    for (int64_t row = 0; row < warpRows / kRows; ++row)
      for (int64_t column = 0; column < warpColumns / kColumns; ++column) {
        // Rows g and g + 8 in two columns.
        Value *upper = &next[2 * row * width + 2 * column];
        Value *lower = upper + width;
        ArrayRef<Value> pair = ofColumns[column / 2];
        Value product = NVVM::MmaOp::create(
            b, result, ofRows[row], pair.slice(column % 2 * 2, 2),
            ValueRange{upper[0], upper[1], lower[0], lower[1]},
            ArrayRef<int64_t>{kRows, kColumns, tile.matrixTerms}, std::nullopt,
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
