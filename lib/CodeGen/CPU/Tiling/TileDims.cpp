//===- TileDims.cpp - Dimensions of a register tile -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/CPU/Tiling/TileDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/CodeGen/Analysis/FusionGroups.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-tile-dims"

using namespace mlir;
using namespace sg;

/// Maximum number of rows for which vectors lie along k. With more rows, the
/// products outweigh the cost of transposing the panel.
static constexpr int64_t kMaxRowsAlongK = 8;
/// Minimum trip count of k for which vectors lie along k. A loop of this length
/// amortizes the final reduction of each vector.
static constexpr int64_t kMinLengthAlongK = 32;

/// Returns true if the body adds the product of two floats to the result. Each
/// factor may be extended once.
static bool isSumOfFloatProducts(linalg::LinalgOp op) {
  auto isExtended = [](const CastInput &factor) {
    return factor.casts.size() <= 1 && factor.isCastBy<arith::ExtFOp>();
  };
  std::optional<SumOfProducts> found = matchSumOfProducts(op);
  return found && isa<arith::MulFOp>(found->product) &&
         isExtended(found->lhs) && isExtended(found->rhs);
}

/// Returns the last dimension with more than one element, or the first one.
static unsigned findLastDimension(MemRefType type) {
  unsigned last = type.getRank() - 1;
  while (last > 0 && type.getDimSize(last) == 1)
    --last;
  return last;
}

bool sg::isIndexOf(AffineExpr index, unsigned numLoops, unsigned loop) {
  AffineExpr loopIndex = getAffineDimExpr(loop, index.getContext());
  return index.isFunctionOfDim(loop) &&
         !simplifyAffineExpr(index - loopIndex, numLoops, /*numSymbols=*/0)
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
         isIndexOf(map.getResult(last), map.getNumDims(), loop) &&
         llvm::none_of(
             map.getResults().take_front(last),
             [&](AffineExpr index) { return index.isFunctionOfDim(loop); });
}

bool sg::isAlong(linalg::LinalgOp op, OpOperand &operand, unsigned loop) {
  return isAlong(cast<MemRefType>(operand.get().getType()),
                 op.getMatchingIndexingMap(&operand), loop);
}

/// Returns true if each index of `map` is a sum of multiples of loops.
static bool isLinear(AffineMap map) {
  return llvm::all_of(map.getResults(), [](AffineExpr index) {
    return !index
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
      op.hasIndexSemantics() || !isSumOfFloatProducts(op))
    return false;
  Type sum = getElementTypeOrSelf(op.getDpsInits().front());
  if (!sum.isF32() && !sum.isF64())
    return false;
  // Tiles pay off only if elements are reused.
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

/// Returns a long k dimension along which both operands are contiguous.
static std::optional<unsigned> findVectorK(linalg::LinalgOp op,
                                           const TileDims &dims) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (unsigned loop : dims.k)
    if ((ShapedType::isDynamic(sizes[loop]) ||
         sizes[loop] >= kMinLengthAlongK) &&
        isAlong(op, *dims.panel, loop) && isAlong(op, *dims.other, loop))
      return loop;
  return std::nullopt;
}

/// Returns the loop along which the result is contiguous. If the result's index
/// is a sum of several loops, returns the longest loop.
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

static std::nullopt_t reject(linalg::LinalgOp op, StringRef why) {
  LDBG() << "not tiled, " << why << ": " << op->getName() << " at "
         << op.getLoc();
  return std::nullopt;
}

static void choosePanel(linalg::LinalgOp op, TileDims &dims) {
  for (OpOperand *factor : op.getDpsInputOperands()) {
    bool isPanel =
        op.getMatchingIndexingMap(factor).isFunctionOfDim(dims.column);
    dims.isTransposed |= isPanel && !isAlong(op, *factor, dims.column);
    (isPanel && !dims.panel ? dims.panel : dims.other) = factor;
  }
}

/// Groups all loops except the column loop.
static void groupLoops(linalg::LinalgOp op, TileDims &dims) {
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  static_cast<ContractionDims &>(dims) =
      getContractionDims(op.getMatchingIndexingMap(dims.other),
                         op.getMatchingIndexingMap(dims.panel), out);
  llvm::append_range(dims.m, dims.broadcast);
  llvm::sort(dims.m);
  dims.broadcast.clear();
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (SmallVector<unsigned> *group : {&dims.batch, &dims.m, &dims.n, &dims.k})
    llvm::erase_if(*group, [&](unsigned loop) {
      return loop == dims.column || sizes[loop] == 1;
    });
}

/// Returns the last m dimension that can be the rows of a tile. Rows that share
/// elements of the result, as windows do, cannot be in registers at once.
static std::optional<unsigned> findRow(linalg::LinalgOp op,
                                       const TileDims &dims) {
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (unsigned loop : llvm::reverse(dims.m))
    if (llvm::none_of(out.getResults(), [&](AffineExpr index) {
          return index.isFunctionOfDim(loop) &&
                 index.isFunctionOfDim(dims.column);
        }))
      return loop;
  return std::nullopt;
}

std::optional<TileDims> sg::getTileDims(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || !isContractionOfFloats(op))
    return std::nullopt;
  std::optional<unsigned> column = findColumn(op);
  if (!column)
    return reject(op, "the result is contiguous along no loop");
  TileDims dims;
  dims.column = *column;
  choosePanel(op, dims);
  if (!dims.panel || !dims.other)
    return reject(op, "no operand is indexed by the contiguous loop");
  groupLoops(op, dims);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (llvm::any_of(dims.k, [&](unsigned loop) {
        return iterators[loop] != utils::IteratorType::reduction;
      }))
    return reject(op, "a parallel dimension does not index the result");
  bool hasRows =
      !op.getMatchingIndexingMap(dims.other).isFunctionOfDim(dims.column);
  if (hasRows)
    dims.row = findRow(op, dims);
  if (dims.isTransposed) {
    if (!hasRows)
      return reject(op, "the panel is transposed, and not reused");
    // Count the rows that use the same panel.
    std::optional<int64_t> rows = countIterations(op, dims.m);
    std::optional<unsigned> alongK = findVectorK(op, dims);
    if (rows && *rows <= kMaxRowsAlongK && alongK) {
      dims.isAlongK = true;
      llvm::erase(dims.k, *alongK);
      dims.k.push_back(*alongK);
    } else if (!dims.row || (rows && *rows < kMinRows)) {
      // Only packing transposes a panel.
      return reject(op, "the panel is transposed, and too few rows use it");
    }
  }
  if (dims.row)
    llvm::erase(dims.m, *dims.row);
  return dims;
}
