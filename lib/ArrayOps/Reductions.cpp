//===- Reductions.cpp - Reductions along axes -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sg::array;

/// Reduces `axes`, which are in ascending order. `combine` builds the combiner
/// from an element and the accumulator.
static Array
reduce(ArrayBuilder &b, const Array &x, ArrayRef<int64_t> axes,
       TypedAttr initialValue,
       function_ref<Value(OpBuilder &, Location, Value, Value)> combine) {
  if (axes.empty())
    return x;
  Sizes sizes;
  for (auto [axis, size] : llvm::enumerate(x.getSizes()))
    if (!llvm::is_contained(axes, axis))
      sizes.push_back(size);
  Array init = makeFull(b, x.getDType(), sizes, initialValue);
  Value value = b.use(x);
  if (!value)
    return {};
  auto op = linalg::ReduceOp::create(
      b.getOpBuilder(), b.getLoc(), value, init.value, axes,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        linalg::YieldOp::create(inner, loc,
                                combine(inner, loc, elements[0], elements[1]));
      });
  return b.wrap(op->getResult(0), init.type);
}

template <typename Op>
static Value combineBy(OpBuilder &builder, Location loc, Value element,
                       Value accumulator) {
  return Op::create(builder, loc, element, accumulator);
}

/// Restores the reduced axes with size 1 if the call says so.
static Arrays finish(const ArrayOpCall &call, const Array &result,
                     ArrayRef<int64_t> axes) {
  if (!result || !call.flag("keepdims"))
    return {result};
  Sizes shape(call[0].getSizes());
  for (int64_t axis : axes)
    shape[axis] = call.b.getConstantSize(1);
  return {reshapeTo(call.b, result, shape)};
}

/// Builds the sum or the product.
template <bool isProduct>
static Arrays accumulate(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(call, "axis", call[0].getRank());
  if (failed(axes))
    return {};
  Array x = convert(b, call[0], getSumType(call));
  if (!x)
    return {};
  DType dtype = x.getDType();
  auto combine = [&](OpBuilder &inner, Location loc, Value element,
                     Value accumulator) {
    auto emitOp = isProduct ? multiplyElements : addElements;
    return emitOp(inner, loc, dtype, element, accumulator);
  };
  TypedAttr neutral = getElementAttr(b, dtype, isProduct ? 1.0 : 0.0);
  return finish(call, reduce(b, x, *axes, neutral, combine), *axes);
}

template <typename FloatOp, typename SignedOp, typename UnsignedOp,
          bool isMaximum>
static Arrays extremum(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  if (isComplex(x.getDType()))
    return refuseType(call, x);
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(call, "axis", x.getRank());
  if (failed(axes))
    return {};
  for (int64_t axis : *axes)
    if (getConstant(x.getSize(axis)) == 0)
      return call.fail("axis " + Twine(axis) + " is empty, which has no " +
                       (isMaximum ? "largest" : "smallest") + " element");
  auto combine = isFloat(x.getDType())      ? combineBy<FloatOp>
                 : isUnsigned(x.getDType()) ? combineBy<UnsignedOp>
                                            : combineBy<SignedOp>;
  return finish(
      call,
      reduce(b, x, *axes, getExtreme(b, x.getDType(), !isMaximum), combine),
      *axes);
}

/// Builds the number of elements along `axes` in the type `dtype`.
static Array countElements(ArrayBuilder &b, const Array &x,
                           ArrayRef<int64_t> axes, DType dtype) {
  Sizes sizes;
  for (int64_t axis : axes)
    sizes.push_back(x.getSize(axis));
  Size count = b.multiply(sizes);
  if (std::optional<int64_t> constant = getConstant(count))
    return makeFull(b, dtype, {}, static_cast<double>(*constant));
  return convert(b, b.wrapElement(b.getIndex(count), DType::Index), dtype);
}

