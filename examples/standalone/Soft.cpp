//===- Soft.cpp - The op, its derivative, its lowering --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Soft.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sg::grad;

#include "SoftDialect.cpp.inc"

#define GET_OP_CLASSES
#include "SoftOps.cpp.inc"

void soft::SoftDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "SoftOps.cpp.inc"
      >();
}

/// Returns `factor` times 1 / (1 + exp(-x)), the derivative of soft.plus at x.
static Value scale(OpBuilder &b, Location loc, Value x, Value factor) {
  Value one = arith::ConstantOp::create(b, loc, b.getFloatAttr(x.getType(), 1));
  Value minus = arith::NegFOp::create(b, loc, x);
  Value exp = math::ExpOp::create(b, loc, minus);
  Value denominator = arith::AddFOp::create(b, loc, one, exp);
  return arith::DivFOp::create(b, loc, factor, denominator);
}

void soft::PlusOp::derivativeFlow(FlowContext &flow) {
  flow.edge(getInput(), getResult());
}

LogicalResult soft::PlusOp::pushforward(ForwardContext &context) {
  Value tangent = context.tangent(getInput());
  context.setTangent(getResult(), scale(context.builder(), getLoc(),
                                        context.primal(getInput()), tangent));
  return success();
}

LogicalResult soft::PlusOp::pullback(ReverseContext &context) {
  Value cotangent = context.cotangent(getResult());
  context.accumulate(getInput(), scale(context.builder(), getLoc(),
                                       context.primal(getInput()), cotangent));
  return success();
}

namespace {
struct SoftToMath : PassWrapper<SoftToMath, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SoftToMath)

  StringRef getArgument() const override { return "soft-to-math"; }
  StringRef getDescription() const override {
    return "Replace soft.plus by ops of math";
  }
  void runOnOperation() override {
    getOperation()->walk([](soft::PlusOp op) {
      OpBuilder b(op);
      Value e = math::ExpOp::create(b, op.getLoc(), op.getInput());
      Value y = math::Log1pOp::create(b, op.getLoc(), e);
      op.getResult().replaceAllUsesWith(y);
      op.erase();
    });
  }
};
} // namespace

std::unique_ptr<Pass> soft::createSoftToMath() {
  return std::make_unique<SoftToMath>();
}
