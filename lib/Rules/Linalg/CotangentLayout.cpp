//===- CotangentLayout.cpp - Change of a cotangent's layout ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CotangentLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg;
using namespace sg::grad;
using namespace sg::rules;

/// Returns the position of each result of `from` among the results of `to`, or
/// std::nullopt if `to` lacks a result of `from`.
static std::optional<SmallVector<int64_t>> positionsIn(AffineMap from,
                                                       AffineMap to) {
  SmallVector<int64_t> positions;
  for (AffineExpr expr : from.getResults()) {
    auto *it = llvm::find(to.getResults(), expr);
    if (!isa<AffineDimExpr>(expr) || it == to.getResults().end())
      return std::nullopt;
    positions.push_back(std::distance(to.getResults().begin(), it));
  }
  return positions;
}

static SmallVector<int64_t> complement(ArrayRef<int64_t> positions,
                                       int64_t size) {
  SmallVector<int64_t> rest;
  for (int64_t i = 0; i < size; ++i)
    if (!llvm::is_contained(positions, i))
      rest.push_back(i);
  return rest;
}

std::optional<LayoutChange> sg::rules::getLayoutChange(AffineMap from,
                                                       Indexed target) {
  Type type = target.tensor.getType();
  AffineMap to = target.map;
  if (!isa<RankedTensorType>(type) || !to.isProjectedPermutation() ||
      !from.isProjectedPermutation())
    return std::nullopt;
  if (to.isPermutation()) {
    bool isSorted = llvm::is_sorted(*positionsIn(from, to));
    if (from.isPermutation())
      return isSorted ? LayoutChange::Same : LayoutChange::Transposed;
    return isSorted ? std::optional(LayoutChange::Repeated) : std::nullopt;
  }
  // linalg.reduce accumulates in the element type.
  if (from.isPermutation() && llvm::is_sorted(*positionsIn(to, from)) &&
      getAccumulatorType(type) == type)
    return LayoutChange::Summed;
  return std::nullopt;
}

/// Casts `cotangent` to the static sizes of `target` along shared loops. Two
/// operands of a structured op may be static and dynamic along one loop, but
/// named ops require equal static sizes.
static Value withSizesOf(Indexed target, Indexed cotangent, OpBuilder &b,
                         Location loc) {
  auto type = cast<RankedTensorType>(cotangent.tensor.getType());
  auto targetType = cast<RankedTensorType>(target.tensor.getType());
  ArrayRef<AffineExpr> to = target.map.getResults();
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, expr] : llvm::zip_equal(shape, cotangent.map.getResults())) {
    auto *it = llvm::find(to, expr);
    if (it != to.end())
      size = targetType.getDimSize(std::distance(to.begin(), it));
  }
  return b.createOrFold<tensor::CastOp>(loc, type.clone(shape),
                                        cotangent.tensor);
}

void sg::rules::accumulateInLayout(LayoutChange change, Indexed cotangent,
                                   Indexed target, ReverseContext &context,
                                   Location loc) {
  OpBuilder &b = context.builder();
  AffineMap from = cotangent.map, to = target.map;
  Value value = withSizesOf(target, cotangent, b, loc);
  switch (change) {
  case LayoutChange::Same:
    return context.accumulate(target.tensor, value);
  case LayoutChange::Transposed: {
    Value empty = context.empty(target.tensor, value.getType());
    auto transpose = linalg::TransposeOp::create(b, loc, value, empty,
                                                 *positionsIn(to, from));
    return context.accumulate(target.tensor, transpose->getResult(0));
  }
  case LayoutChange::Repeated: {
    Value empty = context.empty(target.tensor, value.getType());
    SmallVector<int64_t> added =
        complement(*positionsIn(from, to), to.getNumResults());
    auto broadcast = linalg::BroadcastOp::create(b, loc, value, empty, added);
    return context.accumulate(target.tensor, broadcast->getResult(0));
  }
  case LayoutChange::Summed: {
    Value start = context.takeOrZero(target.tensor);
    SmallVector<int64_t> summed =
        complement(*positionsIn(to, from), from.getNumResults());
    auto sum = linalg::ReduceOp::create(
        b, loc, value, start, summed,
        [](OpBuilder &b, Location loc, ValueRange x) {
          Value sum = arith::AddFOp::create(b, loc, x[1], x[0]);
          linalg::YieldOp::create(b, loc, sum);
        });
    return context.accumulate(target.tensor, sum.getResult(0));
  }
  }
}
