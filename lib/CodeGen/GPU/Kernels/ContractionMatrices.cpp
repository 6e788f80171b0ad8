//===- ContractionMatrices.cpp - Products by tensor cores -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp multiplies 16x16 by 16x8 elements per instruction, or 16x8 by 8x8 for
// tf32. Lane 4 g + t has the accumulators of rows g and g + 8 in columns 2 t
// and 2 t + 1 (PTX ISA, "Matrix Fragments for mma.m16n8k16"). An ldmatrix loads
// four matrices of 8 rows of 16 bytes. If k is the first index of the tile in
// shared memory, the ldmatrix also transposes the matrices.
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
              "kernels and NVGPU must agree on the warp size");

/// Rows and columns of the result of an mma.sync instruction.
static constexpr int64_t kRows = 16, kColumns = 8;

static Value constant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}
static Value add(ImplicitLocOpBuilder &b, Value index, int64_t offset) {
  return b.createOrFold<arith::AddIOp>(index, constant(b, offset));
}
static Value multiply(ImplicitLocOpBuilder &b, Value index, int64_t factor) {
  return b.createOrFold<arith::MulIOp>(index, constant(b, factor));
}
static Value divide(ImplicitLocOpBuilder &b, Value index, int64_t divisor) {
  return b.createOrFold<arith::DivUIOp>(index, constant(b, divisor));
}
static Value modulo(ImplicitLocOpBuilder &b, Value index, int64_t divisor) {
  return b.createOrFold<arith::RemUIOp>(index, constant(b, divisor));
}

namespace {
/// A tile that tensor cores multiply.
class MatrixTile : public ThreadTile {
public:
  MatrixTile(const KernelContraction &contraction, const ContractionTile &tile)
      : ThreadTile(contraction, tile), warpRows(tile.threadRows * 8),
        warpColumns(tile.threadColumns * 4) {}

  void prepare(ImplicitLocOpBuilder &b, Value thread) override;
  SmallVector<Value> getRows(ImplicitLocOpBuilder &b) const override;
  SmallVector<Value> getColumns(ImplicitLocOpBuilder &b) const override;
  SmallVector<Value> multiplyAdd(ImplicitLocOpBuilder &b, Value left,
                                 Value right, ValueRange sums) const override;

private:
  /// A row or column (`position`) and a k index of a tile.
  struct Position {
    Value position, k;
  };
  SmallVector<Value> load(ImplicitLocOpBuilder &b, const KernelFactor &factor,
                          Value memory, Position first, bool isLeft) const;
  Value loadMatrices(ImplicitLocOpBuilder &b, const KernelFactor &factor,
                     Value memory, Position first, bool isLeft) const;
  Value toRegister(ImplicitLocOpBuilder &b, Value value) const;

  int64_t warpRows, warpColumns;
  Value firstRow, firstColumn, lane;
};
} // namespace

void MatrixTile::prepare(ImplicitLocOpBuilder &b, Value thread) {
  lane = modulo(b, thread, sg::kWarpSize);
  Value warp = divide(b, thread, sg::kWarpSize);
  if (tile.shares > 1) {
    int64_t warps = tile.countGroups() / sg::kWarpSize;
    share = divide(b, warp, warps);
    warp = modulo(b, warp, warps);
  }
  int64_t warpsPerRow = tile.columns / warpColumns;
  firstRow = multiply(b, divide(b, warp, warpsPerRow), warpRows);
  firstColumn = multiply(b, modulo(b, warp, warpsPerRow), warpColumns);
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

/// Loads four matrices of 8 rows of 16 bytes. Lanes 8 i to 8 i + 7 supply the
/// row addresses of matrix i. For A, matrices 0 and 1 are successive along m, 0
/// and 2 along k. For B, 0 and 1 are successive along k, 0 and 2 along n.
Value MatrixTile::loadMatrices(ImplicitLocOpBuilder &b,
                               const KernelFactor &factor, Value memory,
                               Position first, bool isLeft) const {
  Value matrixRow = modulo(b, lane, 8);
  Value matrixParity = modulo(b, divide(b, lane, 8), 2);
  Value matrixPair = divide(b, lane, 16);
  Value position = multiply(b, isLeft ? matrixParity : matrixPair, 8);
  Value k = multiply(b, isLeft ? matrixPair : matrixParity, tile.matrixK / 2);
  Value &rowIndex = factor.isAlongK ? position : k;
  rowIndex = arith::AddIOp::create(b, rowIndex, matrixRow);
  position = arith::AddIOp::create(b, first.position, position);
  k = arith::AddIOp::create(b, first.k, k);
  SmallVector<Value> indices{k, position};
  if (factor.isAlongK)
    std::swap(indices[0], indices[1]);
  auto type = VectorType::get({4, tile.matrixK / 8}, factor.getElement());
  return nvgpu::LdMatrixOp::create(b, type, memory, indices,
                                   /*transpose=*/!factor.isAlongK, 4u);
}

SmallVector<Value> MatrixTile::load(ImplicitLocOpBuilder &b,
                                    const KernelFactor &factor, Value memory,
                                    Position first, bool isLeft) const {
  SmallVector<Value> registers;
  if (factor.isAlongK || !factor.getElement().isF32()) {
    Value loaded = loadMatrices(b, factor, memory, first, isLeft);
    for (int64_t i = 0; i < 4; ++i)
      registers.push_back(
          toRegister(b, vector::ExtractOp::create(b, loaded, i)));
    return registers;
  }
  // Load single elements, because ldmatrix transposes only elements of 16 bits.
  Value position = arith::AddIOp::create(b, first.position, divide(b, lane, 4));
  Value k = arith::AddIOp::create(b, first.k, modulo(b, lane, 4));
  for (int64_t i = 0; i < 4; ++i) {
    int64_t positionStep = isLeft ? i % 2 : i / 2;
    int64_t kStep = isLeft ? i / 2 : i % 2;
    Value loaded = memref::LoadOp::create(
        b, memory,
        ValueRange{add(b, k, kStep * 4), add(b, position, positionStep * 8)});
    registers.push_back(arith::BitcastOp::create(b, b.getI32Type(), loaded));
  }
  return registers;
}

/// Converts a loaded fragment to an operand of nvvm.mma.sync: f16 vectors stay
/// vectors, other types become i32.
Value MatrixTile::toRegister(ImplicitLocOpBuilder &b, Value value) const {
  if (contraction.lhs.getElement().isF16())
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
  NVVM::MMATypes type = getMatrixType(contraction.lhs.getElement());
  auto result = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(4, b.getF32Type()));
  SmallVector<Value> newSums(sums);
  int64_t width = tile.threadColumns;
  for (int64_t i = 0; i < tile.k; i += tile.matrixK * tile.shares) {
    Value k = constant(b, i);
    if (share)
      k = add(b, multiply(b, share, tile.matrixK), i);
    SmallVector<SmallVector<Value>> leftFragments, rightFragments;
    for (int64_t row = 0; row < warpRows; row += kRows)
      leftFragments.push_back(load(b, contraction.lhs, left,
                                   {add(b, firstRow, row), k},
                                   /*isLeft=*/true));
    for (int64_t column = 0; column < warpColumns; column += 2 * kColumns)
      rightFragments.push_back(load(b, contraction.rhs, right,
                                    {add(b, firstColumn, column), k},
                                    /*isLeft=*/false));
    for (int64_t row = 0; row < warpRows / kRows; ++row)
      for (int64_t column = 0; column < warpColumns / kColumns; ++column) {
        // The accumulators of rows g and g + 8 in two columns.
        Value *upper = &newSums[2 * row * width + 2 * column];
        Value *lower = upper + width;
        ArrayRef<Value> fragmentPair = rightFragments[column / 2];
        Value product = NVVM::MmaOp::create(
            b, result, leftFragments[row],
            fragmentPair.slice(column % 2 * 2, 2),
            ValueRange{upper[0], upper[1], lower[0], lower[1]},
            ArrayRef<int64_t>{kRows, kColumns, tile.matrixK}, std::nullopt,
            std::nullopt, std::array<NVVM::MMATypes, 2>{type, type},
            std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                           NVVM::MMALayout::col});
        for (int64_t j = 0; j < 4; ++j)
          (j < 2 ? upper : lower)[j % 2] =
              LLVM::ExtractValueOp::create(b, product, j);
      }
  }
  return newSums;
}

std::unique_ptr<ThreadTile>
sg::createMatrixTile(const KernelContraction &contraction,
                     const ContractionTile &tile) {
  return std::make_unique<MatrixTile>(contraction, tile);
}
