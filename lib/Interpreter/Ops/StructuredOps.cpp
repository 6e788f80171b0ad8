//===- StructuredOps.cpp - Ops with indexing maps and a body --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A named op of linalg is executed by its indexing maps and region, like
// linalg.generic. The last loop is the innermost.
//
//===----------------------------------------------------------------------===//

#include "AffineIndex.h"
#include "Ops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace sg::interpreter;

namespace {
class StructuredOp {
public:
  StructuredOp(linalg::LinalgOp op, Scope &scope, SharedBody body);

  LogicalResult operator()(Frame &frame) const;

private:
  struct Operand {
    unsigned index;
    Use use;
    SmallVector<AffineExpr> map;
    std::optional<Slot> argument; ///< block argument of the body
  };
  /// A dimension of an operand that a loop iterates over.
  struct Extent {
    unsigned loop, operand, dim;
  };

  FailureOr<SmallVector<int64_t>> computeTripCounts(Frame &frame) const;
  FailureOr<int64_t> locate(Frame &frame, const Operand &operand,
                            ArrayRef<int64_t> shape, const View *view,
                            ArrayRef<int64_t> loops) const;
  FailureOr<Element> read(Frame &frame, const Operand &operand,
                          ArrayRef<int64_t> loops) const;

  Operation *op;
  SharedBody body;
  SmallVector<Operand> operands;
  SmallVector<Extent> extents;
  unsigned numInputs;
  SmallVector<Slot> indices, results;
};
} // namespace

StructuredOp::StructuredOp(linalg::LinalgOp op, Scope &scope, SharedBody body)
    : op(op), body(std::move(body)), numInputs(op.getNumDpsInputs()),
      indices(scope.getLoopIndices(op, op.getNumLoops())),
      results(scope.slotsOf(op->getResults())) {
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    // The body of linalg.map may have no argument for the destination.
    std::optional<Slot> argument;
    if (number < this->body->getArguments().size())
      argument = this->body->getArguments()[number];
    ArrayRef<AffineExpr> map = op.getMatchingIndexingMap(&operand).getResults();
    operands.push_back(
        {number, scope.useOf(operand), llvm::to_vector(map), argument});
    for (auto [dim, index] : llvm::enumerate(map))
      if (auto loop = dyn_cast<AffineDimExpr>(index))
        extents.push_back({loop.getPosition(), number, unsigned(dim)});
  }
}

/// Fails if a loop iterates over dimensions of different sizes.
FailureOr<SmallVector<int64_t>>
StructuredOp::computeTripCounts(Frame &frame) const {
  SmallVector<int64_t> sizes(indices.size(), -1);
  SmallVector<Extent> first(indices.size());
  for (const Extent &extent : extents) {
    Slot slot = operands[extent.operand].use.slot;
    int64_t size = slot.isView ? frame.view(slot).sizes[extent.dim]
                               : frame.tensor(slot).getShape()[extent.dim];
    if (sizes[extent.loop] < 0) {
      sizes[extent.loop] = size;
      first[extent.loop] = extent;
    } else if (sizes[extent.loop] != size) {
      const Extent &firstExtent = first[extent.loop];
      return frame.machine.fail(
          op, "dimension " + Twine(extent.dim) + " of operand " +
                  Twine(extent.operand) + " is not dimension " +
                  Twine(firstExtent.dim) + " of operand " +
                  Twine(firstExtent.operand));
    }
  }
  for (auto [loop, size] : llvm::enumerate(sizes))
    if (size < 0)
      return frame.machine.fail(
          op, "no operand determines the trip count of loop " + Twine(loop));
  return sizes;
}

/// Returns the linear position of the operand's element in iteration `loops`:
/// in the buffer of `view` if not null, otherwise in a tensor of shape `shape`.
FailureOr<int64_t> StructuredOp::locate(Frame &frame, const Operand &operand,
                                        ArrayRef<int64_t> shape,
                                        const View *view,
                                        ArrayRef<int64_t> loops) const {
  int64_t position = view ? view->offset : 0;
  for (auto [dim, size, expression] : llvm::enumerate(shape, operand.map)) {
    std::optional<int64_t> i = evaluate(expression, loops);
    if (!i || *i < 0 || *i >= size)
      return frame.machine.fail(op, "dimension " + Twine(dim) + " of operand " +
                                        Twine(operand.index) + " is too small");
    position = view ? position + *i * view->strides[dim] : position * size + *i;
  }
  return position;
}

