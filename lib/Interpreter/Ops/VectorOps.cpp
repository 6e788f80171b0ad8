//===- VectorOps.cpp - Ops on elements of vectors -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "Ops.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace sg::interpreter;

static ArrayRef<int64_t> shapeOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getShape() : ArrayRef<int64_t>();
}

static const Element &get(Frame &frame, Slot slot, int64_t position) {
  return slot.isTensor ? frame.tensor(slot)[position] : frame.scalar(slot);
}

namespace {
/// The contiguous part of a vector that an op selects by its leading indices.
struct Part {
  int64_t begin, length;
};
} // namespace

/// Returns the selected part, or std::nullopt for a static index -1 (poison).
static FailureOr<std::optional<Part>> findPart(Operation *op, Frame &frame,
                                               ArrayRef<Number> indices,
                                               const Tensor &vector) {
  FailureOr<SmallVector<int64_t>> index = frame.getIndices(op, indices);
  if (failed(index))
    return failure();
  for (auto [i, number] : llvm::zip_equal(*index, indices))
    if (number.constant && i == -1)
      return std::optional<Part>();
  int64_t rank = index->size();
  std::optional<int64_t> position =
      findPosition(vector.getShape().take_front(rank), *index);
  if (!position)
    return frame.machine.fail(op, "an index is out of range");
  int64_t length = *countElements(vector.getShape().drop_front(rank));
  return std::optional<Part>(Part{*position * length, length});
}

static FailureOr<Step> compileExtract(vector::ExtractOp op, Scope &scope) {
  return Step([=, from = scope.slotOf(op.getSource()),
               to = scope.slotOf(op.getResult()),
               indices = scope.numbersOf(op.getMixedPosition()),
               shape = shapeOf(op.getType())](Frame &frame) -> LogicalResult {
    const Tensor &vector = frame.tensor(from);
    FailureOr<std::optional<Part>> part = findPart(op, frame, indices, vector);
    if (failed(part))
      return failure();
    if (!to.isTensor) {
      frame.scalar(to) = *part ? vector[(*part)->begin] : Element::ofUnset(op);
      return success();
    }
    FailureOr<Tensor> result = frame.allocate(op, shape);
    if (failed(result))
      return failure();
    if (*part)
      std::copy_n(vector.begin() + (*part)->begin, (*part)->length,
                  result->edit());
    else
      std::fill_n(result->edit(), result->getNumElements(),
                  Element::ofUnset(op));
    frame.tensor(to) = std::move(*result);
    return success();
  });
}

static FailureOr<Step> compileInsert(vector::InsertOp op, Scope &scope) {
  return Step([=, from = scope.slotOf(op.getValueToStore()),
               into = scope.useOf(op.getDestMutable()),
               to = scope.slotOf(op.getResult()),
               indices = scope.numbersOf(op.getMixedPosition())](
                  Frame &frame) -> LogicalResult {
    Tensor result = frame.takeTensor(into);
    FailureOr<std::optional<Part>> part = findPart(op, frame, indices, result);
    if (failed(part))
      return failure();
    FailureOr<Element *> elements = frame.edit(op, result);
    if (failed(elements))
      return failure();
    if (!*part)
      std::fill_n(*elements, result.getNumElements(), Element::ofUnset(op));
    else
      for (int64_t i = 0; i < (*part)->length; ++i)
        (*elements)[(*part)->begin + i] = get(frame, from, i);
    frame.tensor(to) = std::move(result);
    return success();
  });
}

/// Returns a step that creates a mask. An element is true if its index is below
/// `sizes` in each dimension.
static Step makeMask(Operation *op, Scope &scope, SmallVector<Number> sizes) {
  return [=, to = scope.slotOf(op->getResult(0)),
          shape = shapeOf(op->getResult(0).getType())](
             Frame &frame) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> ends = frame.getIndices(op, sizes);
    FailureOr<Tensor> mask = frame.allocate(op, shape);
    if (failed(ends) || failed(mask))
      return failure();
    Element *next = mask->edit();
    (void)forEachIndex(shape, [&](ArrayRef<int64_t> index) {
      bool isInside = llvm::all_of(llvm::zip(index, *ends), [](auto pair) {
        return std::get<0>(pair) < std::get<1>(pair);
      });
      // vector.create_mask of rank 0 has one operand, like rank 1.
      if (index.empty())
        isInside = ends->front() > 0;
      *next++ = Element::ofBits(isInside);
      return success();
    });
    frame.tensor(to) = std::move(*mask);
    return success();
  };
}

