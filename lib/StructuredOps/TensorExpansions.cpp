//===- TensorExpansions.cpp - Tensor ops as structured ops ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/TensorExpansions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "sg/StructuredOps/LoopNest.h"
#include "sg/StructuredOps/Padding.h"

using namespace mlir;
using namespace sg;

/// Builds a linalg.generic without inputs that computes `body(indices)` for
/// each element of a tensor of `type`.
static Value
createFromIndices(OpBuilder &b, Location loc, RankedTensorType type,
                  ArrayRef<OpFoldResult> sizes,
                  function_ref<Value(OpBuilder &, ValueRange)> body) {
  SmallVector<Value> dynamicSizes;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      dynamicSizes.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
  Value empty = tensor::EmptyOp::create(b, loc, type, dynamicSizes);
  int64_t rank = type.getRank();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, type, ValueRange(), empty, b.getMultiDimIdentityMap(rank),
             iterators,
             [&](OpBuilder &b, Location loc, ValueRange) {
               SmallVector<Value> indices;
               for (int64_t dim = 0; dim < rank; ++dim)
                 indices.push_back(linalg::IndexOp::create(b, loc, dim));
               linalg::YieldOp::create(b, loc, body(b, indices));
             })
      .getResult(0);
}

/// Clones `body` with its index arguments replaced by `indices`. Returns the
/// yielded value.
static Value inlineIndexBody(OpBuilder &b, Block &body, ValueRange indices) {
  IRMapping map;
  map.map(body.getArguments(), indices);
  for (Operation &inner : body.without_terminator())
    b.clone(inner, map);
  return map.lookupOrDefault(body.getTerminator()->getOperand(0));
}

/// Emits the source coordinates of a gathered (or scattered) element. The
/// tensor `indices` at `position` holds the coordinates in the dimensions
/// `dims`, and `fixedCoordinates` holds the other coordinates.
static SmallVector<Value> readCoordinates(OpBuilder &b, Location loc,
                                          Value indices, ValueRange position,
                                          ArrayRef<int64_t> dims,
                                          ArrayRef<Value> fixedCoordinates) {
  SmallVector<Value> coordinates(fixedCoordinates);
  for (auto [k, dim] : llvm::enumerate(dims)) {
    SmallVector<Value> at(position);
    at.push_back(arith::ConstantIndexOp::create(b, loc, k));
    Value coordinate = tensor::ExtractOp::create(b, loc, indices, at);
    if (!coordinate.getType().isIndex())
      coordinate =
          arith::IndexCastOp::create(b, loc, b.getIndexType(), coordinate);
    coordinates[dim] = coordinate;
  }
  return coordinates;
}

/// Maps the last `trailing` dimensions of a gathered (or scattered) tensor,
/// which follow the dimensions of the indices, to dimensions of the source. The
/// tensor may omit the gathered dimensions or have them with size one.
static SmallVector<int64_t> trailingDims(int64_t trailing, int64_t rank,
                                         ArrayRef<int64_t> gathered) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (trailing == rank || !llvm::is_contained(gathered, dim))
      dims.push_back(dim);
  return dims;
}

bool sg::beginsAtEnd(RankedTensorType whole, ArrayRef<OpFoldResult> offsets) {
  return llvm::any_of(
      llvm::zip(whole.getShape(), offsets), [](auto sizeAndOffset) {
        auto [size, offset] = sizeAndOffset;
        std::optional<int64_t> begin = getConstantIntValue(offset);
        return ShapedType::isStatic(size) && begin && *begin >= size;
      });
}

SmallVector<Value> sg::expandConcat(tensor::ConcatOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  int64_t dim = op.getDim();
  SmallVector<OpFoldResult> begins, extents;
  OpFoldResult end = b.getIndexAttr(0);
  for (Value input : op.getInputs()) {
    begins.push_back(end);
    extents.push_back(tensor::getMixedSize(b, loc, input, dim));
    Value begin = getValueOrCreateConstantIndexOp(b, loc, end);
    Value extent = getValueOrCreateConstantIndexOp(b, loc, extents.back());
    end = getAsOpFoldResult(b.createOrFold<arith::AddIOp>(loc, begin, extent));
  }

  // Combine the static sizes of the inputs and of the result.
  RankedTensorType inferred =
      tensor::ConcatOp::inferResultType(dim, op.getInputs().getTypes());
  SmallVector<int64_t> shape(op.getResultType().getShape());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, loc, op.getInputs().front());
  for (auto [size, known, mixed] :
       llvm::zip(shape, inferred.getShape(), sizes)) {
    if (ShapedType::isDynamic(size))
      size = known;
    if (ShapedType::isStatic(size))
      mixed = b.getIndexAttr(size);
  }
  sizes[dim] = end;
  Value result =
      tensor::EmptyOp::create(b, loc, sizes, inferred.getElementType());
  RankedTensorType type = inferred.clone(shape);
  // Cast before the insertions, to detect a wrong sum of sizes at run time.
  if (result.getType() != type)
    result = tensor::CastOp::create(b, loc, type, result);

  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  for (auto [input, begin, extent] :
       llvm::zip(op.getInputs(), begins, extents)) {
    offsets[dim] = begin;
    sizes[dim] = extent;
    if (beginsAtEnd(type, offsets) || isConstantIntValue(extent, 0))
      continue;
    Value part = input;
    shape[dim] = cast<RankedTensorType>(input.getType()).getDimSize(dim);
    RankedTensorType partType = type.clone(shape);
    if (part.getType() != partType)
      part = tensor::CastOp::create(b, loc, partType, part);
    result = tensor::InsertSliceOp::create(b, loc, part, result, offsets, sizes,
                                           strides);
  }
  if (result.getType() != op.getType())
    result = tensor::CastOp::create(b, loc, op.getType(), result);
  return {result};
}

