//===- CacheBlocking.cpp - Sizes of blocks for caches ---------------------===//
//----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheBlocking.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/Analysis/IndexedLoops.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg;

/// What a tile leaves for its panel of the nearest cache.
static constexpr int64_t kPanelBytes = 64 << 10;
/// A panel that is used by fewer tiles is not worth a copy.
static constexpr int64_t kFewTiles = 4;
/// The other factor is worth a copy for so many tiles of columns ...
static constexpr int64_t kManyTiles = 16;
/// ... if what it has of one tile is spread over more memory than processors
/// have the addresses of at hand: 64 pages.
static constexpr uint64_t kReachBytes = 256 << 10;
/// What is read from anywhere as fast: as much as the nearest cache holds.
static constexpr int64_t kNearBytes = 32 << 10;
/// Sums over so short a k dimension take no longer than writing the result.
static constexpr int64_t kShortK = 32;
/// The most columns of a tile with vectors along k: each of them is
/// somewhere else in memory.
static constexpr int64_t kFewColumns = 4;
/// So many sums do not wait for each other.
static constexpr int64_t kEnoughSums = 8;
/// Columns, where it is not known how many there are.
static constexpr int64_t kUnknown = 256;

/// As many rows as leave registers for the factors, of 32 with 512 bits and 16
/// else; of those with which the fewest are left over.
void CacheBlocking::chooseRows(const TileDims &dims, int64_t size,
                               unsigned vectorBits) {
  int64_t usual = vectorBits >= 512 ? 8 : 6, most = vectorBits >= 512 ? 14 : 6;
  rows = dims.row ? usual : 1;
  if (!dims.row || ShapedType::isDynamic(size))
    return;
  auto getCost = [&](int64_t count) {
    int64_t left = size % count;
    return size - left + (left ? std::max(left, kFewRows) : 0);
  };
  for (int64_t count = std::min(most, size); count >= kFewRows; --count)
    if (getCost(count) < getCost(rows))
      rows = count;
  rows = std::clamp<int64_t>(rows, 1, std::max<int64_t>(size, 1));
}

/// At least two vectors of columns. A tile of few rows is wider, so that there
/// are enough sums that do not wait for each other, and that more of the panel
/// is read where it is contiguous.
void CacheBlocking::chooseVectors(int64_t columns, unsigned vectorBits) {
  int64_t registers = vectorBits >= 512 ? 32 : 16;
  // The sums, the panel, and one element of the other factor.
  vectors = llvm::bit_floor<uint64_t>((registers - 1) / (rows + 1));
  while (vectors > 2 && !ShapedType::isDynamic(columns) &&
         columns < vectors * lanes)
    vectors /= 2;
}

/// As many columns as leave registers for the factors; where these are few
/// sums, more vectors along the k dimension, so that there are enough that do
/// not wait for each other.
void CacheBlocking::chooseColumns(int64_t size, int64_t length,
                                  unsigned vectorBits) {
  int64_t registers = vectorBits >= 512 ? 32 : 16;
  columns = kFewColumns;
  // The sums, the vectors of one factor, and one of the other.
  while (columns > 1 &&
         (rows * columns + std::min(rows, columns) + 1 > registers ||
          (!ShapedType::isDynamic(size) && columns / 2 >= size)))
    columns /= 2;
  lanesK = lanes * llvm::bit_floor<uint64_t>(
                       std::max<int64_t>(kEnoughSums / (rows * columns), 1));
  while (lanesK > lanes && !ShapedType::isDynamic(length) && length < lanesK)
    lanesK /= 2;
}

/// The last loops are inside, as long as it is known that they are no more than
/// `mostK`; of a last one that is more, blocks.
void CacheBlocking::divideK(const TileDims &dims, ArrayRef<int64_t> sizes,
                            int64_t mostK) {
  int64_t count = 1;
  for (unsigned loop : llvm::reverse(dims.k)) {
    bool isKnown = !ShapedType::isDynamic(sizes[loop]);
    bool isFew = isKnown && sizes[loop] * count <= mostK;
    if (blockK || !outsideK.empty() || (!isFew && !insideK.empty())) {
      outsideK.insert(outsideK.begin(), loop);
      continue;
    }
    insideK.insert(insideK.begin(), loop);
    if (isFew) {
      count *= sizes[loop];
      continue;
    }
    // Blocks of the same size.
    count = blockK =
        isKnown ? llvm::divideCeil(sizes[loop],
                                   llvm::divideCeil(sizes[loop], mostK))
                : mostK;
    if (lanesK)
      count = blockK = llvm::alignTo(blockK, lanesK);
  }
  sizeK = std::max<int64_t>(count, 1);
}

/// How many elements are between those of consecutive indices of `loop`, by
/// which one dimension of `operand` is indexed alone.
static std::optional<int64_t> getStride(linalg::LinalgOp op, OpOperand &operand,
                                        unsigned loop) {
  std::optional<unsigned> dimension =
      findDimension(op.getMatchingIndexingMap(&operand), loop);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!dimension || failed(cast<MemRefType>(operand.get().getType())
                               .getStridesAndOffset(strides, offset)))
    return std::nullopt;
  return strides[*dimension];
}

