//===- Canonicalize.cpp - Canonicalize without faults of upstream ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceConstants.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "sg/CodeGen/Passes.h"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CANONICALIZE
#include "sg/CodeGen/Passes.h.inc"
} // namespace sg

/// Parts of the names of upstream's patterns that are wrong in 22.1.8. The last
/// one is the name of two patterns. SliceConstants.cpp has others for slices.
static constexpr StringLiteral kFaulty[] = {
    "ForOpTensorCastFolder", "InsertSliceOpConstantArgumentFolder",
    "InsertSliceOpSourceCastInserter<mlir::tensor::ParallelInsertSliceOp>",
    "OpWithOffsetSizesAndStridesConstantArgumentFolder"};

static bool isFaulty(const std::unique_ptr<RewritePattern> &pattern) {
  return llvm::any_of(kFaulty, [&](StringRef name) {
    return pattern->getDebugName().contains(name);
  });
}

namespace {
struct Canonicalize : sg::impl::CanonicalizeBase<Canonicalize> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    llvm::erase_if(all.getNativePatterns(), isFaulty);
    sg::populateSliceConstantPatterns(all);
    patterns = std::make_shared<const FrozenRewritePatternSet>(std::move(all));
    return success();
  }

  void runOnOperation() override {
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    // Whether it comes to an end does not matter.
    (void)applyPatternsGreedily(getOperation(), *patterns, config);
  }

private:
  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace
