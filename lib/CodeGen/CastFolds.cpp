//===- CastFolds.cpp - Casts and the ops beside them ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CastFolds.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

/// Makes a view of memory from which a cast is left out: also where upstream
/// then takes the view for out of bounds, as one of what is known to be empty.
static bool isViewOfSource(Operation *op) {
  auto cast = mlir::cast<memref::SubViewOp>(op)
                  .getSource()
                  .getDefiningOp<memref::CastOp>();
  auto source =
      cast ? dyn_cast<MemRefType>(cast.getSource().getType()) : MemRefType();
  if (!source)
    return false;
  auto view = mlir::cast<memref::SubViewOp>(op);
  return verifyInBoundsSlice(source.getShape(), view.getMixedOffsets(),
                             view.getMixedSizes(), view.getMixedStrides())
      .isValid;
}

/// Gives a structured op the type to which its result is cast, and leaves the
/// type of the input to another pattern. Before that comes, a transpose by the
/// identity folds to its input, which is of another type.
static bool isIndependentOfInput(Operation *op) {
  Value source = mlir::cast<tensor::CastOp>(op).getSource();
  return !source.getDefiningOp<linalg::TransposeOp>() &&
         !source.getDefiningOp<linalg::BroadcastOp>();
}

namespace {
/// A pattern of upstream where what it makes is valid.
class Guarded final : public RewritePattern {
public:
  using Condition = bool (*)(Operation *);
  Guarded(StringRef root, std::unique_ptr<RewritePattern> pattern,
          Condition isValid)
      : RewritePattern(root, pattern->getBenefit(), pattern->getContext()),
        pattern(std::move(pattern)), isValid(isValid) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return isValid(op) ? pattern->matchAndRewrite(op, rewriter) : failure();
  }

private:
  std::unique_ptr<RewritePattern> pattern;
  Condition isValid;
};

/// The shape of the input, given that of the result.
SmallVector<int64_t> getInputShape(linalg::TransposeOp op,
                                   ArrayRef<int64_t> shape) {
  SmallVector<int64_t> input(shape.size());
  for (auto [dim, from] : llvm::enumerate(op.getPermutation()))
    input[from] = shape[dim];
  return input;
}

SmallVector<int64_t> getInputShape(linalg::BroadcastOp op,
                                   ArrayRef<int64_t> shape) {
  SmallVector<int64_t> input;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(op.getDimensions(), dim))
      input.push_back(size);
  return input;
}

/// What moves elements knows all that is known of its result, of its input too.
template <typename OpTy>
struct MoveToCastType final : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp cast,
                                PatternRewriter &rewriter) const override {
    auto op = cast.getSource().getDefiningOp<OpTy>();
    // Elsewhere, as in a branch, the type may say what holds only there.
    if (!op || op->getBlock() != cast->getBlock() ||
        !tensor::canFoldIntoProducerOp(cast))
      return failure();
    Location loc = op.getLoc();
    auto type = mlir::cast<RankedTensorType>(cast.getType());
    auto old = mlir::cast<RankedTensorType>(op.getInput().getType());
    RankedTensorType inputType = old.clone(getInputShape(op, type.getShape()));
    if (!tensor::CastOp::areCastCompatible(old, inputType))
      return failure();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    Value input = op.getInput();
    if (inputType != old)
      input = tensor::CastOp::create(rewriter, loc, inputType, input);
    Value init = tensor::CastOp::create(rewriter, loc, type, op.getInit());
    IRMapping map;
    map.map(op.getInput(), input);
    map.map(op.getInit(), init);
    Operation *made = rewriter.clone(*op, map);
    made->getResult(0).setType(type);
    rewriter.replaceOp(cast, made->getResults());
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op->getResult(0).getType(),
                                                made->getResult(0));
    return success();
  }
};
} // namespace

void sg::guardCastFolds(RewritePatternSet &patterns) {
  auto guard = [&](StringRef name, StringRef root, Guarded::Condition isValid) {
    for (std::unique_ptr<RewritePattern> &pattern :
         patterns.getNativePatterns())
      if (pattern->getDebugName().contains(name))
        pattern = std::make_unique<Guarded>(root, std::move(pattern), isValid);
  };
  guard("SubViewOpMemRefCastFolder", memref::SubViewOp::getOperationName(),
        isViewOfSource);
  guard("FoldTensorCastConsumerOp", tensor::CastOp::getOperationName(),
        isIndependentOfInput);
  patterns.add<MoveToCastType<linalg::TransposeOp>,
               MoveToCastType<linalg::BroadcastOp>>(patterns.getContext());
}
