//===- GroupWork.cpp - Estimate the work of a group -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupWork.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sg/CodeGen/CPU/Tiling/TileDims.h"

using namespace mlir;
using namespace sg;

/// Returns the cost of one iteration, relative to an iteration of a tiled
/// contraction. A contraction computes on vectors in registers, while memory
/// accesses dominate the cost of other ops.
static int64_t getCost(linalg::LinalgOp op) {
  if (getTileDims(op))
    return 1;
  int64_t cost = op->getNumOperands();
  op.getBlock()->walk([&](Operation *inner) {
    cost += isa<math::MathDialect>(inner->getDialect()) ? 10 : 1;
  });
  return 8 * cost;
}

std::optional<uint64_t> sg::countWork(const FusionGroup &group) {
  uint64_t work = 0;
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    uint64_t count = getCost(op);
    for (int64_t size : op.getStaticLoopRanges()) {
      if (ShapedType::isDynamic(size))
        return std::nullopt;
      count = llvm::SaturatingMultiply<uint64_t>(count, size);
    }
    work = llvm::SaturatingAdd(work, count);
  }
  return work;
}

/// Emits code that computes countWork at run time. An overflow only affects the
/// number of chunks, not the results.
static Value computeWork(ImplicitLocOpBuilder &b, const FusionGroup &group) {
  Value work;
  for (const FusionGroup::Member &member : group.members) {
    linalg::LinalgOp op = member.op;
    Value count = arith::ConstantIndexOp::create(b, getCost(op));
    for (Range range : op.createLoopRanges(b, b.getLoc())) {
      Value size = getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size);
      count = b.createOrFold<arith::MulIOp>(count, size);
    }
    work = work ? b.createOrFold<arith::AddIOp>(work, count) : count;
  }
  return work;
}

Value sg::createHasEnoughWork(ImplicitLocOpBuilder &b, const FusionGroup &group,
                              uint64_t minWork) {
  if (minWork == 0 || countWork(group))
    return {};
  Value work = computeWork(b, group);
  Value enough = arith::ConstantIndexOp::create(b, minWork);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, work, enough);
}