static FailureOr<Step> compileCreateMask(vector::CreateMaskOp op,
                                         Scope &scope) {
  return makeMask(op, scope,
                  scope.numbersOf(SmallVector<OpFoldResult>(op.getOperands())));
}

static FailureOr<Step> compileConstantMask(vector::ConstantMaskOp op,
                                           Scope &scope) {
  SmallVector<Number> sizes;
  for (int64_t size : op.getMaskDimSizes())
    sizes.push_back({size});
  return makeMask(op, scope, sizes);
}

static FailureOr<Step> compileStep(vector::StepOp op, Scope &scope) {
  return Step([=, to = scope.slotOf(op.getResult()),
               shape = shapeOf(op.getType())](Frame &frame) -> LogicalResult {
    FailureOr<Tensor> steps = frame.allocate(op, shape);
    if (failed(steps))
      return failure();
    for (int64_t i = 0; i < shape.front(); ++i)
      steps->edit()[i] = Element::ofBits(i);
    frame.tensor(to) = std::move(*steps);
    return success();
  });
}

/// Prints an element as native code prints it.
static void printElement(raw_ostream &os, Type type, const Element &element) {
  if (isa<FloatType>(type)) {
    os << llvm::format("%g", element.number);
    return;
  }
  bool isUnsigned =
      type.isIndex() || type.isUnsignedInteger() || type.isInteger(1);
  if (isUnsigned)
    os << element.bits;
  else
    os << llvm::SignExtend64(element.bits, type.getIntOrFloatBitWidth());
}

/// Prints a vector of shape `shape` in nested parentheses and advances `next`.
static void printElements(raw_ostream &os, Type type, ArrayRef<int64_t> shape,
                          const Element *&next) {
  if (shape.empty())
    return printElement(os, type, *next++);
  os << "( ";
  for (int64_t i = 0; i < shape.front(); ++i) {
    os << (i == 0 ? "" : ", ");
    printElements(os, type, shape.drop_front(), next);
  }
  os << " )";
}

static StringRef toText(vector::PrintPunctuation punctuation) {
  switch (punctuation) {
  case vector::PrintPunctuation::NoPunctuation:
    return "";
  case vector::PrintPunctuation::NewLine:
    return "\n";
  case vector::PrintPunctuation::Comma:
    return ", ";
  case vector::PrintPunctuation::Open:
    return "( ";
  case vector::PrintPunctuation::Close:
    return " )";
  }
  llvm_unreachable("no such punctuation");
}

static FailureOr<Step> compilePrint(vector::PrintOp op, Scope &scope) {
  if (std::optional<StringRef> text = op.getStringLiteral())
    return Step([=](Frame &frame) {
      frame.machine.getOutput() << *text;
      return success();
    });
  StringRef end = toText(op.getPunctuation());
  if (!op.getSource())
    return Step([=](Frame &frame) {
      frame.machine.getOutput() << end;
      return success();
    });
  Type type = op.getSource().getType();
  return Step([=, source = scope.slotOf(op.getSource())](
                  Frame &frame) -> LogicalResult {
    const Element *next =
        source.isTensor ? frame.tensor(source).begin() : &frame.scalar(source);
    for (int64_t i = 0; i < *countElements(shapeOf(type)); ++i)
      if (failed(frame.require(op, next[i])))
        return failure();
    raw_ostream &os = frame.machine.getOutput();
    printElements(os, getElementTypeOrSelf(type), shapeOf(type), next);
    os << end;
    return success();
  });
}

void sg::interpreter::addVectorOps(OpTable &table) {
  table.add(compileExtract);
  table.add(compileInsert);
  table.add(compileCreateMask);
  table.add(compileConstantMask);
  table.add(compileStep);
  table.add(compilePrint);
}
