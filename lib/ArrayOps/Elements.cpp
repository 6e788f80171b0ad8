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

Array sg::array::broadcastUpdate(const ArrayOpCall &call, const Array &update,
                                 const ArrayType &type) {
  ArrayBuilder &b = call.b;
  if (!update)
    return {};
  Array replaced = update;
  replaced.type = type;
  FailureOr<Sizes> sizes = broadcastSizes(b, call.name, {replaced, update});
  if (failed(sizes))
    return {};
  bool fits = sizes->size() == type.sizes.size();
  // The replaced elements do not broadcast to the update.
  for (size_t i = 0; fits && i < sizes->size(); ++i)
    fits = !isOne(type.sizes[i]) || isOne((*sizes)[i]);
  if (!fits) {
    call.fail("the update " + b.print(update.type) +
              " does not broadcast to the replaced elements, " + b.print(type));
    return {};
  }
  return broadcastTo(b, update, type.sizes);
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
