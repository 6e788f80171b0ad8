//===- Scans.cpp - Cumulative operations along an axis --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sg/StructuredOps/LoopNest.h"
#include "sg/StructuredOps/Slices.h"

using namespace mlir;
using namespace sg::array;

/// Builds a loop along `axis` that combines each slice with the result for the
/// slices before it. `name` is an operation on two arrays. If `initialValue` is
/// neutral in the operation and in its derivative, it is combined with the
/// first slice. Otherwise the first result is the first slice: the largest
/// number is neutral in a minimum, but takes half of the derivative at a tie,
/// and the tangent 0 of a factor 1 makes that of an infinite product NaN.
static Array scan(ArrayBuilder &b, const Array &x, int64_t axis, StringRef name,
                  TypedAttr initialValue, bool isNeutral) {
  OpBuilder &builder = b.getOpBuilder();
  Location loc = b.getLoc();
  ArrayType slice = x.type;
  slice.sizes.erase(slice.sizes.begin() + axis);
  Value value = b.use(x);
  if (!value)
    return {};
  if (isEmpty(x.getSizes()))
    return x;
  sg::AxisSlices slices(x.type.getTensorType(b.getContext()),
                        b.getSizeValues(x.getSizes()), axis);
  Value init = b.makeEmpty(x.getDType(), x.getSizes());
  Array start = makeFull(b, x.getDType(), slice.sizes, initialValue);
  bool hasFailed = false;
  SmallVector<Value> results = sg::buildLoops(
      builder, loc, slices.getCount(), {init, start.value},
      [&](ValueRange loops, ValueRange carried) -> SmallVector<Value> {
        Value next = slices.extract(builder, loc, value, loops[0]);
        if (slices.areScalars())
          next = tensor::FromElementsOp::create(builder, loc, slices.getType(),
                                                next);
        Array sum = apply(b, name, {{carried[1], slice}, {next, slice}});
        if (!sum) {
          hasFailed = true;
          return {carried[0], carried[1]};
        }
        if (!isNeutral) {
          Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
          Value isFirst = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::eq, loops[0], zero);
          sum.value =
              arith::SelectOp::create(builder, loc, isFirst, next, sum.value);
        }
        Value result = slices.areScalars() ? b.getElement(sum) : sum.value;
        return {slices.insert(builder, loc, result, carried[0], loops[0]),
                sum.value};
      });
  return hasFailed ? Array() : b.wrap(results[0], x.type);
}

/// Reverses the array before and after the scan if the call says so.
static Arrays scanOrReverse(const ArrayOpCall &call, Array x, StringRef name,
                            TypedAttr initialValue, bool isNeutral) {
  ArrayBuilder &b = call.b;
  FailureOr<int64_t> axis =
      normalizeAxis(call, call.integer("axis"), x.getRank());
  if (failed(axis))
    return {};
  auto flip = [&](const Array &array) {
    return apply(b, "flip", {array},
                 {{"axis", Sizes{b.getConstantSize(*axis)}}});
  };
  bool isReversed = call.flag("reverse");
  if (isReversed)
    x = flip(x);
  Array result = x ? scan(b, x, *axis, name, initialValue, isNeutral) : Array();
  return {isReversed && result ? flip(result) : result};
}

template <bool isProduct>
static Arrays cumulate(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  DType dtype = getSumType(call);
  Array x = convert(b, call[0], dtype);
  if (!x)
    return {};
  return scanOrReverse(call, x, isProduct ? "multiply" : "add",
                       getElementAttr(b, dtype, isProduct ? 1.0 : 0.0),
                       /*isNeutral=*/!isProduct || !isFloat(dtype));
}

template <bool isMax>
static Arrays cumulateExtremum(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (!isFloat(x.getDType()) && !isInteger(x.getDType()))
    return refuseType(call, x);
  return scanOrReverse(call, x, isMax ? "maximum" : "minimum",
                       getExtreme(call.b, x.getDType(), !isMax),
                       /*isNeutral=*/false);
}

static Arrays cumlogsumexp(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (!isFloat(x.getDType()))
    return refuseType(call, x);
  // Not -inf: the derivative of logaddexp is NaN if both arguments are -inf.
  return scanOrReverse(call, x, "logaddexp",
                       getElementAttr(call.b, x.getDType(), 0.0),
                       /*isNeutral=*/false);
}

static constexpr ArrayOp kRows[] = {
    {"cumlogsumexp(x, *, axis: int = 0, reverse: bool = False)",
     "The logarithm of the sum of the exponentials of the elements up to each "
     "element.",
     "That of logaddexp.", cumlogsumexp},
    {"cummax(x, *, axis: int = 0, reverse: bool = False)",
     "The largest element up to each element.", "That of maximum.",
     cumulateExtremum<true>},
    {"cummin(x, *, axis: int = 0, reverse: bool = False)",
     "The smallest element up to each element.", "That of minimum.",
     cumulateExtremum<false>},
    {"cumprod(x, *, axis: int = 0, dtype: dtype? = None, reverse: bool = "
     "False)",
     "The product of the elements up to each element. Integers are widened to "
     "64 bits.",
     "The sum of the products with one factor differentiated.", cumulate<true>},
    {"cumsum(x, *, axis: int = 0, dtype: dtype? = None, reverse: bool = False)",
     "The sum of the elements up to each element. Integers are widened to 64 "
     "bits.",
     "The cumulative sum of dx.", cumulate<false>},
};

ArrayRef<ArrayOp> sg::array::getScanOps() { return kRows; }
