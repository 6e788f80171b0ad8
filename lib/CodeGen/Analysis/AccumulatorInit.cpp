//===- AccumulatorInit.cpp - Initial values of accumulators ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/Analysis/AccumulatorInit.h"
#include "sg/CodeGen/Analysis/MemoryAccesses.h"

using namespace mlir;
using namespace sg;

Value sg::getFillValue(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 0 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation())
    return {};
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (argument && argument.getOwner() == op.getBlock()) {
    OpOperand *operand = op.getMatchingOpOperand(argument);
    yielded = operand->get();
    if (isa<MemRefType>(yielded.getType()))
      return {};
  }
  return op.getBlock()->getParent()->isAncestor(yielded.getParentRegion())
             ? Value()
             : yielded;
}

linalg::LinalgOp sg::findFill(linalg::LinalgOp op) {
  Value result = op.getDpsInits().front();
  for (Operation *previous = op->getPrevNode(); previous;
       previous = previous->getPrevNode()) {
    auto fill = dyn_cast<linalg::LinalgOp>(previous);
    if (fill && fill.getNumDpsInits() == 1 &&
        fill.getDpsInits().front() == result)
      return getFillValue(fill) ? fill : linalg::LinalgOp();
    if (MemoryAccesses(previous).mayAccess(result))
      return {};
  }
  return {};
}
