//===- RowSizes.cpp - How large the rows of a group are -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/CodeGen/CPU/Fusion/RowSizes.h"

using namespace mlir;
using namespace sg;

static constexpr int64_t kTogether = 32;
/// What a size is counted as that nobody knows.
static constexpr int64_t kUnknown = 256;

uint64_t sg::multiplySizes(ArrayRef<int64_t> sizes) {
  uint64_t product = 1;
  for (int64_t size : sizes)
    product = llvm::SaturatingMultiply<uint64_t>(
        product, ShapedType::isDynamic(size) ? kUnknown : size);
  return product;
}

/// The op of the group that has most to do.
static const FusionGroup::Member &findLargest(const FusionGroup &group) {
  auto count = [](linalg::LinalgOp op) {
    return multiplySizes(op.getStaticLoopRanges());
  };
  return *std::max_element(
      group.members.begin(), group.members.end(),
      [&](const FusionGroup::Member &a, const FusionGroup::Member &b) {
        return count(a.op) < count(b.op);
      });
}

/// Whether that op goes through contiguous memory along the row.
static bool isContiguous(const FusionGroup::Member &member, unsigned row) {
  linalg::LinalgOp op = member.op;
  AffineExpr number = getAffineDimExpr(member.rows[row], op.getContext());
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    // Others are small.
    bool isLarge = map.getNumResults() >= std::min(op.getNumLoops(), 2u);
    return isLarge && map.getResults().back() == number;
  });
}

int64_t sg::countTogether(const FusionGroup &group, unsigned row) {
  return isContiguous(findLargest(group), row) ? kTogether : 1;
}
