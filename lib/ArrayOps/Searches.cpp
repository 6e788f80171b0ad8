//===- Searches.cpp - Positions of elements, and triangles ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::array;

/// Builds the position of the first extreme element along `axis`. A NaN is
/// extreme.
static Array findExtreme(ArrayBuilder &b, const Array &x, int64_t axis,
                         bool isMax) {
  OpBuilder &builder = b.getOpBuilder();
  DType dtype = x.getDType();
  Sizes sizes(x.getSizes());
  sizes.erase(sizes.begin() + axis);
  Array best = makeFull(b, dtype, sizes, getExtreme(b, dtype, !isMax));
  Array position = makeFull(b, DType::Int64, sizes, -1.0);
  Value value = b.use(x);
  if (!value)
    return {};
  SmallVector<utils::IteratorType> kinds(x.getRank(),
                                         utils::IteratorType::parallel);
  kinds[axis] = utils::IteratorType::reduction;
  AffineMap identity = builder.getMultiDimIdentityMap(x.getRank());
  AffineMap reduced = identity.dropResult(axis);
  SmallVector<Value> inits = {best.value, position.value};
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), TypeRange(ValueRange(inits)), value, inits,
      ArrayRef({identity, reduced, reduced}), kinds,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        Value index = arith::IndexCastOp::create(
            inner, loc, inner.getI64Type(),
            linalg::IndexOp::create(inner, loc, axis));
        Value element = elements[0], previous = elements[1];
        // The first element is taken even if it equals the neutral element.
        Value minusOne = arith::ConstantIntOp::create(inner, loc, -1, 64);
        Value isFirst = arith::CmpIOp::create(
            inner, loc, arith::CmpIPredicate::eq, elements[2], minusOne);
        Value isBetter;
        if (isFloat(dtype)) {
          isBetter = arith::CmpFOp::create(inner, loc,
                                           isMax ? arith::CmpFPredicate::UGT
                                                 : arith::CmpFPredicate::ULT,
                                           element, previous);
          // An unordered comparison is true for two NaN: keep the first.
          Value isNumber = arith::CmpFOp::create(
              inner, loc, arith::CmpFPredicate::ORD, previous, previous);
          isBetter = arith::AndIOp::create(inner, loc, isBetter, isNumber);
        } else {
          auto predicate = isUnsigned(dtype)
                               ? (isMax ? arith::CmpIPredicate::ugt
                                        : arith::CmpIPredicate::ult)
                               : (isMax ? arith::CmpIPredicate::sgt
                                        : arith::CmpIPredicate::slt);
          isBetter =
              arith::CmpIOp::create(inner, loc, predicate, element, previous);
        }
        Value isTaken = arith::OrIOp::create(inner, loc, isFirst, isBetter);
        Value nextBest =
            arith::SelectOp::create(inner, loc, isTaken, element, previous);
        Value nextPosition =
            arith::SelectOp::create(inner, loc, isTaken, index, elements[2]);
        linalg::YieldOp::create(inner, loc, ValueRange{nextBest, nextPosition});
      });
  return b.wrap(op.getResult(1), position.type);
}

template <bool isMax>
static Arrays argExtreme(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  Array x = call[0];
  if (isComplex(x.getDType()))
    return refuseType(call, x);
  std::optional<int64_t> given = call.find<int64_t>("axis");
  if (!given && !(x = reshapeTo(b, x, b.multiply(x.getSizes()))))
    return {};
  FailureOr<int64_t> axis = normalizeAxis(call, given.value_or(0), x.getRank());
  if (failed(axis))
    return {};
  if (getConstant(x.getSize(*axis)) == 0)
    return call.fail("axis " + Twine(*axis) + " is empty");
  Array result = findExtreme(b, x, *axis, isMax);
  if (!result || !call.flag("keepdims"))
    return {result};
  Sizes shape(call[0].getSizes());
  for (auto [i, size] : llvm::enumerate(shape))
    if (!given || static_cast<int64_t>(i) == *axis)
      size = b.getConstantSize(1);
  return {reshapeTo(b, result, shape)};
}

