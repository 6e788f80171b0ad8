//===- FuseElementwise.cpp - Fuse elementwise ops into consumers ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IdentityOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "sg/CodeGen/Tensor/ResolveSizes.h"
#include "sg/StructuredOps/LinalgForms.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-fuse-elementwise"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Largest number of ops, including the terminator, in a body that is cheap to
/// recompute for each use.
static constexpr unsigned kMaxCheapBodyOps = 3;

/// Returns true if the body consists of its terminator only.
static bool isCopyOrBroadcast(linalg::LinalgOp op) {
  return llvm::hasSingleElement(*op.getBlock());
}

/// Returns true if the body applies at most two cheap arithmetic ops to one
/// element of a single tensor. Reading the tensor then costs no more than
/// reading the result.
static bool isCheapToRecompute(linalg::LinalgOp op) {
  unsigned tensors = llvm::count_if(op.getDpsInputOperands(), [](auto *input) {
    return isa<ShapedType>(input->get().getType());
  });
  Block *body = op.getBlock();
  return op.getNumDpsInits() == 1 && tensors == 1 &&
         op.getMatchingIndexingMap(op.getDpsInputOperand(0)).isPermutation() &&
         body->getOperations().size() <= kMaxCheapBodyOps &&
         llvm::all_of(body->without_terminator(), [](Operation &inner) {
           return isa<arith::ArithDialect>(inner.getDialect()) &&
                  !isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp,
                       arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(inner);
         });
}

/// Logs why the producer of `operand` is not fused into the user of `operand`.
/// Returns false.
static bool rejectFusion(OpOperand *operand, StringRef reason) {
  Operation *producer = operand->get().getDefiningOp();
  LDBG() << "not fused, " << reason << ": " << producer->getName() << " at "
         << producer->getLoc() << " with " << operand->getOwner()->getName()
         << " at " << operand->getOwner()->getLoc();
  return false;
}

/// Returns true if computing an element of the producer in each iteration of
/// the consumer costs no more than storing and loading the element.
static bool isWorthFusing(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer)
    return false;
  // If the consumer has more loops than the producer, upstream's fusion repeats
  // the addition to the destination (22.1.8).
  for (OpOperand &init : producer.getDpsInitsMutable())
    if (producer.payloadUsesValueFromOperand(&init))
      return rejectFusion(operand, "the producer adds to its destination");
  if (isCopyOrBroadcast(producer))
    return true;
  if (!operand->get().hasOneUse() && !isCheapToRecompute(producer))
    return rejectFusion(operand,
                        "the producer has other uses and is not cheap");
  // After fusion, tiling would not recognize the contraction or convolution.
  if (linalg::isaContractionOpInterface(consumer) ||
      linalg::isaConvolutionOpInterface(consumer))
    return rejectFusion(operand,
                        "the consumer is a contraction or convolution");
  if (!consumer.getMatchingIndexingMap(operand).isPermutation())
    return rejectFusion(operand, "the consumer reads elements more than once");
  return true;
}

namespace {
/// Fuses the producer of an operand into the op. Checks isWorthFusing first,
/// which takes constant time for most operands. Upstream's pattern compares the
/// maps of all operands for each operand, in quadratic time (22.1.8).
struct FuseProducer : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isWorthFusing(&operand) ||
          !linalg::areElementwiseOpsFusable(&operand))
        continue;
      Operation *producer = operand.get().getDefiningOp();
      FailureOr<linalg::ElementwiseOpFusionResult> fused =
          linalg::fuseElementwiseOps(rewriter, &operand);
      if (failed(fused))
        return rewriter.notifyMatchFailure(op, "upstream cannot fuse the op");
      for (auto [value, replacement] : fused->replacements)
        rewriter.replaceUsesWithIf(value, replacement, [&](OpOperand &use) {
          return use.get().getDefiningOp() != producer;
        });
      rewriter.eraseOp(op);
      return success();
    }
    return failure();
  }
};
} // namespace

/// Adds upstream's patterns for elementwise ops, except the fusion pattern,
/// which FuseProducer replaces.
static void populateElementwisePatterns(RewritePatternSet &patterns) {
  patterns.add<FuseProducer>(patterns.getContext());
  linalg::populateElementwiseOpsFusionPatterns(
      patterns, [](OpOperand *) { return false; });
  llvm::erase_if(patterns.getNativePatterns(), [](const auto &pattern) {
    return pattern->getDebugName().ends_with("::FuseElementwiseOps");
  });
}

