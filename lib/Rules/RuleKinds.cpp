//===- RuleKinds.cpp - The kinds of derivative rules ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Rules/RuleKinds.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Rules/ZeroProduct.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

#include "sg/Rules/ScalarRowInterface.cpp.inc"

namespace {
/// Emits the products of partial derivatives of an op, given as expressions,
/// and tangents or cotangents. Tangents and cotangents are leaves of the
/// emitted expressions. Constant factors therefore vanish, and a select
/// excludes its unselected branch. An expression with several roundings is
/// computed in the accumulator type, and its value has this type.
class RowEmitter {
public:
  /// `derivativeOf(position)` returns a tangent or cotangent. `like` is one of
  /// these values and determines the type and shape of the results.
  RowEmitter(Operation *op, DerivativeContext &context, Value like,
             function_ref<Value(unsigned)> derivativeOf)
      : op(op), context(context), like(like), derivativeOf(derivativeOf) {}

  /// Returns the tangent or cotangent at `position` times the partial
  /// derivative.
  Expr multiply(unsigned position, const Expr &partial) {
    // Strong zeros need a type that can represent zero.
    ZeroProducts zeros = hasZero(op->getResult(0).getType())
                             ? context.zeroProducts()
                             : ZeroProducts::Plain;
    Expr derivative = Expr::leaf(op->getNumOperands() + 1 + position);
    return multiplyByPartial(
        derivative, partial, like.getType(), zeros,
        [&](unsigned leaf) { return context.knownFloats(getLeafValue(leaf)); });
  }

  /// Emits `expr`. Returns null, a structural zero, for the constant 0.
  Value emit(const Expr &expr) {
    if (expr.isConstant(0))
      return {};
    Type type = like.getType();
    bool isWide = expr.countRoundings() > 1;
    if (isWide)
      type = getAccumulatorType(type);
    if (!hasZero(type) && expr.mentions(0))
      return context.zero(op->getResult(0)); // emits the error
    std::optional<ExprEmitter> &emitter = isWide ? wide : plain;
    if (!emitter)
      emitter.emplace(
          context.builder(), op->getLoc(), type, like,
          [this, type](unsigned leaf) { return getConvertedLeaf(leaf, type); });
    return emitter->emit(expr);
  }

private:
  /// Returns the tangent, the cotangent or the primal value that `leaf`
  /// represents.
  Value getLeafValue(unsigned leaf) const {
    unsigned numOperands = op->getNumOperands();
    if (leaf > numOperands)
      return derivativeOf(leaf - numOperands - 1);
    return leaf == numOperands ? op->getResult(0) : op->getOperand(leaf);
  }

  Value getConvertedLeaf(unsigned leaf, Type type) {
    Value value = getLeafValue(leaf);
    if (leaf <= op->getNumOperands())
      value = context.primal(value);
    if (!isa<FloatType>(getElementTypeOrSelf(value)))
      return value;
    return context.convert(value, type, op->getLoc());
  }

  Operation *op;
  DerivativeContext &context;
  Value like;
  function_ref<Value(unsigned)> derivativeOf;
  std::optional<ExprEmitter> plain, wide;
};
} // namespace

LogicalResult sg::rules::pushforwardScalar(Operation *op,
                                           ForwardContext &context,
                                           ArrayRef<Expr> partials) {
  SmallVector<Value> tangents;
  Value like;
  for (Value operand : op->getOperands()) {
    tangents.push_back(context.tangent(operand));
    if (!like)
      like = tangents.back();
  }
  auto derivativeOf = [&](unsigned i) { return tangents[i]; };
  RowEmitter row(op, context, like, derivativeOf);
  Expr sum = 0.0;
  for (auto [i, partial] : llvm::enumerate(partials))
    if (tangents[i])
      sum = sum + row.multiply(i, partial);
  Value result = op->getResult(0);
  Value tangent = row.emit(sum);
  if (tangent)
    tangent = context.convert(tangent, result.getType(), op->getLoc());
  context.setTangent(result, tangent);
  return success();
}

LogicalResult sg::rules::pullbackScalar(Operation *op, ReverseContext &context,
                                        ArrayRef<Expr> partials) {
  Value cotangent = context.wideCotangent(op->getResult(0));
  auto derivativeOf = [&](unsigned) { return cotangent; };
  RowEmitter row(op, context, cotangent, derivativeOf);
  for (auto [operand, partial] : llvm::zip(op->getOperands(), partials))
    if (context.isActive(operand))
      context.accumulate(operand, row.emit(row.multiply(0, partial)));
  return success();
}

LogicalResult sg::rules::pushforwardLinear(Operation *op,
                                           ForwardContext &context) {
  IRMapping map;
  for (Value operand : op->getOperands())
    if (isDifferentiable(operand.getType()))
      map.map(operand, context.tangentOrZero(operand));
  Operation *clone = context.builder().clone(*op, map);
  for (auto [result, tangent] :
       llvm::zip(op->getResults(), clone->getResults()))
    context.setTangent(result, tangent);
  return success();
}
