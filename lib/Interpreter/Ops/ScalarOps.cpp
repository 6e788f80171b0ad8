//===- ScalarOps.cpp - Elementwise ops ------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"

using namespace mlir;
using namespace sg::interpreter;

/// Maximum number of operands and of results of a row.
static constexpr size_t kMaxOperands = 3, kMaxResults = 2;

static FloatType getFloat(TypeRange types) {
  if (types.empty())
    return {};
  Type element = getElementTypeOrSelf(types.front());
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return dyn_cast<FloatType>(element);
}

static unsigned getWidth(TypeRange types) {
  if (types.empty())
    return 0;
  Type element = getElementTypeOrSelf(types.front());
  if (element.isIndex())
    return IndexType::kInternalStorageBitWidth;
  auto integer = dyn_cast<IntegerType>(element);
  return integer ? integer.getWidth() : 0;
}

ScalarOp::ScalarOp(Operation *op, Rounder &rounder)
    : op(op), rounder(rounder), operandFloat(getFloat(op->getOperandTypes())),
      resultFloat(getFloat(op->getResultTypes())),
      operandWidth(getWidth(op->getOperandTypes())),
      resultWidth(getWidth(op->getResultTypes())) {}

bool sg::interpreter::looksExact(double value) {
  uint64_t bits = llvm::bit_cast<uint64_t>(value);
  return llvm::countr_zero(bits) >= 26;
}

/// Applies `row` to `operands`. If an operand is unset, the results are unset.
static const char *compute(const ScalarOp &op, const ScalarRow &row,
                           ArrayRef<Element> operands,
                           MutableArrayRef<Element> results) {
  for (const Element &operand : operands)
    if (operand.unset) {
      llvm::fill(results, Element::ofUnset(operand.unset));
      return nullptr;
    }
  return row(op, operands.data(), results.data());
}

static Step compileScalars(const ScalarOp &op, ScalarRow row,
                           ArrayRef<Slot> operands, ArrayRef<Slot> results) {
  return [=, operands = llvm::to_vector(operands),
          results = llvm::to_vector(results)](Frame &frame) -> LogicalResult {
    Element in[kMaxOperands], out[kMaxResults];
    for (auto [element, slot] : llvm::zip(in, operands))
      element = frame.scalar(slot);
    if (const char *reason = compute(op, row, ArrayRef(in, operands.size()),
                                     MutableArrayRef(out, results.size())))
      return frame.machine.fail(op.op, reason);
    for (auto [element, slot] : llvm::zip(out, results))
      frame.scalar(slot) = element;
    return success();
  };
}

/// Fails unless all operands have the same sizes.
static LogicalResult checkSizes(Operation *op, Frame &frame,
                                ArrayRef<Slot> operands) {
  ArrayRef<int64_t> sizes = frame.tensor(operands.front()).getShape();
  for (auto [i, operand] : llvm::enumerate(operands))
    for (auto [dim, size] : llvm::enumerate(frame.tensor(operand).getShape()))
      if (size != sizes[dim])
        return frame.machine.fail(op, "dimension " + Twine(dim) +
                                          " of operand " + Twine(i) +
                                          " differs from that of operand 0");
  return success();
}

static LogicalResult computeElements(const ScalarOp &op, const ScalarRow &row,
                                     Frame &frame, ArrayRef<Slot> operands,
                                     ArrayRef<Slot> results) {
  if (failed(checkSizes(op.op, frame, operands)))
    return failure();
  const Tensor &first = frame.tensor(operands.front());
  SmallVector<Tensor> outputs;
  for (size_t i = 0; i < results.size(); ++i) {
    FailureOr<Tensor> tensor = frame.allocate(op.op, first.getShape());
    if (failed(tensor))
      return failure();
    outputs.push_back(std::move(*tensor));
  }
  for (int64_t i = 0, end = first.getNumElements(); i < end; ++i) {
    Element in[kMaxOperands], out[kMaxResults];
    for (auto [element, slot] : llvm::zip(in, operands))
      element = frame.tensor(slot)[i];
    if (const char *reason = compute(op, row, ArrayRef(in, operands.size()),
                                     MutableArrayRef(out, results.size())))
      return frame.machine.fail(op.op, reason);
    for (auto [element, tensor] : llvm::zip(out, outputs))
      tensor.edit()[i] = element;
  }
  for (auto [slot, tensor] : llvm::zip_equal(results, outputs))
    frame.tensor(slot) = std::move(tensor);
  return success();
}

void sg::interpreter::addScalarRow(OpTable &table, StringRef name,
                                   ScalarRow row) {
  table.add(name, [=](Operation *op, Scope &scope) -> FailureOr<Step> {
    assert(op->getNumOperands() <= kMaxOperands &&
           op->getNumResults() <= kMaxResults &&
           "too many operands or results");
    ScalarOp scalar(op, scope.machine.getRounder());
    SmallVector<Slot> operands = scope.slotsOf(op->getOperands());
    SmallVector<Slot> results = scope.slotsOf(op->getResults());
    if (!results.front().isTensor)
      return compileScalars(scalar, row, operands, results);
    return Step([=](Frame &frame) {
      return computeElements(scalar, row, frame, operands, results);
    });
  });
}
