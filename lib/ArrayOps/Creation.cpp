//===- Creation.cpp - Arrays from numbers ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace sg::array;

static Arrays full(const ArrayOpCall &call) {
  return {makeFull(call.b, call.get<DType>("dtype"), call.get<Sizes>("shape"),
                   call.get<double>("fill_value"))};
}

/// Builds 0, 1, 2, ... along an axis.
static Arrays iota(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  DType dtype = call.get<DType>("dtype");
  auto shape = call.get<Sizes>("shape");
  FailureOr<int64_t> axis =
      normalizeAxis(call, call.integer("axis"), shape.size());
  if (failed(axis))
    return {};
  if (dtype == DType::Bool || isComplex(dtype))
    return call.fail(getName(dtype) + " is not supported");
  OpBuilder &builder = b.getOpBuilder();
  ArrayType type{DType::Index, shape};
  Value init = b.makeEmpty(DType::Index, shape);
  SmallVector<utils::IteratorType> kinds(shape.size(),
                                         utils::IteratorType::parallel);
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), init.getType(), ValueRange(), init,
      builder.getMultiDimIdentityMap(shape.size()), kinds,
      [&](OpBuilder &inner, Location loc, ValueRange) {
        linalg::YieldOp::create(
            inner, loc, ValueRange(linalg::IndexOp::create(inner, loc, *axis)));
      });
  return {convert(b, b.wrap(op.getResult(0), type), dtype)};
}

static Arrays astype(const ArrayOpCall &call) {
  return {convert(call.b, call[0], call.get<DType>("dtype"))};
}

static constexpr ArrayOp kRows[] = {
    {"astype(x, dtype: dtype)",
     "Converts the elements. Floats are rounded to nearest; as integers they "
     "are rounded to zero and clamped to the range, and NaN is 0. Integers "
     "wrap around. As bool, a number is true unless it is 0. A complex number "
     "converts only to complex types and bool.",
     "dx, converted, from float to float.", astype},
    {"full(shape: sizes, fill_value: float, *, dtype: dtype = float64)",
     "An array whose elements are all `fill_value`.", "", full},
    {"iota(shape: sizes, *, axis: int = 0, dtype: dtype = int64)",
     "The index of each element along an axis.", "", iota},
};

ArrayRef<ArrayOp> sg::array::getCreationOps() { return kRows; }
