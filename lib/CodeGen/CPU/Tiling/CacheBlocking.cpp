//===- CacheBlocking.cpp - Block sizes for the caches ---------------------===//
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

/// Maximum size in bytes of the panel of one tile.
static constexpr int64_t kPanelBytes = 64 << 10;
/// Minimum number of tiles that must reuse a panel for packing to pay off.
static constexpr int64_t kMinTilesPerPanel = 4;
/// Minimum number of tiles along the columns for which packing the other
/// operand pays off.
static constexpr int64_t kMinColumnTiles = 16;
/// Bytes that the first-level TLB covers: 64 pages of 4 KiB. Packing an operand
/// pays off if the elements that a tile reads span more memory.
static constexpr uint64_t kTlbBytes = 256 << 10;
/// Bytes of the L1 data cache. If the panels of all columns fit into this
/// cache, they are not packed.
static constexpr int64_t kL1Bytes = 32 << 10;
/// Maximum trip count along k for which the products take no longer than
/// storing the result.
static constexpr int64_t kMaxShortK = 32;
/// Maximum number of columns of a tile with vectors along k. Each column is a
/// separate stream of memory accesses.
static constexpr int64_t kMaxColumns = 4;
/// Number of independent accumulators that hides the latency of an FMA.
static constexpr int64_t kNumAccumulators = 8;
static constexpr int64_t kAssumedColumns = 256;

/// Chooses the number of rows of a tile. Registers must remain for the
/// operands: there are 32 vector registers with 512 bits, and 16 otherwise.
/// Prefers the number of rows with the cheapest tail.
void CacheBlocking::chooseRows(const TileDims &dims, int64_t size,
                               unsigned vectorBits) {
  int64_t defaultRows = vectorBits >= 512 ? 8 : 6,
          maxRows = vectorBits >= 512 ? 14 : 6;
  rows = dims.row ? defaultRows : 1;
  if (!dims.row || ShapedType::isDynamic(size))
    return;
  auto getCost = [&](int64_t count) {
    int64_t tailRows = size % count;
    return size - tailRows + (tailRows ? std::max(tailRows, kMinRows) : 0);
  };
  for (int64_t count = std::min(maxRows, size); count >= kMinRows; --count)
    if (getCost(count) < getCost(rows))
      rows = count;
  rows = std::clamp<int64_t>(rows, 1, std::max<int64_t>(size, 1));
}

/// Chooses the number of vectors per row, at least two. A tile of few rows is
/// wider: it then has enough independent accumulators, and it reads longer
/// contiguous runs of the panel.
void CacheBlocking::chooseVectors(int64_t columns, unsigned vectorBits) {
  int64_t registers = vectorBits >= 512 ? 32 : 16;
  // Registers hold the accumulators, the panel's vectors, and one element of
  // the other operand.
  vectors = llvm::bit_floor<uint64_t>((registers - 1) / (rows + 1));
  while (vectors > 2 && !ShapedType::isDynamic(columns) &&
         columns < vectors * lanes)
    vectors /= 2;
}

/// Chooses the number of columns of a tile with vectors along k. Registers must
/// remain for the operands. If there are too few accumulators to hide the
/// latency of an FMA, chooses several vectors along k.
void CacheBlocking::chooseColumns(int64_t size, int64_t length,
                                  unsigned vectorBits) {
  int64_t registers = vectorBits >= 512 ? 32 : 16;
  columns = kMaxColumns;
  // Registers hold the accumulators, the vectors of one operand, and one vector
  // of the other.
  while (columns > 1 &&
         (rows * columns + std::min(rows, columns) + 1 > registers ||
          (!ShapedType::isDynamic(size) && columns / 2 >= size)))
    columns /= 2;
  lanesK = lanes * llvm::bit_floor<uint64_t>(std::max<int64_t>(
                       kNumAccumulators / (rows * columns), 1));
  while (lanesK > lanes && !ShapedType::isDynamic(length) && length < lanesK)
    lanesK /= 2;
}

/// Moves the last k loops into `insideK` while the product of their trip counts
/// is known to be at most `maxK`. If the last loop alone may exceed `maxK`,
/// divides it into blocks.
void CacheBlocking::divideK(const TileDims &dims, ArrayRef<int64_t> sizes,
                            int64_t maxK) {
  int64_t count = 1;
  for (unsigned loop : llvm::reverse(dims.k)) {
    bool isStatic = !ShapedType::isDynamic(sizes[loop]);
    bool fits = isStatic && sizes[loop] * count <= maxK;
    if (blockK || !outsideK.empty() || (!fits && !insideK.empty())) {
      outsideK.insert(outsideK.begin(), loop);
      continue;
    }
    insideK.insert(insideK.begin(), loop);
    if (fits) {
      count *= sizes[loop];
      continue;
    }
    // Use blocks of equal size.
    count = blockK =
        isStatic
            ? llvm::divideCeil(sizes[loop], llvm::divideCeil(sizes[loop], maxK))
            : maxK;
    if (lanesK)
      count = blockK = llvm::alignTo(blockK, lanesK);
  }
  sizeK = std::max<int64_t>(count, 1);
}

