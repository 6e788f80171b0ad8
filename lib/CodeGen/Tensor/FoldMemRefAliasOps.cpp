//===- FoldMemRefAliasOps.cpp - Fold views of memory into accesses --------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedPattern.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-fold-memref-alias-ops"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_FOLDMEMREFALIASOPS
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Returns false if 'op' transfers a vector to or from reshaped memory and
/// upstream's fold would change the accessed elements. The fold accesses the
/// source of the reshape, in which the next row may follow the end of a row.
static bool canFoldReshape(Operation *op) {
  auto transfer = dyn_cast<VectorTransferOpInterface>(op);
  if (!transfer ||
      !isa_and_present<memref::ExpandShapeOp, memref::CollapseShapeOp>(
          transfer.getBase().getDefiningOp()))
    return true;
  bool canFold = transfer.getVectorType().getRank() <= 1 &&
                 !transfer.hasOutOfBoundsDim() &&
                 transfer.getPermutationMap().isMinorIdentity();
  if (!canFold)
    LDBG() << "not folded, accesses reshaped memory: " << op->getName()
           << " at " << op->getLoc();
  return canFold;
}

/// Returns false if 'op' is a view of a view and the folded view would begin at
/// or past the end of a static dimension. The verifier rejects this offset even
/// if the view is empty.
static bool isFoldedViewInBounds(Operation *op) {
  auto view = dyn_cast<memref::SubViewOp>(op);
  auto outer = view ? view.getSource().getDefiningOp<memref::SubViewOp>()
                    : memref::SubViewOp();
  if (!outer || outer.getType().getRank() != outer.getSourceType().getRank())
    return true;
  for (auto [size, outerOffset, outerStride, innerOffset] : llvm::zip_equal(
           outer.getSourceType().getShape(), outer.getMixedOffsets(),
           outer.getMixedStrides(), view.getMixedOffsets())) {
    std::optional<int64_t> start = getConstantIntValue(outerOffset);
    std::optional<int64_t> stride = getConstantIntValue(outerStride);
    std::optional<int64_t> index = getConstantIntValue(innerOffset);
    if (ShapedType::isStatic(size) && start && stride && index &&
        *start + *stride * *index >= size)
      return false;
  }
  return true;
}

static bool canFold(Operation *op) {
  return canFoldReshape(op) && isFoldedViewInBounds(op);
}

namespace {
struct FoldMemRefAliasOps
    : sg::impl::FoldMemRefAliasOpsBase<FoldMemRefAliasOps> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    memref::populateFoldMemRefAliasOpPatterns(all);
    for (std::unique_ptr<RewritePattern> &pattern : all.getNativePatterns())
      pattern = sg::guardPattern(std::move(pattern), canFold);
    patterns = std::make_shared<const FrozenRewritePatternSet>(std::move(all));
    return success();
  }

  void runOnOperation() override {
    // The patterns need not reach a fixpoint.
    if (failed(applyPatternsGreedily(getOperation(), *patterns)))
      LDBG() << "stopped before a fixpoint";
  }

private:
  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace
