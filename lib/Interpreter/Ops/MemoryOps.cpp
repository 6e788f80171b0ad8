//===- MemoryOps.cpp - Allocation, loads and stores -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineIndex.h"
#include "Ops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace sg::interpreter;

template <typename Op>
static FailureOr<Step> compileAlloc(Op op, Scope &scope) {
  return Step([=, to = scope.slotOf(op.getResult()),
               sizes = scope.sizesOf(op.getType(), op.getDynamicSizes())](
                  Frame &frame) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> shape = frame.getIndices(op, sizes);
    if (failed(shape))
      return failure();
    FailureOr<View> view =
        allocateView(op, frame, *shape, Element::ofUnset(op));
    if (failed(view))
      return failure();
    frame.view(to) = std::move(*view);
    return success();
  });
}

static LogicalResult free(Operation *op, Frame &frame, const View &view) {
  if (failed(accessBuffer(op, frame, view)))
    return failure();
  view.buffer->freed = op;
  return success();
}

static FailureOr<Step> compileDealloc(memref::DeallocOp op, Scope &scope) {
  return Step([=, memref = scope.slotOf(op.getMemref())](Frame &frame) {
    return free(op, frame, frame.view(memref));
  });
}

/// Compiles bufferization.dealloc. Frees each memref whose condition is true,
/// unless the memref aliases a retained memref. The result of a retained memref
/// is true if the condition of an alias is true.
static FailureOr<Step> compileOwnershipDealloc(bufferization::DeallocOp op,
                                               Scope &scope) {
  return Step([=, memrefs = scope.slotsOf(op.getMemrefs()),
               conditions = scope.slotsOf(op.getConditions()),
               retained = scope.slotsOf(op.getRetained()),
               results = scope.slotsOf(op.getUpdatedConditions())](
                  Frame &frame) -> LogicalResult {
    for (Slot result : results)
      frame.scalar(result) = Element::ofBits(0);
    for (auto [slot, condition] : llvm::zip_equal(memrefs, conditions)) {
      FailureOr<bool> isOwned = frame.getCondition(op, condition);
      if (failed(isOwned))
        return failure();
      if (!*isOwned)
        continue;
      const View &view = frame.view(slot);
      bool isRetained = false;
      for (auto [kept, result] : llvm::zip_equal(retained, results))
        if (frame.view(kept).buffer == view.buffer) {
          isRetained = true;
          frame.scalar(result) = Element::ofBits(1);
        }
      // Aliasing memrefs are freed once.
      if (!isRetained && view.buffer && view.buffer->freed != op &&
          failed(free(op, frame, view)))
        return failure();
    }
    return success();
  });
}

/// Returns the element of `memref` at the index that `map` computes.
static FailureOr<Element *> access(Operation *op, Frame &frame, Slot memref,
                                   AffineMap map, ArrayRef<Slot> operands) {
  FailureOr<SmallVector<int64_t>> index = evaluateMap(op, frame, map, operands);
  if (failed(index))
    return failure();
  return accessElement(op, frame, frame.view(memref), *index);
}

static Step makeLoad(Operation *op, Scope &scope, Value memref, AffineMap map,
                     ValueRange operands) {
  return [=, from = scope.slotOf(memref), indices = scope.slotsOf(operands),
          to = scope.slotOf(op->getResult(0))](Frame &frame) -> LogicalResult {
    FailureOr<Element *> element = access(op, frame, from, map, indices);
    if (failed(element))
      return failure();
    frame.scalar(to) = **element;
    return success();
  };
}

static Step makeStore(Operation *op, Scope &scope, Value value, Value memref,
                      AffineMap map, ValueRange operands) {
  return [=, from = scope.slotOf(value), to = scope.slotOf(memref),
          indices = scope.slotsOf(operands)](Frame &frame) -> LogicalResult {
    FailureOr<Element *> element = access(op, frame, to, map, indices);
    if (failed(element))
      return failure();
    **element = frame.scalar(from);
    return success();
  };
}

template <typename Op>
static AffineMap getIdentityMap(Op op) {
  return AffineMap::getMultiDimIdentityMap(op.getIndices().size(),
                                           op.getContext());
}

