//===- TangentType.cpp - Differentiability of types -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Dialect/Grad/IR/TangentType.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg::grad;

Differentiability sg::grad::getDifferentiability(Type type) {
  Type element = getElementTypeOrSelf(type);
  // Memrefs of integers are excluded, because they may hold floats as bytes.
  if (element.isIntOrIndex() &&
      isa<IntegerType, IndexType, TensorType, VectorType>(type))
    return Differentiability::None;
  bool isFloat = isa<FloatType>(element);
  bool isContainer = isa<FloatType, RankedTensorType, VectorType>(type);
  if (!isFloat || !isContainer)
    return Differentiability::Unsupported;
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    if (sparse_tensor::getSparseTensorEncoding(tensor))
      return Differentiability::Unsupported;
  return Differentiability::Differentiable;
}

Type sg::grad::withElementType(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

Type sg::grad::getAccumulatorType(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (element.getIntOrFloatBitWidth() >= 32)
    return type;
  return withElementType(type, Float32Type::get(type.getContext()));
}

bool sg::grad::hasZero(Type type) {
  return !isa<Float8E8M0FNUType>(getElementTypeOrSelf(type));
}
