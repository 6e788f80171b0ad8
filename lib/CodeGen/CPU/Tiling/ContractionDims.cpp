//===- ContractionDims.cpp - What loops are to a tile in registers
//--------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/CPU/Tiling/ContractionDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-contraction-dims"

using namespace mlir;
using namespace sg;

/// Vectors along the terms are for no more rows: with more of them the copy
/// that turns a panel around is nothing beside the products.
static constexpr int64_t kRowsAlongTerms = 8;
/// And for as many terms: in the end the elements of each vector are summed up.
static constexpr int64_t kManyTerms = 32;

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

/// The last dimension with more than one element, or the first one.
static unsigned findLastDimension(MemRefType type) {
  unsigned last = type.getRank() - 1;
  while (last > 0 && type.getDimSize(last) == 1)
    --last;
  return last;
}

bool sg::isNumberOf(AffineExpr place, unsigned numLoops, unsigned loop) {
  AffineExpr number = getAffineDimExpr(loop, place.getContext());
  return place.isFunctionOfDim(loop) &&
         !simplifyAffineExpr(place - number, numLoops, /*numSymbols=*/0)
              .isFunctionOfDim(loop);
}

bool sg::isAlong(MemRefType type, AffineMap map, unsigned loop) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (type.getRank() == 0 ||
      failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1)
    return false;
  unsigned last = findLastDimension(type);
  return strides[last] == 1 &&
         isNumberOf(map.getResult(last), map.getNumDims(), loop) &&
         llvm::none_of(
             map.getResults().take_front(last),
             [&](AffineExpr place) { return place.isFunctionOfDim(loop); });
}

bool sg::isAlong(linalg::LinalgOp op, OpOperand &operand, unsigned loop) {
  return isAlong(cast<MemRefType>(operand.get().getType()),
                 op.getMatchingIndexingMap(&operand), loop);
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

/// How many rows of the result use the same panel, if that is known.
static std::optional<int64_t> countRows(linalg::LinalgOp op,
                                        const ContractionDims &roles) {
  int64_t rows = 1;
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned loop : roles.outer) {
    if (ShapedType::isDynamic(sizes[loop]))
      return std::nullopt;
    rows = llvm::SaturatingMultiply<uint64_t>(rows, sizes[loop]);
  }
  return rows;
}

/// The term along which both factors can be read by vectors, if there are many
/// of it.
static std::optional<unsigned> findTermOfBoth(linalg::LinalgOp op,
                                              const ContractionDims &roles) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned loop : roles.terms)
    if ((ShapedType::isDynamic(sizes[loop]) || sizes[loop] >= kManyTerms) &&
        isAlong(op, *roles.panel, loop) && isAlong(op, *roles.other, loop))
      return loop;
  return std::nullopt;
}

/// The loop along which the result is contiguous; the longest, if there are
/// several, which are added to each other then.
static std::optional<unsigned> findColumn(linalg::LinalgOp op) {
  OpOperand &result = *op.getDpsInitOperand(0);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  std::optional<unsigned> column;
  auto isLonger = [&](unsigned loop) {
    return !column || (!ShapedType::isDynamic(sizes[*column]) &&
                       (ShapedType::isDynamic(sizes[loop]) ||
                        sizes[loop] > sizes[*column]));
  };
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (isAlong(op, result, loop) && isLonger(loop))
      column = loop;
  return column;
}

/// Says why a contraction is not computed by tiles.
static std::nullopt_t leave(linalg::LinalgOp op, StringRef why) {
  LDBG() << "not for tiles, " << why << ": " << op->getName() << " at "
         << op.getLoc();
  return std::nullopt;
}

std::optional<ContractionDims> sg::getContractionDims(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || !isContractionOfFloats(op))
    return std::nullopt;
  std::optional<unsigned> column = findColumn(op);
  if (!column)
    return leave(op, "the result is contiguous along no loop");
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  ContractionDims roles;
  roles.column = *column;
  for (OpOperand *factor : op.getDpsInputOperands()) {
    bool isPanel =
        op.getMatchingIndexingMap(factor).isFunctionOfDim(roles.column);
    roles.isTransposed |= isPanel && !isAlong(op, *factor, roles.column);
    (isPanel && !roles.panel ? roles.panel : roles.other) = factor;
  }
  if (!roles.panel || !roles.other)
    return leave(op, "no factor is indexed by the contiguous loop");
  AffineMap panel = op.getMatchingIndexingMap(roles.panel);
  AffineMap other = op.getMatchingIndexingMap(roles.other);
  bool hasRows = !other.isFunctionOfDim(roles.column);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  // Rows that have columns in common cannot be in registers at once.
  auto isAdded = [&](unsigned loop) {
    return llvm::any_of(out.getResults(), [&](AffineExpr place) {
      return place.isFunctionOfDim(loop) && place.isFunctionOfDim(roles.column);
    });
  };
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    if (loop == roles.column || sizes[loop] == 1)
      continue;
    if (out.isFunctionOfDim(loop)) {
      bool isOfPanel = panel.isFunctionOfDim(loop);
      (!isOfPanel                    ? roles.outer
       : other.isFunctionOfDim(loop) ? roles.batches
                                     : roles.panels)
          .push_back(loop);
      if (!isOfPanel && hasRows && !isAdded(loop))
        roles.row = loop;
    } else if (iterators[loop] == utils::IteratorType::reduction) {
      roles.terms.push_back(loop);
    } else {
      return leave(op, "a parallel dimension does not index the result");
    }
  }
  if (roles.isTransposed) {
    if (!hasRows)
      return leave(op, "the panel is transposed, and not reused");
    std::optional<int64_t> rows = countRows(op, roles);
    std::optional<unsigned> term = findTermOfBoth(op, roles);
    if (rows && *rows <= kRowsAlongTerms && term) {
      roles.isAlongTerms = true;
      llvm::erase(roles.terms, *term);
      roles.terms.push_back(*term);
    } else if (!roles.row || (rows && *rows < kFewRows)) {
      // Turned around a panel is only where it is copied.
      return leave(op, "the panel is transposed, and too few rows use it");
    }
  }
  if (roles.row)
    llvm::erase(roles.outer, *roles.row);
  return roles;
}
