//===- TensorShapeRules.cpp - Rules of ops that change a shape ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementSum.h"
#include "TensorRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/StructuredOps/TensorExpansions.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

/// Returns the type of `value` with the element type of `cotangent`, which may
/// be wider.
static RankedTensorType typeLike(Value value, Value cotangent) {
  return cast<RankedTensorType>(
      withElementType(value.getType(), getElementTypeOrSelf(cotangent)));
}

static LogicalResult transposeCast(tensor::CastOp op, ReverseContext &context) {
  Value cotangent = context.wideCotangent(op.getResult());
  Value transposed =
      tensor::CastOp::create(context.builder(), op.getLoc(),
                             typeLike(op.getSource(), cotangent), cotangent);
  context.accumulate(op.getSource(), transposed);
  return success();
}

/// Adds a slice of the result's cotangent to the cotangent of each input.
static LogicalResult transposeConcat(tensor::ConcatOp op,
                                     ReverseContext &context) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  Value cotangent = context.wideCotangent(op.getResult());
  int64_t rank = op.getResultType().getRank();
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
  ValueRange inputs = op.getInputs();
  auto isActive = [&](Value input) { return context.isActive(input); };
  while (!isActive(inputs.back())) // at least one input is active
    inputs = inputs.drop_back();
  for (auto [i, input] : llvm::enumerate(inputs)) {
    SmallVector<OpFoldResult> sizes = context.shape(input);
    if (isActive(input)) {
      RankedTensorType type = typeLike(input, cotangent);
      Value slice;
      if (beginsAtEnd(cast<RankedTensorType>(cotangent.getType()), offsets))
        slice = context.zero(input, type);
      else
        slice = tensor::ExtractSliceOp::create(b, loc, type, cotangent, offsets,
                                               sizes, strides);
      context.accumulate(input, slice);
    }
    if (i + 1 == inputs.size())
      break;
    OpFoldResult &offset = offsets[op.getDim()];
    Value begin = getValueOrCreateConstantIndexOp(b, loc, offset);
    Value size = getValueOrCreateConstantIndexOp(b, loc, sizes[op.getDim()]);
    offset = getAsOpFoldResult(b.createOrFold<arith::AddIOp>(loc, begin, size));
  }
  return success();
}

static LogicalResult transposeCollapse(tensor::CollapseShapeOp op,
                                       ReverseContext &context) {
  Value cotangent = context.wideCotangent(op.getResult());
  Value transposed = tensor::ExpandShapeOp::create(
      context.builder(), op.getLoc(), typeLike(op.getSrc(), cotangent),
      cotangent, op.getReassociationIndices(), context.shape(op.getSrc()));
  context.accumulate(op.getSrc(), transposed);
  return success();
}

static LogicalResult transposeExpand(tensor::ExpandShapeOp op,
                                     ReverseContext &context) {
  Value cotangent = context.wideCotangent(op.getResult());
  Value transposed = tensor::CollapseShapeOp::create(
      context.builder(), op.getLoc(), typeLike(op.getSrc(), cotangent),
      cotangent, op.getReassociationIndices());
  context.accumulate(op.getSrc(), transposed);
  return success();
}

static LogicalResult transposeFromElements(tensor::FromElementsOp op,
                                           ReverseContext &context) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  Value cotangent = context.wideCotangent(op.getResult());
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  for (auto [i, element] : llvm::enumerate(op.getElements())) {
    if (!context.isActive(element))
      continue;
    SmallVector<Value> at;
    for (int64_t index : delinearize(i, strides))
      at.push_back(arith::ConstantIndexOp::create(b, loc, index));
    Value part = tensor::ExtractOp::create(b, loc, cotangent, at);
    context.accumulate(element, part);
  }
  return success();
}

static LogicalResult transposeReshape(tensor::ReshapeOp op,
                                      ReverseContext &context) {
  OpBuilder &b = context.builder();
  Location loc = op.getLoc();
  Value cotangent = context.wideCotangent(op.getResult());
  SmallVector<Value> sizes;
  for (OpFoldResult size : context.shape(op.getSource()))
    sizes.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
  auto shapeType = RankedTensorType::get({static_cast<int64_t>(sizes.size())},
                                         b.getIndexType());
  Value shape = tensor::FromElementsOp::create(b, loc, shapeType, sizes);
  Value transposed = tensor::ReshapeOp::create(
      b, loc, typeLike(op.getSource(), cotangent), cotangent, shape);
  context.accumulate(op.getSource(), transposed);
  return success();
}

static LogicalResult transposeSplat(tensor::SplatOp op,
                                    ReverseContext &context) {
  Value cotangent = context.wideCotangent(op.getResult());
  context.accumulate(op.getInput(),
                     createElementSum(context, op.getLoc(), cotangent));
  return success();
}

void sg::rules::attachTensorShapeRules(MLIRContext *context) {
  linear<tensor::CastOp>(context, transposeCast);
  linear<tensor::CollapseShapeOp>(context, transposeCollapse);
  linear<tensor::ConcatOp>(context, transposeConcat);
  linear<tensor::ExpandShapeOp>(context, transposeExpand);
  linear<tensor::FromElementsOp>(context, transposeFromElements);
  linear<tensor::ReshapeOp>(context, transposeReshape);
  linear<tensor::SplatOp>(context, transposeSplat);
}
