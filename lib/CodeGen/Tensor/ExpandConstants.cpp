//===- ExpandConstants.cpp - Static sizes of tensor.expand_shape ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandConstants.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

/// Returns the result shape with the constant operands of `op` made static. A
/// size with a negative constant remains dynamic.
static SmallVector<int64_t> getKnownShape(tensor::ExpandShapeOp op) {
  SmallVector<int64_t> shape(op.getResultType().getShape());
  for (auto [size, output] : llvm::zip_equal(shape, op.getMixedOutputShape()))
    if (ShapedType::isDynamic(size))
      if (std::optional<int64_t> constant = getConstantIntValue(output);
          constant && *constant >= 0)
        size = *constant;
  return shape;
}

/// Returns the source shape that matches the result shape `expanded`. The
/// verifier requires a static size of the source if all sizes of its group in
/// the result are static.
static SmallVector<int64_t> getSourceShape(tensor::ExpandShapeOp op,
                                           ArrayRef<int64_t> expanded) {
  SmallVector<int64_t> shape(op.getSrcType().getShape());
  for (auto [size, group] :
       llvm::zip_equal(shape, op.getReassociationIndices())) {
    auto isStatic = [&](int64_t dim) {
      return ShapedType::isStatic(expanded[dim]);
    };
    if (ShapedType::isStatic(size) || !llvm::all_of(group, isStatic))
      continue;
    size = 1;
    for (int64_t dim : group)
      size *= expanded[dim];
  }
  return shape;
}

namespace {
struct MakeConstantsStatic final : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType();
    SmallVector<int64_t> shape = getKnownShape(op);
    if (type.getShape() == ArrayRef(shape))
      return rewriter.notifyMatchFailure(op, "no size is a new constant");
    Value source = rewriter.createOrFold<tensor::CastOp>(
        op.getLoc(), op.getSrcType().clone(getSourceShape(op, shape)),
        op.getSrc());
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    for (auto [size, newSize] : llvm::zip_equal(sizes, shape))
      if (ShapedType::isStatic(newSize))
        size = rewriter.getIndexAttr(newSize);
    auto expanded = tensor::ExpandShapeOp::create(
        rewriter, op.getLoc(), type.clone(shape), source,
        op.getReassociationIndices(), sizes);
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, expanded);
    return success();
  }
};
} // namespace

void sg::populateExpandShapeConstantPatterns(RewritePatternSet &patterns) {
  patterns.add<MakeConstantsStatic>(patterns.getContext());
}
