//===- Gathers.cpp - Elements at computed indices -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A negative index counts from the end, as in Python. Other indices out of
// range fail an assertion when the program runs (--sg-check-indices).
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "sg/StructuredOps/LoopNest.h"
#include "sg/StructuredOps/Slices.h"

using namespace mlir;
using namespace sg::array;

/// Returns `index`, or `index` + `size` if it is negative.
static Value countFromEnd(OpBuilder &builder, Location loc, Value index,
                          Value size) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value fromEnd = arith::AddIOp::create(builder, loc, index, size);
  Value isNegative = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, index, zero);
  return arith::SelectOp::create(builder, loc, isNegative, fromEnd, index);
}

namespace {
/// The arrays of indices of a gather or scatter, broadcast to common sizes.
struct Indices {
  Arrays arrays; ///< of type index
  Sizes sizes;
  SmallVector<int64_t> axes; ///< the axis of each array
};
} // namespace

/// Reads the arrays of indices and the parameter `axes`.
static FailureOr<Indices> readIndices(const ArrayOpCall &call, const Array &x,
                                      ArrayRef<Array> arrays) {
  ArrayBuilder &b = call.b;
  Indices indices;
  for (Size size : call.get<Sizes>("axes")) {
    FailureOr<int64_t> axis =
        normalizeAxis(call, *getConstant(size), x.getRank());
    if (failed(axis))
      return failure();
    if (!indices.axes.empty() && *axis <= indices.axes.back()) {
      call.fail("axes must be in ascending order");
      return failure();
    }
    indices.axes.push_back(*axis);
  }
  if (indices.axes.size() != arrays.size()) {
    call.fail("axes must have an axis for each of the " + Twine(arrays.size()) +
              " arrays of indices");
    return failure();
  }
  for (const Array &array : arrays) {
    if (!isInteger(array.getDType())) {
      call.fail("indices must be integers, not " + getName(array.getDType()));
      return failure();
    }
    indices.arrays.push_back(convert(b, array, DType::Index));
  }
  FailureOr<Sizes> sizes = broadcastSizes(b, call.name, indices.arrays);
  if (failed(sizes))
    return failure();
  indices.sizes = *sizes;
  for (Array &array : indices.arrays)
    if (!(array = broadcastTo(b, array, *sizes)))
      return failure();
  return indices;
}

/// Returns the first axis of the indices in the result: as in NumPy, that of
/// the first indexed axis if the indexed axes are adjacent, otherwise 0.
static int64_t getIndexPosition(ArrayRef<int64_t> axes) {
  for (auto [i, axis] : llvm::enumerate(axes))
    if (axis != axes.front() + static_cast<int64_t>(i))
      return 0;
  return axes.empty() ? 0 : axes.front();
}

static Arrays gather(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  FailureOr<Indices> indices = readIndices(call, x, call.arrays.drop_front());
  Value value = b.use(x);
  if (failed(indices) || !value)
    return {};
  // The axis of the result for each axis of x that is not indexed, and the
  // first axis of the indices.
  int64_t position = getIndexPosition(indices->axes);
  int64_t indexRank = indices->sizes.size();
  SmallVector<int64_t> resultAxes(x.getRank(), -1);
  ArrayType type{x.getDType(), {}};
  for (int64_t axis = 0; axis <= x.getRank(); ++axis) {
    if (static_cast<int64_t>(type.sizes.size()) == position)
      llvm::append_range(type.sizes, indices->sizes);
    if (axis == x.getRank() || llvm::is_contained(indices->axes, axis))
      continue;
    resultAxes[axis] = type.sizes.size();
    type.sizes.push_back(x.getSize(axis));
  }
  OpBuilder &builder = b.getOpBuilder();
  int64_t rank = type.getRank();
  SmallVector<AffineExpr> indexExprs;
  for (int64_t i = 0; i < indexRank; ++i)
    indexExprs.push_back(builder.getAffineDimExpr(position + i));
  SmallVector<AffineMap> maps(
      indices->arrays.size(),
      AffineMap::get(rank, 0, indexExprs, b.getContext()));
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  SmallVector<Value> inputs, sizes;
  for (auto [array, axis] : llvm::zip(indices->arrays, indices->axes)) {
    inputs.push_back(b.use(array));
    sizes.push_back(b.getIndex(x.getSize(axis)));
  }
  Value init = b.makeEmpty(type.dtype, type.sizes);
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), init.getType(), inputs, init, maps, kinds,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        SmallVector<Value> at(x.getRank());
        for (auto [i, axis] : llvm::enumerate(indices->axes))
          at[axis] = countFromEnd(inner, loc, elements[i], sizes[i]);
        for (auto [axis, resultAxis] : llvm::enumerate(resultAxes))
          if (!at[axis])
            at[axis] = linalg::IndexOp::create(inner, loc, resultAxis);
        linalg::YieldOp::create(
            inner, loc,
            ValueRange(tensor::ExtractOp::create(inner, loc, value, at)));
      });
  return {b.wrap(op.getResult(0), type)};
}

/// Calls gather for one axis.
static Arrays take(const ArrayOpCall &call) {
  FailureOr<int64_t> axis =
      normalizeAxis(call, call.integer("axis"), call[0].getRank());
  if (failed(axis))
    return {};
  return {apply(call.b, "gather", call.arrays,
                {{"axes", Sizes{call.b.getConstantSize(*axis)}}})};
}

static Arrays takeAlongAxis(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  Array indices = call[1];
  FailureOr<int64_t> axis =
      normalizeAxis(call, call.integer("axis"), x.getRank());
  if (failed(axis))
    return {};
  if (indices.getRank() != x.getRank())
    return call.fail("the indices must have rank " + Twine(x.getRank()) +
                     ", not " + Twine(indices.getRank()));
  if (!isInteger(indices.getDType()))
    return call.fail("indices must be integers, not " +
                     getName(indices.getDType()));
  // The other axes broadcast.
  Array likeIndices = x;
  likeIndices.type.sizes[*axis] = indices.getSize(*axis);
  FailureOr<Sizes> sizes = broadcastSizes(b, call.name, {likeIndices, indices});
  if (failed(sizes))
    return {};
  indices = broadcastTo(b, convert(b, indices, DType::Index), *sizes);
  Value value = b.use(x);
  if (!indices || !value)
    return {};
  OpBuilder &builder = b.getOpBuilder();
  Value length = b.getIndex(x.getSize(*axis));
  Value init = b.makeEmpty(x.getDType(), *sizes);
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(x.getRank()));
  SmallVector<utils::IteratorType> kinds(x.getRank(),
                                         utils::IteratorType::parallel);
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), init.getType(), indices.value, init, maps, kinds,
      [&](OpBuilder &inner, Location loc, ValueRange elements) {
        SmallVector<Value> at;
        for (int64_t i = 0; i < x.getRank(); ++i) {
          if (i == *axis)
            at.push_back(countFromEnd(inner, loc, elements[0], length));
          else if (isOne(x.getSize(i)))
            at.push_back(arith::ConstantIndexOp::create(inner, loc, 0));
          else
            at.push_back(linalg::IndexOp::create(inner, loc, i));
        }
        linalg::YieldOp::create(
            inner, loc,
            ValueRange(tensor::ExtractOp::create(inner, loc, value, at)));
      });
  return {b.wrap(op.getResult(0), {x.getDType(), *sizes})};
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

/// Combines the old elements with an update by the mode of a scatter.
static Array combine(ArrayBuilder &b, StringRef mode, const Array &old,
                     const Array &update) {
  StringRef name = mode == "min" ? "minimum" : mode == "max" ? "maximum" : mode;
  return apply(b, name, {old, update});
}

static Arrays scatter(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  Array x = call[0], updates = call[1];
  StringRef mode = call.get<std::string>("mode");
  if (!llvm::is_contained({"set", "add", "multiply", "min", "max"}, mode))
    return call.fail("mode must be set, add, multiply, min or max, not '" +
                     mode + "'");
  if (updates.getDType() != x.getDType())
    return call.fail("the updates must be " + getName(x.getDType()) + ", not " +
                     getName(updates.getDType()));
  FailureOr<Indices> indices = readIndices(call, x, call.arrays.drop_front(2));
  if (failed(indices))
    return {};
  // Move the indexed axes of x to the front, and so the axes of the indices in
  // the updates.
  int64_t count = indices->axes.size(), indexRank = indices->sizes.size();
  SmallVector<int64_t> order(indices->axes);
  for (int64_t axis = 0; axis < x.getRank(); ++axis)
    if (!llvm::is_contained(indices->axes, axis))
      order.push_back(axis);
  SmallVector<int64_t> inverse(order.size());
  for (auto [i, axis] : llvm::enumerate(order))
    inverse[axis] = i;
  int64_t position = getIndexPosition(indices->axes);
  Sizes updateSizes;
  Array front = permute(b, x, order);
  if (!front)
    return {};
  for (int64_t axis = 0; axis <= x.getRank() - count; ++axis) {
    if (axis == position)
      llvm::append_range(updateSizes, indices->sizes);
    if (axis == x.getRank() - count)
      break;
    updateSizes.push_back(front.getSize(count + axis));
  }
  // The updates broadcast to the shape of x[indices].
  updates = broadcastUpdate(call, updates, {x.getDType(), updateSizes});
  SmallVector<int64_t> updateOrder;
  for (int64_t i = 0; i < indexRank; ++i)
    updateOrder.push_back(position + i);
  for (int64_t i = 0; i < static_cast<int64_t>(updateSizes.size()); ++i)
    if (i < position || i >= position + indexRank)
      updateOrder.push_back(i);
  updates = updates ? permute(b, updates, updateOrder) : Array();
  if (!updates)
    return {};

  OpBuilder &builder = b.getOpBuilder();
  Location loc = b.getLoc();
  ArrayType window{x.getDType(),
                   Sizes(ArrayRef(front.type.sizes).drop_front(count))};
  if (isEmpty(window.sizes) || isEmpty(indices->sizes))
    return {x};
  RankedTensorType windowType = window.getTensorType(b.getContext());
  SmallVector<OpFoldResult> windowSizes = b.getSizeValues(window.sizes);
  SmallVector<OpFoldResult> indexSizes = b.getSizeValues(indices->sizes);
  SmallVector<Value> indexed, axisSizes;
  for (auto [i, array] : llvm::enumerate(indices->arrays)) {
    indexed.push_back(b.use(array));
    axisSizes.push_back(b.getIndex(front.getSize(i)));
  }
  Value updateValue = b.use(updates), start = b.use(front);
  auto getOffsets = [&](ArrayRef<Value> at) {
    SmallVector<OpFoldResult> offsets(at.begin(), at.end());
    offsets.append(windowSizes.size(), builder.getIndexAttr(0));
    return offsets;
  };
  auto getSizes = [&](size_t outer) {
    SmallVector<OpFoldResult> sizes(outer, builder.getIndexAttr(1));
    llvm::append_range(sizes, windowSizes);
    return sizes;
  };
  auto getWindow = [&](Value tensor, ArrayRef<Value> at) {
    Value slice = sg::extractSlice(builder, loc, tensor, getOffsets(at),
                                   getSizes(at.size()), windowType);
    if (window.sizes.empty())
      slice = tensor::FromElementsOp::create(builder, loc, windowType, slice);
    return Array{slice, window};
  };
  bool hasFailed = false;
  SmallVector<Value> results = sg::buildLoops(
      builder, loc, indexSizes, start,
      [&](ValueRange loops, ValueRange carried) -> SmallVector<Value> {
        SmallVector<Value> at;
        for (auto [array, size] : llvm::zip(indexed, axisSizes)) {
          Value index = tensor::ExtractOp::create(builder, loc, array, loops);
          at.push_back(countFromEnd(builder, loc, index, size));
        }
        Array update = getWindow(updateValue, SmallVector<Value>(loops));
        Array next = mode == "set"
                         ? update
                         : combine(b, mode, getWindow(carried[0], at), update);
        if (!next) {
          hasFailed = true;
          return {carried[0]};
        }
        Value slice = window.sizes.empty() ? b.getElement(next) : next.value;
        return {sg::insertSlice(builder, loc, slice, carried[0], getOffsets(at),
                                getSizes(at.size()))};
      });
  if (hasFailed)
    return {};
  return {permute(b, {results[0], front.type}, inverse)};
}

static constexpr ArrayOp kRows[] = {
    {"gather(x, indices..., *, axes: ints)",
     "x[..., i, j, ...] as in NumPy: the elements at arrays of integers, one "
     "array for each of `axes`, which are in ascending order. The arrays "
     "broadcast. Their axes are in the place of the indexed axes if those are "
     "adjacent, otherwise they come first. A negative index counts from the "
     "end. An index out of range is an error when the program runs.",
     "The elements of dx.", gather},
    {"scatter(x, updates, indices..., *, axes: ints, mode: str = \"set\")",
     "x with the elements x[..., i, j, ...] of gather updated: replaced for "
     "the mode set, otherwise combined by add, multiply, min or max. The "
     "updates broadcast. Repeated indices are applied in order.",
     "That of the updates in order.", scatter},
    {"take(x, indices, *, axis: int = 0)",
     "The elements at integer indices along an axis, as in gather.",
     "The elements of dx.", take},
    {"take_along_axis(x, indices, *, axis: int = -1)",
     "The elements x[..., indices[..., i, ...], ...]: the other axes of the "
     "indices and of x broadcast.",
     "The elements of dx.", takeAlongAxis},
};

ArrayRef<ArrayOp> sg::array::getGatherOps() { return kRows; }
