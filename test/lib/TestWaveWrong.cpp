//===- TestWaveWrong.cpp - Rules and lowerings with errors ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wave.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sg/Rules/Captures.h"
#include "sg/Rules/RuleKinds.h"

using namespace mlir;
using namespace sg::rules;

/// Transposes wave.thrice, but omits the factor.
static LogicalResult transposeThrice(wave::ThriceOp op,
                                     ReverseContext &context) {
  context.accumulate(op.getInput(), context.cotangent(op.getResult()));
  return success();
}

/// Returns an f32 instead of the derivative.
static Value makeWrongType(OpBuilder &b, Location loc) {
  return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(1));
}

namespace {
/// The rule of first = lhs + rhs, second = rhs, with a fault.
struct FaultyRule
    : DifferentiableOpInterface::ExternalModel<FaultyRule, wave::FaultyOp> {
  void derivativeFlow(Operation *o, FlowContext &flow) const {
    auto op = cast<wave::FaultyOp>(o);
    flow.edge(op.getLhs(), op.getFirst());
    flow.edge(op.getRhs(), op.getFirst());
    flow.edge(op.getRhs(), op.getSecond());
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<wave::FaultyOp>(o);
    StringRef fault = op.getFault();
    if (fault == "fails")
      return failure();
    if (fault == "nothing")
      return success();
    Value lhs = context.tangent(op.getLhs()),
          rhs = context.tangent(op.getRhs());
    Value sum = context.add(lhs, rhs, op.getLoc());
    if (fault == "zero")
      sum = rhs = Value();
    if (fault == "type")
      sum = makeWrongType(context.builder(), op.getLoc());
    context.setTangent(op.getFirst(), sum);
    if (fault != "forgets")
      context.setTangent(op.getSecond(), rhs);
    return success();
  }

  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<wave::FaultyOp>(o);
    StringRef fault = op.getFault();
    if (fault == "fails")
      return failure();
    if (fault == "nothing")
      return success();
    Value first = context.cotangent(op.getFirst());
    Value second = context.cotangent(op.getSecond());
    if (fault == "zero")
      first = second = Value();
    if (fault == "type")
      first = makeWrongType(context.builder(), op.getLoc());
    // If the first result has no cotangent, `lhs` gets none.
    if (context.cotangent(op.getFirst()))
      context.accumulate(op.getLhs(), first);
    if (fault != "forgets")
      context.accumulate(op.getRhs(), context.add(first, second, op.getLoc()));
    return success();
  }

  SmallVector<Value> decompose(Operation *o, OpBuilder &b,
                               DecompositionContext &) const {
    auto op = cast<wave::FaultyOp>(o);
    if (op.getFault() == "decomposes-to-one")
      return {op.getLhs()};
    if (op.getFault() == "decomposes-to-type")
      return {op.getLhs(), makeWrongType(b, op.getLoc())};
    return {};
  }
};

/// The rule of an op that returns the values that its region yields, with a
/// fault.
struct FaultyRegionRule
    : DifferentiableOpInterface::ExternalModel<FaultyRegionRule,
                                               wave::FaultyRegionOp> {
  void derivativeFlow(Operation *o, FlowContext &flow) const {
    auto op = cast<wave::FaultyRegionOp>(o);
    for (auto [yielded, result] :
         llvm::zip(sg::grad::getYieldedValues(op), op.getResults()))
      flow.edge(yielded, result);
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<wave::FaultyRegionOp>(o);
    return context.pushforwardRegion(op.getBody(), {});
  }

  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<wave::FaultyRegionOp>(o);
    SmallVector<std::pair<Value, Value>> seeds;
    if (op.getFault() != "unseeded")
      for (Value capture : getActiveCaptures(op, context))
        seeds.emplace_back(capture, Value());
    for (auto [yielded, result] :
         llvm::zip(sg::grad::getYieldedValues(op), op.getResults()))
      if (Value cotangent = context.cotangent(result))
        seeds.emplace_back(yielded, cotangent);
    return context.pullbackRegion(op.getBody(), seeds);
  }
};
} // namespace

void wave::attachWrongRules(MLIRContext *context) {
  linear<wave::ThriceOp>(context, transposeThrice);
  scalar<wave::SquareOp>(context, [](Expr x, Expr y) { return x; });
  wave::FaultyOp::attachInterface<FaultyRule>(*context);
  wave::FaultyRegionOp::attachInterface<FaultyRegionRule>(*context);
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
