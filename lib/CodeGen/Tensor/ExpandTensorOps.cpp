//===- ExpandTensorOps.cpp - Tensor ops as structured ops -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutByIndices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "sg/StructuredOps/LoopExpansions.h"
#include "sg/StructuredOps/Padding.h"
#include "sg/StructuredOps/TensorExpansions.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-expand-tensor-ops"

using namespace mlir;
using namespace sg;

namespace sg {
#define GEN_PASS_DEF_EXPANDTENSOROPS
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

namespace {
/// Replaces an op by the values that `expand` emits.
template <typename Op>
struct Expand final : OpRewritePattern<Op> {
  using Function = SmallVector<Value> (*)(Op, OpBuilder &);
  Expand(MLIRContext *context, Function expand)
      : OpRewritePattern<Op>(context), expand(expand) {}
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    LDBG() << "expanding " << op->getName() << " at " << op.getLoc();
    rewriter.replaceOp(op, expand(op, rewriter));
    return success();
  }
  Function expand;
};

/// Expands a tensor.pad with computed padding values, a negative padding size,
/// or a source that begins at the end of the result. Upstream expands other
/// paddings to a fill and an insertion of the source. With a negative size, the
/// insertion would be invalid IR, even after an assertion.
struct ExpandComputedPad final : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  static bool hasNegativePadding(tensor::PadOp op) {
    auto isNegative = [](OpFoldResult size) {
      return getConstantIntValue(size).value_or(0) < 0;
    };
    return llvm::any_of(sg::getLowPadding(op), isNegative) ||
           llvm::any_of(sg::getHighPadding(op), isNegative);
  }
  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getConstantPaddingValue() && !hasNegativePadding(op) &&
        !sg::beginsAtEnd(op.getType(), sg::getLowPadding(op)))
      return rewriter.notifyMatchFailure(
          op, "the padding is one value: upstream's expansion writes in place");
    LDBG() << "expanding, the padding is computed or negative, or the source "
              "begins at the end: "
           << op->getName() << " at " << op.getLoc();
    rewriter.replaceOp(op, sg::expandPad(op, rewriter));
    return success();
  }
};

struct SplatAsFill final : OpRewritePattern<tensor::SplatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::SplatOp op,
                                PatternRewriter &rewriter) const override {
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), op.getType(),
                                          op.getDynamicSizes());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getInput(), empty);
    return success();
  }
};

/// Replaces a large splat constant, which takes long to compile, by a
/// linalg.fill.
struct SplatConstantAsFill final : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    constexpr int64_t maxConstantElements = 1 << 18;
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto elements = dyn_cast<SplatElementsAttr>(op.getValue());
    if (!type || !elements || type.getNumElements() <= maxConstantElements ||
        !type.getElementType().isIntOrIndexOrFloat())
      return rewriter.notifyMatchFailure(op, "no large splat of scalars");
    LDBG() << "filled at run time: a constant of " << type << " at "
           << op.getLoc();
    Value value = arith::ConstantOp::create(
        rewriter, op.getLoc(), elements.getSplatValue<TypedAttr>());
    Value empty =
        tensor::EmptyOp::create(rewriter, op.getLoc(), type, ValueRange());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, value, empty);
    return success();
  }
};

/// Casts the shape operand of a tensor.reshape to index. Upstream's conversion
/// to LLVM is wrong for shapes of other integer types.
struct ReshapeByIndices final : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getShape().getType());
    if (type.getElementType().isIndex())
      return rewriter.notifyMatchFailure(op, "the shape is of indices");
    Value indices = arith::IndexCastOp::create(
        rewriter, op.getLoc(), type.clone(rewriter.getIndexType()),
        op.getShape());
    rewriter.modifyOpInPlace(op, [&] { op.getShapeMutable().assign(indices); });
    return success();
  }
};

static bool isEmpty(Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked && llvm::is_contained(ranked.getShape(), 0);
}

