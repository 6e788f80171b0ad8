//===- ExpandMemRefOps.cpp - Memory ops that upstream lowers badly --------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sg/CodeGen/Passes.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPANDMEMREFOPS
#include "sg/CodeGen/Passes.h.inc"
} // namespace sg

namespace {
struct ExpandCopy final : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<MemRefType>(op.getSource().getType());
    auto to = dyn_cast<MemRefType>(op.getTarget().getType());
    if (!from || !to ||
        (from.getLayout().isIdentity() && to.getLayout().isIdentity()))
      return failure();
    int64_t rank = from.getRank();
    SmallVector<AffineMap> maps(2, rewriter.getMultiDimIdentityMap(rank));
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, op.getSource(), op.getTarget(), maps, iterators,
        [](OpBuilder &b, Location loc, ValueRange x) {
          linalg::YieldOp::create(b, loc, x.front());
        });
    return success();
  }
};

/// Upstream's expansion takes at most one unknown size in a group.
struct ExpandShape final : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    MemRefType type = op.getResultType();
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    auto isDynamic = [&](int64_t dim) { return type.isDynamicDim(dim); };
    if (llvm::all_of(groups, [&](const ReassociationIndices &group) {
          return llvm::count_if(group, isDynamic) <= 1;
        }))
      return failure();
    Location loc = op.getLoc();
    auto [known, knownOffset] = type.getStridesAndOffset();
    auto metadata =
        memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    SmallVector<OpFoldResult> strides(sizes.size());
    auto getKnownOr = [&](int64_t known, Value computed) -> OpFoldResult {
      if (ShapedType::isDynamic(known))
        return computed;
      return rewriter.getIndexAttr(known);
    };
    for (auto [group, last] : llvm::zip_equal(groups, metadata.getStrides())) {
      Value stride = last;
      for (int64_t dim : llvm::reverse(group)) {
        strides[dim] = getKnownOr(known[dim], stride);
        stride = arith::MulIOp::create(
            rewriter, loc, stride,
            getValueOrCreateConstantIndexOp(rewriter, loc, sizes[dim]));
      }
    }
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, type, metadata.getBaseBuffer(),
        getKnownOr(knownOffset, metadata.getOffset()), sizes, strides);
    return success();
  }
};

struct ExpandMemRefOps : sg::impl::ExpandMemRefOpsBase<ExpandMemRefOps> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandCopy, ExpandShape>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
