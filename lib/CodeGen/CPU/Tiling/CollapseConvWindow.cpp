//===- CollapseConvWindow.cpp - Collapse window and channels --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollapseConvWindow.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "sg/CodeGen/Analysis/IndexedLoops.h"
#include "sg/CodeGen/CPU/Tiling/TileDims.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "sg-lower-contractions"

using namespace mlir;
using namespace sg;

namespace {
/// A window loop and a channel loop that can be collapsed.
struct Window {
  unsigned loop, channel;
  /// The panel's dimension that `loop` indexes. `channel` indexes the next
  /// dimension.
  unsigned dimension;
  OpOperand *panel, *other;
};
} // namespace

/// Returns reassociation groups that collapse the dimensions `first` and
/// `first` + 1.
static SmallVector<ReassociationIndices> joinDimensions(int64_t rank,
                                                        unsigned first) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < rank; ++i) {
    if (i == first + 1)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  }
  return groups;
}

static bool canJoin(OpOperand &operand, unsigned first) {
  auto type = cast<MemRefType>(operand.get().getType());
  return memref::CollapseShapeOp::isGuaranteedCollapsible(
      type, joinDimensions(type.getRank(), first));
}

/// Returns the fraction of vector lanes that a row of `size` elements uses.
static double getLaneUse(int64_t size, int64_t lanes) {
  return static_cast<double>(size) / llvm::alignTo(size, lanes);
}

/// Matches `loop` if it is a window loop: a loop that indexes only one operand,
/// in the dimension before the one that `channel` indexes.
static std::optional<Window> matchWindow(linalg::LinalgOp op, unsigned loop,
                                         unsigned channel) {
  Window window{loop, channel, 0, nullptr, nullptr};
  for (OpOperand *factor : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(factor);
    bool isPanel = map.isFunctionOfDim(loop);
    if (isPanel != map.isFunctionOfDim(channel))
      return std::nullopt;
    (isPanel ? window.panel : window.other) = factor;
  }
  if (!window.panel || !window.other)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(window.panel);
  auto first = findDimension(map, loop);
  auto second = findDimension(map, channel);
  if (!map.isProjectedPermutation() || !first || !second ||
      *second != *first + 1 || !canJoin(*window.panel, *first))
    return std::nullopt;
  window.dimension = *first;
  return window;
}

static std::optional<Window> findWindow(linalg::LinalgOp op, int64_t lanes) {
  if (!op.hasPureBufferSemantics())
    return std::nullopt;
  OpOperand &result = *op.getDpsInitOperand(0);
  AffineMap out = op.getMatchingIndexingMap(&result);
  unsigned rank = out.getNumResults();
  if (rank < 2)
    return std::nullopt;
  auto channel = dyn_cast<AffineDimExpr>(out.getResult(rank - 1));
  AffineExpr pixel = out.getResult(rank - 2);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (!channel || isa<AffineDimExpr>(pixel) || !canJoin(result, rank - 2))
    return std::nullopt;
  unsigned last = channel.getPosition();
  // Also rejects dynamic sizes, which are negative.
  if (!isAlong(op, result, last) || sizes[last] < 1)
    return std::nullopt;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    if (loop == last || ShapedType::isDynamic(sizes[loop]) ||
        sizes[loop] <= 1 || !isIndexOf(pixel, op.getNumLoops(), loop) ||
        llvm::any_of(
            out.getResults().drop_back(2),
            [&](AffineExpr index) { return index.isFunctionOfDim(loop); }) ||
        getLaneUse(sizes[last] * sizes[loop], lanes) <=
            getLaneUse(sizes[last], lanes))
      continue;
    if (std::optional<Window> found = matchWindow(op, loop, last))
      return found;
  }
  return std::nullopt;
}

linalg::LinalgOp sg::collapseConvWindow(linalg::LinalgOp op, int64_t lanes) {
  std::optional<Window> window = findWindow(op, lanes);
  if (!window)
    return op;
  LDBG() << "loops " << window->loop << " and " << window->channel
         << " become one: " << op->getName() << " at " << op.getLoc();
  ImplicitLocOpBuilder b(op.getLoc(), op);
  OpOperand &result = *op.getDpsInitOperand(0);
  AffineMap out = op.getMatchingIndexingMap(&result);
  unsigned rank = out.getNumResults();
  int64_t channels = op.getStaticLoopRanges()[window->channel];
  // The channel loop becomes the collapsed loop. The window loop is dropped.
  SmallVector<AffineExpr> newDims;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    newDims.push_back(
        loop == window->loop
            ? b.getAffineConstantExpr(0)
            : b.getAffineDimExpr(loop < window->loop ? loop : loop - 1));
  unsigned numLoops = op.getNumLoops() - 1;
  AffineExpr collapsedDim = newDims[window->channel];
  auto renumber = [&](AffineMap map) {
    return map.replaceDimsAndSymbols(newDims, {}, numLoops, 0);
  };
  auto collapseMap = [&](AffineMap map, unsigned first, AffineExpr index) {
    SmallVector<AffineExpr> indices(renumber(map).getResults());
    indices.erase(indices.begin() + first);
    indices[first] = index;
    return AffineMap::get(numLoops, 0, indices, b.getContext());
  };
  auto collapse = [&](OpOperand &operand, unsigned first) -> Value {
    auto type = cast<MemRefType>(operand.get().getType());
    return memref::CollapseShapeOp::create(
        b, operand.get(), joinDimensions(type.getRank(), first));
  };

  SmallVector<Value> factors;
  SmallVector<AffineMap> maps;
  for (OpOperand *factor : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(factor);
    bool isPanel = factor == window->panel;
    factors.push_back(isPanel ? collapse(*factor, window->dimension)
                              : factor->get());
    maps.push_back(isPanel ? collapseMap(map, window->dimension, collapsedDim)
                           : renumber(map));
  }
  AffineExpr pixel = renumber(out).getResult(rank - 2);
  AffineExpr index =
      simplifyAffineExpr(pixel * channels + collapsedDim, numLoops, 0);
  maps.push_back(collapseMap(out, rank - 2, index));
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  iterators.erase(iterators.begin() + window->loop);
  Value view = collapse(result, rank - 2);
  auto collapsed = linalg::GenericOp::create(b, factors, view, maps, iterators);
  IRRewriter rewriter(b);
  rewriter.inlineRegionBefore(op->getRegion(0), collapsed.getRegion(),
                              collapsed.getRegion().begin());
  rewriter.eraseOp(op);
  return collapsed;
}
