//===- VectorMemory.cpp - Loads and stores of vectors ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineIndex.h"
#include "Ops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace sg::interpreter;

namespace {
/// The elements of a memref that a vector load or store accesses, starting at
/// an index. Accesses may cross into the memref's next row, as in generated
/// code for contiguous rows, but not leave the buffer.
class Row {
public:
  Row(Operation *op, Scope &scope, Value base, ValueRange indices,
      VectorType type, Value mask = {})
      : op(op), base(scope.slotOf(base)), indices(scope.slotsOf(indices)),
        map(AffineMap::getMultiDimIdentityMap(indices.size(),
                                              op->getContext())),
        shape(llvm::to_vector(type.getShape())) {
    if (mask)
      this->mask = scope.slotOf(mask);
  }

  /// Creates a row that starts at the results of `map` for `operands`.
  Row(Operation *op, Scope &scope, Value base, AffineMap map,
      ValueRange operands, VectorType type)
      : Row(op, scope, base, operands, type) {
    this->map = map;
  }

  ArrayRef<int64_t> getShape() const { return shape; }

  /// Calls `visit` for each element, with null for masked-off elements.
  LogicalResult forEach(Frame &frame,
                        llvm::function_ref<void(Element *)> visit) const {
    FailureOr<SmallVector<int64_t>> first =
        evaluateMap(op, frame, map, indices);
    const View &view = frame.view(base);
    FailureOr<Element *> elements = accessBuffer(op, frame, view);
    if (failed(first) || failed(elements))
      return failure();
    int64_t next = 0;
    return forEachIndex(shape, [&](ArrayRef<int64_t> index) -> LogicalResult {
      if (mask) {
        const Element &bit = frame.tensor(*mask)[next++];
        if (failed(frame.require(op, bit)))
          return failure();
        if (bit.bits == 0) {
          visit(nullptr);
          return success();
        }
      }
      SmallVector<int64_t> memoryIndex = *first;
      for (auto [i, offset] : llvm::zip_equal(
               index, MutableArrayRef(memoryIndex).take_back(index.size())))
        offset = uint64_t(offset) + i;
      std::optional<int64_t> position = view.find(memoryIndex);
      if (!position)
        return frame.machine.fail(op, "an index is out of range");
      visit(*elements + *position);
      return success();
    });
  }

private:
  Operation *op;
  Slot base;
  SmallVector<Slot> indices;
  /// The map from the operands to the index of the first element.
  AffineMap map;
  SmallVector<int64_t> shape;
  std::optional<Slot> mask;
};
} // namespace

static Step makeLoad(Operation *op, Scope &scope, Row row,
                     Value passThru = {}) {
  std::optional<Slot> passThruSlot;
  if (passThru)
    passThruSlot = scope.slotOf(passThru);
  return [=,
          to = scope.slotOf(op->getResult(0))](Frame &frame) -> LogicalResult {
    FailureOr<Tensor> vector = frame.allocate(op, row.getShape());
    if (failed(vector))
      return failure();
    Element *elements = vector->edit();
    int64_t next = 0;
    LogicalResult status = row.forEach(frame, [&](Element *element) {
      elements[next] = element ? *element : frame.tensor(*passThruSlot)[next];
      ++next;
    });
    frame.tensor(to) = std::move(*vector);
    return status;
  };
}

static Step makeStore(Scope &scope, Row row, Value value) {
  return [=, from = scope.slotOf(value)](Frame &frame) {
    const Element *next = frame.tensor(from).begin();
    return row.forEach(frame, [&](Element *element) {
      if (element)
        *element = *next;
      ++next;
    });
  };
}

static FailureOr<Step> compileLoad(vector::LoadOp op, Scope &scope) {
  return makeLoad(
      op, scope,
      Row(op, scope, op.getBase(), op.getIndices(), op.getVectorType()));
}

static FailureOr<Step> compileMaskedLoad(vector::MaskedLoadOp op,
                                         Scope &scope) {
  return makeLoad(op, scope,
                  Row(op, scope, op.getBase(), op.getIndices(),
                      op.getVectorType(), op.getMask()),
                  op.getPassThru());
}

static FailureOr<Step> compileStore(vector::StoreOp op, Scope &scope) {
  return makeStore(
      scope, Row(op, scope, op.getBase(), op.getIndices(), op.getVectorType()),
      op.getValueToStore());
}

static FailureOr<Step> compileMaskedStore(vector::MaskedStoreOp op,
                                          Scope &scope) {
  return makeStore(scope,
                   Row(op, scope, op.getBase(), op.getIndices(),
                       op.getVectorType(), op.getMask()),
                   op.getValueToStore());
}

static FailureOr<Step> compileAffineLoad(affine::AffineVectorLoadOp op,
                                         Scope &scope) {
  return makeLoad(op, scope,
                  Row(op, scope, op.getMemref(), op.getAffineMap(),
                      op.getMapOperands(), op.getVectorType()));
}

static FailureOr<Step> compileAffineStore(affine::AffineVectorStoreOp op,
                                          Scope &scope) {
  return makeStore(scope,
                   Row(op, scope, op.getMemref(), op.getAffineMap(),
                       op.getMapOperands(), op.getVectorType()),
                   op.getValue());
}

void sg::interpreter::addVectorMemoryOps(OpTable &table) {
  table.add(compileAffineLoad);
  table.add(compileAffineStore);
  table.add(compileLoad);
  table.add(compileMaskedLoad);
  table.add(compileStore);
  table.add(compileMaskedStore);
}
