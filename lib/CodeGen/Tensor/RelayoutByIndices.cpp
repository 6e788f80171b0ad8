//===- RelayoutByIndices.cpp - Pack with tiles of dynamic size ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutByIndices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-expand-tensor-ops"

using namespace mlir;

namespace {
struct PackByIndices final : OpRewritePattern<linalg::PackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::PackOp op,
                                PatternRewriter &rewriter) const override {
    if (llvm::none_of(op.getStaticTiles(), ShapedType::isDynamic))
      return rewriter.notifyMatchFailure(
          op, "all tiles are static, upstream lowers the op");
    LDBG() << "lowered to element accesses: " << op->getName() << " at "
           << op.getLoc();
    SmallVector<Value> tiles = getValueOrCreateConstantIndexOp(
        rewriter, op.getLoc(), op.getMixedTiles());
    auto type = cast<RankedTensorType>(op.getDest().getType());
    SmallVector<AffineMap> maps{
        rewriter.getMultiDimIdentityMap(type.getRank())};
    SmallVector<utils::IteratorType> loops(type.getRank(),
                                           utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, ValueRange(), op.getDest(), maps, loops,
        [&](OpBuilder &inner, Location loc, ValueRange) {
          ImplicitLocOpBuilder b(loc, inner);
          SmallVector<Value> indices;
          for (int64_t dim = 0; dim < type.getRank(); ++dim)
            indices.push_back(linalg::IndexOp::create(b, dim));
          linalg::YieldOp::create(b, createElement(b, op, tiles, indices));
        });
    return success();
  }

private:
  static Value createElement(ImplicitLocOpBuilder &b, linalg::PackOp op,
                             ArrayRef<Value> tiles, ValueRange indices) {
    int64_t rank = op.getSourceRank();
    ArrayRef<int64_t> outerPerm = op.getOuterDimsPerm();
    SmallVector<Value> position(rank);
    for (int64_t dim = 0; dim < rank; ++dim)
      position[outerPerm.empty() ? dim : outerPerm[dim]] = indices[dim];
    Value isInside = arith::ConstantIntOp::create(b, 1, 1);
    for (auto [dim, tile, indexInTile] : llvm::zip_equal(
             op.getInnerDimsPos(), tiles, indices.drop_front(rank))) {
      Value start = arith::MulIOp::create(b, position[dim], tile);
      position[dim] = arith::AddIOp::create(b, start, indexInTile);
      Value size = tensor::DimOp::create(b, op.getSource(), dim);
      Value isBelow = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                            position[dim], size);
      isInside = arith::AndIOp::create(b, isInside, isBelow);
    }
    auto extract = [&](OpBuilder &b, Location loc) {
      return tensor::ExtractOp::create(b, loc, op.getSource(), position);
    };
    if (!op.getPaddingValue())
      return extract(b, b.getLoc());
    return scf::IfOp::create(
               b, isInside,
               [&](OpBuilder &b, Location loc) {
                 scf::YieldOp::create(b, loc, extract(b, loc).getResult());
               },
               [&](OpBuilder &b, Location loc) {
                 scf::YieldOp::create(b, loc, op.getPaddingValue());
               })
        .getResult(0);
  }
};
} // namespace

void sg::populateRelayoutByIndicesPatterns(RewritePatternSet &patterns) {
  patterns.add<PackByIndices>(patterns.getContext());
}