/// Whether `count` elements of the operand, so far from each other, are spread
/// over more memory than is reached at once.
static bool isSpread(OpOperand &operand, int64_t stride, int64_t count) {
  int64_t bits = getElementTypeOrSelf(operand.get()).getIntOrFloatBitWidth();
  return ShapedType::isDynamic(stride) ||
         llvm::SaturatingMultiply<uint64_t>(stride * bits / 8, count) >
             kReachBytes;
}

/// Whether rows have elements of a factor, or of the result, in common with
/// other rows at another index of `loop`.
static bool sharesRows(const TileDims &dims, linalg::LinalgOp op,
                       unsigned loop) {
  SmallVector<unsigned> rows = dims.m;
  if (dims.row)
    rows.push_back(*dims.row);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  llvm::erase_if(rows, [&](unsigned row) { return sizes[row] == 1; });
  return sizes[loop] != 1 &&
         llvm::any_of(op.getIndexingMapsArray(), [&](AffineMap map) {
           return llvm::any_of(map.getResults(), [&](AffineExpr index) {
             return index.isFunctionOfDim(loop) && isFunctionOfAny(index, rows);
           });
         });
}

/// How many elements `operand` has in as many iterations of each loop, with
/// those in between.
static uint64_t countElements(linalg::LinalgOp op, OpOperand &operand,
                              ArrayRef<int64_t> extents) {
  SmallVector<int64_t> last = llvm::map_to_vector(
      extents, [](int64_t extent) { return std::max<int64_t>(extent, 1) - 1; });
  uint64_t count = 1;
  for (int64_t index : op.getMatchingIndexingMap(&operand).compose(last))
    count = llvm::SaturatingMultiply<uint64_t>(count, std::abs(index) + 1);
  return count;
}

/// What is to stay nearby: of the other factor each k has its own element,
/// if there are no windows; else all elements, and those of the result.
uint64_t CacheBlocking::countElements(const TileDims &dims, linalg::LinalgOp op,
                                      ArrayRef<int64_t> extents) const {
  if (areRowsFirst && !copiesOther)
    return llvm::SaturatingAdd(
        ::countElements(op, *dims.other, extents),
        ::countElements(op, *op.getDpsInitOperand(0), extents));
  uint64_t count = sizeK;
  for (unsigned loop : dims.m)
    count = llvm::SaturatingMultiply<uint64_t>(count, extents[loop]);
  count = llvm::SaturatingMultiply<uint64_t>(count,
                                             dims.row ? extents[*dims.row] : 1);
  if (areRowsFirst)
    count = llvm::SaturatingAdd(
        count, ::countElements(op, *op.getDpsInitOperand(0), extents));
  return count;
}

/// Whether a block is the rows of one tile: the k dimension is short, the panel
/// is nearby, and the result is spread over more memory than is reached at
/// once. A tile of columns has each row somewhere else, one of rows goes
/// through columns that are neighbours.
bool CacheBlocking::isForResult(const TileDims &dims, linalg::LinalgOp op,
                                uint64_t mostElements) const {
  if (!dims.row || dims.isAlongK || areRowsFirst || blockK ||
      !outsideK.empty() || sizeK > kShortK)
    return false;
  OpOperand &result = *op.getDpsInitOperand(0);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  int64_t size = sizes[*dims.row], columns = sizes[dims.column];
  std::optional<int64_t> stride = getStride(op, result, *dims.row);
  return stride && !ShapedType::isDynamic(*stride) &&
         !ShapedType::isDynamic(size) && !ShapedType::isDynamic(columns) &&
         isSpread(result, *stride, size) &&
         llvm::SaturatingMultiply<uint64_t>(sizeK, columns) <= mostElements / 2;
}

/// The last loops are inside, as long as what is to stay nearby is no more than
/// `mostElements`; of the first one with which it is more, blocks.
void CacheBlocking::divideRows(const TileDims &dims, linalg::LinalgOp op,
                               uint64_t mostElements) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<int64_t> extents(sizes.size(), 1);
  for (unsigned loop : insideK)
    extents[loop] = sizes[loop];
  if (blockK)
    extents[insideK.front()] = blockK;
  extents[dims.column] =
      ShapedType::isDynamic(sizes[dims.column]) ? kUnknown : sizes[dims.column];
  auto fits = [&](unsigned loop, int64_t count) {
    extents[loop] = count;
    return countElements(dims, op, extents) <= mostElements;
  };
  SmallVector<unsigned> loops(llvm::reverse(dims.m));
  if (dims.row)
    loops.insert(loops.begin(), *dims.row);
  blockedRow = dims.row;
  for (unsigned loop : loops) {
    bool isRow = loop == dims.row, isInside = outsideRows.empty() && !rowBlock;
    int64_t size = sizes[loop], step = isRow ? rows : 1, most = 0;
    bool isKnown = !ShapedType::isDynamic(size);
    if (isInside && isKnown && fits(loop, size))
      most = size;
    else if (isInside && (isRow || !copiesOther))
      most =
          step * (*llvm::partition_point(
                      llvm::seq<int64_t>(1, mostElements + 1),
                      [&](int64_t count) { return fits(loop, count * step); }) -
                  1);
    if (isRow)
      most = isLedByResult ? rows : std::max(most, kFewTiles * rows);
    if (isKnown && most >= size) {
      extents[loop] = size;
    } else if (isRow || most > 1) {
      blockedRow = loop;
      // Blocks of the same size.
      rowBlock = isKnown && !isRow
                     ? llvm::divideCeil(size, llvm::divideCeil(size, most))
                     : most;
      extents[loop] = rowBlock;
    } else {
      outsideRows.insert(outsideRows.begin(), loop);
      extents[loop] = 1;
      continue;
    }
    if (!isRow)
      insideRows.insert(insideRows.begin(), loop);
  }
}

/// Whether elements of the other factor have to be extended.
static bool isNarrow(const TileDims &dims, linalg::LinalgOp op) {
  return getElementTypeOrSelf(dims.other->get()) !=
         getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
}

/// Whether tiles of `lanes` by two columns are better off with a copy of the
/// other factor, of whose k dimension `terms` are in a block: its elements are
/// extended once then, and what a tile needs of it is in one place.
static bool isWorthCopy(const TileDims &dims, linalg::LinalgOp op,
                        int64_t sizeK, int64_t lanes) {
  if (!dims.row || dims.k.empty())
    return false;
  bool isAlongRow = isAlong(op, *dims.other, *dims.row);
  if (!isAlongRow && !isAlong(op, *dims.other, dims.k.back()))
    return false;
  int64_t columns = op.getStaticLoopRanges()[dims.column];
  bool isWindow =
      !op.getMatchingIndexingMap(dims.other).isProjectedPermutation();
  // What a window has several times is copied as often, and a shift makes f32
  // of bf16.
  if (isNarrow(dims, op))
    return !isWindow || !getElementTypeOrSelf(dims.other->get()).isBF16();
  if (isWindow)
    return false;
  std::optional<int64_t> stride = getStride(op, *dims.other, dims.k.back());
  int64_t known = 1;
  for (unsigned loop : dims.k) {
    int64_t size = op.getStaticLoopRanges()[loop];
    known = llvm::SaturatingMultiply<uint64_t>(
        known, ShapedType::isDynamic(size) ? sizeK : size);
  }
  return isAlongRow && !ShapedType::isDynamic(columns) &&
         columns >= kManyTiles * 2 * lanes && stride &&
         isSpread(*dims.other, *stride, std::min(known, sizeK));
}

CacheBlocking::CacheBlocking(const TileDims &dims, linalg::LinalgOp op,
                             TileMachine machine) {
  OpOperand *result = op.getDpsInitOperand(0);
  int64_t bits = getElementTypeOrSelf(result->get()).getIntOrFloatBitWidth();
  int64_t bytes = bits / 8;
  lanes = machine.vectorBits / bits;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  chooseRows(dims, dims.row ? sizes[*dims.row] : 1, machine.vectorBits);
  chooseVectors(sizes[dims.column], machine.vectorBits);
  int64_t mostK = kPanelBytes / (vectors * lanes * bytes);
  if (dims.isAlongK) {
    chooseColumns(sizes[dims.column], sizes[dims.k.back()], machine.vectorBits);
    // The rows stay in the nearest cache, from columns to columns.
    mostK = kNearBytes / (rows * bytes);
  }
  copiesOther = !dims.isAlongK && isWorthCopy(dims, op, mostK, lanes);
  // A copied block and the panel are in the nearest cache together.
  if (copiesOther)
    mostK /= 2;
  divideK(dims, sizes, mostK);
  auto shares = [&](unsigned loop) { return sharesRows(dims, op, loop); };
  areRowsFirst = llvm::any_of(dims.n, shares) || llvm::any_of(outsideK, shares);
  // The panels go through the cache, too, and the result if it is not counted.
  int64_t quarters = areRowsFirst ? 3 : 2;
  uint64_t mostElements = machine.cacheBytes / 4 * quarters / bytes;
  isLedByResult = isForResult(dims, op, mostElements);
  divideRows(dims, op, mostElements);

  // How many tiles use a panel, and whether it is far away.
  int64_t tiles = 1, used = sizeK;
  auto count = [&](int64_t size, int64_t &product) {
    product *= ShapedType::isDynamic(size) ? kNearBytes : size;
  };
  auto countRows = [&](unsigned loop) {
    return rowBlock && loop == blockedRow ? rowBlock : sizes[loop];
  };
  for (unsigned loop : insideRows)
    count(countRows(loop), tiles);
  if (dims.row)
    count(countRows(*dims.row), tiles);
  tiles /= rows;
  count(sizes[dims.column], used);
  bool isFar = tiles >= kFewTiles && used * bytes > kNearBytes;
  if (dims.row && !dims.isAlongK && (isFar || dims.isTransposed))
    packedK = sizeK;
  if (!copiesOther || !(packedK || isLedByResult || isNarrow(dims, op)))
    return;
  packedRows = countRows(*dims.row);
  for (unsigned loop : insideRows)
    packedInside *= countRows(loop);
}
