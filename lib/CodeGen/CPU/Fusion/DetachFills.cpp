//===- DetachFills.cpp - Contractions apart from their fills --------------===//
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

/// What is summed up at sums of indices may leave elements out, which are
/// filled all the same.
DetachFills::DetachFills(Block &block) {
  for (auto op : block.getOps<linalg::LinalgOp>()) {
    if (!getTileDims(op) || !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
                                 .isProjectedPermutation())
      continue;
    linalg::LinalgOp fill = findFill(op);
    TypedAttr start;
    if (fill && matchPattern(getFilling(fill), m_Constant(&start)))
      starts[op] = start;
  }
  for (auto op : block.getOps<linalg::LinalgOp>())
    if (starts.contains(op))
      findFill(op).erase();
}

void DetachFills::fill(linalg::LinalgOp op, linalg::LinalgOp of) {
  TypedAttr start = starts.lookup(of);
  if (!start)
    return;
  starts.erase(of);
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value value = arith::ConstantOp::create(b, start);
  linalg::FillOp::create(b, value, op.getDpsInits().front());
}

void DetachFills::giveBack(Block &block) {
  for (auto op : block.getOps<linalg::LinalgOp>())
    fill(op, op);
}
