//===- DetachFills.cpp - Erase and restore contractions' fills ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/CPU/Fusion/DetachFills.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "sg/CodeGen/Analysis/AccumulatorInit.h"
#include "sg/CodeGen/CPU/Tiling/TileDims.h"

using namespace mlir;
using namespace sg;

/// A result that is indexed by sums of loops keeps its fill, because the
/// contraction may not reach all elements.
DetachFills::DetachFills(Block &block) {
  for (auto op : block.getOps<linalg::LinalgOp>()) {
    if (!getTileDims(op) || !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
                                 .isProjectedPermutation())
      continue;
    linalg::LinalgOp fill = findFill(op);
    TypedAttr initialValue;
    if (fill && matchPattern(getFillValue(fill), m_Constant(&initialValue)))
      initialValues[op] = initialValue;
  }
  for (auto op : block.getOps<linalg::LinalgOp>())
    if (initialValues.contains(op))
      findFill(op).erase();
}

void DetachFills::fill(linalg::LinalgOp op, linalg::LinalgOp original) {
  TypedAttr initialValue = initialValues.lookup(original);
  if (!initialValue)
    return;
  initialValues.erase(original);
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value value = arith::ConstantOp::create(b, initialValue);
  linalg::FillOp::create(b, value, op.getDpsInits().front());
}

void DetachFills::restore(Block &block) {
  for (auto op : block.getOps<linalg::LinalgOp>())
    fill(op, op);
}