/// Returns the distance in elements between accesses of `operand` at
/// consecutive indices of `loop`. Returns std::nullopt unless `loop` alone
/// indexes one dimension of `operand`.
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

/// Returns true if `count` elements of the operand, `stride` elements apart,
/// span more memory than the TLB covers.
static bool exceedsTlb(OpOperand &operand, int64_t stride, int64_t count) {
  int64_t bits = getElementTypeOrSelf(operand.get()).getIntOrFloatBitWidth();
  return ShapedType::isDynamic(stride) ||
         llvm::SaturatingMultiply<uint64_t>(stride * bits / 8, count) >
             kTlbBytes;
}

/// Returns true if rows at different indices of `loop` share elements of an
/// operand or of the result.
static bool rowsShareElements(const TileDims &dims, linalg::LinalgOp op,
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

/// Returns the number of elements of `operand` in the range that `extents[i]`
/// iterations of each loop i access, including gaps.
static uint64_t countElements(linalg::LinalgOp op, OpOperand &operand,
                              ArrayRef<int64_t> extents) {
  SmallVector<int64_t> last = llvm::map_to_vector(
      extents, [](int64_t extent) { return std::max<int64_t>(extent, 1) - 1; });
  uint64_t count = 1;
  for (int64_t index : op.getMatchingIndexingMap(&operand).compose(last))
    count = llvm::SaturatingMultiply<uint64_t>(count, std::abs(index) + 1);
  return count;
}

/// Returns the number of elements that must stay in the cache: the block of the
/// other operand and, if `areRowBlocksOutside`, of the result. Rows of an
/// unpacked block then share elements, so the accessed range counts.
uint64_t CacheBlocking::countElements(const TileDims &dims, linalg::LinalgOp op,
                                      ArrayRef<int64_t> extents) const {
  if (areRowBlocksOutside && !packsOther)
    return llvm::SaturatingAdd(
        ::countElements(op, *dims.other, extents),
        ::countElements(op, *op.getDpsInitOperand(0), extents));
  uint64_t count = sizeK;
  for (unsigned loop : dims.m)
    count = llvm::SaturatingMultiply<uint64_t>(count, extents[loop]);
  count = llvm::SaturatingMultiply<uint64_t>(count,
                                             dims.row ? extents[*dims.row] : 1);
  if (areRowBlocksOutside)
    count = llvm::SaturatingAdd(
        count, ::countElements(op, *op.getDpsInitOperand(0), extents));
  return count;
}

/// Returns true if a block should have only the rows of one tile. This pays off
/// for a short k dimension, panels that fit into the cache, and a result that
/// spans more memory than the TLB covers. Rows of a tile are far apart in
/// memory, while consecutive tiles along the columns are adjacent.
bool CacheBlocking::shouldBlockByTileRows(const TileDims &dims,
                                          linalg::LinalgOp op,
                                          uint64_t maxElements) const {
  if (!dims.row || dims.isAlongK || areRowBlocksOutside || blockK ||
      !outsideK.empty() || sizeK > kMaxShortK)
    return false;
  OpOperand &result = *op.getDpsInitOperand(0);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  int64_t size = sizes[*dims.row], columns = sizes[dims.column];
  std::optional<int64_t> stride = getStride(op, result, *dims.row);
  return stride && !ShapedType::isDynamic(*stride) &&
         !ShapedType::isDynamic(size) && !ShapedType::isDynamic(columns) &&
         exceedsTlb(result, *stride, size) &&
         llvm::SaturatingMultiply<uint64_t>(sizeK, columns) <= maxElements / 2;
}

/// Moves the last row loops into `insideRows` while at most `maxElements`
/// elements must stay in the cache. Divides the first loop that exceeds this
/// limit into blocks.
void CacheBlocking::divideRows(const TileDims &dims, linalg::LinalgOp op,
                               uint64_t maxElements) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<int64_t> extents(sizes.size(), 1);
  for (unsigned loop : insideK)
    extents[loop] = sizes[loop];
  if (blockK)
    extents[insideK.front()] = blockK;
  extents[dims.column] = ShapedType::isDynamic(sizes[dims.column])
                             ? kAssumedColumns
                             : sizes[dims.column];
  auto fits = [&](unsigned loop, int64_t count) {
    extents[loop] = count;
    return countElements(dims, op, extents) <= maxElements;
  };
  SmallVector<unsigned> loops(llvm::reverse(dims.m));
  if (dims.row)
    loops.insert(loops.begin(), *dims.row);
  blockedRow = dims.row;
  for (unsigned loop : loops) {
    bool isRow = loop == dims.row, isInside = outsideRows.empty() && !rowBlock;
    int64_t size = sizes[loop], step = isRow ? rows : 1, limit = 0;
    bool isStatic = !ShapedType::isDynamic(size);
    if (isInside && isStatic && fits(loop, size))
      limit = size;
    else if (isInside && (isRow || !packsOther))
      limit =
          step * (*llvm::partition_point(
                      llvm::seq<int64_t>(1, maxElements + 1),
                      [&](int64_t count) { return fits(loop, count * step); }) -
                  1);
    if (isRow)
      limit =
          blocksAreTileRows ? rows : std::max(limit, kMinTilesPerPanel * rows);
    if (isStatic && limit >= size) {
      extents[loop] = size;
    } else if (isRow || limit > 1) {
      blockedRow = loop;
      // Use blocks of equal size.
      rowBlock = isStatic && !isRow
                     ? llvm::divideCeil(size, llvm::divideCeil(size, limit))
                     : limit;
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

static bool needsExtension(const TileDims &dims, linalg::LinalgOp op) {
  return getElementTypeOrSelf(dims.other->get()) !=
         getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
}

/// Returns true if packing the other operand pays off. Packing extends each
/// element once and makes the elements of a tile contiguous. A block has
/// `sizeK` elements along k, and a vector has `lanes` columns.
static bool isWorthPacking(const TileDims &dims, linalg::LinalgOp op,
                           int64_t sizeK, int64_t lanes) {
  if (!dims.row || dims.k.empty())
    return false;
  bool isAlongRow = isAlong(op, *dims.other, *dims.row);
  if (!isAlongRow && !isAlong(op, *dims.other, dims.k.back()))
    return false;
  int64_t columns = op.getStaticLoopRanges()[dims.column];
  bool isWindow =
      !op.getMatchingIndexingMap(dims.other).isProjectedPermutation();
  // Packing duplicates the elements that windows share. For bf16 this costs
  // more than extending each element, which is only a shift.
  if (needsExtension(dims, op))
    return !isWindow || !getElementTypeOrSelf(dims.other->get()).isBF16();
  if (isWindow)
    return false;
  std::optional<int64_t> stride = getStride(op, *dims.other, dims.k.back());
  int64_t lengthK = 1;
  for (unsigned loop : dims.k) {
    int64_t size = op.getStaticLoopRanges()[loop];
    lengthK = llvm::SaturatingMultiply<uint64_t>(
        lengthK, ShapedType::isDynamic(size) ? sizeK : size);
  }
  return isAlongRow && !ShapedType::isDynamic(columns) &&
         columns >= kMinColumnTiles * 2 * lanes && stride &&
         exceedsTlb(*dims.other, *stride, std::min(lengthK, sizeK));
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
  int64_t maxK = kPanelBytes / (vectors * lanes * bytes);
  if (dims.isAlongK) {
    chooseColumns(sizes[dims.column], sizes[dims.k.back()], machine.vectorBits);
    // The rows stay in the L1 cache while the column loop runs.
    maxK = kL1Bytes / (rows * bytes);
  }
  packsOther = !dims.isAlongK && isWorthPacking(dims, op, maxK, lanes);
  // A packed block and the panel share the cache.
  if (packsOther)
    maxK /= 2;
  divideK(dims, sizes, maxK);
  auto shares = [&](unsigned loop) {
    return rowsShareElements(dims, op, loop);
  };
  areRowBlocksOutside =
      llvm::any_of(dims.n, shares) || llvm::any_of(outsideK, shares);
  // Leave a part of the cache for the panels, and for the result if
  // `countElements` does not count the result.
  int64_t quarters = areRowBlocksOutside ? 3 : 2;
  uint64_t maxElements = machine.cacheBytes / 4 * quarters / bytes;
  blocksAreTileRows = shouldBlockByTileRows(dims, op, maxElements);
  divideRows(dims, op, maxElements);

  // Count the tiles that reuse a panel, and the elements of all columns'
  // panels.
  int64_t tiles = 1, panelSize = sizeK;
  auto count = [&](int64_t size, int64_t &product) {
    product *= ShapedType::isDynamic(size) ? kL1Bytes : size;
  };
  auto countRows = [&](unsigned loop) {
    return rowBlock && loop == blockedRow ? rowBlock : sizes[loop];
  };
  for (unsigned loop : insideRows)
    count(countRows(loop), tiles);
  if (dims.row)
    count(countRows(*dims.row), tiles);
  tiles /= rows;
  count(sizes[dims.column], panelSize);
  bool packsPanel = tiles >= kMinTilesPerPanel && panelSize * bytes > kL1Bytes;
  if (dims.row && !dims.isAlongK && (packsPanel || dims.isTransposed))
    packedK = sizeK;
  if (!packsOther ||
      !(packedK || blocksAreTileRows || needsExtension(dims, op)))
    return;
  packedRows = countRows(*dims.row);
  for (unsigned loop : insideRows)
    packedInside *= countRows(loop);
}