FailureOr<Element> StructuredOp::read(Frame &frame, const Operand &operand,
                                      ArrayRef<int64_t> loops) const {
  Slot slot = operand.use.slot;
  if (slot.isView) {
    const View &view = frame.view(slot);
    FailureOr<Element *> elements = accessBuffer(op, frame, view);
    FailureOr<int64_t> position =
        locate(frame, operand, view.sizes, &view, loops);
    if (failed(elements) || failed(position))
      return failure();
    return (*elements)[*position];
  }
  if (!slot.isTensor)
    return frame.scalar(slot);
  const Tensor &tensor = frame.tensor(slot);
  FailureOr<int64_t> position =
      locate(frame, operand, tensor.getShape(), nullptr, loops);
  if (failed(position))
    return failure();
  return tensor[*position];
}

LogicalResult StructuredOp::operator()(Frame &frame) const {
  FailureOr<SmallVector<int64_t>> sizes = computeTripCounts(frame);
  if (failed(sizes))
    return failure();
  ArrayRef<Operand> inputs = ArrayRef(operands).take_front(numInputs);
  ArrayRef<Operand> outputs = ArrayRef(operands).drop_front(numInputs);
  SmallVector<Tensor> outputTensors;
  SmallVector<Element *> elements;
  for (const Operand &output : outputs) {
    if (output.use.slot.isView) {
      FailureOr<Element *> outputElements =
          accessBuffer(op, frame, frame.view(output.use.slot));
      if (failed(outputElements))
        return failure();
      outputTensors.emplace_back();
      elements.push_back(*outputElements);
      continue;
    }
    outputTensors.push_back(frame.takeTensor(output.use));
    FailureOr<Element *> outputElements = frame.edit(op, outputTensors.back());
    if (failed(outputElements))
      return failure();
    elements.push_back(*outputElements);
  }
  SmallVector<int64_t> positions(outputs.size());
  auto runOnce = [&](ArrayRef<int64_t> loops) -> LogicalResult {
    for (auto [slot, i] : llvm::zip_equal(indices, loops))
      frame.scalar(slot) = Element::ofBits(i);
    for (const Operand &input : inputs) {
      FailureOr<Element> element = read(frame, input, loops);
      if (failed(element))
        return failure();
      if (input.argument)
        frame.scalar(*input.argument) = *element;
    }
    for (auto [output, tensor, outputElements, position] :
         llvm::zip_equal(outputs, outputTensors, elements, positions)) {
      const View *view =
          output.use.slot.isView ? &frame.view(output.use.slot) : nullptr;
      FailureOr<int64_t> outputPosition = locate(
          frame, output, view ? view->sizes : tensor.getShape(), view, loops);
      if (failed(outputPosition))
        return failure();
      position = *outputPosition;
      if (output.argument)
        frame.scalar(*output.argument) = outputElements[position];
    }
    FailureOr<const Body::Exit *> exit = body->run(frame);
    if (failed(exit))
      return failure();
    for (auto [i, outputElements, position] :
         llvm::enumerate(elements, positions))
      outputElements[position] = frame.scalar((*exit)->getSlot(i));
    return success();
  };
  if (failed(forEachIndex(*sizes, runOnce)))
    return failure();
  // Memref outputs have no results.
  for (auto [slot, tensor] : llvm::zip(results, outputTensors))
    frame.tensor(slot) = std::move(tensor);
  return success();
}

FailureOr<Step> sg::interpreter::compileStructuredOp(Operation *op,
                                                     Scope &scope) {
  auto structured = cast<linalg::LinalgOp>(op);
  FailureOr<SharedBody> body = scope.compile(op->getRegion(0));
  if (failed(body))
    return failure();
  return Step(StructuredOp(structured, scope, *body));
}