/// Returns true if the slice may be empty and tiling would then read an operand
/// slice of negative size. This requires an operand indexed by a multiple of a
/// loop index or a sum of loop indices. For example, an empty slice of an
/// operand with index 2 * i gets the size (0 - 1) * 2 + 1.
static bool mayHaveNegativeSize(linalg::GenericOp producer,
                                tensor::ExtractSliceOp slice) {
  AffineMap map = producer.getIndexingMapMatchingResult(producer->getResult(0));
  for (auto [index, size] :
       llvm::zip_equal(map.getResults(), slice.getMixedSizes())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop || getConstantIntValue(size))
      continue;
    for (AffineMap operandMap : producer.getIndexingMapsArray())
      for (AffineExpr operandIndex : operandMap.getResults())
        if (!isa<AffineDimExpr>(operandIndex) &&
            operandIndex.isFunctionOfDim(loop.getPosition()))
          return true;
  }
  return false;
}

namespace {
/// Computes only a slice of a result if the result has no other use. Upstream's
/// pattern does not adjust linalg.index, which then counts from the start of
/// the slice (22.1.8).
struct ComputeSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp slice,
                                PatternRewriter &rewriter) const override {
    auto producer = slice.getSource().getDefiningOp<linalg::GenericOp>();
    if (!producer || !producer.hasPureTensorSemantics() ||
        producer->getNumResults() != 1 || !slice.getSource().hasOneUse() ||
        slice.getType().getRank() != slice.getSourceType().getRank() ||
        !llvm::all_of(slice.getMixedStrides(), isOneInteger))
      return rewriter.notifyMatchFailure(
          slice, "not the only use of a structured op's only result, or with "
                 "strides or dropped dimensions");
    // Upstream does not tile a loop with tile size 0, and crashes if another
    // loop is tiled (22.1.8).
    if (llvm::any_of(slice.getMixedSizes(), isZeroInteger) ||
        llvm::is_contained(producer.getStaticLoopRanges(), 0))
      return rewriter.notifyMatchFailure(slice, "a size is 0");
    // Derivatives of windowed ops may index the result by a sum of loop
    // indices. Tiling then cannot compute the iterations of the slice and
    // reports an error.
    if (!producer.getIndexingMapMatchingResult(producer->getResult(0))
             .isProjectedPermutation())
      return rewriter.notifyMatchFailure(
          slice, "a result index is not a single loop index");
    if (!sg::canBeTiled(producer))
      return rewriter.notifyMatchFailure(
          slice, "upstream cannot tile an operand's indexing map");
    if (mayHaveNegativeSize(producer, slice))
      return rewriter.notifyMatchFailure(
          slice, "the slice may be empty, and an operand is read in windows");
    FailureOr<TilingResult> tiled =
        tensor::replaceExtractSliceWithTiledProducer(rewriter, slice,
                                                     producer->getResult(0));
    if (failed(tiled))
      return rewriter.notifyMatchFailure(slice, "the producer is not tiled");
    LDBG() << "only a slice is computed: " << producer->getName() << " at "
           << producer.getLoc();
    rewriter.replaceOp(slice, tiled->tiledValues.front());
    return success();
  }
};
} // namespace

/// Returns the element of a tensor of rank 0, or null if unknown.
static Value getOnlyElement(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || type.getRank() != 0)
    return {};
  if (auto insert = tensor.getDefiningOp<tensor::InsertOp>())
    return insert.getScalar();
  if (auto elements = tensor.getDefiningOp<tensor::FromElementsOp>())
    return elements.getElements().front();
  return {};
}

namespace {
/// Replaces uses of a tensor of rank 0 in the body by the scalar from which the
/// tensor was built.
struct TakeOnlyElement : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    bool isChanged = false;
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      Value element = getOnlyElement(input->get());
      if (!element || argument.use_empty())
        continue;
      rewriter.replaceAllUsesWith(argument, element);
      isChanged = true;
    }
    return success(isChanged);
  }
};

struct FuseElementwise : sg::impl::FuseElementwiseBase<FuseElementwise> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    populateElementwisePatterns(patterns);
    patterns.add<ComputeSlice, TakeOnlyElement>(context);
    sg::populateEraseIdentityPatterns(patterns);
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
    // A destination size may be a tensor.dim of the producer's result, which
    // must not count as another use of the result.
    sg::populateResolveSizesPatterns(patterns);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    // The patterns need not reach a fixpoint.
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      LDBG() << "more could be fused";
  }
};
} // namespace
