//===- ContractionTile.cpp - What a block of threads computes -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionTile.h"
#include "sg/CodeGen/GPU/Kernels/Kernels.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-map-contractions"

using namespace mlir;
using namespace sg;

/// The most rows, and columns: with 8 by 8 elements in each of 256 threads an
/// index along k costs 16 loads from the block's memory for 64 products.
static constexpr int64_t kMost = 128;

/// The most rows and columns where the size is not known.
static constexpr int64_t kUnknown = 64;

/// As many blocks keep a large GPU busy (an H100 has 132 multiprocessors).
static constexpr int64_t kEnoughBlocks = 128;

/// The least elements of a tile that is one of many.
static constexpr int64_t kLeastTile = 256;

/// From so long a k dimension on threads that share it are worth it.
static constexpr int64_t kLongK = 64;

/// Rows of a product of tensor cores, and columns of two.
static constexpr int64_t kMatrix = 16;

/// Elements of which a warp has at least the sums, 32 in a thread; the most
/// warps.
static constexpr int64_t kWarpTile = 1024, kWarps = kThreads / kWarpSize;

/// The power of two that covers `size`, or `most`, a power of two, if that is
/// less. (A size may be more than the largest power of two.)
static int64_t ceilToPowerOf2(int64_t size, int64_t most) {
  return llvm::PowerOf2Ceil(std::clamp<int64_t>(size, 1, most));
}

static int64_t getLimit(std::optional<int64_t> size) {
  return size ? ceilToPowerOf2(*size, kMost) : kUnknown;
}

static int64_t countBlocks(const KernelContraction &contraction, int64_t rows,
                           int64_t columns) {
  auto count = [&](const LoopGroup &group, int64_t tile) {
    std::optional<int64_t> size = contraction.getSize(group);
    // Of a size that is not known, many.
    return size ? llvm::divideCeil(std::min(*size, int64_t(1) << 30), tile)
                : kEnoughBlocks;
  };
  int64_t blocks = 1;
  for (auto [group, tile] : {std::pair(&contraction.dims.batch, int64_t(1)),
                             std::pair(&contraction.dims.m, rows),
                             std::pair(&contraction.dims.n, columns)})
    blocks = std::min(blocks * int64_t(count(*group, tile)), kEnoughBlocks);
  return blocks;
}

/// Gives each thread elements of the tile, until there are `positions` threads.
static void distribute(ContractionTile &tile, int64_t positions) {
  tile.threadRows = tile.threadColumns = 1;
  while (tile.getPositions() > positions) {
    bool isWide = tile.threadColumns > tile.threadRows;
    bool growsRows = tile.threadColumns == tile.columns ||
                     (isWide && tile.threadRows < tile.rows);
    (growsRows ? tile.threadRows : tile.threadColumns) *= 2;
  }
}

/// Halves the longer side of the tile while there are too few, down to `least`
/// elements.
static void shrink(ContractionTile &tile, const KernelContraction &contraction,
                   int64_t least) {
  while (tile.rows * tile.columns > least &&
         countBlocks(contraction, tile.rows, tile.columns) < kEnoughBlocks)
    (tile.rows > tile.columns ? tile.rows : tile.columns) /= 2;
}

static ContractionTile
chooseRegisterTile(const KernelContraction &contraction) {
  ContractionTile tile;
  tile.matrixK = 0;
  tile.rows = getLimit(contraction.getSize(contraction.dims.m));
  tile.columns = getLimit(contraction.getSize(contraction.dims.n));
  shrink(tile, contraction, kLeastTile);

  std::optional<int64_t> sizeOfK = contraction.getSize(contraction.dims.k);
  int64_t elements = tile.rows * tile.columns;
  // With two by two elements each that is loaded is used twice.
  bool isLong = !sizeOfK || *sizeOfK >= kLongK;
  distribute(tile, isLong && elements >= 16 ? std::min(kThreads, elements / 4)
                                            : std::min(kThreads, elements));

  int64_t edges = tile.rows + tile.columns;
  tile.k = edges > 192 ? 8 : edges > 64 ? 16 : 32;
  if (sizeOfK)
    tile.k = ceilToPowerOf2(*sizeOfK, tile.k);
  tile.shares = isLong ? std::min(kThreads / tile.getPositions(), tile.k) : 1;
  return tile;
}

