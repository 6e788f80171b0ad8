//===- Origin.cpp - Origin of elements ------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/Origin.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::grad;

/// Returns true if the op writes all elements of its result `index`. Otherwise
/// unwritten elements keep the values of the destination.
static bool writesEverywhere(linalg::LinalgOp op, unsigned index) {
  return op.getMatchingIndexingMap(op.getDpsInitOperand(index)).isPermutation();
}

/// Returns the operand whose elements the only result of `op` copies, possibly
/// reshaped; null if `op` computes new elements.
static Value getCopiedOperand(Operation *op) {
  if (isa<tensor::CastOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::SplatOp, tensor::ExtractOp, vector::BroadcastOp,
          vector::ShapeCastOp, linalg::BroadcastOp, linalg::TransposeOp,
          linalg::FillOp>(op))
    return op->getOperand(0);
  if (isa<tensor::FromElementsOp>(op) && op->getNumOperands() == 1)
    return op->getOperand(0);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured || op->getNumResults() != 1 ||
      !writesEverywhere(structured, 0))
    return {};
  auto yielded = dyn_cast<BlockArgument>(
      structured.getBlock()->getTerminator()->getOperand(0));
  if (!yielded || yielded.getOwner() != structured.getBlock())
    return {};
  OpOperand *operand = structured.getMatchingOpOperand(yielded);
  return structured.isDpsInput(operand) ? operand->get() : Value();
}

Value sg::grad::findOrigin(Value value, bool throughStops) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto op = dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
      if (!op || !op.isDpsInput(op.getMatchingOpOperand(argument)))
        return value;
      value = op.getMatchingOpOperand(argument)->get();
      continue;
    }
    Operation *op = value.getDefiningOp();
    Value copied;
    if (auto stop = dyn_cast<StopGradientOp>(op))
      copied = throughStops ? stop.getInput() : Value();
    else
      copied = getCopiedOperand(op);
    if (!copied)
      return value;
    value = copied;
  }
}

Value sg::grad::findElementOrigin(Value value) {
  while (true) {
    value = findOrigin(value);
    auto result = dyn_cast<OpResult>(value);
    auto structured =
        result ? dyn_cast<linalg::LinalgOp>(result.getOwner()) : nullptr;
    if (!structured || structured.getNumReductionLoops() != 0 ||
        !writesEverywhere(structured, result.getResultNumber()))
      return value;
    Value yielded = structured.getBlock()->getTerminator()->getOperand(
        result.getResultNumber());
    // The op keeps the contents of its destination, so that the trace ends.
    if (auto argument = dyn_cast<BlockArgument>(yielded))
      if (argument.getOwner() == structured.getBlock() &&
          !structured.isDpsInput(structured.getMatchingOpOperand(argument)))
        return value;
    value = yielded;
  }
}
