//===- RowSizes.cpp - Sizes of a group's dimensions -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/CPU/Fusion/RowSizes.h"

using namespace mlir;
using namespace sg;

static constexpr int64_t kContiguousGranularity = 32;
static constexpr int64_t kAssumedSize = 256;

uint64_t sg::multiplySizes(ArrayRef<int64_t> sizes) {
  uint64_t product = 1;
  for (int64_t size : sizes)
    product = llvm::SaturatingMultiply<uint64_t>(
        product, ShapedType::isDynamic(size) ? kAssumedSize : size);
  return product;
}

static const FusionGroup::Member &findMostIterations(const FusionGroup &group) {
  auto count = [](linalg::LinalgOp op) {
    return multiplySizes(op.getStaticLoopRanges());
  };
  return *std::max_element(
      group.members.begin(), group.members.end(),
      [&](const FusionGroup::Member &a, const FusionGroup::Member &b) {
        return count(a.op) < count(b.op);
      });
}

/// Returns true if the op accesses contiguous memory along the common dimension
/// `dim`.
static bool isContiguous(const FusionGroup::Member &member, unsigned dim) {
  linalg::LinalgOp op = member.op;
  AffineExpr loop = getAffineDimExpr(member.rows[dim], op.getContext());
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    // Operands of lower rank are small and do not matter.
    bool isLarge = map.getNumResults() >= std::min(op.getNumLoops(), 2u);
    return isLarge && map.getResults().back() == loop;
  });
}

int64_t sg::getGranularity(const FusionGroup &group, unsigned dim) {
  return isContiguous(findMostIterations(group), dim) ? kContiguousGranularity
                                                      : 1;
}
