//===- VectorGathers.cpp - Gathers, scatters and packed accesses ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "VectorMasks.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace sg::interpreter;

namespace {
/// The elements of a memref or tensor that the active lanes of a vector access.
class LaneAccess {
public:
  /// Creates packed accesses: each active lane accesses the next element.
  LaneAccess(Operation *op, Scope &scope, Value base, ValueRange indices,
             Value mask)
      : op(op), base(scope.slotOf(base)), indices(scope.slotsOf(indices)),
        mask(scope.slotOf(mask)) {
    if (Value value = getEnclosingMask(op))
      outerMask = scope.slotOf(value);
  }

  /// Creates indexed accesses: each lane has an offset from the indices.
  LaneAccess(Operation *op, Scope &scope, Value base, ValueRange indices,
             Value mask, Value offsets)
      : LaneAccess(op, scope, base, indices, mask) {
    this->offsets = scope.slotOf(offsets);
    Type type = getElementTypeOrSelf(offsets);
    width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  }

  /// Returns the position of each lane's element in the buffer or tensor, and
  /// std::nullopt for masked-off lanes.
  FailureOr<SmallVector<std::optional<int64_t>>> find(Frame &frame) const {
    FailureOr<SmallVector<int64_t>> first = frame.getIndices(op, indices);
    if (failed(first))
      return failure();
    SmallVector<std::optional<int64_t>> positions;
    int64_t numLanes = frame.tensor(mask).getNumElements(), next = 0;
    for (int64_t lane = 0; lane < numLanes; ++lane) {
      FailureOr<bool> isSet = readMask(frame, lane);
      if (failed(isSet))
        return failure();
      if (!*isSet) {
        positions.emplace_back();
        continue;
      }
      int64_t offset = next++;
      if (offsets) {
        const Element &element = frame.tensor(*offsets)[lane];
        if (failed(frame.require(op, element)))
          return failure();
        offset = llvm::SignExtend64(uint64_t(element.bits), width);
      }
      std::optional<int64_t> position = locate(frame, *first, offset);
      if (!position)
        return frame.machine.fail(op, "an index is out of range");
      positions.push_back(position);
    }
    return positions;
  }

  /// Returns the elements that the positions returned by `find` refer to.
  FailureOr<const Element *> read(Frame &frame) const {
    if (!base.isView)
      return frame.tensor(base).begin();
    FailureOr<Element *> elements = accessBuffer(op, frame, frame.view(base));
    if (failed(elements))
      return failure();
    return const_cast<const Element *>(*elements);
  }

  Slot getBase() const { return base; }
  ArrayRef<int64_t> getShape(Frame &frame) const {
    return frame.tensor(mask).getShape();
  }

private:
  FailureOr<bool> readMask(Frame &frame, int64_t lane) const {
    const Element &bit = frame.tensor(mask)[lane];
    if (failed(frame.require(op, bit)))
      return failure();
    if (!outerMask || bit.bits == 0)
      return bit.bits != 0;
    const Element &outer = frame.tensor(*outerMask)[lane];
    if (failed(frame.require(op, outer)))
      return failure();
    return outer.bits != 0;
  }

  /// Returns the position of the element `offset` elements after the index
  /// `first` in the last dimension. The position may lie in another row, as in
  /// native code. Returns std::nullopt for positions outside of the memory.
  std::optional<int64_t> locate(Frame &frame, ArrayRef<int64_t> first,
                                int64_t offset) const {
    if (base.isView) {
      const View &view = frame.view(base);
      View shiftedView = view;
      if (!view.strides.empty()) {
        std::optional<int64_t> begin =
            llvm::checkedMulAdd(offset, view.strides.back(), view.offset);
        if (!begin)
          return std::nullopt;
        shiftedView.offset = *begin;
      }
      return shiftedView.find(first);
    }
    const Tensor &tensor = frame.tensor(base);
    std::optional<int64_t> position = offset;
    for (auto [i, stride] :
         llvm::zip_equal(first, getRowMajorStrides(tensor.getShape())))
      if (position)
        position = llvm::checkedMulAdd(i, stride, *position);
    if (!position || *position < 0 || *position >= tensor.getNumElements())
      return std::nullopt;
    return position;
  }

