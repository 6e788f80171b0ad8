//===- TileRoles.cpp - What loops are to a tile in registers --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileRoles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg;

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

static Value skipExtension(Value value) {
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  return extension ? extension.getIn() : value;
}

/// Whether the body adds the product of the two factors, extended at most, to
/// the result. (Upstream's test for contractions looks through every unary op,
/// a negation too.)
static bool isSumOfProducts(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  Value first = body->getArgument(0), second = body->getArgument(1),
        out = body->getArgument(2);
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum || (sum.getLhs() != out && sum.getRhs() != out))
    return false;
  Value added = sum.getLhs() == out ? sum.getRhs() : sum.getLhs();
  auto product = added.getDefiningOp<arith::MulFOp>();
  if (!product)
    return false;
  Value left = skipExtension(product.getLhs());
  Value right = skipExtension(product.getRhs());
  return (left == first && right == second) ||
         (left == second && right == first);
}

bool sg::isAlong(linalg::LinalgOp op, OpOperand &operand, unsigned loop) {
  auto type = cast<MemRefType>(operand.get().getType());
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<int64_t> strides;
  int64_t offset;
  return type.getRank() != 0 &&
         succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1 &&
         map.getResults().back() == getAffineDimExpr(loop, op.getContext()) &&
         llvm::none_of(map.getResults().drop_back(), [&](AffineExpr place) {
           return place.isFunctionOfDim(loop);
         });
}

/// Whether the place in `map` is a sum of loops times numbers.
static bool isLinear(AffineMap map) {
  return llvm::all_of(map.getResults(), [](AffineExpr place) {
    return !place
                .walk([](AffineExpr part) {
                  return part.getKind() == AffineExprKind::FloorDiv ||
                                 part.getKind() == AffineExprKind::CeilDiv ||
                                 part.getKind() == AffineExprKind::Mod
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                })
                .wasInterrupted();
  });
}

bool sg::isContractionOfFloats(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.hasIndexSemantics() || !isSumOfProducts(op))
    return false;
  Type sum = getElementTypeOrSelf(op.getDpsInits().front());
  if (!sum.isF32() && !sum.isF64())
    return false;
  // Elements that are used once each are nothing for a tile.
  bool isReused =
      llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *factor) {
        AffineMap map = op.getMatchingIndexingMap(factor);
        return llvm::any_of(
            llvm::seq<unsigned>(0, op.getNumLoops()),
            [&](unsigned loop) { return !map.isFunctionOfDim(loop); });
      });
  return isReused && llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           Type type = operand.get().getType();
           return isa<ShapedType>(type) &&
                  isLinear(op.getMatchingIndexingMap(&operand)) &&
                  getElementTypeOrSelf(type).getIntOrFloatBitWidth() <=
                      sum.getIntOrFloatBitWidth();
         });
}

/// As good as a tile of so many rows is one of fewer; a panel is not worth a
/// copy for fewer.
static constexpr int64_t kFewRows = 4;

/// How many rows of the result use the same panel; as many as are enough if
/// nobody knows.
static int64_t countRows(linalg::LinalgOp op, const TileRoles &roles) {
  int64_t rows = 1;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned loop : roles.outer)
    rows = llvm::SaturatingMultiply<uint64_t>(
        rows, ShapedType::isDynamic(sizes[loop]) ? kFewRows : sizes[loop]);
  return rows;
}

std::optional<TileRoles> sg::getTileRoles(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || !isContractionOfFloats(op))
    return std::nullopt;
  OpOperand &result = *op.getDpsInitOperand(0);
  AffineMap out = op.getMatchingIndexingMap(&result);
  if (out.getNumResults() == 0)
    return std::nullopt;
  auto column = dyn_cast<AffineDimExpr>(out.getResults().back());
  if (!column || !isAlong(op, result, column.getPosition()))
    return std::nullopt;
  TileRoles roles;
  roles.column = column.getPosition();
  for (OpOperand *factor : op.getDpsInputOperands()) {
    bool isPanel =
        op.getMatchingIndexingMap(factor).isFunctionOfDim(roles.column);
    roles.isTransposed |= isPanel && !isAlong(op, *factor, roles.column);
    (isPanel && !roles.panel ? roles.panel : roles.other) = factor;
  }
  if (!roles.panel || !roles.other)
    return std::nullopt;
  AffineMap panel = op.getMatchingIndexingMap(roles.panel);
  AffineMap other = op.getMatchingIndexingMap(roles.other);
  bool hasRows = !other.isFunctionOfDim(roles.column);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    if (loop == roles.column)
      continue;
    if (out.isFunctionOfDim(loop)) {
      bool isOfPanel = panel.isFunctionOfDim(loop);
      (isOfPanel ? roles.ofPanel : roles.outer).push_back(loop);
      if (!isOfPanel && hasRows)
        roles.row = loop;
    } else if (iterators[loop] == utils::IteratorType::reduction) {
      roles.terms.push_back(loop);
    } else {
      return std::nullopt;
    }
  }
  // Turned around a panel is only where it is copied.
  if (roles.isTransposed && (!hasRows || countRows(op, roles) < kFewRows))
    return std::nullopt;
  if (roles.row)
    llvm::erase(roles.outer, *roles.row);
  return roles;
}

//===----------------------------------------------------------------------===//
// Blocking
//===----------------------------------------------------------------------===//

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

/// The other factor's elements that all columns use, at most `mostElements` of
/// them.
void TileBlocking::divideRows(const TileRoles &roles, ArrayRef<int64_t> sizes,
                              int64_t mostElements) {
  int64_t used = packedTerms;
  if (roles.row) {
    int64_t size = sizes[*roles.row];
    int64_t most = std::max(mostElements / used / rows, kFewTiles) * rows;
    if (ShapedType::isDynamic(size) || size > most)
      rowBlock = most;
    used *= rowBlock ? rowBlock : size;
  }
  for (unsigned loop : llvm::reverse(roles.outer)) {
    bool isKnown = !ShapedType::isDynamic(sizes[loop]);
    bool isFew = isKnown && sizes[loop] * used <= mostElements;
    if (!outsideRows.empty() || rowBlock || !isFew) {
      outsideRows.insert(outsideRows.begin(), loop);
      continue;
    }
    insideRows.insert(insideRows.begin(), loop);
    used *= sizes[loop];
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
  divideRows(roles, sizes, machine.cacheBytes / 2 / bytes);

  // How many tiles use a panel, and whether it is far away.
  int64_t tiles = 1, used = packedTerms;
  auto count = [&](int64_t size, int64_t &product) {
    product *= ShapedType::isDynamic(size) ? kNearBytes : size;
  };
  for (unsigned loop : insideRows)
    count(sizes[loop], tiles);
  if (roles.row)
    count(rowBlock ? rowBlock : sizes[*roles.row], tiles);
  tiles /= rows;
  count(sizes[roles.column], used);
  bool isFar = tiles >= kFewTiles && used * bytes > kNearBytes;
  if (!roles.row || !(isFar || roles.isTransposed))
    packedTerms = 0;
  if (copiesOther && packedTerms && insideRows.empty())
    packedRows = rowBlock ? rowBlock : sizes[*roles.row];
}
