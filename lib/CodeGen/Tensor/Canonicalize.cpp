//===- Canonicalize.cpp - Canonicalize without upstream's faults ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdmittedRewrites.h"
#include "EmptyReshapes.h"
#include "ExpandConstants.h"
#include "IdentityOps.h"
#include "LinearizedIndices.h"
#include "PoisonConstants.h"
#include "SliceConstants.h"
#include "TransposedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
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

/// Replaces a comparison or exclusive or of tensors by a structured op if a
/// size of the tensors is dynamic. If both operands are the same tensor,
/// upstream folds the op to a constant, whose type must be static (22.1.8). In
/// a structured op, the fold applies to scalars.
template <typename OpTy>
static void expandIfDynamic(OpTy op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || type.hasStaticShape())
    return;
  OpBuilder b(op);
  Location loc = op.getLoc();
  LDBG() << "dynamic size, replaced by a structured op: " << op->getName()
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

/// Removes the flags nsw and nuw. Upstream keeps the flags when it merges two
/// ops, although the new op may overflow (22.1.8, llvm/llvm-project#140328).
static void dropOverflowFlags(Operation *op) {
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    op->setAttr(flags.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(
                    op->getContext(), arith::IntegerOverflowFlags::none));
}

/// Replaces constant operands of a slice that upstream cannot make static
/// (22.1.8, llvm/llvm-project#223336). The constant -2^63 equals
/// ShapedType::kDynamic. Upstream rejects negative offsets even in slices that
/// are not executed. The new operands are out of bounds, too.
static void replaceInvalidConstants(OffsetSizeAndStrideOpInterface slice) {
  auto replace = [&](unsigned operand, int64_t value) {
    OpBuilder b(slice);
    slice->setOperand(operand,
                      arith::ConstantIndexOp::create(b, slice.getLoc(), value));
  };
  unsigned firstOffset = slice.getOffsetSizeAndStrideStartOperandIndex();
  unsigned firstSize = firstOffset + slice.getOffsets().size();
  for (unsigned i = firstOffset; i < slice->getNumOperands(); ++i) {
    std::optional<int64_t> constant = getConstantIntValue(slice->getOperand(i));
    if (!constant)
      continue;
    if (i < firstSize && *constant < 0)
      replace(i, std::numeric_limits<int64_t>::max());
    else if (*constant == ShapedType::kDynamic)
      replace(i, ShapedType::kDynamic + 1);
  }
}

/// Replaces constant positions out of bounds by 0. An access out of bounds
/// returns poison, so any element is a correct result. Upstream crashes on some
/// of these positions (22.1.8, llvm/llvm-project#188404).
template <typename OpTy>
static void replaceInvalidPositions(OpTy op, VectorType type) {
  SmallVector<OpFoldResult> positions = op.getMixedPosition();
  bool isInvalid = false;
  for (auto [position, size] : llvm::zip(positions, type.getShape())) {
    std::optional<int64_t> constant = getConstantIntValue(position);
    if (!constant || (*constant >= 0 && *constant < size))
      continue;
    position = IntegerAttr::get(IndexType::get(op.getContext()), 0);
    isInvalid = true;
  }
  if (!isInvalid)
    return;
  SmallVector<Value> dynamic;
  SmallVector<int64_t> constants;
  dispatchIndexOpFoldResults(positions, dynamic, constants);
  op.setStaticPosition(constants);
  op.getDynamicPositionMutable().assign(dynamic);
}

namespace {
struct AppliedPatternLogger : RewriterBase::Listener {
  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override {
    if (failed(status))
      return;
    std::optional<OperationName> root = pattern.getRootKind();
    LDBG() << "applied: " << (root ? root->getStringRef() : StringRef("*"))
           << " " << sg::getRewriteName(pattern);
  }
};

struct Canonicalize : sg::impl::CanonicalizeBase<Canonicalize> {
  using CanonicalizeBase::CanonicalizeBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    if (!admitAll)
      sg::restrictToAdmitted(all);
    sg::populateFoldPattern(all, admitAll);
    sg::populateFreezePoisonPatterns(all);
    sg::populateSlicePatterns(all);
    sg::populateEmptyReshapePatterns(all);
    sg::populateExpandShapeConstantPatterns(all);
    sg::populateEraseIdentityPatterns(all);
    sg::populateLinearizedIndexPatterns(all);
    sg::populateTransposedCastPatterns(all);
    patterns = std::make_shared<const FrozenRewritePatternSet>(std::move(all));
    return success();
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    sg::freezePoison(rewriter, getOperation());
    getOperation()->walk([&](Operation *op) {
      dropOverflowFlags(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case<arith::CmpIOp, arith::XOrIOp>(
              [](auto compare) { expandIfDynamic(compare); })
          .Case([&](tensor::CollapseShapeOp collapse) {
            (void)sg::replaceIfEmpty(rewriter, collapse);
          })
          .Case([](vector::ExtractOp extract) {
            replaceInvalidPositions(extract, extract.getSourceVectorType());
          })
          .Case([](vector::InsertOp insert) {
            replaceInvalidPositions(insert, insert.getDestVectorType());
          })
          .Case([](OffsetSizeAndStrideOpInterface slice) {
            replaceInvalidConstants(slice);
          });
    });
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
    // FoldOp applies the admitted folds.
    config.enableFolding(false);
    AppliedPatternLogger applied;
    config.setListener(&applied);
    // The patterns need not reach a fixpoint.
    if (failed(applyPatternsGreedily(getOperation(), *patterns, config)))
      LDBG() << "stopped before a fixpoint";
  }

private:
  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace
