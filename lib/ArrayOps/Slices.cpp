//===- Slices.cpp - Slices at constant and computed positions -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::array;

/// Returns the position that `given` names in Python: negative positions count
/// from the end, and positions out of range are clamped to it.
static Size getPosition(ArrayBuilder &b, Size given, Size size) {
  std::optional<int64_t> constant = getConstant(given);
  if (!constant || *constant >= 0)
    return b.getMin(given, size);
  return b.getMax(b.simplify(size + *constant), b.getConstantSize(0));
}

/// Returns the elements of `x` from `start` on with a positive step.
static Array extract(ArrayBuilder &b, const Array &x, int64_t axis, Size start,
                     Size length, int64_t step) {
  ArrayType type = x.type;
  type.sizes[axis] = length;
  Value value = b.use(x);
  if (!value)
    return {};
  if (isEmpty(type.sizes))
    return b.wrap(b.makeEmpty(type.dtype, type.sizes), type);
  OpBuilder &builder = b.getOpBuilder();
  SmallVector<OpFoldResult> offsets(x.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(x.getRank(), builder.getIndexAttr(1));
  offsets[axis] = b.getSizeValue(start);
  strides[axis] = builder.getIndexAttr(step);
  return b.wrap(
      tensor::ExtractSliceOp::create(builder, b.getLoc(), value, offsets,
                                     b.getSizeValues(type.sizes), strides),
      type);
}

/// Reverses the elements along the axes.
static Array reverse(ArrayBuilder &b, const Array &x, ArrayRef<int64_t> axes) {
  if (axes.empty())
    return x;
  Value value = b.use(x);
  if (!value)
    return {};
  SmallVector<Value> last(x.getRank());
  for (int64_t axis : axes)
    last[axis] = b.getIndex(b.simplify(x.getSize(axis) - 1));
  Value init = b.makeEmpty(x.getDType(), x.getSizes());
  SmallVector<utils::IteratorType> kinds(x.getRank(),
                                         utils::IteratorType::parallel);
  OpBuilder &builder = b.getOpBuilder();
  auto op = linalg::GenericOp::create(
      builder, b.getLoc(), init.getType(), ValueRange(), init,
      builder.getMultiDimIdentityMap(x.getRank()), kinds,
      [&](OpBuilder &inner, Location loc, ValueRange) {
        SmallVector<Value> at;
        for (int64_t axis = 0; axis < x.getRank(); ++axis) {
          Value index = linalg::IndexOp::create(inner, loc, axis);
          if (last[axis])
            index = arith::SubIOp::create(inner, loc, last[axis], index);
          at.push_back(index);
        }
        linalg::YieldOp::create(
            inner, loc,
            ValueRange(tensor::ExtractOp::create(inner, loc, value, at)));
      });
  return b.wrap(op.getResult(0), x.type);
}

namespace {
/// A slice start:stop:step along an axis. For a negative step, it is the slice
/// with the positive step of the reversed array.
struct AxisSlice {
  int64_t axis;
  bool isReversed;
  Size begin, length;
  int64_t step;
};
} // namespace

/// Reads a slice with a negative step, which needs constant sizes.
static FailureOr<AxisSlice> readReversedSlice(const ArrayOpCall &call,
                                              AxisSlice slice, Size size,
                                              std::optional<Sizes> start,
                                              std::optional<Sizes> stop) {
  ArrayBuilder &b = call.b;
  if (!start && !stop) {
    slice.begin = b.getConstantSize(0);
    slice.length = b.simplify((size + (slice.step - 1)).floorDiv(slice.step));
    return slice;
  }
  std::optional<int64_t> constant = getConstant(size);
  auto isConstant = [](const std::optional<Sizes> &one) {
    return !one || getConstant(one->front());
  };
  if (!constant || !isConstant(start) || !isConstant(stop)) {
    call.fail("a negative step with a start or stop needs a known size; use "
              "flip");
    return failure();
  }
  auto clamp = [&](const std::optional<Sizes> &one, int64_t otherwise) {
    if (!one)
      return otherwise;
    int64_t position = *getConstant(one->front());
    if (position < 0)
      position += *constant;
    return std::clamp<int64_t>(position, -1, *constant - 1);
  };
  int64_t first = clamp(start, *constant - 1), last = clamp(stop, -1);
  int64_t length =
      std::max<int64_t>(0, (first - last + slice.step - 1) / slice.step);
  slice.begin = b.getConstantSize(length ? *constant - 1 - first : 0);
  slice.length = b.getConstantSize(length);
  return slice;
}

/// Reads the parameters axis, start, stop and step of a slice of `x`.
static FailureOr<AxisSlice> readSlice(const ArrayOpCall &call, const Array &x) {
  ArrayBuilder &b = call.b;
  FailureOr<int64_t> axis =
      normalizeAxis(call, call.integer("axis"), x.getRank());
  if (failed(axis))
    return failure();
  int64_t step = call.integer("step");
  if (step == 0 || step == INT64_MIN) {
    call.fail("the step must not be " + Twine(step));
    return failure();
  }
  Size size = x.getSize(*axis), zero = b.getConstantSize(0);
  std::optional<Sizes> start = call.find<Sizes>("start");
  std::optional<Sizes> stop = call.find<Sizes>("stop");
  AxisSlice slice{*axis, step < 0, zero, zero, std::abs(step)};
  if (slice.isReversed)
    return readReversedSlice(call, slice, size, start, stop);
  if (start)
    slice.begin = getPosition(b, start->front(), size);
  Size end = stop ? getPosition(b, stop->front(), size) : size;
  // For a nonnegative start and no stop, the clamp of the start does not
  // matter, because the length is clamped.
  bool isToEnd = !stop && start && getConstant(start->front()) >= 0;
  Size first = isToEnd ? start->front() : slice.begin;
  Size length = b.getMax(b.simplify(end - first), zero);
  slice.length = b.simplify((length + (step - 1)).floorDiv(step));
  return slice;
}

static Arrays sliceAxis(const ArrayOpCall &call) {
  const Array &x = call[0];
  FailureOr<AxisSlice> slice = readSlice(call, x);
  if (failed(slice))
    return {};
  Array source = x;
  if (slice->isReversed)
    source = reverse(call.b, x, {slice->axis});
  if (!source)
    return {};
  return {extract(call.b, source, slice->axis, slice->begin, slice->length,
                  slice->step)};
}

static Arrays setSliceAxis(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  Array x = call[0], update = call[1];
  if (update.getDType() != x.getDType())
    return call.fail("the update must be " + getName(x.getDType()) + ", not " +
                     getName(update.getDType()));
  FailureOr<AxisSlice> slice = readSlice(call, x);
  if (failed(slice))
    return {};
  ArrayType type = x.type;
  type.sizes[slice->axis] = slice->length;
  update = broadcastUpdate(call, update, type);
  if (update && isEmpty(type.sizes))
    return {x};
  if (update && slice->isReversed)
    x = reverse(b, x, {slice->axis});
  Value value = x ? b.use(x) : Value();
  Value inserted = update ? b.use(update) : Value();
  if (!value || !inserted)
    return {};
  OpBuilder &builder = b.getOpBuilder();
  SmallVector<OpFoldResult> offsets(x.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(x.getRank(), builder.getIndexAttr(1));
  offsets[slice->axis] = b.getSizeValue(slice->begin);
  strides[slice->axis] = builder.getIndexAttr(slice->step);
  Array result = b.wrap(tensor::InsertSliceOp::create(
                            builder, b.getLoc(), inserted, value, offsets,
                            b.getSizeValues(type.sizes), strides),
                        x.type);
  return {slice->isReversed ? reverse(b, result, {slice->axis}) : result};
}

static Arrays flip(const ArrayOpCall &call) {
  FailureOr<SmallVector<int64_t>> axes =
      normalizeAxes(call, "axis", call[0].getRank());
  if (failed(axes))
    return {};
  return {reverse(call.b, call[0], *axes)};
}

/// Converts scalars to indices of slices of `x` and clamps them, so that the
/// slice with `sizes` is in bounds. Returns nothing after an error.
static FailureOr<SmallVector<OpFoldResult>> clampStarts(const ArrayOpCall &call,
                                                        const Array &x,
                                                        ArrayRef<Array> starts,
                                                        ArrayRef<Size> sizes) {
  ArrayBuilder &b = call.b;
  OpBuilder &builder = b.getOpBuilder();
  if (static_cast<int64_t>(starts.size()) != x.getRank()) {
    call.fail("needs " + Twine(x.getRank()) + " starts, not " +
              Twine(starts.size()));
    return failure();
  }
  SmallVector<OpFoldResult> offsets;
  Value zero = arith::ConstantIndexOp::create(builder, b.getLoc(), 0);
  for (auto [axis, start] : llvm::enumerate(starts)) {
    if (start.getRank() != 0 || !isInteger(start.getDType())) {
      call.fail("a start must be an integer of rank 0, not " +
                b.print(start.type));
      return failure();
    }
    Value element = b.getIndexElement(start);
    if (!element)
      return failure();
    Value last = b.getIndex(b.simplify(x.getSize(axis) - sizes[axis]));
    element = arith::MinSIOp::create(builder, b.getLoc(), element, last);
    element = arith::MaxSIOp::create(builder, b.getLoc(), element, zero);
    offsets.push_back(element);
  }
  return offsets;
}

/// Emits an error unless a slice with `sizes` fits into `x`.
static LogicalResult checkFits(const ArrayOpCall &call, const Array &x,
                               ArrayRef<Size> sizes) {
  if (static_cast<int64_t>(sizes.size()) != x.getRank())
    return call.fail("the slice must have rank " + Twine(x.getRank())),
           failure();
  for (int64_t axis = 0; axis < x.getRank(); ++axis) {
    std::optional<int64_t> rest =
        getConstant(call.b.subtract(x.getSize(axis), sizes[axis]));
    if (rest && *rest < 0)
      return call.fail("the size " + call.b.print(sizes[axis]) + " of axis " +
                       Twine(axis) + " exceeds that of " +
                       call.b.print(x.type)),
             failure();
  }
  return success();
}

static Arrays dynamicSlice(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  ArrayType type{x.getDType(), call.get<Sizes>("sizes")};
  if (failed(checkFits(call, x, type.sizes)))
    return {};
  FailureOr<SmallVector<OpFoldResult>> offsets =
      clampStarts(call, x, call.arrays.drop_front(), type.sizes);
  Value value = b.use(x);
  if (failed(offsets) || !value)
    return {};
  if (isEmpty(type.sizes))
    return {b.wrap(b.makeEmpty(type.dtype, type.sizes), type)};
  OpBuilder &builder = b.getOpBuilder();
  SmallVector<OpFoldResult> ones(x.getRank(), builder.getIndexAttr(1));
  return {b.wrap(
      tensor::ExtractSliceOp::create(builder, b.getLoc(), value, *offsets,
                                     b.getSizeValues(type.sizes), ones),
      type)};
}

static Arrays dynamicUpdateSlice(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0], &update = call[1];
  if (x.getDType() != update.getDType())
    return call.fail("the update must be " + getName(x.getDType()) + ", not " +
                     getName(update.getDType()));
  if (failed(checkFits(call, x, update.getSizes())))
    return {};
  FailureOr<SmallVector<OpFoldResult>> offsets =
      clampStarts(call, x, call.arrays.drop_front(2), update.getSizes());
  Value value = b.use(x), slice = b.use(update);
  if (failed(offsets) || !value || !slice)
    return {};
  if (isEmpty(update.getSizes()))
    return {x};
  OpBuilder &builder = b.getOpBuilder();
  SmallVector<OpFoldResult> ones(x.getRank(), builder.getIndexAttr(1));
  return {b.wrap(
      tensor::InsertSliceOp::create(builder, b.getLoc(), slice, value, *offsets,
                                    b.getSizeValues(update.getSizes()), ones),
      x.type)};
}

static Arrays pad(const ArrayOpCall &call) {
  ArrayBuilder &b = call.b;
  const Array &x = call[0];
  auto widths = call.get<Sizes>("widths");
  if (static_cast<int64_t>(widths.size()) != 2 * x.getRank())
    return call.fail("widths must have two integers for each axis: before and "
                     "after");
  ArrayType type = x.type;
  SmallVector<OpFoldResult> low, high;
  OpBuilder &builder = b.getOpBuilder();
  for (int64_t axis = 0; axis < x.getRank(); ++axis) {
    int64_t before = *getConstant(widths[2 * axis]);
    int64_t after = *getConstant(widths[2 * axis + 1]);
    if (before < 0 || after < 0)
      return call.fail("a width is negative; use slices");
    low.push_back(builder.getIndexAttr(before));
    high.push_back(builder.getIndexAttr(after));
    type.sizes[axis] = b.simplify(x.getSize(axis) + before + after);
  }
  Value value = b.use(x);
  if (!value)
    return {};
  Value element = makeElement(
      b, getElementAttr(b, x.getDType(), call.get<double>("value")));
  return {b.wrap(tensor::PadOp::create(builder, b.getLoc(),
                                       type.getTensorType(b.getContext()),
                                       value, low, high, element),
                 type)};
}

static constexpr ArrayOp kRows[] = {
    {"dynamic_slice(x, starts..., *, sizes: sizes)",
     "The slice with `sizes` that begins at the integers `starts`, one for "
     "each axis. Starts are clamped so that the slice is in bounds.",
     "The slice of dx.", dynamicSlice},
    {"dynamic_update_slice(x, update, starts...)",
     "x with the slice that begins at the integers `starts` replaced by "
     "`update`. Starts are clamped so that the slice is in bounds.",
     "dx with the slice replaced by the derivative of the update.",
     dynamicUpdateSlice},
    {"flip(x, *, axis: ints? = None)",
     "The elements in reverse order along axes.", "dx, flipped.", flip},
    {"pad(x, widths: ints, *, value: float = 0)",
     "Adds elements `value` before and after each axis: widths[2 i] before "
     "axis i, and widths[2 i + 1] after it.",
     "dx, padded with 0.", pad},
    {"set_slice_axis(x, update, *, axis: int = 0, start: size? = None, stop: "
     "size? = None, step: int = 1)",
     "x with the slice x[start:stop:step] along an axis replaced by the "
     "update, which broadcasts.",
     "dx with the slice replaced by the derivative of the update.",
     setSliceAxis},
    {"slice_axis(x, *, axis: int = 0, start: size? = None, stop: size? = None, "
     "step: int = 1)",
     "The slice x[start:stop:step] along an axis, as in Python.",
     "The slice of dx.", sliceAxis},
};

ArrayRef<ArrayOp> sg::array::getSliceOps() { return kRows; }