/// Replaces an empty slice by a tensor.empty. Upstream treats an empty slice at
/// the end of a dimension as out of bounds.
struct EmptySlice final : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!isEmpty(op.getType()))
      return rewriter.notifyMatchFailure(op, "the slice may have elements");
    SmallVector<Value> sizes;
    llvm::SmallBitVector dropped = op.getDroppedDims();
    for (auto [dim, size] : llvm::enumerate(op.getMixedSizes()))
      if (auto value = dyn_cast<Value>(size); value && !dropped[dim])
        sizes.push_back(value);
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getType(), sizes);
    return success();
  }
};

struct EraseEmptyInsertion final : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!isEmpty(op.getSourceType()))
      return rewriter.notifyMatchFailure(op, "the source may have elements");
    rewriter.replaceOp(op, op.getDest());
    return success();
  }
};

/// Replaces poison of tensor type by a tensor.empty. Upstream cannot bufferize
/// poison.
struct PoisonAsEmpty final : OpRewritePattern<ub::PoisonOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ub::PoisonOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a ranked tensor");
    SmallVector<Value> sizes(type.getNumDynamicDims());
    if (!sizes.empty())
      sizes.assign(sizes.size(),
                   arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0));
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type, sizes);
    return success();
  }
};

struct DecomposeSoftmax final : OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    // Upstream gives the result the type of the input, whose static sizes may
    // differ from the output's (22.1.8).
    Type type = op.getOutputOperandType();
    if (op.getInputOperandType() != type) {
      Value input =
          tensor::CastOp::create(rewriter, op.getLoc(), type, op.getInput());
      rewriter.modifyOpInPlace(op, [&] { op.getInputMutable().assign(input); });
    }
    linalg::SoftmaxOp f32Softmax = createF32Softmax(op, rewriter);
    FailureOr<SmallVector<Value>> values =
        (f32Softmax ? f32Softmax : op).decomposeOperation(rewriter);
    if (failed(values))
      return rewriter.notifyMatchFailure(op,
                                         "upstream cannot decompose the op");
    LDBG() << "decomposing " << op->getName() << " at " << op.getLoc();
    if (f32Softmax) {
      rewriter.eraseOp(f32Softmax);
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, values->front());
    } else {
      rewriter.replaceOp(op, *values);
    }
    return success();
  }

private:
  /// Emits the softmax in f32 for an op on f16 or bf16. Returns null for other
  /// types. A sum of 65,536 ones is infinite in f16, and stays at 256 in bf16.
  static linalg::SoftmaxOp createF32Softmax(linalg::SoftmaxOp op,
                                            PatternRewriter &rewriter) {
    auto type = dyn_cast<RankedTensorType>(op.getOutputOperandType());
    if (!type || !isa<FloatType>(type.getElementType()) ||
        type.getElementTypeBitWidth() >= 32)
      return {};
    Location loc = op.getLoc();
    Type f32 = rewriter.getF32Type();
    Value input =
        arith::ExtFOp::create(rewriter, loc, type.clone(f32), op.getInput());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, op.getOutput());
    Value output = tensor::EmptyOp::create(rewriter, loc, sizes, f32);
    return linalg::SoftmaxOp::create(rewriter, loc, type.clone(f32), input,
                                     output, op.getDimension());
  }
};

struct LowerPack final : OpRewritePattern<linalg::PackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::PackOp op,
                                PatternRewriter &rewriter) const override {
    return linalg::lowerPack(rewriter, op);
  }
};

struct LowerUnpack final : OpRewritePattern<linalg::UnPackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::UnPackOp op,
                                PatternRewriter &rewriter) const override {
    // If all outer dimensions have size 1, upstream takes a slice of the
    // source. Upstream then assumes that each dimension is tiled and that the
    // tiles have the order of the dimensions (22.1.8).
    bool isSlice =
        llvm::equal(op.getInnerDimsPos(),
                    llvm::seq<int64_t>(0, op.getDestType().getRank()));
    return linalg::lowerUnPack(rewriter, op,
                               /*lowerUnpadLikeWithExtractSlice=*/isSlice);
  }
};

