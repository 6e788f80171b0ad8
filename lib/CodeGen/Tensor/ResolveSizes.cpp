//===- ResolveSizes.cpp - Compute sizes of results from arguments ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Tensor/ResolveSizes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-resolve-sizes"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_RESOLVESIZES
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

namespace {
/// Replaces the size of a result by the size of its destination, which has the
/// same shape. Upstream's pattern computes sizes of a structured op's result
/// from the loops instead. If the indexing map of the result has a constant at
/// the dimension, upstream's pattern returns 0 or does not terminate (22.1.8).
/// The higher benefit makes this pattern apply first.
struct SizeOfDestination : OpRewritePattern<tensor::DimOp> {
  SizeOfDestination(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(tensor::DimOp size,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(size.getSource());
    auto op = result ? dyn_cast<DestinationStyleOpInterface>(result.getOwner())
                     : nullptr;
    if (!op)
      return rewriter.notifyMatchFailure(
          size, "the source is no result of a destination-style op");
    LDBG() << "size of a result replaced by the size of its destination: "
           << op->getName() << " at " << op->getLoc();
    Value init = op.getTiedOpOperand(result)->get();
    rewriter.modifyOpInPlace(size, [&] { size.getSourceMutable().set(init); });
    return success();
  }
};

struct ResolveSizes : sg::impl::ResolveSizesBase<ResolveSizes> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    sg::populateResolveSizesPatterns(patterns);
    // The patterns need not reach a fixpoint.
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      LDBG() << "stopped before all sizes were resolved";
  }
};
} // namespace

void sg::populateResolveSizesPatterns(RewritePatternSet &patterns) {
  patterns.add<SizeOfDestination>(patterns.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
}
