//===- RuleKinds.cpp - The kinds of derivative rules ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules/RuleKinds.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

/// slope * partial, or null if that is zero. The slope is one more leaf, so
/// that constant factors vanish and a select keeps the unchosen side out. Over
/// narrow floats what rounds more than once is computed, and returned, in the
/// accumulator type.
static Value scaled(Operation *op, DerivativeContext &context,
                    const Expr &partial, Value slope) {
  unsigned numOperands = op->getNumOperands();
  Expr product = Expr::leaf(numOperands + 1) * partial;
  if (product.isConstant(0))
    return {};
  Location loc = op->getLoc();
  if (product.countRoundings() > 1)
    slope = context.convert(slope, getAccumulatorType(slope.getType()), loc);
  Type element = getElementTypeOrSelf(slope);
  return product.emit(
      context.builder(), loc, slope, [&](unsigned leaf) -> Value {
        if (leaf == numOperands + 1)
          return slope;
        Value value =
            leaf < numOperands ? op->getOperand(leaf) : Value(op->getResult(0));
        value = context.primal(value);
        if (!isa<FloatType>(getElementTypeOrSelf(value)))
          return value;
        return context.convert(value, element, loc);
      });
}

LogicalResult sg::rules::pushforwardScalar(Operation *op,
                                           ForwardContext &context,
                                           ArrayRef<Expr> partials) {
  SmallVector<Value> terms;
  for (auto [operand, partial] : llvm::zip(op->getOperands(), partials))
    if (Value tangent = context.tangent(operand))
      if (Value term = scaled(op, context, partial, tangent))
        terms.push_back(term);
  // One of them in the accumulator type makes the sum one.
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  bool isWide =
      llvm::any_of(terms, [&](Value term) { return term.getType() != type; });
  Value sum;
  for (Value term : terms) {
    if (isWide)
      term = context.convert(term, getAccumulatorType(type), loc);
    sum = context.add(sum, term, loc);
  }
  if (sum)
    context.setTangent(op->getResult(0), context.convert(sum, type, loc));
  return success();
}

LogicalResult sg::rules::pullbackScalar(Operation *op, ReverseContext &context,
                                        ArrayRef<Expr> partials) {
  Value slope = context.wideCotangent(op->getResult(0));
  for (auto [operand, partial] : llvm::zip(op->getOperands(), partials))
    if (context.isActive(operand))
      context.accumulate(operand, scaled(op, context, partial, slope));
  return success();
}

LogicalResult sg::rules::pushforwardLinear(Operation *op,
                                           ForwardContext &context) {
  IRMapping map;
  for (Value operand : op->getOperands())
    if (isDifferentiable(operand.getType()))
      map.map(operand, context.tangentOrZero(operand));
  Operation *tangent = context.builder().clone(*op, map);
  for (auto [result, slope] :
       llvm::zip(op->getResults(), tangent->getResults()))
    context.setTangent(result, slope);
  return success();
}
