//===- GradFolds.cpp - Folds of stop_gradient -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fold must not change a derivative of any order, and must not erase a stop's
// name, by which reports refer to the stop.
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
  // A value without a tangent needs no stop.
  if (getDifferentiability(getType()) == Differentiability::None)
    return getInput();
  // The derivative of a constant is zero.
  return adaptor.getInput();
}