  Operation *op;
  Slot base;
  SmallVector<Slot> indices;
  Slot mask;
  /// The mask of the enclosing vector.mask, or std::nullopt.
  std::optional<Slot> outerMask;
  /// The vector of per-lane offsets, if given, and the bit width of an offset.
  std::optional<Slot> offsets;
  unsigned width = 64;
};
} // namespace

static Step makeLoad(Operation *op, Scope &scope, LaneAccess lanes,
                     Value passThrough) {
  return [=, passThroughSlot = scope.slotOf(passThrough),
          to = scope.slotOf(op->getResult(0))](Frame &frame) -> LogicalResult {
    auto positions = lanes.find(frame);
    FailureOr<const Element *> elements = lanes.read(frame);
    if (failed(positions) || failed(elements))
      return failure();
    FailureOr<Tensor> vector = frame.allocate(op, lanes.getShape(frame));
    if (failed(vector))
      return failure();
    Element *next = vector->edit();
    for (auto [lane, position] : llvm::enumerate(*positions))
      *next++ = position ? (*elements)[*position]
                         : frame.tensor(passThroughSlot)[lane];
    frame.tensor(to) = std::move(*vector);
    return success();
  };
}

/// Stores the lanes in order: of lanes with equal positions, the last one wins.
static LogicalResult store(Element *elements, const Tensor &vector,
                           ArrayRef<std::optional<int64_t>> positions) {
  for (auto [lane, position] : llvm::enumerate(positions))
    if (position)
      elements[*position] = vector[lane];
  return success();
}

static Step makeStore(Operation *op, Scope &scope, LaneAccess lanes,
                      Value value) {
  return [=, from = scope.slotOf(value)](Frame &frame) -> LogicalResult {
    auto positions = lanes.find(frame);
    FailureOr<Element *> elements =
        accessBuffer(op, frame, frame.view(lanes.getBase()));
    if (failed(positions) || failed(elements))
      return failure();
    return store(*elements, frame.tensor(from), *positions);
  };
}

static FailureOr<Step> compileGather(vector::GatherOp op, Scope &scope) {
  return makeLoad(op, scope,
                  LaneAccess(op, scope, op.getBase(), op.getOffsets(),
                             op.getMask(), op.getIndices()),
                  op.getPassThru());
}

static FailureOr<Step> compileScatter(vector::ScatterOp op, Scope &scope) {
  LaneAccess lanes(op, scope, op.getBase(), op.getOffsets(), op.getMask(),
                   op.getIndices());
  if (op->getNumResults() == 0)
    return makeStore(op, scope, lanes, op.getValueToStore());
  return Step(
      [=, from = scope.slotOf(op.getValueToStore()),
       to = scope.slotOf(op->getResult(0))](Frame &frame) -> LogicalResult {
        auto positions = lanes.find(frame);
        if (failed(positions))
          return failure();
        Tensor result = frame.tensor(lanes.getBase());
        FailureOr<Element *> elements = frame.edit(op, result);
        if (failed(elements) ||
            failed(store(*elements, frame.tensor(from), *positions)))
          return failure();
        frame.tensor(to) = std::move(result);
        return success();
      });
}

static FailureOr<Step> compileExpandLoad(vector::ExpandLoadOp op,
                                         Scope &scope) {
  return makeLoad(
      op, scope,
      LaneAccess(op, scope, op.getBase(), op.getIndices(), op.getMask()),
      op.getPassThru());
}

static FailureOr<Step> compileCompressStore(vector::CompressStoreOp op,
                                            Scope &scope) {
  return makeStore(
      op, scope,
      LaneAccess(op, scope, op.getBase(), op.getIndices(), op.getMask()),
      op.getValueToStore());
}

void sg::interpreter::addVectorGatherOps(OpTable &table) {
  table.add(compileGather);
  table.add(compileScatter);
  table.add(compileExpandLoad);
  table.add(compileCompressStore);
}
