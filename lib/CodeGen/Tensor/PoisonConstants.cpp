//===- PoisonConstants.cpp - Poison replaced by constants -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PoisonConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;

/// Returns the constant that replaces poison of 'type', or null for types
/// without constants.
static TypedAttr getPoisonReplacement(OpBuilder &b, Type type) {
  if (type.isIndex())
    return b.getIndexAttr(1);
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && (!shaped.hasStaticShape() || isa<BaseMemRefType>(type)))
    return {};
  if (!getElementTypeOrSelf(type).isIntOrIndexOrFloat())
    return {};
  return b.getZeroAttr(type);
}

static LogicalResult freeze(ub::PoisonOp poison, RewriterBase &rewriter) {
  TypedAttr constant = getPoisonReplacement(rewriter, poison.getType());
  if (!constant)
    return rewriter.notifyMatchFailure(poison, "no constant for its type");
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(poison, constant);
  return success();
}

void sg::freezePoison(RewriterBase &rewriter, Operation *root) {
  root->walk([&](ub::PoisonOp poison) {
    rewriter.setInsertionPoint(poison);
    (void)freeze(poison, rewriter);
  });
}

void sg::populateFreezePoisonPatterns(RewritePatternSet &patterns) {
  patterns.add(+[](ub::PoisonOp poison, PatternRewriter &rewriter) {
    return freeze(poison, rewriter);
  });
}