/// Replaces an scf.index_switch that returns tensors by nested scf.if.
/// Bufferization does not know that a result of an scf.index_switch shares the
/// memory of a yielded value.
static void expandSwitch(IRRewriter &rewriter, scf::IndexSwitchOp op) {
  Location loc = op.getLoc();
  if (llvm::none_of(op.getResultTypes(), llvm::IsaPred<TensorType>)) {
    LDBG() << "not expanded, no result is a tensor: " << op->getName() << " at "
           << loc;
    return;
  }
  LDBG() << "expanded to branches: " << op->getName() << " at " << loc;
  rewriter.setInsertionPoint(op);
  SmallVector<Value> results;
  for (auto [caseValue, region] :
       llvm::zip(op.getCases(), op.getCaseRegions())) {
    Value label = arith::ConstantIndexOp::create(rewriter, loc, caseValue);
    Value isCase = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, op.getArg(), label);
    auto branch = scf::IfOp::create(rewriter, loc, op.getResultTypes(), isCase,
                                    /*addThenBlock=*/true,
                                    /*addElseBlock=*/true);
    rewriter.mergeBlocks(&region.front(), branch.thenBlock());
    if (results.empty())
      llvm::append_range(results, branch.getResults());
    else
      scf::YieldOp::create(rewriter, loc, branch.getResults());
    rewriter.setInsertionPointToStart(branch.elseBlock());
  }
  Block &defaultBlock = op.getDefaultBlock();
  Operation *yield = defaultBlock.getTerminator();
  Block *target = rewriter.getInsertionBlock();
  rewriter.inlineBlockBefore(&defaultBlock, target,
                             rewriter.getInsertionPoint());
  if (results.empty()) { // the op has no cases
    llvm::append_range(results, yield->getOperands());
    rewriter.replaceOp(op, results);
    rewriter.eraseOp(yield);
    return;
  }
  rewriter.replaceOp(op, results);
}

/// Replaces an scf.parallel that uses tensors by sequential loops.
/// Bufferization does not know that an scf.parallel repeats its body, and would
/// overwrite values that the next iteration reads.
static void expandLoop(IRRewriter &rewriter, scf::ParallelOp op) {
  WalkResult walk = op.walk([](Operation *inner) {
    return llvm::any_of(inner->getOperandTypes(), llvm::IsaPred<TensorType>)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!walk.wasInterrupted()) {
    LDBG() << "not expanded, no tensors inside: " << op->getName() << " at "
           << op.getLoc();
    return;
  }
  LDBG() << "expanded to sequential loops: " << op->getName() << " at "
         << op.getLoc();
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(op, sg::expandParallel(rewriter, op).results);
}

struct ExpandTensorOps : sg::impl::ExpandTensorOpsBase<ExpandTensorOps> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    IRRewriter rewriter(context);
    getOperation()->walk(
        [&](scf::IndexSwitchOp op) { expandSwitch(rewriter, op); });
    getOperation()->walk([&](scf::ParallelOp op) { expandLoop(rewriter, op); });
    // The second set of patterns rewrites ops that the first one creates.
    RewritePatternSet relayout(context);
    relayout.add<LowerPack, LowerUnpack>(context);
    sg::populateRelayoutByIndicesPatterns(relayout);
    linalg::populateDecomposeWinogradOpsPatterns(relayout);
    walkAndApplyPatterns(getOperation(), std::move(relayout));

    RewritePatternSet patterns(context);
    patterns.add<Expand<tensor::ConcatOp>>(context, sg::expandConcat);
    patterns.add<Expand<tensor::GatherOp>>(context, sg::expandGather);
    patterns.add<Expand<tensor::GenerateOp>>(context, sg::expandGenerate);
    patterns.add<Expand<tensor::ScatterOp>>(context, sg::expandScatter);
    // ExpandComputedPad must apply before upstream's DecomposePadOpPattern.
    patterns.add<ExpandComputedPad>(context, /*benefit=*/2);
    patterns.add<SplatAsFill, SplatConstantAsFill, ReshapeByIndices,
                 PoisonAsEmpty, DecomposeSoftmax>(context);
    patterns.add<linalg::DecomposePadOpPattern>(context);
    walkAndApplyPatterns(getOperation(), std::move(patterns));

    RewritePatternSet slices(context);
    slices.add<EmptySlice, EraseEmptyInsertion>(context);
    walkAndApplyPatterns(getOperation(), std::move(slices));
  }
};
} // namespace
