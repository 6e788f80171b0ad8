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

/// Parts of the names of upstream's patterns that cast one operand: a cast that
/// reads a structured op is the root of the first one, the structured op that
/// reads a cast that of the second one.
static constexpr StringLiteral kCastOneOperand[] = {"FoldTensorCastConsumerOp",
                                                    "FoldTensorCastProducerOp"};

namespace {
/// A pattern for all ops but linalg.transpose and casts of its result.
class ButOfTransposes final : public RewritePattern {
public:
  static std::unique_ptr<RewritePattern>
  create(std::unique_ptr<RewritePattern> pattern) {
    std::unique_ptr<RewritePattern> guarded(
        pattern->getRootKind()
            ? new ButOfTransposes(pattern, *pattern->getRootKind())
            : new ButOfTransposes(pattern, *pattern->getRootInterfaceID()));
    return guarded;
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    Operation *structured = op;
    if (auto cast = dyn_cast<tensor::CastOp>(op))
      structured = cast.getSource().getDefiningOp();
    if (isa_and_nonnull<linalg::TransposeOp>(structured))
      return rewriter.notifyMatchFailure(op,
                                         "upstream would spoil a transpose");
    return pattern->matchAndRewrite(op, rewriter);
  }

private:
  ButOfTransposes(std::unique_ptr<RewritePattern> &inner, OperationName root)
      : RewritePattern(root.getStringRef(), inner->getBenefit(),
                       inner->getContext()) {
    take(inner);
  }
  ButOfTransposes(std::unique_ptr<RewritePattern> &inner, TypeID interface)
      : RewritePattern(MatchInterfaceOpTypeTag(), interface,
                       inner->getBenefit(), inner->getContext()) {
    take(inner);
  }

  void take(std::unique_ptr<RewritePattern> &inner) {
    pattern = std::move(inner);
    setDebugName(pattern->getDebugName());
    setHasBoundedRewriteRecursion(pattern->hasBoundedRewriteRecursion());
  }

  std::unique_ptr<RewritePattern> pattern;
};

} // namespace

/// Another op that gives a result of this shape, with casts of its operands,
/// and one of the result for those who want the old type.
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

/// The shape of what an operand is cast from, if that knows more.
static std::optional<ArrayRef<int64_t>> getShapeBeforeCast(Value operand) {
  auto cast = operand.getDefiningOp<tensor::CastOp>();
  if (!tensor::canFoldIntoConsumerOp(cast))
    return std::nullopt;
  return llvm::cast<RankedTensorType>(cast.getSource().getType()).getShape();
}

namespace {
/// What is transposed is cast before, with the destination.
struct CastBeforeTranspose : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp cast,
                                PatternRewriter &rewriter) const override {
    auto op = cast.getSource().getDefiningOp<linalg::TransposeOp>();
    // A cast in another block is one that need not be executed.
    if (!op || op->getBlock() != cast->getBlock() ||
        !tensor::canFoldIntoProducerOp(cast))
      return rewriter.notifyMatchFailure(
          cast, "not of a transpose in its block, or of no more static sizes");
    auto type = llvm::cast<RankedTensorType>(cast.getType());
    Value result = replaceWithShape(rewriter, op, type.getShape());
    rewriter.replaceOp(cast, result);
    return success();
  }
};

/// What is cast is transposed before.
struct TransposeBeforeCast : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not on tensors");
    auto type = cast<RankedTensorType>(op.getInit().getType());
    SmallVector<int64_t> shape(type.getShape());
    auto learn = [](int64_t &size, int64_t known) {
      if (ShapedType::isDynamic(size))
        size = known;
    };
    if (auto known = getShapeBeforeCast(op.getInput()))
      for (auto [size, dim] : llvm::zip_equal(shape, op.getPermutation()))
        learn(size, (*known)[dim]);
    if (auto known = getShapeBeforeCast(op.getInit()))
      for (auto [size, other] : llvm::zip_equal(shape, *known))
        learn(size, other);
    if (ArrayRef(shape) == type.getShape())
      return rewriter.notifyMatchFailure(op, "no cast tells a size");
    replaceWithShape(rewriter, op, shape);
    return success();
  }
};
} // namespace

void sg::populateTransposedCastPatterns(RewritePatternSet &patterns) {
  for (std::unique_ptr<RewritePattern> &pattern : patterns.getNativePatterns())
    if (llvm::any_of(kCastOneOperand, [&](StringRef name) {
          return pattern->getDebugName().contains(name);
        }))
      pattern = ButOfTransposes::create(std::move(pattern));
  patterns.add<CastBeforeTranspose, TransposeBeforeCast>(patterns.getContext());
}
