//===- IdentityOps.cpp - Structured ops that only copy --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IdentityOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

/// Returns true if all operands have the same indexing map, which is a
/// permutation of the loops.
static bool isElementwise(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return llvm::all_equal(maps) && maps.front().isPermutation();
}

/// Returns, for each result, the operand whose element the body yields. Returns
/// an empty vector if the body yields another value.
static SmallVector<Value> getYieldedOperands(linalg::GenericOp op) {
  Block *body = op.getBody();
  SmallVector<Value> operands;
  for (Value yielded : body->getTerminator()->getOperands()) {
    auto element = dyn_cast<BlockArgument>(yielded);
    if (!element || element.getOwner() != body)
      return {};
    operands.push_back(op->getOperand(element.getArgNumber()));
  }
  return operands;
}

namespace {
struct EraseIdentity : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::hasSingleElement(*op.getBody()) || !isElementwise(op))
      return rewriter.notifyMatchFailure(op, "not an elementwise copy");
    SmallVector<Value> operands = getYieldedOperands(op);
    if (operands.empty())
      return rewriter.notifyMatchFailure(
          op, "yields a value that is no operand's element");
    if (op.hasPureBufferSemantics()) {
      if (!llvm::equal(operands, op.getDpsInits()))
        return rewriter.notifyMatchFailure(op, "copies to other memory");
      rewriter.eraseOp(op);
      return success();
    }
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "has tensor and memref operands");
    for (auto [operand, type] : llvm::zip_equal(operands, op.getResultTypes()))
      if (operand.getType() != type &&
          !tensor::CastOp::areCastCompatible(operand.getType(), type))
        return rewriter.notifyMatchFailure(
            op, "an operand cannot be cast to the result's type");
    for (auto [operand, type] : llvm::zip_equal(operands, op.getResultTypes()))
      if (operand.getType() != type)
        operand = tensor::CastOp::create(rewriter, op.getLoc(), type, operand);
    rewriter.replaceOp(op, operands);
    return success();
  }
};

/// Replaces a structured op on tensors that has no iterations by its initial
/// values. Handles only ops that the verifier wrongly rejects.
struct EraseEmpty : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() ||
        !llvm::is_contained(op.getStaticLoopRanges(), 0) ||
        llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
          return map.isProjectedPermutation();
        }))
      return rewriter.notifyMatchFailure(
          op, "not empty, or accepted by the verifier");
    rewriter.replaceOp(op, op.getDpsInits());
    return success();
  }
};
} // namespace

void sg::populateEraseIdentityPatterns(RewritePatternSet &patterns) {
  patterns.add<EraseIdentity>(patterns.getContext());
  // EraseEmpty must apply before an upstream pattern evaluates the maps at the
  // last iteration.
  patterns.add<EraseEmpty>(patterns.getContext(), /*benefit=*/2);
}
