//===- ContractionDims.cpp - Dimensions of contractions -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/ContractionDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace sg;

std::optional<SumOfProducts> sg::matchSumOfProducts(linalg::LinalgOp op) {
  Value addend = getAddend(op);
  Operation *product = addend ? addend.getDefiningOp() : nullptr;
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
    return std::nullopt;
  SumOfProducts found{product, traceInput(op, product->getOperand(0)),
                      traceInput(op, product->getOperand(1))};
  if (!found.lhs.operand || !found.rhs.operand ||
      found.lhs.operand == found.rhs.operand)
    return std::nullopt;
  return found;
}

std::optional<std::pair<OpOperand *, OpOperand *>>
sg::getFactors(linalg::LinalgOp op) {
  std::optional<SumOfProducts> found = matchSumOfProducts(op);
  if (!found || op->getNumResults() != 1 ||
      isPointwise(op, *op.getDpsInitOperand(0)) ||
      !isa<arith::MulFOp>(found->product) ||
      !found->lhs.isCastBy<arith::ExtFOp, arith::TruncFOp>() ||
      !found->rhs.isCastBy<arith::ExtFOp, arith::TruncFOp>())
    return std::nullopt;
  return std::pair(found->lhs.operand, found->rhs.operand);
}

ContractionDims sg::getContractionDims(AffineMap lhs, AffineMap rhs,
                                       AffineMap result) {
  ContractionDims dims;
  for (unsigned loop = 0; loop < result.getNumDims(); ++loop) {
    bool isLeft = lhs.isFunctionOfDim(loop);
    bool isRight = rhs.isFunctionOfDim(loop);
    (!result.isFunctionOfDim(loop) ? dims.k
     : isLeft && isRight           ? dims.batch
     : isLeft                      ? dims.m
     : isRight                     ? dims.n
                                   : dims.broadcast)
        .push_back(loop);
  }
  return dims;
}
