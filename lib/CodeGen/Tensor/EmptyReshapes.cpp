//===- EmptyReshapes.cpp - Reshapes of tensors without elements -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptyReshapes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Emits the dynamic sizes of the result of `op`. Each size is the product of
/// the source sizes in its group.
static SmallVector<Value> createSizes(OpBuilder &b,
                                      tensor::CollapseShapeOp op) {
  Location loc = op.getLoc();
  auto createExtent = [&](int64_t dim) -> Value {
    if (op.getSrcType().isDynamicDim(dim))
      return tensor::DimOp::create(b, loc, op.getSrc(), dim);
    return arith::ConstantIndexOp::create(b, loc,
                                          op.getSrcType().getDimSize(dim));
  };
  SmallVector<Value> sizes;
  for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
    if (!op.getResultType().isDynamicDim(i))
      continue;
    Value size = createExtent(group.front());
    for (int64_t dim : ArrayRef(group).drop_front()) {
      Value extent = createExtent(dim);
      size = arith::MulIOp::create(b, loc, size, extent);
    }
    sizes.push_back(size);
  }
  return sizes;
}

void sg::replaceEmpty(RewriterBase &rewriter, tensor::CollapseShapeOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> sizes = createSizes(rewriter, op);
  rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getResultType(), sizes);
}

void sg::replaceEmpty(RewriterBase &rewriter, tensor::ExpandShapeOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getResultType(),
                                               op.getOutputShape());
}

/// Returns true if the type has a static size of 0.
static bool isEmpty(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

LogicalResult sg::replaceIfEmpty(RewriterBase &rewriter,
                                 tensor::CollapseShapeOp op) {
  // A collapse to rank 0 has one element, even if the type of the source
  // contradicts this.
  if (op.getResultType().getRank() == 0)
    return rewriter.notifyMatchFailure(op, "the result has one element");
  auto cast = op.getSrc().getDefiningOp<tensor::CastOp>();
  if (!isEmpty(op.getSrc()) && !(cast && isEmpty(cast.getSource())))
    return rewriter.notifyMatchFailure(op, "the source may have elements");
  replaceEmpty(rewriter, op);
  return success();
}

void sg::populateEmptyReshapePatterns(RewritePatternSet &patterns) {
  // The benefit makes the pattern apply before upstream folds the source's
  // cast.
  patterns.add(
      +[](tensor::CollapseShapeOp op, PatternRewriter &rewriter) {
        return sg::replaceIfEmpty(rewriter, op);
      },
      /*benefit=*/2);
}
