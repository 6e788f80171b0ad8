//===- GradFolds.cpp - Folds of stop_gradient -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fold must not change a derivative of any order, and must not lose a name:
// reports refer to a stop by its name.
//
//===----------------------------------------------------------------------===//

#include "sg/Dialect/Grad/IR/Grad.h"

using namespace mlir;
using namespace sg::grad;

OpFoldResult StopGradientOp::fold(FoldAdaptor adaptor) {
  // The inner stop already blocks every derivative.
  if (auto inner = getInput().getDefiningOp<StopGradientOp>())
    if (!getNameAttr() || getNameAttr() == inner.getNameAttr())
      return getInput();
  if (getNameAttr())
    return {};
  // A type without a tangent needs no stop.
  if (getDifferentiability(getType()) == Differentiability::None)
    return getInput();
  // A constant has no derivative.
  return adaptor.getInput();
}
