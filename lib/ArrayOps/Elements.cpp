//===- Elements.cpp - Shared parts of array operations --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
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

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

bool sg::array::isEmpty(ArrayRef<Size> sizes) {
  return llvm::any_of(sizes, [](Size size) { return getConstant(size) == 0; });
}

FailureOr<Sizes> sg::array::broadcastSizes(ArrayBuilder &b, StringRef name,
                                           ArrayRef<Array> arrays) {
  int64_t rank = 0;
  for (const Array &array : arrays)
    rank = std::max(rank, array.getRank());
  Sizes sizes(rank, b.getConstantSize(1));
  for (const Array &array : arrays) {
    int64_t added = rank - array.getRank();
    for (auto [axis, size] : llvm::enumerate(array.getSizes())) {
      Size &common = sizes[added + axis];
      if (isOne(size))
        continue;
      Size both = isOne(common) ? size : b.unify(common, size, name);
      if (!both) {
        std::string list = llvm::join(
            llvm::map_range(
                arrays, [&](const Array &one) { return b.print(one.type); }),
            " and ");
        b.fail(name + ": " + list + " cannot be broadcast together: axis " +
               Twine(static_cast<int64_t>(added + axis) - rank) +
               " has the sizes " + b.print(common) + " and " + b.print(size));
        return failure();
      }
      common = both;
    }
  }
  return sizes;
}

/// Erases the axes `dropped`, which have size 1.
static Array dropAxes(ArrayBuilder &b, const Array &array,
                      ArrayRef<bool> dropped) {
  ArrayType type{array.getDType(), {}};
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (auto [axis, size] : llvm::enumerate(array.getSizes())) {
    if (!dropped[axis]) {
      groups.push_back(std::move(leading));
      leading.clear();
      groups.back().push_back(axis);
      type.sizes.push_back(size);
    } else if (groups.empty()) {
      leading.push_back(axis);
    } else {
      groups.back().push_back(axis);
    }
  }
  Value value = b.use(array);
  if (!value)
    return {};
  return {tensor::CollapseShapeOp::create(b.getOpBuilder(), b.getLoc(),
                                          type.getTensorType(b.getContext()),
                                          value, groups),
          type};
}

Array sg::array::broadcastTo(ArrayBuilder &b, const Array &array,
                             ArrayRef<Size> sizes) {
  int64_t added = sizes.size() - array.getRank();
  SmallVector<int64_t> dimensions =
      llvm::to_vector(llvm::seq<int64_t>(0, added));
  SmallVector<bool> dropped(array.getRank());
  for (auto [axis, size] : llvm::enumerate(array.getSizes())) {
    if (!isOne(size) || isOne(sizes[added + axis]))
      continue;
    dropped[axis] = true;
    dimensions.push_back(added + axis);
  }
  ArrayType type{array.getDType(), Sizes(sizes.begin(), sizes.end())};
  if (dimensions.empty())
    return b.wrap(b.use(array), type);
  Array source = array;
  if (llvm::is_contained(dropped, true))
    source = dropAxes(b, array, dropped);
  if (!source)
    return {};
  // The remaining axes have the sizes of the result, which may be known better.
  ArrayType exact = source.type;
  int64_t kept = 0;
  for (auto [axis, isDropped] : llvm::enumerate(dropped))
    if (!isDropped)
      exact.sizes[kept++] = sizes[added + axis];
  source = b.wrap(b.use(source), exact);
  Value init = b.makeEmpty(array.getDType(), sizes);
  return b.wrap(linalg::BroadcastOp::create(b.getOpBuilder(), b.getLoc(),
                                            source.value, init, dimensions)
                    ->getResult(0),
                type);
}

FailureOr<Arrays> sg::array::promoteAndBroadcast(const ArrayOpCall &call,
                                                 bool (*isSupported)(DType)) {
  FailureOr<Arrays> arrays = promoteAll(call);
  if (failed(arrays))
    return failure();
  if (isSupported && !isSupported(arrays->front().getDType())) {
    refuseType(call, arrays->front());
    return failure();
  }
  FailureOr<Sizes> sizes = broadcastSizes(call.b, call.name, *arrays);
  if (failed(sizes))
    return failure();
  for (Array &array : *arrays) {
    array = broadcastTo(call.b, array, *sizes);
    if (!array)
      return failure();
  }
  return arrays;
}

FailureOr<int64_t> sg::array::normalizeAxis(const ArrayOpCall &call,
                                            int64_t axis, int64_t rank) {
  int64_t normal = axis < 0 ? axis + rank : axis;
  if (normal >= 0 && normal < rank)
    return normal;
  call.fail("axis " + Twine(axis) + " is out of range for rank " + Twine(rank));
  return failure();
}

