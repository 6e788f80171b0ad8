//===- TensorOps.cpp - Ops on elements of tensors -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::interpreter;

/// Returns a step that creates a tensor filled with the result of `getElement`.
static Step makeFilled(Operation *op, Scope &scope, SmallVector<Number> sizes,
                       std::function<Element(Frame &)> getElement) {
  return [=,
          to = scope.slotOf(op->getResult(0))](Frame &frame) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> shape = frame.getIndices(op, sizes);
    if (failed(shape))
      return failure();
    FailureOr<Tensor> tensor = frame.allocate(op, *shape);
    if (failed(tensor))
      return failure();
    std::fill_n(tensor->edit(), tensor->getNumElements(), getElement(frame));
    frame.tensor(to) = std::move(*tensor);
    return success();
  };
}

static FailureOr<Step> compileEmpty(tensor::EmptyOp op, Scope &scope) {
  return makeFilled(op, scope,
                    scope.sizesOf(op.getType(), op.getDynamicSizes()),
                    [=](Frame &) { return Element::ofUnset(op); });
}

static FailureOr<Step> compileSplat(tensor::SplatOp op, Scope &scope) {
  return makeFilled(op, scope,
                    scope.sizesOf(op.getType(), op.getDynamicSizes()),
                    [input = scope.slotOf(op.getInput())](Frame &frame) {
                      return frame.scalar(input);
                    });
}

/// Compiles bufferization.alloc_tensor. The result is a copy of the operand.
/// Without an operand, the elements are unset.
static FailureOr<Step> compileAllocTensor(bufferization::AllocTensorOp op,
                                          Scope &scope) {
  if (Value copied = op.getCopy())
    return Step([from = scope.slotOf(copied),
                 to = scope.slotOf(op.getResult())](Frame &frame) {
      frame.tensor(to) = frame.tensor(from);
      return success();
    });
  return makeFilled(op, scope,
                    scope.sizesOf(op.getType(), op.getDynamicSizes()),
                    [=](Frame &) { return Element::ofUnset(op); });
}

static FailureOr<Step> compileFromElements(tensor::FromElementsOp op,
                                           Scope &scope) {
  return Step([=, elements = scope.slotsOf(op.getElements()),
               to = scope.slotOf(op.getResult()),
               shape = llvm::to_vector(op.getType().getShape())](
                  Frame &frame) -> LogicalResult {
    FailureOr<Tensor> tensor = frame.allocate(op, shape);
    if (failed(tensor))
      return failure();
    for (auto [i, element] : llvm::enumerate(elements))
      tensor->edit()[i] = frame.scalar(element);
    frame.tensor(to) = std::move(*tensor);
    return success();
  });
}

static FailureOr<Step> compileGenerate(tensor::GenerateOp op, Scope &scope) {
  FailureOr<SharedBody> body = scope.compile(op.getBody());
  if (failed(body))
    return failure();
  SmallVector<Number> sizes = scope.sizesOf(
      cast<RankedTensorType>(op.getType()), op.getDynamicExtents());
  return Step([=, body = *body, to = scope.slotOf(op.getResult())](
                  Frame &frame) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> shape = frame.getIndices(op, sizes);
    if (failed(shape))
      return failure();
    FailureOr<Tensor> tensor = frame.allocate(op, *shape);
    if (failed(tensor))
      return failure();
    Element *next = tensor->edit();
    LogicalResult status =
        forEachIndex(*shape, [&](ArrayRef<int64_t> index) -> LogicalResult {
          FailureOr<Element> element = body->runAt(frame, index);
          if (failed(element))
            return failure();
          *next++ = *element;
          return success();
        });
    frame.tensor(to) = std::move(*tensor);
    return status;
  });
}

/// Returns the linear position in `tensor` of the element at `indices`.
static FailureOr<int64_t> locate(Operation *op, Frame &frame,
                                 ArrayRef<Slot> indices, const Tensor &tensor) {
  FailureOr<SmallVector<int64_t>> index = frame.getIndices(op, indices);
  if (failed(index))
    return failure();
  std::optional<int64_t> position = findPosition(tensor.getShape(), *index);
  if (!position)
    return frame.machine.fail(op, "an index is out of range");
  return *position;
}

static FailureOr<Step> compileExtract(tensor::ExtractOp op, Scope &scope) {
  return Step(
      [=, from = scope.slotOf(op.getTensor()),
       indices = scope.slotsOf(op.getIndices()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        const Tensor &tensor = frame.tensor(from);
        FailureOr<int64_t> position = locate(op, frame, indices, tensor);
        if (failed(position))
          return failure();
        frame.scalar(to) = tensor[*position];
        return success();
      });
}

static FailureOr<Step> compileInsert(tensor::InsertOp op, Scope &scope) {
  return Step(
      [=, into = scope.useOf(op.getDestMutable()),
       scalar = scope.slotOf(op.getScalar()),
       indices = scope.slotsOf(op.getIndices()),
       to = scope.slotOf(op.getResult())](Frame &frame) -> LogicalResult {
        Tensor tensor = frame.takeTensor(into);
        FailureOr<int64_t> position = locate(op, frame, indices, tensor);
        if (failed(position))
          return failure();
        FailureOr<Element *> elements = frame.edit(op, tensor);
        if (failed(elements))
          return failure();
        (*elements)[*position] = frame.scalar(scalar);
        frame.tensor(to) = std::move(tensor);
        return success();
      });
}

static FailureOr<Step> compileRank(tensor::RankOp op, Scope &scope) {
  return Step([from = scope.slotOf(op.getTensor()),
               to = scope.slotOf(op.getResult())](Frame &frame) {
    frame.scalar(to) = Element::ofBits(frame.tensor(from).getRank());
    return success();
  });
}

static FailureOr<Step> compileCast(tensor::CastOp op, Scope &scope) {
  return Step([=, from = scope.useOf(op.getSourceMutable()),
               to = scope.slotOf(op.getResult()),
               type = dyn_cast<RankedTensorType>(op.getType())](
                  Frame &frame) -> LogicalResult {
    Tensor tensor = frame.takeTensor(from);
    if (type && tensor.getRank() != type.getRank())
      return frame.machine.fail(op, "the rank is not " + Twine(type.getRank()));
    for (auto [dim, size] : llvm::enumerate(tensor.getShape()))
      if (type && !type.isDynamicDim(dim) && size != type.getDimSize(dim))
        return frame.machine.fail(op, "dimension " + Twine(dim) + " is not " +
                                          Twine(type.getDimSize(dim)));
    frame.tensor(to) = std::move(tensor);
    return success();
  });
}

void sg::interpreter::addTensorOps(OpTable &table) {
  table.add(compileEmpty);
  table.add(compileSplat);
  table.add(compileAllocTensor);
  table.add(compileFromElements);
  table.add(compileGenerate);
  table.add(compileExtract);
  table.add(compileInsert);
  table.add(compileRank);
  table.add(compileCast);
}
