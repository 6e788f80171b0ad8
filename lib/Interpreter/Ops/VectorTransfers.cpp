//===- VectorTransfers.cpp - Transfers to and from vectors ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineIndex.h"
#include "Ops.h"
#include "VectorMasks.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg::interpreter;

namespace {
/// The source or destination of a transfer: a tensor or memref.
struct Target {
  const Element *elements;
  ArrayRef<int64_t> sizes;
  const View *view;

  /// Returns the linear position of `index`, or std::nullopt if out of range.
  std::optional<int64_t> find(ArrayRef<int64_t> index) const {
    std::optional<int64_t> position = findPosition(sizes, index);
    return position && view ? view->locate(index) : position;
  }
};

/// Maps the vector's elements to elements of the tensor or memref.
class Transfer {
public:
  Transfer(VectorTransferOpInterface op, Scope &scope)
      : op(op), map(op.getPermutationMap()),
        maskMap(inversePermutation(compressUnusedDims(map))),
        shape(llvm::to_vector(op.getVectorType().getShape())),
        inBounds(op.getInBoundsValues()), tensor(scope.slotOf(op.getBase())),
        indices(scope.slotsOf(op.getIndices())) {
    if (Value value = op.getMask())
      masks.push_back(scope.slotOf(value));
    if (Value value = getEnclosingMask(op))
      masks.push_back(scope.slotOf(value));
  }

  /// Calls `visit` with the position in the tensor of each element of the
  /// vector. The position is std::nullopt if the element is masked off or
  /// allowed to be out of bounds.
  LogicalResult
  forEach(Frame &frame, const Target &target,
          llvm::function_ref<void(std::optional<int64_t>)> visit) const {
    FailureOr<SmallVector<int64_t>> first = frame.getIndices(op, indices);
    if (failed(first) || failed(checkBegin(frame, target, *first)))
      return failure();
    return forEachIndex(shape, [&](ArrayRef<int64_t> index) -> LogicalResult {
      FailureOr<bool> isActive = readMask(frame, index);
      if (failed(isActive))
        return failure();
      SmallVector<int64_t> tensorIndex = *first;
      for (auto [i, result] : llvm::zip_equal(index, map.getResults()))
        if (auto dim = dyn_cast<AffineDimExpr>(result))
          tensorIndex[dim.getPosition()] += i;
      std::optional<int64_t> position = target.find(tensorIndex);
      if (!position && *isActive &&
          !mayBeOutOfBounds(target.sizes, tensorIndex))
        return frame.machine.fail(op, "an index is out of range");
      visit(*isActive ? position : std::nullopt);
      return success();
    });
  }

  ArrayRef<int64_t> getShape() const { return shape; }
  Slot getTensor() const { return tensor; }

  FailureOr<Target> getTarget(Frame &frame) const {
    if (!tensor.isView) {
      const Tensor &read = frame.tensor(tensor);
      return Target{read.begin(), read.getShape(), nullptr};
    }
    const View &view = frame.view(tensor);
    FailureOr<Element *> elements = accessBuffer(op, frame, view);
    if (failed(elements))
      return failure();
    return Target{*elements, view.sizes, &view};
  }

private:
  /// Fails if an index is negative, or if adding a lane's offset overflows. In
  /// dimensions that the vector does not span, the index must be in bounds.
  LogicalResult checkBegin(Frame &frame, const Target &target,
                           ArrayRef<int64_t> begin) const {
    SmallVector<int64_t> ends(target.sizes);
    for (auto [result, size] : llvm::zip_equal(map.getResults(), shape))
      if (auto dim = dyn_cast<AffineDimExpr>(result))
        ends[dim.getPosition()] = std::numeric_limits<int64_t>::max() - size;
    for (auto [index, end] : llvm::zip_equal(begin, ends))
      if (index < 0 || index >= end)
        return frame.machine.fail(op, "an index is out of range");
    return success();
  }

