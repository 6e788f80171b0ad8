//===- ResolveSizes.cpp - Sizes of results from sizes of arguments --------===//
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
/// A result has the shape of its destination. Upstream asks the loops of a
/// structured op instead, and has 0 for a dimension whose index is constant in
/// the map, or never ends (22.1.8); hence the greater benefit.
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
          size, "not of the result of an op with destinations");
    LDBG() << "the size of a destination in place of that of a result of "
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
    // Whether it comes to an end does not matter.
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      LDBG() << "ended before all sizes were resolved";
  }
};
} // namespace

void sg::populateResolveSizesPatterns(RewritePatternSet &patterns) {
  patterns.add<SizeOfDestination>(patterns.getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
}
