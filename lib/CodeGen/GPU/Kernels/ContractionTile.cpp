//===- ContractionTile.cpp - Tile sizes of contractions -------------------===//
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

/// Maximum number of rows or columns of a tile. With 8x8 elements per thread,
/// each k index needs 16 elements from shared memory for 64 products.
static constexpr int64_t kMaxExtent = 128;

/// Number of rows or columns of a tile if the size is unknown.
static constexpr int64_t kUnknownExtent = 64;

/// Number of blocks that keeps a GPU busy: an H100 has 132 multiprocessors.
static constexpr int64_t kEnoughBlocks = 128;

/// Minimum number of elements of a tile that is shrunk to obtain more blocks.
static constexpr int64_t kMinTileElements = 256;

/// Minimum size of a k dimension that threads share.
static constexpr int64_t kLongK = 64;

/// Rows of one tensor core product, and columns of two tensor core products.
static constexpr int64_t kMatrix = 16;

/// Preferred elements per warp (32 per thread), and maximum number of warps.
static constexpr int64_t kWarpTile = 1024, kWarps = kThreads / kWarpSize;

/// Rounds `size` up to a power of two of at most `limit`. Clamps first, because
/// a larger power of two may not fit into 64 bits.
static int64_t ceilToPowerOf2(int64_t size, int64_t limit) {
  return llvm::PowerOf2Ceil(std::clamp<int64_t>(size, 1, limit));
}

static int64_t chooseMaxExtent(std::optional<int64_t> size) {
  return size ? ceilToPowerOf2(*size, kMaxExtent) : kUnknownExtent;
}

static int64_t countBlocks(const KernelContraction &contraction, int64_t rows,
                           int64_t columns) {
  auto count = [&](const LoopGroup &group, int64_t extent) {
    std::optional<int64_t> size = contraction.getSize(group);
    // An unknown size counts as large.
    return size ? llvm::divideCeil(std::min(*size, int64_t(1) << 30), extent)
                : kEnoughBlocks;
  };
  int64_t blocks = 1;
  for (auto [group, extent] : {std::pair(&contraction.dims.batch, int64_t(1)),
                               std::pair(&contraction.dims.m, rows),
                               std::pair(&contraction.dims.n, columns)})
    blocks = std::min(blocks * int64_t(count(*group, extent)), kEnoughBlocks);
  return blocks;
}

/// Doubles rows or columns per thread until at most `maxGroups` groups remain.
static void distribute(ContractionTile &tile, int64_t maxGroups) {
  tile.threadRows = tile.threadColumns = 1;
  while (tile.countGroups() > maxGroups) {
    bool isWide = tile.threadColumns > tile.threadRows;
    bool growsRows = tile.threadColumns == tile.columns ||
                     (isWide && tile.threadRows < tile.rows);
    (growsRows ? tile.threadRows : tile.threadColumns) *= 2;
  }
}

/// Halves the longer side of the tile until there are enough blocks, or
/// `minElements` elements remain.
static void shrink(ContractionTile &tile, const KernelContraction &contraction,
                   int64_t minElements) {
  while (tile.rows * tile.columns > minElements &&
         countBlocks(contraction, tile.rows, tile.columns) < kEnoughBlocks)
    (tile.rows > tile.columns ? tile.rows : tile.columns) /= 2;
}

static ContractionTile
chooseRegisterTile(const KernelContraction &contraction) {
  ContractionTile tile;
  tile.matrixK = 0;
  tile.rows = chooseMaxExtent(contraction.getSize(contraction.dims.m));
  tile.columns = chooseMaxExtent(contraction.getSize(contraction.dims.n));
  shrink(tile, contraction, kMinTileElements);

  std::optional<int64_t> sizeOfK = contraction.getSize(contraction.dims.k);
  int64_t elements = tile.rows * tile.columns;
  // With 2x2 elements per thread, each loaded element is used twice.
  bool isLongK = !sizeOfK || *sizeOfK >= kLongK;
  distribute(tile, isLongK && elements >= 16 ? std::min(kThreads, elements / 4)
                                             : std::min(kThreads, elements));

  int64_t extentSum = tile.rows + tile.columns;
  tile.k = extentSum > 192 ? 8 : extentSum > 64 ? 16 : 32;
  if (sizeOfK)
    tile.k = ceilToPowerOf2(*sizeOfK, tile.k);
  tile.shares = isLongK ? std::min(kThreads / tile.countGroups(), tile.k) : 1;
  return tile;
}

/// Chooses a tile for tensor cores. A warp computes 32x32 elements if possible,
/// or 32x64 elements of the largest tile.
static ContractionTile chooseMatrixTile(const KernelContraction &contraction,
                                        int64_t matrixK) {
  ContractionTile tile;
  tile.matrixK = matrixK;
  tile.rows = std::max(
      kMatrix, chooseMaxExtent(contraction.getSize(contraction.dims.m)));
  tile.columns = std::max(
      kMatrix, chooseMaxExtent(contraction.getSize(contraction.dims.n)));
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

static bool isAtLeast(std::optional<int64_t> size, int64_t minimum) {
  return !size || *size >= minimum;
}

/// Logs why tensor cores are not used. Returns 0.
static int64_t rejectTensorCores(const KernelContraction &contraction,
                                 StringRef why) {
  LDBG() << "no tensor cores, " << why << ": " << contraction.op->getName()
         << " at " << contraction.op.getLoc();
  return 0;
}

/// Returns the extent along k of a tensor core product, or 0 if tensor cores
/// cannot multiply the operands.
static int64_t chooseMatrixK(const KernelContraction &contraction,
                             const TensorCores &cores) {
  Type left = contraction.lhs.getElement();
  if (left != contraction.rhs.getElement() ||
      !contraction.getSumType().isF32() ||
      !contraction.lhs.hasOnlyFloatExtensions() ||
      !contraction.rhs.hasOnlyFloatExtensions())
    return rejectTensorCores(
        contraction,
        "the operands are not extended or plain floats of one type, "
        "or the accumulator is not f32");
  if (left.isF32() ? !cores.allowsTF32 : !cores.allowsHalf)
    return rejectTensorCores(
        contraction, left.isF32() ? "tf32 is not requested"
                                  : "the chip has none for f16 and bf16");
  int64_t matrixK = left.isF32() ? 8 : 16;
  const ContractionDims &dims = contraction.dims;
  if (!isAtLeast(contraction.getSize(dims.m), kMatrix) ||
      !isAtLeast(contraction.getSize(dims.n), kMatrix / 2) ||
      !isAtLeast(contraction.getSize(dims.k), matrixK))
    return rejectTensorCores(contraction,
                             "it is smaller than a tensor core product");
  return matrixK;
}

ContractionTile sg::chooseTile(const KernelContraction &contraction,
                               const TensorCores &cores) {
  int64_t matrixK = chooseMatrixK(contraction, cores);
  ContractionTile tile = matrixK ? chooseMatrixTile(contraction, matrixK)
                                 : chooseRegisterTile(contraction);
  LDBG() << "tiles of " << tile.rows << " rows and " << tile.columns
         << " columns, " << tile.k << " along k at a time, by "
         << tile.countThreads() << " threads"
         << (matrixK ? " with tensor cores: " : ": ")
         << contraction.op->getName() << " at " << contraction.op.getLoc();
  return tile;
}