static Array mean(const ArrayOpCall &call, const Array &x,
                  ArrayRef<int64_t> axes, double correction = 0) {
  ArrayBuilder &b = call.b;
  DType dtype = x.getDType();
  Array sum = reduce(
      b, x, axes, getElementAttr(b, dtype, 0.0),
      [&](OpBuilder &inner, Location loc, Value element, Value accumulator) {
        return addElements(inner, loc, dtype, element, accumulator);
      });
  Array count = countElements(b, x, axes, x.getDType());
  if (correction != 0)
    count = apply(b, "subtract", {count, makeFullLike(b, count, correction)});
  return apply(b, "divide", {sum, count});
}

static Arrays buildMean(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (!isFloat(x.getDType()) && !isComplex(x.getDType()))
    return refuseType(call, x);
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(call, "axis", x.getRank());
  if (failed(axes))
    return {};
  return finish(call, mean(call, x, *axes), *axes);
}

/// Builds the variance: the mean of squared distances from the mean.
static Array variance(const ArrayOpCall &call, ArrayRef<int64_t> axes) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  Array center = mean(call, x, axes);
  Sizes shape(x.getSizes());
  for (int64_t axis : axes)
    shape[axis] = b.getConstantSize(1);
  Array kept = reshapeTo(b, center, shape);
  Array distance = apply(b, "subtract", {x, kept});
  Array squares = apply(b, "square", {distance});
  return squares ? mean(call, squares, axes, call.get<double>("correction"))
                 : Array();
}

template <bool isRoot>
static Arrays buildVariance(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (!isFloat(x.getDType()))
    return refuseType(call, x);
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(call, "axis", x.getRank());
  if (failed(axes))
    return {};
  Array result = variance(call, *axes);
  if (isRoot)
    result = apply(call.b, "sqrt", {result});
  return finish(call, result, *axes);
}

template <typename Op, bool isAll>
static Arrays quantify(const ArrayOpCall &call) {
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(call, "axis", call[0].getRank());
  if (failed(axes))
    return {};
  Array x = convert(call.b, call[0], DType::Bool);
  if (!x)
    return {};
  TypedAttr neutral = getElementAttr(call.b, DType::Bool, isAll ? 1.0 : 0.0);
  return finish(call, reduce(call.b, x, *axes, neutral, combineBy<Op>), *axes);
}

static constexpr ArrayOp kRows[] = {
    {"all(x, *, axis: ints? = None, keepdims: bool = False)",
     "True if all elements are true or nonzero.", "",
     quantify<arith::AndIOp, true>},
    {"any(x, *, axis: ints? = None, keepdims: bool = False)",
     "True if an element is true or nonzero.", "",
     quantify<arith::OrIOp, false>},
    {"max(x, *, axis: ints? = None, keepdims: bool = False)",
     "The largest element. NaN if one is NaN.",
     "The derivative of the largest element, in equal parts at ties.",
     extremum<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp, true>},
    {"mean(x, *, axis: ints? = None, keepdims: bool = False)",
     "The mean. NaN for an empty axis.", "The mean of dx.", buildMean},
    {"min(x, *, axis: ints? = None, keepdims: bool = False)",
     "The smallest element. NaN if one is NaN.",
     "The derivative of the smallest element, in equal parts at ties.",
     extremum<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp, false>},
    {"prod(x, *, axis: ints? = None, dtype: dtype? = None, keepdims: bool = "
     "False)",
     "The product. Integers are widened to 64 bits.",
     "The sum over i of dx[i] times the product of the other elements.",
     accumulate<true>},
    {"std(x, *, axis: ints? = None, correction: float = 0, keepdims: bool = "
     "False)",
     "The standard deviation: the square root of var.",
     "d var / (2 std); NaN for equal elements.", buildVariance<true>},
    {"sum(x, *, axis: ints? = None, dtype: dtype? = None, keepdims: bool = "
     "False)",
     "The sum. Integers are widened to 64 bits.", "The sum of dx.",
     accumulate<false>},
    {"var(x, *, axis: ints? = None, correction: float = 0, keepdims: bool = "
     "False)",
     "The variance: the sum of the squared distances from the mean, divided by "
     "the number of elements minus correction.",
     "2 (x - mean) dx, averaged.", buildVariance<false>},
};

ArrayRef<ArrayOp> sg::array::getReductionOps() { return kRows; }
