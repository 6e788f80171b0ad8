//===- Array.cpp - Arrays and their sizes ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/ArrayOps/Array.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace sg::array;

std::optional<int64_t> sg::array::getConstant(Size size) {
  if (auto constant = dyn_cast<AffineConstantExpr>(size))
    return constant.getValue();
  return std::nullopt;
}

bool sg::array::isOne(Size size) { return getConstant(size) == 1; }

RankedTensorType ArrayType::getTensorType(MLIRContext *context) const {
  SmallVector<int64_t> shape;
  for (Size size : sizes)
    shape.push_back(getConstant(size).value_or(ShapedType::kDynamic));
  return RankedTensorType::get(shape, getElementType(context, dtype));
}

SmallVector<ArrayType> sg::array::getTypes(ArrayRef<Array> arrays) {
  return llvm::map_to_vector(arrays,
                             [](const Array &array) { return array.type; });
}
