//===- ArithRules.cpp - Derivative rows of the arith dialect --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op needs no row if all its operands or all its results are integers, which
// have no derivative: integer, index and comparison ops, and conversions
// between integers and floats.
//
// A derivative through scaling_extf or scaling_truncf, without row, is an
// error.
//
//===----------------------------------------------------------------------===//

#include "BitcastRule.h"
#include "ExtremumPartials.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sg/Rules/Rules.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

/// Transposes extf and truncf: converts the cotangent to the operand's type.
template <typename Op>
static LogicalResult transposeCast(Op op, ReverseContext &context) {
  Value cotangent = context.wideCotangent(op.getResult());
  Type type = getAccumulatorType(op.getOperand().getType());
  context.accumulate(op.getOperand(),
                     context.convert(cotangent, type, op.getLoc()));
  return success();
}

/// Returns the partial derivative of maxnumf and minnumf in `x` for the case
/// that the comparison with `z` does not select `x`: 0.5 for a tie, and 1 if
/// only `z` is NaN. The expression does not read the result, which in a
/// recomputed body may differ from both operands in the last bit.
static Expr partialIfNotSelected(Expr x, Expr z) {
  Expr isNumber = select(equal(x, x), 1.0, 0.0);
  return select(equal(x, z), 0.5, select(equal(z, z), 0.0, isNumber));
}

void sg::rules::registerArithRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    using E = Expr;
    auto zero = [](auto...) { return E(0); };
    auto one = [](auto...) { return E(1); };
    auto minusOne = [](auto...) { return E(-1); };

    inactive<arith::ConstantOp>(context);
    structured<BitcastRule, arith::BitcastOp>(context);
    linear<arith::ExtFOp>(context, transposeCast<arith::ExtFOp>);
    linear<arith::TruncFOp>(context, transposeCast<arith::TruncFOp>);

    // In each row, x and z are the operands and y is the result.
    scalar<arith::AddFOp>(context, one, one);
    // The second partial uses y / z instead of x / z^2, because z^2 may
    // overflow or underflow. The tangent or cotangent is divided by z first,
    // because y / z may overflow. At (0, 0): inf, NaN.
    scalar<arith::DivFOp>(
        context, [](E x, E z, E y) { return 1.0 / z; },
        [](E x, E z, E y) { return -((1.0 / z) * y); });
    // Tied operands get half of the derivative each. With a NaN operand: zero.
    scalar<arith::MaximumFOp>(
        context, [](E x, E z, E y) { return partialOfExtremum(x > z, x, z); },
        [](E x, E z, E y) { return partialOfExtremum(z > x, x, z); });
    // If one operand is NaN, the other operand, which is the result, gets the
    // whole derivative. If both are NaN, the derivatives are zero.
    scalar<arith::MaxNumFOp>(
        context,
        [](E x, E z, E y) {
          return select(x > z, 1.0, partialIfNotSelected(x, z));
        },
        [](E x, E z, E y) {
          return select(z > x, 1.0, partialIfNotSelected(z, x));
        });
    scalar<arith::MinimumFOp>(
        context, [](E x, E z, E y) { return partialOfExtremum(x < z, x, z); },
        [](E x, E z, E y) { return partialOfExtremum(z < x, x, z); });
    scalar<arith::MinNumFOp>(
        context,
        [](E x, E z, E y) {
          return select(x < z, 1.0, partialIfNotSelected(x, z));
        },
        [](E x, E z, E y) {
          return select(z < x, 1.0, partialIfNotSelected(z, x));
        });
    scalar<arith::MulFOp>(
        context, [](E x, E z, E y) { return z; },
        [](E x, E z, E y) { return x; });
    scalar<arith::NegFOp>(context, minusOne);
    // y = x - n z with an integer n. roundEven makes n exact and its derivative
    // zero. At a jump, n is the n of y. At z = 0: NaN, at z = inf: 0.
    scalar<arith::RemFOp>(
        context, one, [](E x, E z, E y) { return -roundEven((x - y) / z); });
    // Only the selected operand gets the cotangent.
    scalar<arith::SelectOp>(
        context, zero, [](E c, E x, E z, E y) { return select(c, 1.0, 0.0); },
        [](E c, E x, E z, E y) { return select(c, 0.0, 1.0); });
    scalar<arith::SubFOp>(context, one, minusOne);
  });
}
