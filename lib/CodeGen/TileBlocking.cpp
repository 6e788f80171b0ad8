//===- TileBlocking.cpp - Loops in blocks that caches hold ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileBlocking.h"
#include "mlir/IR/TypeUtilities.h"
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
/// Columns, where it is not known how many there are.
static constexpr int64_t kUnknown = 256;

/// As many rows as leave registers for the factors, of 32 with 512 bits and 16
/// else; of those with which the fewest are left over.
void TileBlocking::chooseRows(const TileRoles &roles, int64_t size,
                              unsigned vectorBits) {
  int64_t usual = vectorBits >= 512 ? 8 : 6, most = vectorBits >= 512 ? 14 : 6;
  rows = roles.row ? usual : 1;
  if (!roles.row || ShapedType::isDynamic(size))
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

/// The last loops are inside, as long as it is known that they are no more than
/// `mostTerms`; of a last one that is more, blocks.
void TileBlocking::divideTerms(const TileRoles &roles, ArrayRef<int64_t> sizes,
                               int64_t mostTerms) {
  int64_t count = 1;
  for (unsigned loop : llvm::reverse(roles.terms)) {
    bool isKnown = !ShapedType::isDynamic(sizes[loop]);
    bool isFew = isKnown && sizes[loop] * count <= mostTerms;
    if (termBlock || !outsideTerms.empty() ||
        (!isFew && !insideTerms.empty())) {
      outsideTerms.insert(outsideTerms.begin(), loop);
      continue;
    }
    insideTerms.insert(insideTerms.begin(), loop);
    if (isFew) {
      count *= sizes[loop];
      continue;
    }
    // Blocks of the same size.
    count = termBlock =
        isKnown ? llvm::divideCeil(sizes[loop],
                                   llvm::divideCeil(sizes[loop], mostTerms))
                : mostTerms;
  }
  packedTerms = std::max<int64_t>(count, 1);
}

/// Whether rows have elements of a factor, or of the result, in common with
/// other rows at another number of `loop`.
static bool sharesRows(const TileRoles &roles, linalg::LinalgOp op,
                       unsigned loop) {
  SmallVector<unsigned> rows = roles.outer;
  if (roles.row)
    rows.push_back(*roles.row);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  return sizes[loop] != 1 &&
         llvm::any_of(op.getIndexingMapsArray(), [&](AffineMap map) {
           return llvm::any_of(map.getResults(), [&](AffineExpr place) {
             return place.isFunctionOfDim(loop) &&
                    llvm::any_of(rows, [&](unsigned row) {
                      return sizes[row] != 1 && place.isFunctionOfDim(row);
                    });
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
  for (int64_t place : op.getMatchingIndexingMap(&operand).compose(last))
    count = llvm::SaturatingMultiply<uint64_t>(count, std::abs(place) + 1);
  return count;
}

/// What is to stay nearby: of the other factor each term has its own element,
/// if there are no windows; else all elements, and those of the result.
uint64_t TileBlocking::countElements(const TileRoles &roles,
                                     linalg::LinalgOp op,
                                     ArrayRef<int64_t> extents) const {
  if (areRowsFirst)
    return llvm::SaturatingAdd(
        ::countElements(op, *roles.other, extents),
        ::countElements(op, *op.getDpsInitOperand(0), extents));
  uint64_t count = packedTerms;
  for (unsigned loop : roles.outer)
    count = llvm::SaturatingMultiply<uint64_t>(count, extents[loop]);
  return llvm::SaturatingMultiply<uint64_t>(
      count, roles.row ? extents[*roles.row] : 1);
}

/// The last loops are inside, as long as what is to stay nearby is no more than
/// `mostElements`; of the first one with which it is more, blocks.
void TileBlocking::divideRows(const TileRoles &roles, linalg::LinalgOp op,
                              uint64_t mostElements, bool copiesOther) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<int64_t> extents(sizes.size(), 1);
  for (unsigned loop : insideTerms)
    extents[loop] = sizes[loop];
  if (termBlock)
    extents[insideTerms.front()] = termBlock;
  extents[roles.column] = ShapedType::isDynamic(sizes[roles.column])
                              ? kUnknown
                              : sizes[roles.column];
  auto fits = [&](unsigned loop, int64_t count) {
    extents[loop] = count;
    return countElements(roles, op, extents) <= mostElements;
  };
  SmallVector<unsigned> loops(llvm::reverse(roles.outer));
  if (roles.row)
    loops.insert(loops.begin(), *roles.row);
  blockedRow = roles.row;
  for (unsigned loop : loops) {
    bool isRow = loop == roles.row, isInside = outsideRows.empty() && !rowBlock;
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
      most = std::max(most, kFewTiles * rows);
    if (isKnown && most >= size) {
      extents[loop] = size;
    } else if (most > 1) {
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

/// Whether `terms` of the other factor are spread over more memory than is
/// reached at once.
static bool isSpread(const TileRoles &roles, linalg::LinalgOp op,
                     int64_t terms) {
  std::optional<unsigned> dimension =
      op.getMatchingIndexingMap(roles.other)
          .getResultPosition(
              getAffineDimExpr(roles.terms.back(), op.getContext()));
  auto type = cast<MemRefType>(roles.other->get().getType());
  SmallVector<int64_t> sizes = op.getStaticLoopRanges(), strides;
  int64_t offset, known = 1;
  if (!dimension || failed(type.getStridesAndOffset(strides, offset)))
    return false;
  for (unsigned loop : roles.terms)
    known = llvm::SaturatingMultiply<uint64_t>(
        known, ShapedType::isDynamic(sizes[loop]) ? terms : sizes[loop]);
  int64_t stride = strides[*dimension];
  int64_t bytes = std::min(known, terms) * type.getElementTypeBitWidth() / 8;
  return ShapedType::isDynamic(stride) ||
         llvm::SaturatingMultiply<uint64_t>(stride, bytes) > kReachBytes;
}

/// Whether tiles of `lanes` by two columns are better off with a copy of the
/// other factor, of which `terms` are in a block: its elements are extended
/// once then, and what a tile needs of it is in one place.
static bool isWorthCopy(const TileRoles &roles, linalg::LinalgOp op,
                        int64_t terms, int64_t lanes) {
  if (!roles.row || roles.terms.empty() ||
      !op.getMatchingIndexingMap(roles.other).isProjectedPermutation())
    return false;
  bool isAlongRow = isAlong(op, *roles.other, *roles.row);
  if (!isAlongRow && !isAlong(op, *roles.other, roles.terms.back()))
    return false;
  int64_t columns = op.getStaticLoopRanges()[roles.column];
  bool isNarrow = getElementTypeOrSelf(roles.other->get()) !=
                  getElementTypeOrSelf(op.getDpsInitOperand(0)->get());
  if (isNarrow && (ShapedType::isDynamic(columns) || columns > 2 * lanes))
    return true;
  return isAlongRow && !ShapedType::isDynamic(columns) &&
         columns >= kManyTiles * 2 * lanes && isSpread(roles, op, terms);
}

TileBlocking::TileBlocking(const TileRoles &roles, linalg::LinalgOp op,
                           TileMachine machine) {
  OpOperand *result = op.getDpsInitOperand(0);
  int64_t bits = getElementTypeOrSelf(result->get()).getIntOrFloatBitWidth();
  int64_t bytes = bits / 8;
  lanes = machine.vectorBits / bits;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  chooseRows(roles, roles.row ? sizes[*roles.row] : 1, machine.vectorBits);
  int64_t mostTerms = kPanelBytes / (2 * lanes * bytes);
  bool copiesOther = isWorthCopy(roles, op, mostTerms, lanes);
  // A copied block and the panel are in the nearest cache together.
  if (copiesOther)
    mostTerms /= 2;
  divideTerms(roles, sizes, mostTerms);
  auto shares = [&](unsigned loop) { return sharesRows(roles, op, loop); };
  areRowsFirst =
      llvm::any_of(roles.panels, shares) || llvm::any_of(outsideTerms, shares);
  divideRows(roles, op, machine.cacheBytes / 2 / bytes, copiesOther);

  // How many tiles use a panel, and whether it is far away.
  int64_t tiles = 1, used = packedTerms;
  auto count = [&](int64_t size, int64_t &product) {
    product *= ShapedType::isDynamic(size) ? kNearBytes : size;
  };
  auto countRows = [&](unsigned loop) {
    count(rowBlock && loop == blockedRow ? rowBlock : sizes[loop], tiles);
  };
  llvm::for_each(insideRows, countRows);
  if (roles.row)
    countRows(*roles.row);
  tiles /= rows;
  count(sizes[roles.column], used);
  bool isFar = tiles >= kFewTiles && used * bytes > kNearBytes;
  if (!roles.row || !(isFar || roles.isTransposed))
    packedTerms = 0;
  if (copiesOther && packedTerms && insideRows.empty())
    packedRows = rowBlock ? rowBlock : sizes[*roles.row];
}
