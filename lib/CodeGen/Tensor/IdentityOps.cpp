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

/// Whether each iteration is about one element, the same one of all operands,
/// and all elements have their turn.
static bool isElementwise(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return llvm::all_equal(maps) && maps.front().isPermutation();
}

/// The operands whose elements the body yields, one for each result; none where
/// it yields something else.
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
      return rewriter.notifyMatchFailure(op, "computes, or is not elementwise");
    SmallVector<Value> operands = getYieldedOperands(op);
    if (operands.empty())
      return rewriter.notifyMatchFailure(op, "yields what is no operand");
    if (op.hasPureBufferSemantics()) {
      if (!llvm::equal(operands, op.getDpsInits()))
        return rewriter.notifyMatchFailure(op, "copies to other memory");
      rewriter.eraseOp(op);
      return success();
    }
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "on tensors and memory");
    for (auto [operand, type] : llvm::zip_equal(operands, op.getResultTypes()))
      if (operand.getType() != type &&
          !tensor::CastOp::areCastCompatible(operand.getType(), type))
        return rewriter.notifyMatchFailure(op, "no cast gives a result's type");
    for (auto [operand, type] : llvm::zip_equal(operands, op.getResultTypes()))
      if (operand.getType() != type)
        operand = tensor::CastOp::create(rewriter, op.getLoc(), type, operand);
    rewriter.replaceOp(op, operands);
    return success();
  }
};

/// Leaves out an op that does nothing and that the verifier refuses.
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
          op, "not empty, or the verifier knows that it is");
    rewriter.replaceOp(op, op.getDpsInits());
    return success();
  }
};
} // namespace

void sg::populateEraseIdentityPatterns(RewritePatternSet &patterns) {
  patterns.add<EraseIdentity>(patterns.getContext());
  // Before a pattern of upstream asks for indices of the last iteration.
  patterns.add<EraseEmpty>(patterns.getContext(), /*benefit=*/2);
}
