//===- LinearizedIndices.cpp - affine.linearize_index folds ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearizedIndices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace {
struct DelinearizeEmpty final
    : OpRewritePattern<affine::AffineDelinearizeIndexOp> {
  /// The benefit makes the pattern apply before upstream's pattern.
  DelinearizeEmpty(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(affine::AffineDelinearizeIndexOp op,
                                PatternRewriter &rewriter) const override {
    auto linear =
        op.getLinearIndex().getDefiningOp<affine::AffineLinearizeIndexOp>();
    if (!linear || !linear.getMultiIndex().empty())
      return rewriter.notifyMatchFailure(
          op, "the index is not linearized from an empty list");
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(linear, 0);
    return success();
  }
};
} // namespace

void sg::populateLinearizedIndexPatterns(RewritePatternSet &patterns) {
  patterns.add<DelinearizeEmpty>(patterns.getContext());
}
