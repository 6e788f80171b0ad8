//===- ElementSum.cpp - Sum of all elements of a tensor -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementSum.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace sg::grad;

Value sg::rules::createElementSum(DerivativeContext &context, Location loc,
                                  Value tensor) {
  OpBuilder &b = context.builder();
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t rank = type.getRank();
  Type element = getAccumulatorType(type.getElementType());
  Value zero = createZero(b, loc, RankedTensorType::get({}, element));
  SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(rank),
                              AffineMap::get(rank, 0, b.getContext())};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  auto sum = linalg::GenericOp::create(
      b, loc, zero.getType(), tensor, zero, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange x) {
        Value term = context.convert(x[0], element, loc);
        Value sum = arith::AddFOp::create(b, loc, x[1], term);
        linalg::YieldOp::create(b, loc, sum);
      });
  return tensor::ExtractOp::create(b, loc, sum.getResult(0), ValueRange());
}
