//===- CheckShapes.cpp - Check that sizes of operands fit -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Asserter.h"
#include "CheckStructuredOps.h"
#include "CheckViews.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "sg/CodeGen/Verification/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "sg-check-shapes"

using namespace mlir;
using Predicate = arith::CmpIPredicate;

namespace sg {
#define GEN_PASS_DEF_CHECKSHAPES
#include "sg/CodeGen/Verification/Passes.h.inc"
} // namespace sg

static void checkElementwise(Operation *op) {
  sg::Asserter check(op);
  OpOperand *first = nullptr;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    if (!first) {
      first = &operand;
      continue;
    }
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      check.require(check.haveEqualSize(first->get(), operand.get(), dim),
                    "dimension " + Twine(dim) + " of operand " +
                        Twine(operand.getOperandNumber()) +
                        " differs from that of operand " +
                        Twine(first->getOperandNumber()));
  }
}

/// Checks that the source of a cast has the rank and the static sizes of the
/// result type.
static void checkCast(tensor::CastOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type)
    return;
  sg::Asserter check(op);
  if (!isa<RankedTensorType>(op.getSource().getType()))
    check.require(check.isEqualTo(check.create<tensor::RankOp>(op.getSource()),
                                  type.getRank()),
                  "the rank is not " + Twine(type.getRank()));
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!ShapedType::isDynamic(size))
      check.require(check.isEqualTo(check.size(op.getSource(), dim), size),
                    "dimension " + Twine(dim) + " is not " + Twine(size));
}

/// Checks an expand_shape of a tensor or memref. Upstream's check for memrefs
/// divides by sizes that may be 0.
template <typename OpTy>
static void checkExpandShape(OpTy op) {
  sg::Asserter check(op);
  OpBuilder b(op);
  SmallVector<Value> sizes =
      getValueOrCreateConstantIndexOp(b, op.getLoc(), op.getMixedOutputShape());
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    SmallVector<Value> parts;
    for (int64_t i : group) {
      check.require(check.compare(Predicate::sge, sizes[i], check.constant(0)),
                    "dimension " + Twine(i) + " of the result is negative");
      parts.push_back(sizes[i]);
    }
    check.require(check.isProduct(parts, check.size(op.getSrc(), dim)),
                  "the sizes that dimension " + Twine(dim) +
                      " is expanded to do not multiply to its size");
  }
  if (op.getSrcType().getRank() != 0)
    return;
  for (auto [dim, size] : llvm::enumerate(sizes))
    check.require(check.isEqualTo(size, 1),
                  "dimension " + Twine(dim) + " of the result is not 1");
}

/// Checks that a collapse to rank 0 collapses only sizes of 1. Other collapses
/// compute the sizes of the result from the source.
static void checkCollapseShape(tensor::CollapseShapeOp op) {
  if (op.getResultType().getRank() != 0)
    return;
  sg::Asserter check(op);
  for (int64_t dim = 0; dim < op.getSrcType().getRank(); ++dim)
    check.require(check.isEqualTo(check.size(op.getSrc(), dim), 1),
                  "dimension " + Twine(dim) + " is not 1");
}

static void checkReshape(tensor::ReshapeOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!type || !source)
    return;
  sg::Asserter check(op);
  Value sourceCount = check.constant(1);
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < source.getRank(); ++dim)
    sourceCount = check.create<arith::MulIOp>(sourceCount,
                                              check.size(op.getSource(), dim));
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value position = check.constant(dim);
    Value size = check.create<tensor::ExtractOp>(op.getShape(), position);
    if (!size.getType().isIndex())
      size = check.create<arith::IndexCastOp>(IndexType::get(op.getContext()),
                                              size);
    if (!type.isDynamicDim(dim))
      check.require(check.equal(size, check.constant(type.getDimSize(dim))),
                    "dimension " + Twine(dim) + " of the shape is not " +
                        Twine(type.getDimSize(dim)));
    else
      check.require(check.compare(Predicate::sge, size, check.constant(0)),
                    "dimension " + Twine(dim) + " of the shape is negative");
    sizes.push_back(size);
  }
  check.require(check.isProduct(sizes, sourceCount),
                "the shape has a different number of elements");
}

static void checkMaterialize(bufferization::MaterializeInDestinationOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  if (!type)
    return;
  sg::Asserter check(op);
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    check.require(check.haveEqualSize(op.getSource(), op.getDest(), dim),
                  "dimension " + Twine(dim) +
                      " of the destination is not that of the source");
}

/// Checks that a slice of `sliced` is in bounds. Emits the checks before
/// `before`.
static void checkSlice(OffsetSizeAndStrideOpInterface op, Value sliced,
                       Operation *before) {
  sg::Asserter check(op, before);
  OpBuilder b(before);
  auto getValues = [&](ArrayRef<OpFoldResult> mixed) {
    return getValueOrCreateConstantIndexOp(b, op->getLoc(), mixed);
  };
  SmallVector<Value> offsets = getValues(op.getMixedOffsets());
  SmallVector<Value> sizes = getValues(op.getMixedSizes());
  SmallVector<Value> strides = getValues(op.getMixedStrides());
  for (unsigned dim = 0; dim < sizes.size(); ++dim) {
    Value size = check.size(sliced, dim);
    Value steps = check.create<arith::SubIOp>(sizes[dim], check.constant(1));
    Value last = check.create<arith::AddIOp>(
        offsets[dim], check.create<arith::MulIOp>(steps, strides[dim]));
    Value first = check.inRange(offsets[dim], size);
    Value inside =
        check.create<arith::AndIOp>(first, check.inRange(last, size));
    Value empty = check.isEqualTo(sizes[dim], 0);
    // `last` may have wrapped, so also compare the size of the slice with the
    // dimension.
    Value fits = check.compare(Predicate::ule, sizes[dim], size);
    if (std::optional<int64_t> stride = getConstantIntValue(strides[dim]);
        !stride || std::abs(*stride) > 1) {
      Value maxIndex = check.create<arith::SubIOp>(size, check.constant(1));
      inside = check.create<arith::AndIOp>(
          inside,
          check.productFits(steps, check.magnitude(strides[dim]), maxIndex));
    }
    check.require(check.create<arith::AndIOp>(
                      fits, check.create<arith::OrIOp>(empty, inside)),
                  "the slice leaves dimension " + Twine(dim));
  }
}

template <typename InsertOp>
static void checkInsertSlice(InsertOp op, Operation *before) {
  checkSlice(op, op.getDest(), before);
  sg::Asserter check(op, before);
  OpBuilder b(before);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  unsigned dim = 0;
  for (auto [i, size] : llvm::enumerate(op.getMixedSizes())) {
    if (dropped.test(i))
      continue;
    Value expected = getValueOrCreateConstantIndexOp(b, op.getLoc(), size);
    check.require(check.equal(check.size(op.getSource(), dim), expected),
                  "dimension " + Twine(dim) +
                      " of the source is not the size of the slice");
    ++dim;
  }
}

/// Checks that dimension `dim` exists. If the check is known to fail, replaces
/// the size by 0: later passes would access the missing dimension.
static void checkDim(Operation *op, Value shaped, Value dim) {
  sg::Asserter check(op);
  auto type = dyn_cast<ShapedType>(shaped.getType());
  Value rank = type && type.hasRank() ? check.constant(type.getRank())
               : isa<TensorType>(shaped.getType())
                   ? check.create<tensor::RankOp>(shaped)
                   : check.create<memref::RankOp>(shaped);
  Value exists = check.inRange(dim, rank);
  check.require(exists, "there is no such dimension");
  if (matchPattern(exists, m_Zero()))
    op->getResult(0).replaceAllUsesWith(check.constant(0));
}

static bool isCheckedByCheckIndices(Operation *op) {
  return isa<tensor::ExtractOp, tensor::InsertOp, memref::LoadOp,
             memref::StoreOp, memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(
      op);
}

static void checkByInterface(RuntimeVerifiableOpInterface op) {
  OpBuilder b(op);
  op.generateRuntimeVerification(
      b, op->getLoc(), [](Operation *op, StringRef message) {
        return ("'" + op->getName().getStringRef() + "': " + message).str();
      });
}

namespace {
struct CheckShapes : sg::impl::CheckShapesBase<CheckShapes> {
  void runOnOperation() override {
    getOperation()->walk([](Operation *op) {
      if (OpTrait::hasElementwiseMappableTraits(op))
        return checkElementwise(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case([](linalg::LinalgOp op) { sg::checkStructuredOp(op); })
          .Case([](tensor::CastOp op) { checkCast(op); })
          .Case([](tensor::CollapseShapeOp op) { checkCollapseShape(op); })
          .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>(
              [](auto op) { checkExpandShape(op); })
          .Case([](memref::CollapseShapeOp op) { sg::checkMemRefCollapse(op); })
          .Case([](bufferization::MaterializeInDestinationOp op) {
            checkMaterialize(op);
          })
          .Case([](tensor::ReshapeOp op) { checkReshape(op); })
          .Case([](tensor::ExtractSliceOp op) {
            checkSlice(op, op.getSource(), op);
          })
          .Case(
              [](memref::SubViewOp op) { checkSlice(op, op.getSource(), op); })
          .Case([](tensor::InsertSliceOp op) { checkInsertSlice(op, op); })
          .Case([](tensor::ParallelInsertSliceOp op) {
            checkInsertSlice(op, op->getParentOp());
          })
          .Case<tensor::DimOp, memref::DimOp>(
              [](auto op) { checkDim(op, op.getSource(), op.getIndex()); })
          .Case([](RuntimeVerifiableOpInterface op) {
            if (isCheckedByCheckIndices(op))
              LDBG() << "not checked, left to sg-check-indices: "
                     << op->getName() << " at " << op->getLoc();
            else
              checkByInterface(op);
          });
    });
  }
};
} // namespace
