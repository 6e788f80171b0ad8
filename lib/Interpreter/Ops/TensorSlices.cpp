//===- TensorSlices.cpp - Slices of tensors -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorSlices.h"
#include "Ops.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace sg::interpreter;

SliceOperands::SliceOperands(OffsetSizeAndStrideOpInterface op, Scope &scope)
    : offsets(scope.numbersOf(op.getMixedOffsets())),
      sizes(scope.numbersOf(op.getMixedSizes())),
      strides(scope.numbersOf(op.getMixedStrides())) {}

SmallVector<int64_t> SliceOperands::Box::locate(ArrayRef<int64_t> index) const {
  SmallVector<int64_t> tensorIndex;
  for (auto [i, offset, stride] : llvm::zip_equal(index, offsets, strides))
    tensorIndex.push_back(offset + i * stride);
  return tensorIndex;
}

FailureOr<SliceOperands::Box>
SliceOperands::evaluateUnchecked(Operation *op, Frame &frame) const {
  FailureOr<SmallVector<int64_t>> offset = frame.getIndices(op, offsets);
  FailureOr<SmallVector<int64_t>> size = frame.getIndices(op, sizes);
  FailureOr<SmallVector<int64_t>> stride = frame.getIndices(op, strides);
  if (failed(offset) || failed(size) || failed(stride))
    return failure();
  return Box{*offset, *size, *stride};
}

FailureOr<SliceOperands::Box>
SliceOperands::evaluateInBounds(Operation *op, Frame &frame,
                                ArrayRef<int64_t> shape) const {
  FailureOr<Box> box = evaluateUnchecked(op, frame);
  if (failed(box))
    return failure();
  for (auto [dim, first, count, by, end] :
       llvm::enumerate(box->offsets, box->sizes, box->strides, shape)) {
    if (count == 0)
      continue;
    std::optional<int64_t> last;
    if (count > 0)
      last = llvm::checkedMulAdd(count - 1, by, first);
    if (count < 0 || first < 0 || first >= end || !last || *last < 0 ||
        *last >= end)
      return frame.machine.fail(op, "the slice leaves dimension " + Twine(dim));
  }
  return box;
}

FailureOr<Tensor> SliceOperands::extract(Operation *op, Frame &frame,
                                         const Tensor &tensor) const {
  FailureOr<Box> box = evaluateInBounds(op, frame, tensor.getShape());
  if (failed(box))
    return failure();
  FailureOr<Tensor> part = frame.allocate(op, box->sizes);
  if (failed(part))
    return failure();
  Element *to = part->edit();
  (void)forEachIndex(box->sizes, [&](ArrayRef<int64_t> index) {
    *to++ = tensor[*findPosition(tensor.getShape(), box->locate(index))];
    return success();
  });
  return part;
}

static SmallVector<int64_t> withoutUnitDims(ArrayRef<int64_t> sizes) {
  return llvm::filter_to_vector(sizes, [](int64_t size) { return size != 1; });
}

LogicalResult SliceOperands::insert(Operation *op, Frame &frame,
                                    const Tensor &source,
                                    Tensor &tensor) const {
  FailureOr<Box> box = evaluateInBounds(op, frame, tensor.getShape());
  if (failed(box))
    return failure();
  if (source.getRank() == tensor.getRank())
    for (auto [dim, size, slice] :
         llvm::enumerate(source.getShape(), box->sizes))
      if (size != slice)
        return frame.machine.fail(
            op, "dimension " + Twine(dim) +
                    " of the source is not the size of the slice");
  if (withoutUnitDims(source.getShape()) != withoutUnitDims(box->sizes))
    return frame.machine.fail(op,
                              "the sizes of the source differ from the slice");
  FailureOr<Element *> to = frame.edit(op, tensor);
  if (failed(to))
    return failure();
  const Element *from = source.begin();
  return forEachIndex(box->sizes, [&](ArrayRef<int64_t> index) {
    (*to)[*findPosition(tensor.getShape(), box->locate(index))] = *from++;
    return success();
  });
}

/// Drops the unit dimensions that the result type lacks. Every choice of
/// dropped dimensions keeps the order of the elements.
static SmallVector<int64_t> dropUnitDims(ArrayRef<int64_t> sizes,
                                         ArrayRef<int64_t> staticSizes,
                                         RankedTensorType type) {
  SmallVector<int64_t> kept;
  for (auto [size, staticSize] : llvm::zip_equal(sizes, staticSizes))
    if (int64_t(kept.size()) < type.getRank() &&
        type.getDimSize(kept.size()) == staticSize)
      kept.push_back(size);
  return kept;
}

static FailureOr<Step> compileExtractSlice(tensor::ExtractSliceOp op,
                                           Scope &scope) {
  return Step([=, from = scope.slotOf(op.getSource()),
               to = scope.slotOf(op.getResult()),
               slice = SliceOperands(op, scope), type = op.getType(),
               sizes = llvm::to_vector(op.getStaticSizes())](
                  Frame &frame) -> LogicalResult {
    FailureOr<Tensor> part = slice.extract(op, frame, frame.tensor(from));
    if (failed(part))
      return failure();
    frame.tensor(to) =
        part->reshape(dropUnitDims(part->getShape(), sizes, type));
    return success();
  });
}

