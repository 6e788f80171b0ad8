//===- Conversions.cpp - Constants and conversions of arrays --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::array;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

TypedAttr sg::array::getElementAttr(ArrayBuilder &b, DType dtype,
                                    double value) {
  Type type = getElementType(b.getContext(), dtype);
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex::NumberAttr::get(complex, value, 0.0);
  if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat rounded(value);
    bool losesInfo;
    rounded.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    return FloatAttr::get(type, rounded);
  }
  if (type.isIndex())
    return IntegerAttr::get(type, static_cast<int64_t>(value));
  llvm::APSInt integer(getBitWidth(dtype), isUnsigned(dtype));
  bool isExact;
  APFloat(value).convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  return IntegerAttr::get(type, integer);
}

Value sg::array::makeElement(ArrayBuilder &b, TypedAttr value) {
  OpBuilder &builder = b.getOpBuilder();
  auto number = dyn_cast<complex::NumberAttr>(value);
  if (!number)
    return arith::ConstantOp::create(builder, b.getLoc(), value);
  Type part = cast<ComplexType>(number.getType()).getElementType();
  return complex::ConstantOp::create(
      builder, b.getLoc(), number.getType(),
      builder.getArrayAttr({FloatAttr::get(part, number.getReal()),
                            FloatAttr::get(part, number.getImag())}));
}

Array sg::array::makeFull(ArrayBuilder &b, DType dtype, ArrayRef<Size> sizes,
                          TypedAttr value) {
  ArrayType type{dtype, Sizes(sizes.begin(), sizes.end())};
  RankedTensorType tensor = type.getTensorType(b.getContext());
  OpBuilder &builder = b.getOpBuilder();
  if (tensor.hasStaticShape()) {
    auto number = dyn_cast<complex::NumberAttr>(value);
    auto splat = number ? DenseElementsAttr::get(
                              tensor, std::complex<APFloat>(number.getReal(),
                                                            number.getImag()))
                        : DenseElementsAttr::get(tensor, value);
    return {arith::ConstantOp::create(builder, b.getLoc(), splat), type};
  }
  Value element = makeElement(b, value);
  SmallVector<Value> dynamic;
  for (Size size : sizes)
    if (!getConstant(size))
      dynamic.push_back(b.getIndex(size));
  return {tensor::SplatOp::create(builder, b.getLoc(), element,
                                  tensor.getShape(), dynamic),
          type};
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static Array compare(ArrayBuilder &b, arith::CmpFPredicate predicate,
                     const Array &left, const Array &right) {
  return emit<arith::CmpFOp>(b, DType::Bool, {left, right}, predicate);
}

/// Converts floats to integers. The result of arith.fptosi is poison out of
/// range, hence such elements are replaced before and after.
static Array convertToInteger(ArrayBuilder &b, const Array &array,
                              DType dtype) {
  bool hasSign = !isUnsigned(dtype);
  unsigned bits = getBitWidth(dtype);
  double above = std::ldexp(1.0, hasSign ? bits - 1 : bits);
  Array low = makeFullLike(b, array, hasSign ? -above : 0.0);
  Array high = makeFullLike(b, array, above);
  Array isLow = compare(b, arith::CmpFPredicate::OLE, array, low);
  Array isHigh = compare(b, arith::CmpFPredicate::OGE, array, high);
  Array isNaN = compare(b, arith::CmpFPredicate::UNO, array, array);
  Array isOut = emit<arith::OrIOp>(b, DType::Bool, {isLow, isHigh});
  isOut = emit<arith::OrIOp>(b, DType::Bool, {isOut, isNaN});
  Array zero = makeFullLike(b, array, 0.0);
  Array inside =
      emit<arith::SelectOp>(b, array.getDType(), {isOut, zero, array});
  Array result = hasSign ? emit<arith::FPToSIOp>(b, dtype, {inside})
                         : emit<arith::FPToUIOp>(b, dtype, {inside});
  llvm::APInt least = hasSign ? llvm::APInt::getSignedMinValue(bits)
                              : llvm::APInt::getMinValue(bits);
  llvm::APInt most = hasSign ? llvm::APInt::getSignedMaxValue(bits)
                             : llvm::APInt::getMaxValue(bits);
  Type type = getElementType(b.getContext(), dtype);
  Array leastArray =
      makeFull(b, dtype, array.getSizes(), IntegerAttr::get(type, least));
  Array mostArray =
      makeFull(b, dtype, array.getSizes(), IntegerAttr::get(type, most));
  result = emit<arith::SelectOp>(b, dtype, {isLow, leastArray, result});
  return emit<arith::SelectOp>(b, dtype, {isHigh, mostArray, result});
}

static Array convertFloat(ArrayBuilder &b, const Array &array, DType dtype) {
  unsigned from = getBitWidth(array.getDType()), to = getBitWidth(dtype);
  if (from == to) {
    Array wide = emit<arith::ExtFOp>(b, DType::Float32, {array});
    return emit<arith::TruncFOp>(b, dtype, {wide});
  }
  if (from < to)
    return emit<arith::ExtFOp>(b, dtype, {array});
  return emit<arith::TruncFOp>(b, dtype, {array});
}

static Array convertInteger(ArrayBuilder &b, const Array &array, DType dtype) {
  bool isFromUnsigned = isUnsigned(array.getDType());
  if ((array.getDType() == DType::Index) != (dtype == DType::Index)) {
    if (array.getDType() == DType::Bool ||
        getBitWidth(array.getDType()) != 64 || getBitWidth(dtype) != 64) {
      // An i1 has no signed index cast, and narrow types convert by int64.
      Array wide = convert(b, array, DType::Int64);
      return convert(b, wide, dtype);
    }
    if (isFromUnsigned)
      return emit<arith::IndexCastUIOp>(b, dtype, {array});
    return emit<arith::IndexCastOp>(b, dtype, {array});
  }
  unsigned from = getBitWidth(array.getDType()), to = getBitWidth(dtype);
  if (from == to)
    return {array.value, {dtype, array.type.sizes}};
  if (from > to)
    return emit<arith::TruncIOp>(b, dtype, {array});
  if (isFromUnsigned)
    return emit<arith::ExtUIOp>(b, dtype, {array});
  return emit<arith::ExtSIOp>(b, dtype, {array});
}

/// Converts to or from a complex type.
static Array convertComplex(ArrayBuilder &b, const Array &array, DType dtype) {
  DType from = array.getDType();
  if (!isComplex(from)) {
    Array real = convert(b, array, getRealType(dtype));
    return emitScalar<complex::CreateOp>(b, dtype,
                                         {real, makeFullLike(b, real, 0.0)});
  }
  Array real = apply(b, "real", {array}), imaginary = apply(b, "imag", {array});
  if (isComplex(dtype))
    return emitScalar<complex::CreateOp>(
        b, dtype,
        {convert(b, real, getRealType(dtype)),
         convert(b, imaginary, getRealType(dtype))});
  if (dtype == DType::Bool)
    return apply(b, "logical_or",
                 {convert(b, real, dtype), convert(b, imaginary, dtype)});
  return b.fail(getName(from) + " cannot be converted to " + getName(dtype) +
                "; take a part with real, imag or abs first");
}

Array sg::array::convert(ArrayBuilder &b, const Array &array, DType dtype) {
  if (!array)
    return {};
  DType from = array.getDType();
  if (from == dtype)
    return array;
  if (isComplex(from) || isComplex(dtype))
    return convertComplex(b, array, dtype);
  if (dtype == DType::Bool) {
    Array zero = makeFullLike(b, array, 0.0);
    if (isFloat(from))
      return compare(b, arith::CmpFPredicate::UNE, array, zero);
    return emit<arith::CmpIOp>(b, DType::Bool, {array, zero},
                               arith::CmpIPredicate::ne);
  }
  if (isFloat(from))
    return isFloat(dtype) ? convertFloat(b, array, dtype)
           : dtype == DType::Index
               ? convert(b, convertToInteger(b, array, DType::Int64), dtype)
               : convertToInteger(b, array, dtype);
  if (isFloat(dtype)) {
    if (from == DType::Index)
      return convert(b, convert(b, array, DType::Int64), dtype);
    return isUnsigned(from) ? emit<arith::UIToFPOp>(b, dtype, {array})
                            : emit<arith::SIToFPOp>(b, dtype, {array});
  }
  return convertInteger(b, array, dtype);
}

FailureOr<Arrays> sg::array::promoteAll(const ArrayOpCall &call) {
  DType dtype = call.arrays.front().getDType();
  for (const Array &array : call.arrays.drop_front()) {
    std::optional<DType> common = promote(dtype, array.getDType());
    if (!common) {
      call.fail(getName(dtype) + " and " + getName(array.getDType()) +
                " have no common type; convert one with astype");
      return failure();
    }
    dtype = *common;
  }
  Arrays converted;
  for (const Array &array : call.arrays)
    converted.push_back(convert(call.b, array, dtype));
  return converted;
}
