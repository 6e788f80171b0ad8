//===- SoftmaxOp.cpp - linalg.softmax -------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatFunctions.h"
#include "Ops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace sg::interpreter;

/// Sets each element of `to` to exp(x - m) / s, where m is the maximum of
/// `from` and s the sum of the exponentials.
static void computeLine(Rounder &rounder, FloatType type,
                        ArrayRef<Element> from, MutableArrayRef<Element> to) {
  for (const Element &element : from)
    if (element.unset)
      return llvm::fill(to, Element::ofUnset(element.unset));
  auto round = [&](double value) {
    return rounder.round(type, value, /*isExact=*/false);
  };
  double maxValue = -HUGE_VAL, sum = 0;
  for (const Element &element : from)
    maxValue = maximum(maxValue, element.number);
  for (auto [element, result] : llvm::zip_equal(from, to)) {
    result =
        Element::ofNumber(round(std::exp(round(element.number - maxValue))));
    sum = round(sum + result.number);
  }
  for (Element &result : to)
    result.number = round(result.number / sum);
}

static FailureOr<Step> compileSoftmax(linalg::SoftmaxOp op, Scope &scope) {
  auto type = dyn_cast<FloatType>(op.getInputOperandType().getElementType());
  if (!type)
    return scope.machine.fail(op, "the reference supports only floats",
                              Fault::Unknown);
  return Step([=, from = scope.slotOf(op.getInput()),
               into = scope.slotOf(op.getOutput()),
               to = scope.slotOf(op.getResult().front()),
               axis = op.getDimension()](Frame &frame) -> LogicalResult {
    const Tensor &source = frame.tensor(from);
    ArrayRef<int64_t> shape = source.getShape();
    for (auto [dim, size] : llvm::enumerate(frame.tensor(into).getShape()))
      if (size != shape[dim])
        return frame.machine.fail(op, "dimension " + Twine(dim) +
                                          " of operand 1 is not dimension " +
                                          Twine(dim) + " of operand 0");
    FailureOr<Tensor> result = frame.allocate(op, shape);
    if (failed(result))
      return failure();
    SmallVector<int64_t> lines(shape);
    lines[axis] = std::min<int64_t>(shape[axis], 1);
    (void)forEachIndex(lines, [&](ArrayRef<int64_t> first) {
      SmallVector<int64_t> index(first), positions;
      for (index[axis] = 0; index[axis] < shape[axis]; ++index[axis])
        positions.push_back(*findPosition(shape, index));
      SmallVector<Element> line;
      for (int64_t position : positions)
        line.push_back(source[position]);
      SmallVector<Element> results(line.size());
      computeLine(frame.machine.getRounder(), type, line, results);
      for (auto [position, element] : llvm::zip_equal(positions, results))
        result->edit()[position] = element;
      return success();
    });
    frame.tensor(to) = std::move(*result);
    return success();
  });
}

void sg::interpreter::addSoftmaxOp(OpTable &table) {
  table.add(compileSoftmax);
}
