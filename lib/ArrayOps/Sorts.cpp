//===- Sorts.cpp - Sorted elements and their positions --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts are stable. NaN counts as the largest number, as in NumPy and JAX.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/StructuredOps/LoopNest.h"
#include "sg/StructuredOps/SortPermutation.h"

using namespace mlir;
using namespace sg::array;

/// Builds the condition that `first` comes before `second` in ascending or
/// descending order. False for equal elements.
static Value isLess(OpBuilder &builder, Location loc, DType dtype, Value first,
                    Value second, bool isAscending) {
  if (isFloat(dtype))
    return sg::buildIsBefore(builder, loc, first, second, isAscending);
  arith::CmpIPredicate predicate =
      isUnsigned(dtype) ? (isAscending ? arith::CmpIPredicate::ult
                                       : arith::CmpIPredicate::ugt)
                        : (isAscending ? arith::CmpIPredicate::slt
                                       : arith::CmpIPredicate::sgt);
  return arith::CmpIOp::create(builder, loc, predicate, first, second);
}

namespace {
/// A sort of an array along an axis.
struct Sort {
  Array x;
  int64_t axis;
  Array positions; ///< of the sorted elements, int64
};
} // namespace

/// Sorts the array of the call. Emits an error for elements without an order.
static FailureOr<Sort> sortPositions(const ArrayOpCall &call,
                                     bool isAscending) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  FailureOr<int64_t> axis =
      normalizeAxis(call, call.integer("axis"), x.getRank());
  if (failed(axis))
    return failure();
  if (isComplex(x.getDType())) {
    refuseType(call, x);
    return failure();
  }
  Value value = b.use(x);
  if (!value)
    return failure();
  OpBuilder &builder = b.getOpBuilder();
  Location loc = b.getLoc();
  Value positions = sg::buildSortPermutation(
      builder, loc, b.getSizeValues(x.getSizes()), *axis,
      [&](ArrayRef<Value> right, ArrayRef<Value> left) {
        Value first = tensor::ExtractOp::create(builder, loc, value, right);
        Value second = tensor::ExtractOp::create(builder, loc, value, left);
        return isLess(builder, loc, x.getDType(), first, second, isAscending);
      });
  return Sort{x, *axis, b.wrap(positions, DType::Int64, x.getSizes())};
}

static Array getSorted(ArrayBuilder &b, const Sort &sort) {
  return apply(b, "take_along_axis", {sort.x, sort.positions},
               {{"axis", sort.axis}});
}

static Arrays argsort(const ArrayOpCall &call) {
  FailureOr<Sort> sort = sortPositions(call, !call.flag("descending"));
  return succeeded(sort) ? Arrays{sort->positions} : Arrays();
}

static Arrays sort(const ArrayOpCall &call) {
  FailureOr<Sort> sort = sortPositions(call, !call.flag("descending"));
  return succeeded(sort) ? Arrays{getSorted(call.b, *sort)} : Arrays();
}

static Arrays topK(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  FailureOr<Sort> sort = sortPositions(call, /*isAscending=*/false);
  if (failed(sort))
    return {};
  Size k = call.get<Sizes>("k").front();
  Size length = sort->x.getSize(sort->axis);
  std::optional<int64_t> rest = getConstant(b.subtract(length, k));
  if (rest && *rest < 0)
    return call.fail("k is " + b.print(k) + ", but axis " + Twine(sort->axis) +
                     " has the size " + b.print(length));
  sort->positions = apply(b, "slice_axis", {sort->positions},
                          {{"axis", sort->axis}, {"stop", Sizes{k}}});
  if (!sort->positions)
    return {};
  return {getSorted(b, *sort), sort->positions};
}

/// Builds the number of steps of a binary search: the number of times that n is
/// halved, rounded up, until it is 1, and one more; 0 for n = 0.
static Value countSearchSteps(OpBuilder &builder, Location loc, Value n) {
  Type i64 = builder.getI64Type();
  Value bits = arith::IndexCastOp::create(builder, loc, i64, n);
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
  Value previous = arith::SubIOp::create(builder, loc, bits, one);
  Value leading = math::CountLeadingZerosOp::create(builder, loc, previous);
  // For n = 1, n - 1 has 64 leading zeros. For n = 0, -1 has none.
  Value width = arith::ConstantIntOp::create(builder, loc, 65, 64);
  Value steps = arith::SubIOp::create(builder, loc, width, leading);
  Value isEmpty =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bits, zero);
  steps = arith::SelectOp::create(builder, loc, isEmpty, zero, steps);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    steps);
}