FailureOr<SmallVector<int64_t>>
sg::array::normalizeAxes(const ArrayOpCall &call, StringRef name,
                         int64_t rank) {
  std::optional<Sizes> given = call.find<Sizes>(name);
  if (!given)
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  SmallVector<int64_t> axes;
  for (Size size : *given) {
    FailureOr<int64_t> axis = normalizeAxis(call, *getConstant(size), rank);
    if (failed(axis))
      return failure();
    if (llvm::is_contained(axes, *axis)) {
      call.fail("axis " + Twine(*getConstant(size)) + " is repeated");
      return failure();
    }
    axes.push_back(*axis);
  }
  llvm::sort(axes);
  return axes;
}

TypedAttr sg::array::getExtreme(ArrayBuilder &b, DType dtype, bool isLargest) {
  Type type = getElementType(b.getContext(), dtype);
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    return FloatAttr::get(type,
                          APFloat::semanticsHasInf(semantics)
                              ? APFloat::getInf(semantics, !isLargest)
                              : APFloat::getLargest(semantics, !isLargest));
  }
  unsigned bits = getBitWidth(dtype);
  llvm::APInt value = isUnsigned(dtype)
                          ? (isLargest ? llvm::APInt::getMaxValue(bits)
                                       : llvm::APInt::getMinValue(bits))
                          : (isLargest ? llvm::APInt::getSignedMaxValue(bits)
                                       : llvm::APInt::getSignedMinValue(bits));
  return cast<TypedAttr>(IntegerAttr::get(type, value));
}

DType sg::array::getSumType(const ArrayOpCall &call) {
  if (std::optional<DType> dtype = call.find<DType>("dtype"))
    return *dtype;
  DType dtype = call[0].getDType();
  if (dtype == DType::Bool)
    return DType::Int64;
  if (isInteger(dtype) && dtype != DType::Index)
    return isUnsigned(dtype) ? DType::UInt64 : DType::Int64;
  return dtype;
}

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

/// Emits the op for the kind of `dtype`.
template <typename FloatOp, typename IntegerOp, typename ComplexOp>
static Value emitByKind(OpBuilder &builder, Location loc, DType dtype, Value x,
                        Value y) {
  if (isComplex(dtype))
    return ComplexOp::create(builder, loc, x, y);
  if (isFloat(dtype))
    return FloatOp::create(builder, loc, x, y);
  return IntegerOp::create(builder, loc, x, y);
}

Value sg::array::addElements(OpBuilder &builder, Location loc, DType dtype,
                             Value x, Value y) {
  return emitByKind<arith::AddFOp, arith::AddIOp, complex::AddOp>(builder, loc,
                                                                  dtype, x, y);
}

Value sg::array::multiplyElements(OpBuilder &builder, Location loc, DType dtype,
                                  Value x, Value y) {
  return emitByKind<arith::MulFOp, arith::MulIOp, complex::MulOp>(builder, loc,
                                                                  dtype, x, y);
}

Array sg::array::mapElements(ArrayBuilder &b, DType dtype,
                             ArrayRef<Array> operands, ElementBody body) {
  SmallVector<Value> values;
  for (const Array &operand : operands)
    values.push_back(b.use(operand));
  if (llvm::is_contained(values, Value()))
    return {};
  ArrayType type{dtype, operands.front().type.sizes};
  Value init = b.makeEmpty(dtype, type.sizes);
  auto op = linalg::MapOp::create(
      b.getOpBuilder(), b.getLoc(), values, init,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        linalg::YieldOp::create(inner, loc, body(inner, loc, elements));
      });
  return b.wrap(op->getResult(0), type);
}

Arrays sg::array::refuseType(const ArrayOpCall &call, const Array &array) {
  bool hasParts = isComplex(array.getDType());
  return call.fail(getName(array.getDType()) + " is not supported; " +
                   (hasParts ? "use the real and the imaginary part"
                             : "convert with astype"));
}

Array sg::array::apply(ArrayBuilder &b, StringRef name,
                       ArrayRef<Array> operands,
                       ArrayRef<NamedParameter> given) {
  llvm::StringMap<Parameter> parameters;
  for (const auto &[key, value] : given)
    parameters[key] = value;
  FailureOr<Arrays> results = buildArrayOp(b, name, operands, parameters);
  return succeeded(results) ? results->front() : Array();
}

Array sg::array::reshapeTo(ArrayBuilder &b, const Array &x,
                           ArrayRef<Size> shape) {
  return apply(b, "reshape", {x},
               {{"shape", Sizes(shape.begin(), shape.end())}});
}
