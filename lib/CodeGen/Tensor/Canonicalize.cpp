//===- Canonicalize.cpp - Canonicalize without faults of upstream ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptyReshapes.h"
#include "ExpandConstants.h"
#include "IdentityOps.h"
#include "LinearizedIndices.h"
#include "SliceConstants.h"
#include "TransposedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-canonicalize"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_CANONICALIZE
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Parts of the names of upstream's patterns that are wrong in 22.1.8. The last
/// one is the name of two patterns. SliceConstants.cpp has others for slices,
/// ExpandConstants.cpp for reshapes, IdentityOps.cpp for linalg.generic.
static constexpr StringLiteral kFaulty[] = {
    "EraseIdentityLinalgOp<mlir::linalg::GenericOp>", "ForOpTensorCastFolder",
    "InsertSliceOpConstantArgumentFolder",
    "InsertSliceOpSourceCastInserter<mlir::tensor::ParallelInsertSliceOp>",
    "OpWithOffsetSizesAndStridesConstantArgumentFolder"};

static bool isFaulty(const std::unique_ptr<RewritePattern> &pattern) {
  for (StringRef name : kFaulty)
    if (pattern->getDebugName().contains(name)) {
      LDBG() << "upstream's pattern is left out: " << pattern->getDebugName();
      return true;
    }
  return false;
}

/// Upstream folds a comparison of a tensor with itself, and its exclusive or,
/// to a constant of the same type, of which there is none if a size is not
/// known (22.1.8). The body of a structured op is about elements.
template <typename OpTy>
static void expandIfDynamic(OpTy op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || type.hasStaticShape())
    return;
  OpBuilder b(op);
  Location loc = op.getLoc();
  LDBG() << "of dynamic size, becomes a structured op: " << op->getName()
         << " at " << loc;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(b, loc, op.getLhs(), dim));
  Value empty = tensor::EmptyOp::create(b, loc, type, sizes);
  SmallVector<AffineMap> maps(3, b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, type, op->getOperands(), empty, maps, loops,
      [&](OpBuilder &inner, Location, ValueRange elements) {
        Operation *scalar = inner.create(loc, op->getName().getIdentifier(),
                                         elements.drop_back(),
                                         type.getElementType(), op->getAttrs());
        linalg::YieldOp::create(inner, loc, scalar->getResults());
      });
  op.replaceAllUsesWith(generic.getResult(0));
  op.erase();
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
    sg::populateSlicePatterns(all);
    sg::populateEmptyReshapePatterns(all);
    sg::populateExpandConstantPatterns(all);
    sg::populateEraseIdentityPatterns(all);
    sg::populateLinearizedIndexPatterns(all);
    sg::populateTransposedCastPatterns(all);
    patterns = std::make_shared<const FrozenRewritePatternSet>(std::move(all));
    return success();
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case<arith::CmpIOp, arith::XOrIOp>(
              [](auto compare) { expandIfDynamic(compare); })
          .Case([&](tensor::CollapseShapeOp collapse) {
            (void)sg::replaceIfEmpty(rewriter, collapse);
          });
    });
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    // Whether it comes to an end does not matter.
    if (failed(applyPatternsGreedily(getOperation(), *patterns, config)))
      LDBG() << "ended before nothing was left to fold";
  }

private:
  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace
