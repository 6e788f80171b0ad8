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
#include "sg/CodeGen/Bufferization/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-expand-memref-ops"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_EXPANDMEMREFOPS
#include "sg/CodeGen/Bufferization/Passes.h.inc"
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
      return rewriter.notifyMatchFailure(
          op, "unranked, or both sides are contiguous");
    LDBG() << "replaced by loops, one side is not contiguous: " << op->getName()
           << " at " << op.getLoc();
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

} // namespace

/// Returns `staticValue` as an attribute, or `dynamicValue` for
/// ShapedType::kDynamic.
static OpFoldResult getStaticOr(Builder &b, int64_t staticValue,
                                Value dynamicValue) {
  if (ShapedType::isDynamic(staticValue))
    return dynamicValue;
  return b.getIndexAttr(staticValue);
}

namespace {
/// Rewrites an expansion that upstream cannot lower as a reinterpret_cast.
/// Upstream computes at most one dynamic size per group, by division. If the
/// source has rank 0, upstream folds vector accesses into accesses of the
/// source, which has no dimension for a vector.
struct ExpandShape final : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    MemRefType type = op.getResultType();
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    auto isDynamic = [&](int64_t dim) { return type.isDynamicDim(dim); };
    auto isZero = [&](int64_t dim) { return type.getDimSize(dim) == 0; };
    bool hasRankZero = op.getSrcType().getRank() == 0;
    if (!hasRankZero &&
        llvm::all_of(groups, [&](const ReassociationIndices &group) {
          int64_t count = llvm::count_if(group, isDynamic);
          return count == 0 || (count == 1 && llvm::none_of(group, isZero));
        }))
      return rewriter.notifyMatchFailure(
          op, "at most one size of each group is unknown");
    Location loc = op.getLoc();
    LDBG() << "replaced by a cast, upstream cannot compute its sizes: "
           << op->getName() << " at " << loc;
    auto [staticStrides, staticOffset] = type.getStridesAndOffset();
    auto metadata =
        memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
    for (auto [group, inner] : llvm::zip_equal(groups, metadata.getStrides())) {
      Value stride = inner;
      for (int64_t dim : llvm::reverse(group)) {
        strides[dim] = getStaticOr(rewriter, staticStrides[dim], stride);
        stride = arith::MulIOp::create(
            rewriter, loc, stride,
            getValueOrCreateConstantIndexOp(rewriter, loc, sizes[dim]));
      }
    }
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, type, metadata.getBaseBuffer(),
        getStaticOr(rewriter, staticOffset, metadata.getOffset()), sizes,
        strides);
    return success();
  }
};

/// Rewrites a collapse of an empty memref as a reinterpret_cast. Upstream's
/// fold into accesses of the source divides indices by a size of 0 and fails.
struct CollapseEmptyMemRef final : OpRewritePattern<memref::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(memref::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::is_contained(op.getSrcType().getShape(), 0))
      return rewriter.notifyMatchFailure(op, "no size is known to be 0");
    Location loc = op.getLoc();
    LDBG() << "replaced by a cast, it has no elements: " << op->getName()
           << " at " << loc;
    MemRefType type = op.getResultType();
    auto [staticStrides, staticOffset] = type.getStridesAndOffset();
    auto metadata =
        memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
    SmallVector<OpFoldResult> sizes, strides;
    for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
      Value size = metadata.getSizes()[group.front()];
      for (int64_t dim : ArrayRef(group).drop_front())
        size = arith::MulIOp::create(rewriter, loc, size,
                                     metadata.getSizes()[dim]);
      sizes.push_back(getStaticOr(rewriter, type.getDimSize(i), size));
      strides.push_back(getStaticOr(rewriter, staticStrides[i],
                                    metadata.getStrides()[group.back()]));
    }
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, type, metadata.getBaseBuffer(),
        getStaticOr(rewriter, staticOffset, metadata.getOffset()), sizes,
        strides);
    return success();
  }
};

struct ExpandMemRefOps : sg::impl::ExpandMemRefOpsBase<ExpandMemRefOps> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<CollapseEmptyMemRef, ExpandCopy, ExpandShape>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
