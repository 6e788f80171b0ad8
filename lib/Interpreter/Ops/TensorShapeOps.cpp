//===- TensorShapeOps.cpp - Reshapes of tensors ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ops.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg::interpreter;

static FailureOr<Step> compileReshape(tensor::ReshapeOp op, Scope &scope) {
  Type element = getElementTypeOrSelf(op.getShape().getType());
  unsigned width = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                     : element.getIntOrFloatBitWidth();
  return Step([=, from = scope.useOf(op.getSourceMutable()),
               sizes = scope.slotOf(op.getShape()),
               to = scope.slotOf(op.getResult()),
               type = dyn_cast<RankedTensorType>(op.getType())](
                  Frame &frame) -> LogicalResult {
    SmallVector<int64_t> shape;
    for (const Element &size : frame.tensor(sizes)) {
      if (failed(frame.require(op, size)))
        return failure();
      int64_t dim = shape.size();
      shape.push_back(llvm::SignExtend64(size.bits, width));
      if (type && !type.isDynamicDim(dim) &&
          shape.back() != type.getDimSize(dim))
        return frame.machine.fail(op, "dimension " + Twine(dim) +
                                          " of the shape is not " +
                                          Twine(type.getDimSize(dim)));
      if (shape.back() < 0)
        return frame.machine.fail(op, "dimension " + Twine(dim) +
                                          " of the shape is negative");
    }
    Tensor tensor = frame.takeTensor(from);
    if (countElements(shape) != tensor.getNumElements())
      return frame.machine.fail(op,
                                "the shape has a different number of elements");
    frame.tensor(to) = tensor.reshape(shape);
    return success();
  });
}

static FailureOr<Step> compileExpandShape(tensor::ExpandShapeOp op,
                                          Scope &scope) {
  return Step([=, from = scope.useOf(op.getSrcMutable()),
               to = scope.slotOf(op.getResult()),
               sizes = scope.numbersOf(op.getMixedOutputShape()),
               groups = op.getReassociationIndices()](
                  Frame &frame) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> shape = frame.getIndices(op, sizes);
    if (failed(shape))
      return failure();
    Tensor tensor = frame.takeTensor(from);
    for (auto [dim, group] : llvm::enumerate(groups)) {
      SmallVector<int64_t> parts;
      for (int64_t i : group) {
        parts.push_back((*shape)[i]);
        if (parts.back() < 0)
          return frame.machine.fail(op, "dimension " + Twine(i) +
                                            " of the result is negative");
      }
      if (countElements(parts) != tensor.getShape()[dim])
        return frame.machine.fail(op, "the sizes that dimension " + Twine(dim) +
                                          " is expanded to do not multiply to "
                                          "its size");
    }
    // A tensor of rank 0 has no group, so the loop does not check its size.
    if (countElements(*shape) != tensor.getNumElements())
      return frame.machine.fail(op, "the number of elements differs");
    frame.tensor(to) = tensor.reshape(*shape);
    return success();
  });
}

static FailureOr<Step> compileCollapseShape(tensor::CollapseShapeOp op,
                                            Scope &scope) {
  return Step(
      [=, from = scope.useOf(op.getSrcMutable()),
       to = scope.slotOf(op.getResult()),
       groups = op.getReassociationIndices()](Frame &frame) -> LogicalResult {
        Tensor tensor = frame.takeTensor(from);
        SmallVector<int64_t> shape;
        for (ArrayRef<int64_t> group : groups) {
          shape.push_back(1);
          for (int64_t dim : group)
            shape.back() *= tensor.getShape()[dim];
        }
        if (countElements(shape) != tensor.getNumElements())
          return frame.machine.fail(op, "the number of elements differs");
        frame.tensor(to) = tensor.reshape(shape);
        return success();
      });
}

/// Returns the sum of an index and an offset.
static SmallVector<int64_t> addOffset(ArrayRef<int64_t> index,
                                      ArrayRef<int64_t> offsets) {
  SmallVector<int64_t> shifted;
  for (auto [i, offset] : llvm::zip_equal(index, offsets))
    shifted.push_back(i + offset);
  return shifted;
}

static FailureOr<Step> compileConcat(tensor::ConcatOp op, Scope &scope) {
  return Step([=, operands = scope.slotsOf(op.getInputs()),
               to = scope.slotOf(op.getResult()),
               concatDim = op.getDim()](Frame &frame) -> LogicalResult {
    SmallVector<int64_t> shape(frame.tensor(operands.front()).getShape());
    for (auto [i, operand] : llvm::enumerate(operands))
      for (auto [dim, size] :
           llvm::enumerate(frame.tensor(operand).getShape())) {
        if (dim == concatDim)
          shape[dim] = i == 0 ? size : shape[dim] + size;
        else if (shape[dim] != size)
          return frame.machine.fail(op, "dimension " + Twine(dim) +
                                            " of operand " + Twine(i) +
                                            " differs from that of operand 0");
      }
    FailureOr<Tensor> result = frame.allocate(op, shape);
    if (failed(result))
      return failure();
    SmallVector<int64_t> offset(shape.size(), 0);
    for (Slot operand : operands) {
      const Tensor &part = frame.tensor(operand);
      const Element *from = part.begin();
      (void)forEachIndex(part.getShape(), [&](ArrayRef<int64_t> index) {
        result->edit()[*findPosition(shape, addOffset(index, offset))] =
            *from++;
        return success();
      });
      offset[concatDim] += part.getShape()[concatDim];
    }
    frame.tensor(to) = std::move(*result);
    return success();
  });
}

static FailureOr<Step> compilePad(tensor::PadOp op, Scope &scope) {
  FailureOr<SharedBody> compiled = scope.compile(op.getRegion());
  if (failed(compiled))
    return failure();
  return Step([=, body = *compiled, from = scope.slotOf(op.getSource()),
               to = scope.slotOf(op.getResult()),
               lows = scope.numbersOf(getMixedValues(
                   op.getStaticLow(), op.getLow(), op.getContext())),
               highs = scope.numbersOf(getMixedValues(
                   op.getStaticHigh(), op.getHigh(), op.getContext()))](
                  Frame &frame) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> low = frame.getIndices(op, lows);
    FailureOr<SmallVector<int64_t>> high = frame.getIndices(op, highs);
    if (failed(low) || failed(high))
      return failure();
    const Tensor &source = frame.tensor(from);
    SmallVector<int64_t> shape(source.getShape()), negatedLow;
    for (auto [dim, size] : llvm::enumerate(shape)) {
      if ((*low)[dim] < 0 || (*high)[dim] < 0)
        return frame.machine.fail(op, "the padding of dimension " + Twine(dim) +
                                          " is negative");
      size += (*low)[dim] + (*high)[dim];
      negatedLow.push_back(-(*low)[dim]);
    }
    FailureOr<Tensor> result = frame.allocate(op, shape);
    if (failed(result))
      return failure();
    Element *next = result->edit();
    LogicalResult status =
        forEachIndex(shape, [&](ArrayRef<int64_t> index) -> LogicalResult {
          if (std::optional<int64_t> position = findPosition(
                  source.getShape(), addOffset(index, negatedLow))) {
            *next++ = source[*position];
            return success();
          }
          FailureOr<Element> element = body->runAt(frame, index);
          if (failed(element))
            return failure();
          *next++ = *element;
          return success();
        });
    frame.tensor(to) = std::move(*result);
    return status;
  });
}

void sg::interpreter::addTensorShapeOps(OpTable &table) {
  table.add(compileReshape);
  table.add(compileExpandShape);
  table.add(compileCollapseShape);
  table.add(compileConcat);
  table.add(compilePad);
}
