//===- TransposeFactors.cpp - Factors that are read along the result ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Passes.h"
#include "TileRoles.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_TRANSPOSEFACTORS
#include "CodeGen/Passes.h.inc"
} // namespace sg

/// Fewer rows do not use a transposed factor often enough.
static constexpr int64_t kFewRows = 4;

/// The dimension along which vectors will lie.
static std::optional<unsigned> getColumn(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || !sg::isContractionOfFloats(op))
    return std::nullopt;
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (out.getNumResults() == 0)
    return std::nullopt;
  auto column = dyn_cast<AffineDimExpr>(out.getResults().back());
  if (!column)
    return std::nullopt;
  return column.getPosition();
}

/// How often the factor is read: the size of the result's dimensions by which
/// it is not indexed; dynamic counts as often.
static bool isReadOften(linalg::LinalgOp op, AffineMap factor) {
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  int64_t times = 1;
  for (auto [dim, size] : llvm::enumerate(op.getStaticLoopRanges()))
    if (out.isFunctionOfDim(dim) && !factor.isFunctionOfDim(dim))
      times *= ShapedType::isDynamic(size) ? kFewRows : size;
  return times >= kFewRows;
}

namespace {
struct TransposeFactors : sg::impl::TransposeFactorsBase<TransposeFactors> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      std::optional<unsigned> column = getColumn(op);
      if (!column)
        continue;
      SmallVector<AffineMap> maps = op.getIndexingMapsArray();
      bool isChanged = false;
      for (OpOperand *factor : op.getDpsInputOperands()) {
        AffineMap &map = maps[factor->getOperandNumber()];
        AffineExpr expr = getAffineDimExpr(*column, &getContext());
        auto *place = llvm::find(map.getResults(), expr);
        if (place == map.getResults().end() ||
            std::next(place) == map.getResults().end() || !isReadOften(op, map))
          continue;
        int64_t from = std::distance(map.getResults().begin(), place);
        map = transpose(op, *factor, map, from);
        isChanged = true;
      }
      if (isChanged)
        op.setIndexingMapsAttr(OpBuilder(op).getAffineMapArrayAttr(maps));
    }
  }

private:
  /// Copies the factor with its dimension `from` last. Returns its map.
  static AffineMap transpose(linalg::GenericOp op, OpOperand &factor,
                             AffineMap map, int64_t from) {
    OpBuilder b(op);
    Location loc = op.getLoc();
    SmallVector<int64_t> permutation;
    for (int64_t dim = 0; dim < map.getNumResults(); ++dim)
      if (dim != from)
        permutation.push_back(dim);
    permutation.push_back(from);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, loc, factor.get());
    SmallVector<OpFoldResult> newSizes;
    SmallVector<AffineExpr> results;
    for (int64_t dim : permutation) {
      newSizes.push_back(sizes[dim]);
      results.push_back(map.getResult(dim));
    }
    Value empty = tensor::EmptyOp::create(b, loc, newSizes,
                                          getElementTypeOrSelf(factor.get()));
    auto transposed =
        linalg::TransposeOp::create(b, loc, factor.get(), empty, permutation);
    factor.set(transposed->getResult(0));
    return AffineMap::get(map.getNumDims(), 0, results, b.getContext());
  }
};
} // namespace