  /// Returns true if all masks are true at `index`. The dimensions of a mask
  /// are ordered like the dimensions of the tensor.
  FailureOr<bool> readMask(Frame &frame, ArrayRef<int64_t> index) const {
    if (masks.empty())
      return true;
    SmallVector<int64_t> maskIndex;
    for (AffineExpr expression : maskMap.getResults())
      maskIndex.push_back(*evaluate(expression, index));
    bool isActive = true;
    for (Slot mask : masks) {
      const Tensor &bits = frame.tensor(mask);
      const Element &bit = bits[*findPosition(bits.getShape(), maskIndex)];
      if (failed(frame.require(op, bit)))
        return failure();
      isActive &= bit.bits != 0;
    }
    return isActive;
  }

  /// Returns true if `tensorIndex` is out of bounds only in dimensions whose
  /// `in_bounds` is false.
  bool mayBeOutOfBounds(ArrayRef<int64_t> tensorShape,
                        ArrayRef<int64_t> tensorIndex) const {
    for (auto [dim, i, size] : llvm::enumerate(tensorIndex, tensorShape)) {
      if (i >= 0 && i < size)
        continue;
      bool isAllowed = false;
      for (auto [result, isInside] :
           llvm::zip_equal(map.getResults(), inBounds))
        isAllowed |= !isInside && result.isFunctionOfDim(dim);
      if (!isAllowed)
        return false;
    }
    return true;
  }

  mutable VectorTransferOpInterface op;
  AffineMap map, maskMap;
  SmallVector<int64_t> shape;
  SmallVector<bool> inBounds;
  Slot tensor;
  SmallVector<Slot> indices;
  SmallVector<Slot> masks;
};
} // namespace

static FailureOr<Step> compileRead(vector::TransferReadOp op, Scope &scope) {
  return Step([=, transfer = Transfer(op, scope),
               padding = scope.slotOf(op.getPadding()),
               to = scope.slotOf(op.getResult())](
                  Frame &frame) -> LogicalResult {
    FailureOr<Target> source = transfer.getTarget(frame);
    if (failed(source))
      return failure();
    FailureOr<Tensor> vector = frame.allocate(op, transfer.getShape());
    if (failed(vector))
      return failure();
    Element *next = vector->edit();
    LogicalResult status =
        transfer.forEach(frame, *source, [&](std::optional<int64_t> position) {
          *next++ =
              position ? source->elements[*position] : frame.scalar(padding);
        });
    frame.tensor(to) = std::move(*vector);
    return status;
  });
}

/// Compiles vector.transfer_write to a memref.
static FailureOr<Step> compileStore(vector::TransferWriteOp op, Scope &scope) {
  return Step([=, transfer = Transfer(op, scope),
               from = scope.slotOf(op.getValueToStore())](
                  Frame &frame) -> LogicalResult {
    FailureOr<Target> target = transfer.getTarget(frame);
    if (failed(target))
      return failure();
    FailureOr<Element *> elements = accessBuffer(op, frame, *target->view);
    if (failed(elements))
      return failure();
    const Element *next = frame.tensor(from).begin();
    return transfer.forEach(frame, *target,
                            [&](std::optional<int64_t> position) {
                              if (position)
                                (*elements)[*position] = *next;
                              ++next;
                            });
  });
}

static FailureOr<Step> compileWrite(vector::TransferWriteOp op, Scope &scope) {
  if (isa<MemRefType>(op.getBase().getType()))
    return compileStore(op, scope);
  return Step([=, transfer = Transfer(op, scope),
               from = scope.slotOf(op.getValueToStore()),
               into = scope.useOf(op.getBaseMutable()),
               to = scope.slotOf(op.getResult())](
                  Frame &frame) -> LogicalResult {
    const Tensor vector = frame.tensor(from);
    Tensor result = frame.takeTensor(into);
    FailureOr<Element *> elements = frame.edit(op, result);
    if (failed(elements))
      return failure();
    const Element *next = vector.begin();
    LogicalResult status =
        transfer.forEach(frame, Target{*elements, result.getShape(), nullptr},
                         [&](std::optional<int64_t> position) {
                           if (position)
                             (*elements)[*position] = *next;
                           ++next;
                         });
    frame.tensor(to) = std::move(result);
    return status;
  });
}

void sg::interpreter::addVectorTransferOps(OpTable &table) {
  table.add(compileRead);
  table.add(compileWrite);
}
