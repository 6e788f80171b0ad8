//===- ArithRules.cpp - Derivative rows of the arith dialect --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops whose operands or results all are integers need no row: nothing flows
// through what has no derivative by nature. That is every integer, index and
// compare op, and the conversions between integers and floats.
//
// Not here, hence an error where a derivative flows through them: scaling_extf,
// scaling_truncf.
//
//===----------------------------------------------------------------------===//

#include "BitcastRule.h"
#include "ExtremumPartials.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "sg/Rules/Rules.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

/// extf and truncf: the cotangent is converted back.
template <typename Op>
static LogicalResult transposeCast(Op op, ReverseContext &context) {
  Value cotangent = context.wideCotangent(op.getResult());
  Type type = getAccumulatorType(op.getOperand().getType());
  context.accumulate(op.getOperand(),
                     context.convert(cotangent, type, op.getLoc()));
  return success();
}

/// The partial derivative of maxnumf and minnumf in `x` where `x` is not the
/// one that is strictly better: a tie is shared, and a number wins over a NaN.
/// It asks nothing of the result, which in a body that is computed again need
/// not equal either operand to the last bit.
static Expr shareOfTieOrNumber(Expr x, Expr z) {
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

    // In each row x and z are the operands, y is the result.
    scalar<arith::AddFOp>(context, one, one);
    // From the result: z^2 may overflow, or vanish. So may y / z, where the
    // derivative divided by z does not. At (0, 0): inf, NaN.
    scalar<arith::DivFOp>(
        context, [](E x, E z, E y) { return 1.0 / z; },
        [](E x, E z, E y) { return -((1.0 / z) * y); });
    // A tie is shared equally. Of a NaN: zero to both.
    scalar<arith::MaximumFOp>(
        context, [](E x, E z, E y) { return partialOfExtremum(x > z, x, z); },
        [](E x, E z, E y) { return partialOfExtremum(z > x, x, z); });
    // Of one NaN: all to the other operand, which is the result; of two: zero.
    scalar<arith::MaxNumFOp>(
        context,
        [](E x, E z, E y) {
          return select(x > z, 1.0, shareOfTieOrNumber(x, z));
        },
        [](E x, E z, E y) {
          return select(z > x, 1.0, shareOfTieOrNumber(z, x));
        });
    scalar<arith::MinimumFOp>(
        context, [](E x, E z, E y) { return partialOfExtremum(x < z, x, z); },
        [](E x, E z, E y) { return partialOfExtremum(z < x, x, z); });
    scalar<arith::MinNumFOp>(
        context,
        [](E x, E z, E y) {
          return select(x < z, 1.0, shareOfTieOrNumber(x, z));
        },
        [](E x, E z, E y) {
          return select(z < x, 1.0, shareOfTieOrNumber(z, x));
        });
    scalar<arith::MulFOp>(
        context, [](E x, E z, E y) { return z; },
        [](E x, E z, E y) { return x; });
    scalar<arith::NegFOp>(context, minusOne);
    // y = x - n z, where n is constant but at its jumps: there the value is
    // that of the side on which y is. Rounded, n is exact and has no
    // derivative. At z = 0: NaN, at z = inf: 0.
    scalar<arith::RemFOp>(
        context, one, [](E x, E z, E y) { return -roundEven((x - y) / z); });
    // Only the side that was chosen gets the cotangent.
    scalar<arith::SelectOp>(
        context, zero, [](E c, E x, E z, E y) { return select(c, 1.0, 0.0); },
        [](E c, E x, E z, E y) { return select(c, 0.0, 1.0); });
    scalar<arith::SubFOp>(context, one, minusOne);
  });
}