static FailureOr<Step> compileLoad(memref::LoadOp op, Scope &scope) {
  return makeLoad(op, scope, op.getMemref(), getIdentityMap(op),
                  op.getIndices());
}

static FailureOr<Step> compileStore(memref::StoreOp op, Scope &scope) {
  return makeStore(op, scope, op.getValueToStore(), op.getMemref(),
                   getIdentityMap(op), op.getIndices());
}

static FailureOr<Step> compileAffineLoad(affine::AffineLoadOp op,
                                         Scope &scope) {
  return makeLoad(op, scope, op.getMemref(), op.getAffineMap(),
                  op.getMapOperands());
}

static FailureOr<Step> compileAffineStore(affine::AffineStoreOp op,
                                          Scope &scope) {
  return makeStore(op, scope, op.getValueToStore(), op.getMemref(),
                   op.getAffineMap(), op.getMapOperands());
}

/// Copies elements between views that may alias, by reading all elements first.
static LogicalResult copy(Operation *op, Frame &frame, const View &from,
                          const View &to) {
  FailureOr<Tensor> tensor = readView(op, frame, from);
  return failed(tensor) ? failure() : writeView(op, frame, *tensor, to);
}

static FailureOr<Step> compileCopy(memref::CopyOp op, Scope &scope) {
  return Step([=, from = scope.slotOf(op.getSource()),
               to = scope.slotOf(op.getTarget())](Frame &frame) {
    return copy(op, frame, frame.view(from), frame.view(to));
  });
}

static FailureOr<Step> compileClone(bufferization::CloneOp op, Scope &scope) {
  return Step(
      [=, from = scope.slotOf(op.getInput()),
       to = scope.slotOf(op.getOutput())](Frame &frame) -> LogicalResult {
        const View source = frame.view(from);
        FailureOr<View> clone =
            allocateView(op, frame, source.sizes, Element::ofUnset(op));
        if (failed(clone) || failed(copy(op, frame, source, *clone)))
          return failure();
        frame.view(to) = std::move(*clone);
        return success();
      });
}

static FailureOr<Step> compileToTensor(bufferization::ToTensorOp op,
                                       Scope &scope) {
  return Step(
      [=, from = scope.slotOf(op.getBuffer()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        FailureOr<Tensor> tensor = readView(op, frame, frame.view(from));
        if (failed(tensor))
          return failure();
        frame.tensor(to) = std::move(*tensor);
        return success();
      });
}

/// Compiles bufferization.to_buffer. The buffer is a copy, so writes to the
/// buffer do not change the tensor.
static FailureOr<Step> compileToBuffer(bufferization::ToBufferOp op,
                                       Scope &scope) {
  return Step(
      [=, from = scope.slotOf(op.getTensor()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        const Tensor tensor = frame.tensor(from);
        FailureOr<View> clone =
            allocateView(op, frame, tensor.getShape(), Element::ofUnset(op));
        if (failed(clone) || failed(writeView(op, frame, tensor, *clone)))
          return failure();
        frame.view(to) = std::move(*clone);
        return success();
      });
}

static FailureOr<Step>
compileMaterialize(bufferization::MaterializeInDestinationOp op, Scope &scope) {
  Slot from = scope.slotOf(op.getSource()), into = scope.slotOf(op.getDest());
  if (!into.isView)
    return Step([=, to = scope.slotOf(op->getResult(0))](Frame &frame) {
      frame.tensor(to) = Tensor(frame.tensor(from));
      return success();
    });
  return Step([=](Frame &frame) {
    return writeView(op, frame, frame.tensor(from), frame.view(into));
  });
}

void sg::interpreter::addMemoryOps(OpTable &table) {
  table.add(compileAlloc<memref::AllocOp>);
  table.add(compileAlloc<memref::AllocaOp>);
  table.add(compileDealloc);
  table.add(compileOwnershipDealloc);
  table.add(compileLoad);
  table.add(compileStore);
  table.add(compileAffineLoad);
  table.add(compileAffineStore);
  table.add(compileCopy);
  table.add(compileClone);
  table.add(compileToBuffer);
  table.add(compileToTensor);
  table.add(compileMaterialize);
}