/// A binary search of all values at once: `first + length` is past the result,
/// with the same length for all values.
static Arrays searchSorted(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  StringRef side = call.get<std::string>("side");
  if (side != "left" && side != "right")
    return call.fail("side must be left or right, not '" + side + "'");
  FailureOr<Arrays> xs = promoteAll(call);
  if (failed(xs))
    return {};
  const Array &x = (*xs)[0], &values = (*xs)[1];
  DType dtype = x.getDType();
  if (isComplex(dtype))
    return refuseType(call, x);
  if (x.getRank() != 1)
    return call.fail("the sorted array must have rank 1, not " +
                     Twine(x.getRank()));
  Value sorted = b.use(x), wanted = b.use(values);
  if (!sorted || !wanted)
    return {};
  OpBuilder &builder = b.getOpBuilder();
  Location loc = b.getLoc();
  Value n = b.getIndex(x.getSize(0));
  Array first = makeFull(b, DType::Index, values.getSizes(), 0.0);
  SmallVector<AffineMap> maps(2,
                              builder.getMultiDimIdentityMap(values.getRank()));
  SmallVector<utils::IteratorType> kinds(values.getRank(),
                                         utils::IteratorType::parallel);
  SmallVector<Value> results = sg::buildLoops(
      builder, loc, OpFoldResult(countSearchSteps(builder, loc, n)),
      {first.value, n},
      [&](ValueRange, ValueRange carried) -> SmallVector<Value> {
        Value one = arith::ConstantIndexOp::create(builder, loc, 1);
        Value two = arith::ConstantIndexOp::create(builder, loc, 2);
        Value length = carried[1];
        Value half = arith::DivUIOp::create(builder, loc, length, two);
        // The last step compares with the one element that is left.
        Value step = arith::MaxUIOp::create(builder, loc, half, one);
        auto next = linalg::GenericOp::create(
            builder, loc, first.value.getType(), wanted, carried[0], maps,
            kinds, [&](OpBuilder &inner, Location, ValueRange elements) {
              Value after =
                  arith::AddIOp::create(inner, loc, elements[1], step);
              Value at = arith::SubIOp::create(inner, loc, after, one);
              Value element = tensor::ExtractOp::create(inner, loc, sorted, at);
              Value isBefore;
              if (side == "left") {
                isBefore =
                    isLess(inner, loc, dtype, element, elements[0], true);
              } else {
                Value isAfter =
                    isLess(inner, loc, dtype, elements[0], element, true);
                Value no = arith::ConstantIntOp::create(inner, loc, 0, 1);
                isBefore = arith::CmpIOp::create(
                    inner, loc, arith::CmpIPredicate::eq, isAfter, no);
              }
              Value result = arith::SelectOp::create(inner, loc, isBefore,
                                                     after, elements[1]);
              linalg::YieldOp::create(inner, loc, result);
            });
        return {next.getResult(0),
                arith::SubIOp::create(builder, loc, length, half)};
      });
  return {convert(b, b.wrap(results[0], first.type), DType::Int64)};
}

static constexpr ArrayOp kRows[] = {
    {"argsort(x, *, axis: int = -1, descending: bool = False, stable: bool = "
     "True)",
     "The positions of the sorted elements along an axis. Equal elements keep "
     "their order, also if `stable` is false. NaN counts as the largest "
     "number.",
     "", argsort},
    {"searchsorted(x, values, *, side: str = \"left\")",
     "For each value, the position in the sorted vector x before which the "
     "value can be inserted: the first such position for the side left, the "
     "last for right.",
     "", searchSorted},
    {"sort(x, *, axis: int = -1, descending: bool = False, stable: bool = "
     "True)",
     "The elements in ascending or descending order along an axis. Equal "
     "elements keep their order, also if `stable` is false. NaN counts as the "
     "largest number.",
     "dx in the order of x.", sort},
    {"top_k(x, k: size, *, axis: int = -1)",
     "The k largest elements along an axis in descending order, and their "
     "positions. NaN counts as the largest number.",
     "dx at the positions.", topK, /*hasSeveralResults=*/true},
};

ArrayRef<ArrayOp> sg::array::getSortOps() { return kRows; }
