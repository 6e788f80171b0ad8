//===- SliceConstants.cpp - Constant operands of slices -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceConstants.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

static SmallVector<int64_t> dropDims(ArrayRef<int64_t> elements,
                                     const llvm::SmallBitVector &dropped) {
  SmallVector<int64_t> kept;
  for (auto [i, element] : llvm::enumerate(elements))
    if (!dropped.test(i))
      kept.push_back(element);
  return kept;
}

static RankedTensorType getSliceType(RankedTensorType source,
                                     ArrayRef<OpFoldResult> sizes,
                                     const llvm::SmallBitVector &dropped) {
  auto type = tensor::ExtractSliceOp::inferResultType(source, sizes);
  return RankedTensorType::get(dropDims(type.getShape(), dropped),
                               type.getElementType(), type.getEncoding());
}

namespace {
struct InferSliceType {
  RankedTensorType operator()(tensor::ExtractSliceOp op, ArrayRef<OpFoldResult>,
                              ArrayRef<OpFoldResult> sizes,
                              ArrayRef<OpFoldResult>) {
    return getSliceType(op.getSourceType(), sizes, op.getDroppedDims());
  }
};

/// Casts the result of the new op to the type of the old op.
template <typename CastOp>
struct CastBack {
  template <typename OpTy>
  void operator()(PatternRewriter &rewriter, OpTy op, OpTy newOp) {
    if (newOp.getType() == op.getType())
      rewriter.replaceOp(op, newOp);
    else
      rewriter.replaceOpWithNewOp<CastOp>(op, op.getType(), newOp);
  }
};

/// Computes the type of a view with static operands. Returns null if sizes and
/// strides would no longer determine the dropped dimensions.
struct InferSubViewType {
  MemRefType operator()(memref::SubViewOp op, ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes,
                        ArrayRef<OpFoldResult> strides) {
    MemRefType full = memref::SubViewOp::inferResultType(
        op.getSourceType(), offsets, sizes, strides);
    if (full.getRank() == op.getType().getRank())
      return full;
    llvm::SmallBitVector dropped = op.getDroppedDims();
    if (llvm::count(full.getShape(), 1) != int64_t(dropped.count()))
      return {};
    auto [allStrides, offset] = full.getStridesAndOffset();
    return MemRefType::get(
        dropDims(full.getShape(), dropped), full.getElementType(),
        StridedLayoutAttr::get(op.getContext(), offset,
                               dropDims(allStrides, dropped)),
        full.getMemorySpace());
  }
};

/// Makes constant operands of an insertion static, and casts its source to
/// static sizes.
template <typename OpTy>
struct FoldInsertionConstants : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    SmallVector<OpFoldResult> strides = op.getMixedStrides();
    bool isFolded = succeeded(foldDynamicOffsetSizeList(offsets));
    isFolded |= succeeded(foldDynamicOffsetSizeList(sizes));
    isFolded |= succeeded(foldDynamicStrideList(strides));
    if (!isFolded)
      return rewriter.notifyMatchFailure(op, "no operand is a constant");
    if (!verifyInBoundsSlice(op.getDestType().getShape(), offsets, sizes,
                             strides)
             .isValid)
      return rewriter.notifyMatchFailure(op, "the slice is out of bounds");
    Value source = op.getSource();
    RankedTensorType oldType = op.getSourceType();
    RankedTensorType inferred =
        getSliceType(op.getDestType(), sizes, op.getDroppedDims());
    auto type = RankedTensorType::get(
        inferred.getShape(), oldType.getElementType(), oldType.getEncoding());
    if (type != oldType) {
      if (!tensor::CastOp::areCastCompatible(oldType, type))
        return rewriter.notifyMatchFailure(op,
                                           "the source has conflicting sizes");
      OpBuilder::InsertionGuard guard(rewriter);
      if (isa<InParallelOpInterface>(op->getParentOp()))
        rewriter.setInsertionPoint(op->getParentOp());
      source = tensor::CastOp::create(rewriter, op.getLoc(), type, source);
    }
    rewriter.replaceOpWithNewOp<OpTy>(op, source, op.getDest(), offsets, sizes,
                                      strides);
    return success();
  }
};
} // namespace

void sg::populateSlicePatterns(RewritePatternSet &patterns) {
  patterns.add<
      OpWithOffsetSizesAndStridesConstantArgumentFolder<
          tensor::ExtractSliceOp, InferSliceType, CastBack<tensor::CastOp>>,
      OpWithOffsetSizesAndStridesConstantArgumentFolder<
          memref::SubViewOp, InferSubViewType, CastBack<memref::CastOp>>,
      FoldInsertionConstants<tensor::InsertSliceOp>,
      FoldInsertionConstants<tensor::ParallelInsertSliceOp>>(
      patterns.getContext());
}
