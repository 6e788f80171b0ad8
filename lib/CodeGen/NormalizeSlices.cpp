//===- NormalizeSlices.cpp - Which unit dimensions a slice drops ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sg/CodeGen/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "sg-normalize-slices"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_NORMALIZESLICES
#include "sg/CodeGen/Passes.h.inc"
} // namespace sg

/// Whether upstream's three ways to find the dropped dimensions of a slice
/// could differ: if it keeps unit dimensions, and the first ones are not those
/// that are dropped, or steps change the strides by which memrefs are compared.
/// `full` is the tensor of which the slice is taken, or into which.
template <typename OpTy>
static bool isAmbiguous(OpTy op, RankedTensorType full,
                        RankedTensorType slice) {
  size_t dropped = full.getRank() - slice.getRank();
  size_t unit = llvm::count_if(op.getMixedSizes(), isOneInteger);
  if (dropped == 0 || unit == dropped)
    return false;
  return !llvm::all_of(op.getMixedStrides(), isOneInteger) ||
         tensor::ExtractSliceOp::inferCanonicalRankReducedResultType(
             slice.getRank(), full, op.getMixedSizes())
                 .getShape() != slice.getShape();
}

/// Groups of one kept dimension each: dropped ones go with the kept one before
/// them, the first ones with the one behind them.
static SmallVector<ReassociationIndices>
getReassociation(const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups;
  bool hasKept = false;
  for (unsigned i = 0; i < dropped.size(); ++i) {
    if (groups.empty() || (hasKept && !dropped.test(i))) {
      groups.emplace_back();
      hasKept = false;
    }
    groups.back().push_back(i);
    hasKept |= !dropped.test(i);
  }
  return groups;
}

static void normalize(tensor::ExtractSliceOp op) {
  if (!isAmbiguous(op, op.getSourceType(), op.getType()))
    return;
  LLVM_DEBUG(llvm::dbgs() << "ambiguous: " << op << "\n");
  OpBuilder b(op);
  Value slice = tensor::ExtractSliceOp::create(
      b, op.getLoc(), op.getSource(), op.getMixedOffsets(), op.getMixedSizes(),
      op.getMixedStrides());
  op.replaceAllUsesWith(
      tensor::CollapseShapeOp::create(b, op.getLoc(), op.getType(), slice,
                                      getReassociation(op.getDroppedDims()))
          .getResult());
  op.erase();
}

/// An insertion, in a loop's body or by a thread of an scf.forall.
template <typename OpTy>
static void normalizeInsertion(OpTy op) {
  if (!isAmbiguous(op, op.getDestType(), op.getSourceType()))
    return;
  LLVM_DEBUG(llvm::dbgs() << "ambiguous: " << op << "\n");
  Operation *place = op;
  if (isa<InParallelOpInterface>(op->getParentOp()))
    place = op->getParentOp();
  OpBuilder b(place);
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  auto type = RankedTensorType::get(
      tensor::ExtractSliceOp::inferResultType(op.getDestType(), sizes)
          .getShape(),
      op.getSourceType().getElementType(), op.getSourceType().getEncoding());
  Value source = tensor::ExpandShapeOp::create(
      b, op.getLoc(), type, op.getSource(),
      getReassociation(op.getDroppedDims()), sizes);
  op.getSourceMutable().assign(source);
}

namespace {
struct NormalizeSlices : sg::impl::NormalizeSlicesBase<NormalizeSlices> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([](tensor::ExtractSliceOp slice) { normalize(slice); })
          .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
              [](auto insertion) { normalizeInsertion(insertion); });
    });
  }
};
} // namespace
