//===- TransposedCasts.cpp - Casts around linalg.transpose ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposedCasts.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

/// Replaces `op` by a transpose with result shape `shape`. Casts the operands
/// to the new types and the result to the old type. Returns the result before
/// the cast.
static Value replaceWithShape(PatternRewriter &rewriter, linalg::TransposeOp op,
                              ArrayRef<int64_t> shape) {
  Location loc = op.getLoc();
  auto inputType = cast<RankedTensorType>(op.getInput().getType());
  auto initType = cast<RankedTensorType>(op.getInit().getType());
  SmallVector<int64_t> inputShape(shape.size());
  for (auto [size, dim] : llvm::zip_equal(shape, op.getPermutation()))
    inputShape[dim] = size;
  rewriter.setInsertionPoint(op);
  Value input = tensor::CastOp::create(
      rewriter, loc, inputType.clone(inputShape), op.getInput());
  Value init = tensor::CastOp::create(rewriter, loc, initType.clone(shape),
                                      op.getInit());
  auto transposed = linalg::TransposeOp::create(
      rewriter, loc, input, init, op.getPermutation(),
      llvm::to_vector(op->getDiscardableAttrs()));
  Value result = transposed->getResult(0);
  rewriter.replaceOpWithNewOp<tensor::CastOp>(op, initType, result);
  return result;
}

/// Returns the shape of the source of the tensor.cast that defines `operand`.
/// Returns std::nullopt if no cast defines `operand`, or if the source of the
/// cast has fewer static sizes than `operand`.
static std::optional<ArrayRef<int64_t>> getShapeBeforeCast(Value operand) {
  auto cast = operand.getDefiningOp<tensor::CastOp>();
  if (!tensor::canFoldIntoConsumerOp(cast))
    return std::nullopt;
  return llvm::cast<RankedTensorType>(cast.getSource().getType()).getShape();
}

namespace {
/// Moves a cast of a transpose's result to the operands of the transpose.
struct CastBeforeTranspose : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp cast,
                                PatternRewriter &rewriter) const override {
    auto op = cast.getSource().getDefiningOp<linalg::TransposeOp>();
    // A cast in another block may not be executed, so its sizes may be wrong.
    if (!op || op->getBlock() != cast->getBlock() ||
        !tensor::canFoldIntoProducerOp(cast))
      return rewriter.notifyMatchFailure(
          cast, "no transpose in the block of the cast, or no new static size");
    auto type = llvm::cast<RankedTensorType>(cast.getType());
    Value result = replaceWithShape(rewriter, op, type.getShape());
    rewriter.replaceOp(cast, result);
    return success();
  }
};

/// Moves casts of a transpose's operands to its result.
struct TransposeBeforeCast : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not on tensors");
    auto type = cast<RankedTensorType>(op.getInit().getType());
    SmallVector<int64_t> shape(type.getShape());
    auto refineSize = [](int64_t &size, int64_t newSize) {
      if (ShapedType::isDynamic(size))
        size = newSize;
    };
    if (auto castShape = getShapeBeforeCast(op.getInput()))
      for (auto [size, dim] : llvm::zip_equal(shape, op.getPermutation()))
        refineSize(size, (*castShape)[dim]);
    if (auto castShape = getShapeBeforeCast(op.getInit()))
      for (auto [size, castSize] : llvm::zip_equal(shape, *castShape))
        refineSize(size, castSize);
    if (ArrayRef(shape) == type.getShape())
      return rewriter.notifyMatchFailure(op, "no cast hides a static size");
    replaceWithShape(rewriter, op, shape);
    return success();
  }
};
} // namespace

void sg::populateTransposedCastPatterns(RewritePatternSet &patterns) {
  patterns.add<CastBeforeTranspose, TransposeBeforeCast>(patterns.getContext());
}
