//===- GradFolds.cpp - What stop_gradient may fold to, and nothing else ---===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fold is legal here if no derivative of any order can see it, and if it
// loses no name: reports call a site by its name.
//
//===----------------------------------------------------------------------===//

#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::grad;

OpFoldResult StopGradientOp::fold(FoldAdaptor adaptor) {
  // The inner stop blocks all that this one blocks.
  if (auto inner = getInput().getDefiningOp<StopGradientOp>())
    if (!getNameAttr() || getNameAttr() == inner.getNameAttr())
      return getInput();
  if (getNameAttr())
    return {};
  // Nothing flows through what has no tangent.
  if (getDifferentiability(getType()) == Differentiability::None)
    return getInput();
  // A constant depends on nothing.
  return adaptor.getInput();
}
