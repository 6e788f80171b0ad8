//===- TripStacks.cpp - Stacks of residuals per iteration -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripStacks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/StructuredOps/Trips.h"

using namespace mlir;
using namespace sg;
using namespace sg::rules;

//===----------------------------------------------------------------------===//
// Vectors as tensors
//===----------------------------------------------------------------------===//

/// Returns the indices of each element of a vector, in row-major order.
static SmallVector<SmallVector<int64_t>> getPositions(VectorType type) {
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  return llvm::map_to_vector(llvm::seq(type.getNumElements()), [&](int64_t i) {
    return delinearize(i, strides);
  });
}

/// Builds a tensor from a vector element by element. The extract and insert
/// ops, unlike vector transfers, have derivative rules for higher orders.
static Value createTensor(OpBuilder &b, Location loc, RankedTensorType type,
                          Value vector) {
  SmallVector<Value> elements;
  for (ArrayRef<int64_t> position :
       getPositions(cast<VectorType>(vector.getType())))
    elements.push_back(vector::ExtractOp::create(b, loc, vector, position));
  return tensor::FromElementsOp::create(b, loc, type, elements);
}

static Value createVector(OpBuilder &b, Location loc, VectorType type,
                          Value tensor) {
  Value vector;
  for (ArrayRef<int64_t> position : getPositions(type)) {
    SmallVector<Value> indices;
    for (int64_t index : position)
      indices.push_back(arith::ConstantIndexOp::create(b, loc, index));
    Value element = tensor::ExtractOp::create(b, loc, tensor, indices);
    vector =
        vector ? vector::InsertOp::create(b, loc, element, vector, position)
                     .getResult()
               : vector::BroadcastOp::create(b, loc, type, element).getResult();
  }
  return vector;
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

bool TripStack::holds(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return !vector.isScalable();
  return isa<RankedTensorType>(type) || type.isIntOrIndexOrFloat();
}

TripStack::TripStack(StandIn standIn) : standIn(standIn) {
  Type type = standIn.getResult(0).getType();
  entry = dyn_cast<RankedTensorType>(type);
  if (auto vector = dyn_cast<VectorType>(type))
    entry = RankedTensorType::get(vector.getShape(), vector.getElementType());
}

FailureOr<TripStack> TripStack::create(scf::ForOp loop,
                                       LoopInvariants &invariants,
                                       StandIn standIn, OpFoldResult trips,
                                       ArrayRef<OpFoldResult> shape) {
  OpBuilder b(loop);
  Type type = standIn.getResult(0).getType();
  auto fail = [&](const Twine &problem) -> LogicalResult {
    InFlightDiagnostic error = loop.emitOpError();
    error << "keeps a value of type " << type << " for its derivative, "
          << problem;
    error.attachNote(standIn.getOperand(0).getLoc()) << "this is the value";
    return error;
  };
  if (!holds(type))
    return fail("which cannot be stored in a stack");
  TripStack stack(standIn);
  if (isa<VectorType>(type))
    stack.shape =
        getAsIndexOpFoldResult(b.getContext(), stack.entry.getShape());
  SmallVector<OpFoldResult> sizes{trips};
  llvm::append_range(sizes, stack.shape);
  for (OpFoldResult size : shape) {
    if (auto value = dyn_cast<Value>(size)) {
      if (!invariants.contains(value))
        return fail("whose shape is computed in the loop; give it a shape that "
                    "is known before the loop");
      size = invariants.hoist(value);
    }
    // The slice's type has only the static sizes of the value. Constants for
    // its dynamic sizes must be passed as values.
    OpFoldResult kept = size;
    if (stack.entry.isDynamicDim(stack.shape.size()))
      kept = getValueOrCreateConstantIndexOp(b, loop.getLoc(), size);
    stack.shape.push_back(kept);
    // Upstream rejects a slice that is known to be empty as out of bounds
    // (22.1.8).
    sizes.push_back(isZeroInteger(size) ? kept : size);
  }
  stack.initial = tensor::EmptyOp::create(b, loop.getLoc(), sizes,
                                          getElementTypeOrSelf(type));
  return stack;
}

/// Returns true if tensors of the type have no elements and thus need no
/// storage. Upstream rejects slices of such types.
static bool isEmpty(RankedTensorType type) {
  return llvm::is_contained(type.getShape(), 0);
}

Value TripStack::push(OpBuilder &b, Location loc, Value trip, Value running) {
  Value value = standIn.getOperand(0);
  if (!entry)
    return tensor::InsertOp::create(b, loc, value, running, trip);
  if (isEmpty(entry))
    return running;
  if (isa<VectorType>(value.getType()))
    value = createTensor(b, loc, entry, value);
  TripSlice slice(b, trip, shape);
  return tensor::InsertSliceOp::create(b, loc, value, running, slice.offsets,
                                       slice.sizes, slice.strides);
}

Value TripStack::top(OpBuilder &b, Location loc, Value trip, Value full,
                     ArrayRef<OpFoldResult> shape) {
  if (!entry)
    return tensor::ExtractOp::create(b, loc, full, trip);
  if (isEmpty(entry)) {
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(shape))
      if (entry.isDynamicDim(dim))
        sizes.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
    return tensor::EmptyOp::create(b, loc, entry, sizes);
  }
  TripSlice slice(b, trip, shape);
  Value value = tensor::ExtractSliceOp::create(
      b, loc, entry, full, slice.offsets, slice.sizes, slice.strides);
  if (auto type = dyn_cast<VectorType>(standIn.getResult(0).getType()))
    return createVector(b, loc, type, value);
  return value;
}
