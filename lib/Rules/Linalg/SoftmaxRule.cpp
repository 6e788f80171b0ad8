//===- SoftmaxRule.cpp - Derivative rule of linalg.softmax ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Jacobian of y = softmax(x) is diag(y) - y y^T. The Jacobian is symmetric,
// so that both modes map a tangent or cotangent d to y * (d - sum(y * d)). The
// sum is over the dimension of the softmax. y is the only residual.
//
//===----------------------------------------------------------------------===//

#include "SoftmaxRule.h"
#include "Contraction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/Rules/ZeroProduct.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

namespace {
struct SoftmaxRule
    : DifferentiableOpInterface::ExternalModel<SoftmaxRule, linalg::SoftmaxOp> {
  void derivativeFlow(Operation *o, FlowContext &flow) const {
    auto op = cast<linalg::SoftmaxOp>(o);
    if (op.hasPureTensorSemantics())
      return flow.edge(op.getInput(), op->getResult(0));
    for (Value operand : op->getOperands())
      flow.escape(op, operand);
  }

  LogicalResult pushforward(Operation *o, ForwardContext &context) const {
    auto op = cast<linalg::SoftmaxOp>(o);
    Value tangent = context.tangent(op.getInput());
    context.setTangent(op->getResult(0), apply(op, tangent, context));
    return success();
  }

  LogicalResult pullback(Operation *o, ReverseContext &context) const {
    auto op = cast<linalg::SoftmaxOp>(o);
    Value cotangent = context.cotangent(op->getResult(0));
    context.accumulate(op.getInput(), apply(op, cotangent, context));
    return success();
  }

private:
  /// Computes sum(y * d) as a contraction in which zero times NaN is zero. If a
  /// row has no finite element, its y is NaN, but a program may mask the row.
  static Value sumOfProducts(linalg::SoftmaxOp op, Value y, Value derivative,
                             Value zero, DerivativeContext &context) {
    OpBuilder &b = context.builder();
    unsigned rank = cast<ShapedType>(y.getType()).getRank();
    AffineMap all = b.getMultiDimIdentityMap(rank);
    AffineMap others = all.dropResult(op.getDimension());
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    iterators[op.getDimension()] = utils::IteratorType::reduction;
    return linalg::GenericOp::create(
               b, op.getLoc(), zero.getType(), ValueRange{y, derivative}, zero,
               ArrayRef{all, all, others}, iterators,
               [&](OpBuilder &b, Location loc, ValueRange x) {
                 Value y = context.convert(x[0], x[2].getType(), loc);
                 Value derivative = context.convert(x[1], x[2].getType(), loc);
                 Value term = multiplyValues(b, loc, y, derivative,
                                             ZeroProducts::Strong);
                 Value sum = arith::AddFOp::create(b, loc, x[2], term);
                 linalg::YieldOp::create(b, loc, sum);
               })
        .getResult(0);
  }

  static Value apply(linalg::SoftmaxOp op, Value derivative,
                     DerivativeContext &context) {
    OpBuilder &b = context.builder();
    Location loc = op.getLoc();
    Value y = context.primal(op->getResult(0));
    auto type = cast<RankedTensorType>(derivative.getType());
    int64_t rank = type.getRank();
    AffineMap all = b.getMultiDimIdentityMap(rank);
    AffineMap others = all.dropResult(op.getDimension());

    // Sum in the accumulator type.
    SmallVector<OpFoldResult> sizes = context.shape(op.getInput());
    SmallVector<OpFoldResult> rowSizes(sizes);
    rowSizes.erase(rowSizes.begin() + op.getDimension());
    SmallVector<int64_t> rowShape(type.getShape());
    rowShape.erase(rowShape.begin() + op.getDimension());
    Type element = getAccumulatorType(type.getElementType());
    Value zero =
        createZero(b, loc, RankedTensorType::get(rowShape, element), rowSizes);
    ZeroProducts zeros = context.zeroProducts();
    Value sum = zeros == ZeroProducts::Strong
                    ? sumOfProducts(op, y, derivative, zero, context)
                    : createContraction(b, loc, {y, all}, {derivative, all},
                                        {zero, others});

    Value empty = context.empty(op.getInput(), type);
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               b, loc, type, ValueRange{y, derivative, sum}, empty,
               {all, all, others, all}, iterators,
               [&](OpBuilder &b, Location loc, ValueRange x) {
                 Value y = context.convert(x[0], element, loc);
                 Value derivative = context.convert(x[1], element, loc);
                 Value centred =
                     arith::SubFOp::create(b, loc, derivative, x[2]);
                 Value scaled = multiplyValues(b, loc, y, centred, zeros);
                 Value rounded =
                     context.convert(scaled, type.getElementType(), loc);
                 linalg::YieldOp::create(b, loc, rounded);
               })
        .getResult(0);
  }
};
} // namespace

void sg::rules::attachSoftmaxRule(MLIRContext *context) {
  linalg::SoftmaxOp::attachInterface<SoftmaxRule>(*context);
}