/// A warp has 32x32 elements if it can, 32x64 of the largest tile.
static ContractionTile chooseMatrixTile(const KernelContraction &contraction,
                                        int64_t matrixK) {
  ContractionTile tile;
  tile.matrixK = matrixK;
  tile.rows =
      std::max(kMatrix, getLimit(contraction.getSize(contraction.dims.m)));
  tile.columns =
      std::max(kMatrix, getLimit(contraction.getSize(contraction.dims.n)));
  shrink(tile, contraction, kWarpTile);
  int64_t rows = tile.rows, columns = tile.columns;
  int64_t warps = std::clamp<int64_t>(rows * columns / kWarpTile, 1, kWarps);
  while (tile.rows / rows * (tile.columns / columns) < warps)
    (rows >= columns ? rows : columns) /= 2;
  tile.threadRows = rows / 8;
  tile.threadColumns = columns / 4;

  std::optional<int64_t> sizeOfK = contraction.getSize(contraction.dims.k);
  tile.shares =
      !sizeOfK || *sizeOfK >= kLongK ? std::max<int64_t>(4 / warps, 1) : 1;
  tile.k = matrixK * std::max<int64_t>(tile.shares, 2);
  if (sizeOfK && *sizeOfK <= matrixK)
    tile.k = matrixK;
  return tile;
}

/// Whether `size` is not less than `least`, or not known.
static bool isAtLeast(std::optional<int64_t> size, int64_t least) {
  return !size || *size >= least;
}

/// Says why tensor cores do not multiply.
static int64_t leave(const KernelContraction &contraction, StringRef why) {
  LDBG() << "no tensor cores, " << why << ": " << contraction.op->getName()
         << " at " << contraction.op.getLoc();
  return 0;
}

/// The k dimension of a product by `cores`; 0 if they do not multiply.
static int64_t chooseMatrixK(const KernelContraction &contraction,
                             const TensorCores &cores) {
  Type left = contraction.lhs.getElement();
  if (left != contraction.rhs.getElement() ||
      !contraction.getSumType().isF32() || !contraction.lhs.isExtended() ||
      !contraction.rhs.isExtended())
    return leave(contraction, "the factors are not floats of one type that are "
                              "extended at most, or the sum is not f32");
  if (left.isF32() ? !cores.isForTF32 : !cores.isForHalf)
    return leave(contraction, left.isF32()
                                  ? "tf32 is not asked for"
                                  : "the chip has none for f16 and bf16");
  int64_t matrixK = left.isF32() ? 8 : 16;
  const ContractionDims &dims = contraction.dims;
  if (!isAtLeast(contraction.getSize(dims.m), kMatrix) ||
      !isAtLeast(contraction.getSize(dims.n), kMatrix / 2) ||
      !isAtLeast(contraction.getSize(dims.k), matrixK))
    return leave(contraction, "it is smaller than one product of them");
  return matrixK;
}

ContractionTile sg::chooseTile(const KernelContraction &contraction,
                               const TensorCores &cores) {
  int64_t matrixK = chooseMatrixK(contraction, cores);
  ContractionTile tile = matrixK ? chooseMatrixTile(contraction, matrixK)
                                 : chooseRegisterTile(contraction);
  LDBG() << "tiles of " << tile.rows << " rows and " << tile.columns
         << " columns, " << tile.k << " along k at a time, by "
         << tile.getThreads() << " threads"
         << (matrixK ? " with tensor cores: " : ": ")
         << contraction.op->getName() << " at " << contraction.op.getLoc();
  return tile;
}
