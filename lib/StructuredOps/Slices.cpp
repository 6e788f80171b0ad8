//===- Slices.cpp - Slices of tensors as tensors or scalars ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/Slices.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace sg;

Value sg::extractSlice(OpBuilder &builder, Location loc, Value tensor,
                       ArrayRef<OpFoldResult> offsets,
                       ArrayRef<OpFoldResult> sizes, RankedTensorType type) {
  if (type.getRank() == 0) {
    SmallVector<Value> index =
        getValueOrCreateConstantIndexOp(builder, loc, offsets);
    return tensor::ExtractOp::create(builder, loc, tensor, index);
  }
  SmallVector<OpFoldResult> ones(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, type, tensor, offsets,
                                        sizes, ones);
}

Value sg::insertSlice(OpBuilder &builder, Location loc, Value slice,
                      Value tensor, ArrayRef<OpFoldResult> offsets,
                      ArrayRef<OpFoldResult> sizes) {
  if (!isa<RankedTensorType>(slice.getType())) {
    SmallVector<Value> index =
        getValueOrCreateConstantIndexOp(builder, loc, offsets);
    return tensor::InsertOp::create(builder, loc, slice, tensor, index);
  }
  SmallVector<OpFoldResult> ones(offsets.size(), builder.getIndexAttr(1));
  return tensor::InsertSliceOp::create(builder, loc, slice, tensor, offsets,
                                       sizes, ones);
}

SmallVector<OpFoldResult> AxisSlices::getOffsets(Builder &builder,
                                                 Value position) const {
  SmallVector<OpFoldResult> result(sizes.size(), builder.getIndexAttr(0));
  result[axis] = position;
  return result;
}

SmallVector<OpFoldResult> AxisSlices::getSliceSizes(Builder &builder) const {
  SmallVector<OpFoldResult> result = sizes;
  result[axis] = builder.getIndexAttr(1);
  return result;
}

Value AxisSlices::extract(OpBuilder &builder, Location loc, Value tensor,
                          Value position) const {
  return extractSlice(builder, loc, tensor, getOffsets(builder, position),
                      getSliceSizes(builder), type);
}

Value AxisSlices::insert(OpBuilder &builder, Location loc, Value slice,
                         Value tensor, Value position) const {
  return insertSlice(builder, loc, slice, tensor, getOffsets(builder, position),
                     getSliceSizes(builder));
}
