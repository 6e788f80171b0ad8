//===- NormalizeSlices.cpp - Name the unit dimensions a slice drops -------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmptyReshapes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "sg/CodeGen/Tensor/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-normalize-slices"

using namespace mlir;

namespace sg {
#define GEN_PASS_DEF_NORMALIZESLICES
#include "sg/CodeGen/Tensor/Passes.h.inc"
} // namespace sg

/// Returns all sizes of a slice, including the sizes of dropped dimensions.
template <typename OpTy>
static SmallVector<int64_t> getSizes(OpTy op) {
  return llvm::map_to_vector(op.getMixedSizes(), [](OpFoldResult size) {
    return getConstantIntValue(size).value_or(ShapedType::kDynamic);
  });
}

/// Returns true if upstream's three ways to find the dropped dimensions of a
/// slice may disagree. The ways agree if the slice drops all unit dimensions,
/// or drops the first unit dimensions and has unit strides.
template <typename OpTy>
static bool isAmbiguous(OpTy op, ShapedType slice) {
  SmallVector<int64_t> sizes = getSizes(op);
  int64_t dropped = sizes.size() - slice.getRank();
  if (dropped == 0 || llvm::count(sizes, 1) == dropped)
    return false;
  llvm::erase_if(sizes,
                 [&](int64_t size) { return size == 1 && dropped-- > 0; });
  return ArrayRef(sizes) != slice.getShape() ||
         !llvm::all_of(op.getMixedStrides(), isOneInteger);
}

/// Returns a reassociation in which each group contains one kept dimension.
/// Dropped dimensions join the preceding kept dimension, or the first kept
/// dimension if there is none.
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

/// Expands the source of an insertion to full rank. For an insertion in an
/// scf.forall.in_parallel, the expansion precedes the terminator.
template <typename OpTy>
static void normalizeInsertion(OpTy op) {
  Operation *insertionPoint = op;
  if (isa<InParallelOpInterface>(op->getParentOp()))
    insertionPoint = op->getParentOp();
  OpBuilder b(insertionPoint);
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

/// Returns the dimensions that `slice` drops from `full`. Compares sizes and
/// strides starting at the last dimension, as upstream does for tensors.
/// Dynamic sizes and strides match any value. Returns std::nullopt if no choice
/// of unit dimensions matches.
static std::optional<llvm::SmallBitVector> findDropped(MemRefType full,
                                                       MemRefType slice) {
  auto mayEqual = [](int64_t a, int64_t b) {
    return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
  };
  SmallVector<int64_t> fullStrides = full.getStridesAndOffset().first;
  SmallVector<int64_t> strides = slice.getStridesAndOffset().first;
  llvm::SmallBitVector dropped(full.getRank(), true);
  int64_t unmatched = slice.getRank();
  for (int64_t i = full.getRank() - 1; i >= 0 && unmatched > 0; --i) {
    if (!mayEqual(full.getDimSize(i), slice.getDimSize(unmatched - 1)) ||
        !mayEqual(fullStrides[i], strides[unmatched - 1]))
      continue;
    dropped.reset(i);
    --unmatched;
  }
  for (unsigned i : dropped.set_bits())
    if (full.getDimSize(i) != 1)
      return std::nullopt;
  return unmatched == 0 ? std::optional(dropped) : std::nullopt;
}

/// Replaces a view by a view of full rank and a memref.collapse_shape. Programs
/// that use memrefs may contain views before bufferization.
static void normalize(memref::SubViewOp op) {
  MemRefType full = memref::SubViewOp::inferResultType(
      op.getSourceType(), op.getMixedOffsets(), op.getMixedSizes(),
      op.getMixedStrides());
  std::optional<llvm::SmallBitVector> dropped = findDropped(full, op.getType());
  if (!dropped) {
    LDBG() << "not normalized, its type fits no choice of unit dimensions: "
           << op->getName() << " at " << op.getLoc();
    return;
  }
  OpBuilder b(op);
  Value view = memref::SubViewOp::create(
      b, op.getLoc(), full, op.getSource(), op.getMixedOffsets(),
      op.getMixedSizes(), op.getMixedStrides());
  view = memref::CollapseShapeOp::create(b, op.getLoc(), view,
                                         getReassociation(*dropped));
  if (view.getType() != op.getType())
    view = memref::CastOp::create(b, op.getLoc(), op.getType(), view);
  op.replaceAllUsesWith(view);
  op.erase();
}

static RankedTensorType getUnitType(RankedTensorType type) {
  return type.clone(SmallVector<int64_t>(type.getRank(), 1));
}

/// Casts the source of a collapse to rank 0 to static sizes of 1. Upstream
/// rejects dynamic sizes after bufferization.
static void makeUnitSizesStatic(tensor::CollapseShapeOp op) {
  if (op.getResultType().getRank() != 0 || op.getSrcType().hasStaticShape())
    return;
  OpBuilder b(op);
  op.getSrcMutable().assign(tensor::CastOp::create(
      b, op.getLoc(), getUnitType(op.getSrcType()), op.getSrc()));
}

static void makeUnitSizesStatic(tensor::ExpandShapeOp op) {
  if (op.getSrcType().getRank() != 0 || op.getResultType().hasStaticShape())
    return;
  OpBuilder b(op);
  RankedTensorType type = getUnitType(op.getResultType());
  Value expanded = tensor::ExpandShapeOp::create(
      b, op.getLoc(), type, op.getSrc(), ArrayRef<ReassociationIndices>());
  op.replaceAllUsesWith(
      tensor::CastOp::create(b, op.getLoc(), op.getResultType(), expanded)
          .getResult());
  op.erase();
}

template <typename OpTy>
static void normalizeReshape(IRRewriter &rewriter, OpTy op) {
  if (llvm::is_contained(op.getSrcType().getShape(), 0))
    sg::replaceEmpty(rewriter, op);
  else
    makeUnitSizesStatic(op);
}

namespace {
struct NormalizeSlices : sg::impl::NormalizeSlicesBase<NormalizeSlices> {
  using NormalizeSlicesBase::NormalizeSlicesBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      auto log = [&] {
        LDBG() << "ambiguous: " << op->getName() << " at " << op->getLoc();
      };
      llvm::TypeSwitch<Operation *>(op)
          .Case<tensor::ExtractSliceOp, memref::SubViewOp>([&](auto slice) {
            if (!isAmbiguous(slice, slice.getType()))
              return;
            log();
            normalize(slice);
          })
          .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
              [&](auto shape) {
                if (reshapes)
                  normalizeReshape(rewriter, shape);
              })
          .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
              [&](auto insertion) {
                if (!isAmbiguous(insertion, insertion.getSourceType()))
                  return;
                log();
                normalizeInsertion(insertion);
              });
    });
  }
};
} // namespace