SmallVector<Value> sg::expandGather(tensor::GatherOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getResultType();
  int64_t rank = op.getSourceType().getRank();
  int64_t leading = op.getIndicesType().getRank() - 1;
  SmallVector<int64_t> dims =
      trailingDims(type.getRank() - leading, rank, op.getGatherDims());
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < leading; ++dim)
    sizes.push_back(tensor::getMixedSize(b, loc, op.getIndices(), dim));
  for (int64_t dim : dims)
    sizes.push_back(llvm::is_contained(op.getGatherDims(), dim)
                        ? OpFoldResult(b.getIndexAttr(1))
                        : tensor::getMixedSize(b, loc, op.getSource(), dim));
  return {createFromIndices(
      b, loc, type, sizes, [&](OpBuilder &b, ValueRange indices) -> Value {
        SmallVector<Value> fixedCoordinates(rank);
        for (auto [dim, index] : llvm::zip(dims, indices.drop_front(leading)))
          fixedCoordinates[dim] = index;
        SmallVector<Value> at = readCoordinates(
            b, loc, op.getIndices(), indices.take_front(leading),
            op.getGatherDims(), fixedCoordinates);
        return tensor::ExtractOp::create(b, loc, op.getSource(), at);
      })};
}

SmallVector<Value> sg::expandGenerate(tensor::GenerateOp op, OpBuilder &b) {
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<OpFoldResult> sizes;
  auto dynamic = op.getDynamicExtents().begin();
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size)
                        ? OpFoldResult(*dynamic++)
                        : OpFoldResult(b.getIndexAttr(size)));
  return {createFromIndices(
      b, op.getLoc(), type, sizes, [&](OpBuilder &b, ValueRange indices) {
        return inlineIndexBody(b, op.getBody().front(), indices);
      })};
}

SmallVector<Value> sg::expandPad(tensor::PadOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  SmallVector<Value> low, end;
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value before =
        getValueOrCreateConstantIndexOp(b, loc, sg::getLowPadding(op)[dim]);
    Value after =
        getValueOrCreateConstantIndexOp(b, loc, sg::getHighPadding(op)[dim]);
    Value size = getValueOrCreateConstantIndexOp(
        b, loc, tensor::getMixedSize(b, loc, op.getSource(), dim));
    low.push_back(before);
    end.push_back(b.createOrFold<arith::AddIOp>(loc, before, size));
    sizes.push_back(getAsOpFoldResult(
        b.createOrFold<arith::AddIOp>(loc, end.back(), after)));
  }
  return {createFromIndices(
      b, loc, type, sizes, [&](OpBuilder &b, ValueRange indices) -> Value {
        Value isInside;
        auto require = [&](arith::CmpIPredicate is, Value index, Value bound) {
          Value holds = arith::CmpIOp::create(b, loc, is, index, bound);
          isInside =
              isInside ? arith::AndIOp::create(b, loc, isInside, holds) : holds;
        };
        SmallVector<Value> at;
        for (auto [index, first, last] : llvm::zip(indices, low, end)) {
          if (!isConstantIntValue(first, 0))
            require(arith::CmpIPredicate::sge, index, first);
          require(arith::CmpIPredicate::slt, index, last);
          at.push_back(b.createOrFold<arith::SubIOp>(loc, index, first));
        }
        if (!isInside) // rank 0
          isInside = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
        return scf::IfOp::create(
                   b, loc, isInside,
                   [&](OpBuilder &b, Location loc) {
                     Value element =
                         tensor::ExtractOp::create(b, loc, op.getSource(), at);
                     scf::YieldOp::create(b, loc, element);
                   },
                   [&](OpBuilder &b, Location loc) {
                     Value padding =
                         inlineIndexBody(b, op.getRegion().front(), indices);
                     scf::YieldOp::create(b, loc, padding);
                   })
            .getResult(0);
      })};
}

SmallVector<Value> sg::expandScatter(tensor::ScatterOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  int64_t rank = op.getDestType().getRank();
  int64_t leading = op.getIndicesType().getRank() - 1;
  SmallVector<int64_t> dims = trailingDims(
      op.getSourceType().getRank() - leading, rank, op.getScatterDims());
  return buildLoops(
      b, loc, tensor::getMixedSizes(b, loc, op.getSource()), op.getDest(),
      [&](ValueRange indices, ValueRange running) {
        Value element =
            tensor::ExtractOp::create(b, loc, op.getSource(), indices);
        SmallVector<Value> fixedCoordinates(rank);
        for (auto [dim, index] : llvm::zip(dims, indices.drop_front(leading)))
          fixedCoordinates[dim] = index;
        SmallVector<Value> at = readCoordinates(
            b, loc, op.getIndices(), indices.take_front(leading),
            op.getScatterDims(), fixedCoordinates);
        Value next =
            tensor::InsertOp::create(b, loc, element, running.front(), at);
        return SmallVector<Value>{next};
      });
}