static FailureOr<Step> compileInsertSlice(tensor::InsertSliceOp op,
                                          Scope &scope) {
  return Step(
      [=, from = scope.slotOf(op.getSource()),
       into = scope.useOf(op.getDestMutable()),
       to = scope.slotOf(op.getResult()),
       slice = SliceOperands(op, scope)](Frame &frame) -> LogicalResult {
        Tensor result = frame.takeTensor(into);
        if (failed(slice.insert(op, frame, frame.tensor(from), result)))
          return failure();
        frame.tensor(to) = std::move(result);
        return success();
      });
}

namespace {
/// The indices of tensor.gather and tensor.scatter. Each tuple of coordinates
/// selects a slice: the coordinates fix some dimensions, and the slice spans
/// the other dimensions.
struct Coordinates {
  Coordinates(Operation *op, Value indices, ArrayRef<int64_t> dims,
              Scope &scope)
      : op(op), dims(dims), indices(scope.slotOf(indices)),
        width(getWidth(indices.getType())) {}

  static unsigned getWidth(Type type) {
    type = getElementTypeOrSelf(type);
    return type.isIndex() ? IndexType::kInternalStorageBitWidth
                          : type.getIntOrFloatBitWidth();
  }

  /// Calls `visit` with the linear position of each element of the slices, in
  /// the order of the tuples. `shape` is the shape of the sliced tensor.
  LogicalResult
  forEach(Frame &frame, ArrayRef<int64_t> shape,
          llvm::function_ref<LogicalResult(int64_t)> visit) const {
    const Tensor &tuples = frame.tensor(indices);
    SmallVector<int64_t> sliceSizes(shape);
    for (int64_t dim : dims)
      sliceSizes[dim] = 1;
    int64_t length = dims.size();
    for (int64_t i = 0; i < tuples.getNumElements(); i += length) {
      SmallVector<int64_t> offset(shape.size(), 0);
      for (auto [j, dim] : llvm::enumerate(dims)) {
        const Element &coordinate = tuples[i + j];
        if (failed(frame.require(op, coordinate)))
          return failure();
        offset[dim] = llvm::SignExtend64(coordinate.bits, width);
      }
      LogicalResult status =
          forEachIndex(sliceSizes, [&](ArrayRef<int64_t> index) {
            SmallVector<int64_t> tensorIndex;
            for (auto [a, b] : llvm::zip_equal(index, offset))
              tensorIndex.push_back(uint64_t(a) + uint64_t(b));
            std::optional<int64_t> position = findPosition(shape, tensorIndex);
            return position
                       ? visit(*position)
                       : frame.machine.fail(op, "an index is out of range");
          });
      if (failed(status))
        return failure();
    }
    return success();
  }

  Operation *op;
  SmallVector<int64_t> dims;
  Slot indices;
  unsigned width;
};
} // namespace

/// Compiles tensor.gather. The result has the dimensions of the tuples, then
/// the dimensions of the source. Gathered dimensions are dropped or have size
/// 1.
static FailureOr<Step> compileGather(tensor::GatherOp op, Scope &scope) {
  Coordinates coordinates(op, op.getIndices(), op.getGatherDims(), scope);
  return Step([=, from = scope.slotOf(op.getSource()),
               to = scope.slotOf(op.getResult()),
               rank = op.getType().getRank()](Frame &frame) -> LogicalResult {
    const Tensor &source = frame.tensor(from);
    SmallVector<int64_t> sizes(
        frame.tensor(coordinates.indices).getShape().drop_back());
    bool keepsUnitDims = rank == int64_t(sizes.size()) + source.getRank();
    for (auto [dim, size] : llvm::enumerate(source.getShape()))
      if (!llvm::is_contained(coordinates.dims, dim))
        sizes.push_back(size);
      else if (keepsUnitDims)
        sizes.push_back(1);
    FailureOr<Tensor> result = frame.allocate(op, sizes);
    if (failed(result))
      return failure();
    Element *next = result->edit();
    LogicalResult status =
        coordinates.forEach(frame, source.getShape(), [&](int64_t position) {
          *next++ = source[position];
          return success();
        });
    frame.tensor(to) = std::move(*result);
    return status;
  });
}

static FailureOr<Step> compileScatter(tensor::ScatterOp op, Scope &scope) {
  Coordinates coordinates(op, op.getIndices(), op.getScatterDims(), scope);
  return Step([=, from = scope.slotOf(op.getSource()),
               into = scope.useOf(op.getDestMutable()),
               to = scope.slotOf(op.getResult())](
                  Frame &frame) -> LogicalResult {
    const Tensor source = frame.tensor(from);
    Tensor result = frame.takeTensor(into);
    FailureOr<Element *> elements = frame.edit(op, result);
    if (failed(elements))
      return failure();
    int64_t next = 0;
    llvm::DenseSet<int64_t> written;
    LogicalResult status = coordinates.forEach(
        frame, result.getShape(), [&](int64_t position) -> LogicalResult {
          if (next == source.getNumElements())
            return frame.machine.fail(op, "the source has too few elements");
          if (!written.insert(position).second)
            return frame.machine.fail(op, "the coordinates are not unique");
          (*elements)[position] = source[next++];
          return success();
        });
    frame.tensor(to) = std::move(result);
    return status;
  });
}

void sg::interpreter::addTensorSliceOps(OpTable &table) {
  table.add(compileExtractSlice);
  table.add(compileInsertSlice);
  table.add(compileGather);
  table.add(compileScatter);
}
