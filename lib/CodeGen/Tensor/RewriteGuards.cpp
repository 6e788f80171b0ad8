//===- RewriteGuards.cpp - Conditions for upstream rewrites ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteGuards.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

bool sg::guards::innerCastKeepsAllBits(Operation *op) {
  auto getWidth = [](Type type) -> unsigned {
    Type element = getElementTypeOrSelf(type);
    return element.isIndex() ? IndexType::kInternalStorageBitWidth
                             : element.getIntOrFloatBitWidth();
  };
  return getWidth(op->getOperand(0).getType()) >=
         getWidth(op->getResult(0).getType());
}

bool sg::guards::isUnmasked(Operation *op) {
  auto hasMask = [](Operation *transfer) {
    auto masked = dyn_cast_or_null<VectorTransferOpInterface>(transfer);
    return masked && masked.getMask();
  };
  return !hasMask(op) && llvm::none_of(op->getOperands(), [&](Value operand) {
    return hasMask(operand.getDefiningOp());
  });
}

static bool arePositionsInBounds(ArrayRef<OpFoldResult> positions,
                                 VectorType type) {
  return llvm::all_of(
      llvm::zip(positions, type.getShape()), [](auto positionAndSize) {
        auto [position, size] = positionAndSize;
        std::optional<int64_t> constant = getConstantIntValue(position);
        return !constant || (*constant >= 0 && *constant < size);
      });
}

bool sg::guards::hasPositionsInBounds(Operation *op) {
  if (auto extract = dyn_cast<vector::ExtractOp>(op))
    return arePositionsInBounds(extract.getMixedPosition(),
                                extract.getSourceVectorType());
  auto insert = cast<vector::InsertOp>(op);
  return arePositionsInBounds(insert.getMixedPosition(),
                              insert.getDestVectorType());
}

/// Returns true if upstream's verifier accepts the slice of a source of type
/// 'type'.
static bool isInBounds(OffsetSizeAndStrideOpInterface slice, ShapedType type) {
  return verifyInBoundsSlice(type.getShape(), slice.getMixedOffsets(),
                             slice.getMixedSizes(), slice.getMixedStrides())
      .isValid;
}

bool sg::guards::staysInBoundsWithoutCast(Operation *op) {
  auto view = cast<memref::SubViewOp>(op);
  auto cast = view.getSource().getDefiningOp<memref::CastOp>();
  auto source =
      cast ? dyn_cast<MemRefType>(cast.getSource().getType()) : MemRefType();
  // The verifier rejects a view that exceeds a static size, for example size 0.
  return source && isInBounds(view, source);
}

bool sg::guards::collapsesNonEmptyMemory(Operation *op) {
  auto collapse = cast<memref::CollapseShapeOp>(op);
  auto cast = collapse.getSrc().getDefiningOp<memref::CastOp>();
  auto source =
      cast ? dyn_cast<MemRefType>(cast.getSource().getType()) : MemRefType();
  return !source || !llvm::is_contained(source.getShape(), 0);
}

bool sg::guards::insertsInOrder(Operation *op) {
  auto loop = cast<scf::ForallOp>(op);
  auto insertions = loop.getTerminator().getYieldingOps();
  if (llvm::range_size(insertions) != loop->getNumResults())
    return false;
  return llvm::all_of(
      llvm::zip_equal(insertions, loop.getRegionIterArgs()), [](auto pair) {
        auto [insertion, argument] = pair;
        auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(insertion);
        return insert && insert.getDest() == argument;
      });
}

bool sg::guards::canDropInitCasts(Operation *op) {
  if (!insertsInOrder(op))
    return false;
  auto loop = cast<scf::ForallOp>(op);
  // The verifier rejects an empty slice at the end of a static dimension.
  return llvm::all_of(
      llvm::zip_equal(loop.getTerminator().getYieldingOps(), loop.getOutputs()),
      [](auto pair) {
        auto [insertion, init] = pair;
        auto cast = init.template getDefiningOp<tensor::CastOp>();
        auto source =
            cast ? dyn_cast<RankedTensorType>(cast.getSource().getType())
                 : RankedTensorType();
        return !source ||
               isInBounds(llvm::cast<tensor::ParallelInsertSliceOp>(insertion),
                          source);
      });
}

bool sg::guards::isNotTranspose(Operation *op) {
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    op = cast.getSource().getDefiningOp();
  return !isa_and_nonnull<linalg::TransposeOp>(op);
}
