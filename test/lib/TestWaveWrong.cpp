//===- TestWaveWrong.cpp - Rules and lowerings with errors ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sg/Rules/RuleKinds.h"

using namespace mlir;
using namespace sg::rules;

/// Forgets the factor.
static LogicalResult transposeThrice(wave::ThriceOp op,
                                     ReverseContext &context) {
  context.accumulate(op.getInput(), context.cotangent(op.getResult()));
  return success();
}

void wave::attachWrongRules(MLIRContext *context) {
  linear<wave::ThriceOp>(context, transposeThrice);
  scalar<wave::SquareOp>(context, [](Expr x, Expr y) { return x; });
}

Value wave::lowerThrice(ThriceOp op, OpBuilder &b) {
  Location loc = op.getLoc();
  Value x = op.getInput();
  Value twice = arith::AddFOp::create(b, loc, x, x);
  return arith::AddFOp::create(b, loc, twice, x);
}

Value wave::lowerSquare(SquareOp op, OpBuilder &b) {
  return arith::MulFOp::create(b, op.getLoc(), op.getInput(), op.getInput());
}

Value wave::lowerSame(SameOp op, bool isNative, OpBuilder &b) {
  if (!isNative)
    return op.getInput();
  return arith::AddFOp::create(b, op.getLoc(), op.getInput(), op.getInput());
}
