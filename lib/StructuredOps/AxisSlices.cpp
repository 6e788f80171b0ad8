//===- AxisSlices.cpp - The slices of a tensor along an axis --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/AxisSlices.h"

using namespace mlir;
using namespace sg;

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

SmallVector<OpFoldResult> AxisSlices::getStrides(Builder &builder) const {
  return SmallVector<OpFoldResult>(sizes.size(), builder.getIndexAttr(1));
}

Value AxisSlices::extract(OpBuilder &builder, Location loc, Value tensor,
                          Value position) const {
  if (areScalars())
    return tensor::ExtractOp::create(builder, loc, tensor, position);
  return tensor::ExtractSliceOp::create(
      builder, loc, type, tensor, getOffsets(builder, position),
      getSliceSizes(builder), getStrides(builder));
}

Value AxisSlices::insert(OpBuilder &builder, Location loc, Value slice,
                         Value tensor, Value position) const {
  if (areScalars())
    return tensor::InsertOp::create(builder, loc, slice, tensor, position);
  return tensor::InsertSliceOp::create(
      builder, loc, slice, tensor, getOffsets(builder, position),
      getSliceSizes(builder), getStrides(builder));
}