/// Keeps the elements of the last two axes on one side of a diagonal.
template <bool isLower>
static Arrays triangle(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  if (x.getRank() < 2)
    return call.fail("the rank must be at least 2, not " + Twine(x.getRank()));
  auto iota = [&](Size size, bool isRow) {
    Size one = b.getConstantSize(1);
    return apply(b, "iota", {},
                 {{"shape", isRow ? Sizes{size, one} : Sizes{one, size}},
                  {"axis", int64_t(isRow ? 0 : 1)}});
  };
  Array row = iota(x.getSize(x.getRank() - 2), true);
  Array column = iota(x.getSize(x.getRank() - 1), false);
  Array diagonal =
      apply(b, "add",
            {row, makeFull(b, DType::Int64, {}, double(call.integer("k")))});
  Array isKept =
      apply(b, isLower ? "less_equal" : "greater_equal", {column, diagonal});
  Array zero = makeFull(b, x.getDType(), {}, 0.0);
  return {apply(b, "where", {isKept, x, zero})};
}

static Arrays diagonal(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  OpBuilder &builder = b.getOpBuilder();
  const Array &x = call[0];
  int64_t rank = x.getRank(), offset = call.integer("offset");
  if (rank < 2)
    return call.fail("the rank must be at least 2, not " + Twine(rank));
  Size rows = x.getSize(rank - 2), columns = x.getSize(rank - 1);
  Size zero = b.getConstantSize(0);
  Size length = offset >= 0 ? b.getMin(rows, b.simplify(columns - offset))
                            : b.getMin(b.simplify(rows + offset), columns);
  ArrayType type = x.type;
  type.sizes.pop_back();
  type.sizes.back() = b.getMax(length, zero);
  Value value = b.use(x);
  if (!value)
    return {};
  Value init = b.makeEmpty(type.dtype, type.sizes);
  SmallVector<utils::IteratorType> kinds(rank - 1,
                                         utils::IteratorType::parallel);
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), init.getType(), ValueRange(), init,
      builder.getMultiDimIdentityMap(rank - 1), kinds,
      [&](OpBuilder &inner, Location loc, ValueRange) {
        SmallVector<Value> at;
        for (int64_t axis = 0; axis < rank - 1; ++axis)
          at.push_back(linalg::IndexOp::create(inner, loc, axis));
        Value shift =
            arith::ConstantIndexOp::create(inner, loc, std::abs(offset));
        Value shifted = arith::AddIOp::create(inner, loc, at.back(), shift);
        at.push_back(offset >= 0 ? shifted : at.back());
        if (offset < 0)
          at[rank - 2] = shifted;
        linalg::YieldOp::create(
            inner, loc,
            ValueRange(tensor::ExtractOp::create(inner, loc, value, at)));
      });
  return {b.wrap(op.getResult(0), type)};
}

static Arrays trace(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  Array elements =
      apply(b, "diagonal", {call[0]}, {{"offset", call.integer("offset")}});
  return {
      apply(b, "sum", {elements}, {{"axis", Sizes{b.getConstantSize(-1)}}})};
}

static Arrays oneHot(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  if (!isInteger(x.getDType()))
    return refuseType(call, x);
  Sizes shape(x.getSizes());
  shape.push_back(b.getConstantSize(1));
  Array expanded = reshapeTo(b, x, shape);
  Array classes =
      apply(b, "iota", {},
            {{"shape", Sizes{call.get<Sizes>("num_classes").front()}},
             {"dtype", x.getDType()}});
  Array isClass = apply(b, "equal", {expanded, classes});
  return {isClass ? convert(b, isClass, call.get<DType>("dtype")) : Array()};
}

static constexpr ArrayOp kRows[] = {
    {"argmax(x, *, axis: int? = None, keepdims: bool = False)",
     "The position of the first largest element, or of the first NaN. Without "
     "an axis, the position in row-major order.",
     "", argExtreme<true>},
    {"argmin(x, *, axis: int? = None, keepdims: bool = False)",
     "The position of the first smallest element, or of the first NaN. Without "
     "an axis, the position in row-major order.",
     "", argExtreme<false>},
    {"diagonal(x, *, offset: int = 0)",
     "The elements x[..., i, i + offset] of the last two axes.",
     "The diagonal of dx.", diagonal},
    {"one_hot(x, num_classes: size, *, dtype: dtype = float32)",
     "1 at the position x of a new last axis, otherwise 0. All 0 if x is out "
     "of range.",
     "", oneHot},
    {"trace(x, *, offset: int = 0)",
     "The sum of the elements x[..., i, i + offset] of the last two axes.",
     "The trace of dx.", trace},
    {"tril(x, *, k: int = 0)",
     "The elements x[..., i, j] with j <= i + k, otherwise 0.",
     "The triangle of dx.", triangle<true>},
    {"triu(x, *, k: int = 0)",
     "The elements x[..., i, j] with j >= i + k, otherwise 0.",
     "The triangle of dx.", triangle<false>},
};

ArrayRef<ArrayOp> sg::array::getSearchOps() { return kRows; }
