//===- MathRules.cpp - Derivative rows of the math dialect ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In each row, y is the result, and the parameters before y are the operands.
// Formulas: NIST Digital Library of Mathematical Functions, chapters 4 and 7.
// Comments give the value at points without a derivative, and reasons for
// longer formulas. Classification ops and ops on integers need no row.
//
//===----------------------------------------------------------------------===//

#include "ExtremumPartials.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "sg/Rules/RuleKinds.h"
#include "sg/Rules/Rules.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::grad;
using namespace sg::rules;

using E = Expr;

/// For larger |x|, 1 + x^2 rounds to x^2 in f64, and x^2 may overflow.
static constexpr double kLarge = 1e8;

/// Returns the partial derivative of max(x, z) in x, which equals that of
/// min(x, z) in z.
static E partialOfMax(E x, E z) { return partialOfExtremum(x > z, x, z); }
/// Returns min(x, high), or `high` if `x` is NaN.
static E atMost(E x, E high) { return select(x < high, x, high); }

/// Returns 1 - x^2. Near 1, 1 - x * x cancels, but (1 - x)(1 + x) does not.
/// Near 0, the terms of the derivative of (1 - x)(1 + x) cancel.
static E oneMinusSquare(E x) {
  return select(abs(x) > 0.5, (1.0 - x) * (1.0 + x), 1.0 - x * x);
}

/// Expands math.sincos into math.sin and math.cos.
static SmallVector<Value> expandSincos(math::SincosOp op, OpBuilder &b) {
  Value sine =
      math::SinOp::create(b, op.getLoc(), op.getOperand(), op.getFastmath());
  Value cosine =
      math::CosOp::create(b, op.getLoc(), op.getOperand(), op.getFastmath());
  return {sine, cosine};
}

/// Returns d atan2(x, z) / dx = z / (x^2 + z^2) if `isFirst`, otherwise d
/// atan2(x, z) / dz = -x / (x^2 + z^2). The larger operand is divided out, so
/// that no square overflows. The selects choose operands: a select between two
/// formulas would make the second derivative NaN on an axis, where the
/// unselected formula divides by zero.
static E atan2Partial(E x, E z, bool isFirst) {
  E isSteep = abs(z) > abs(x);
  E large = select(isSteep, z, x), small = select(isSteep, x, z);
  E ratio = small / large;
  E alongSmall = 1.0 / (1.0 + ratio * ratio) / large;
  E alongLarge = ratio * alongSmall;
  return isFirst ? select(isSteep, alongSmall, alongLarge)
                 : select(isSteep, -alongLarge, -alongSmall);
}

void sg::rules::registerMathRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    auto zero = [](auto...) { return E(0); };
    auto one = [](auto...) { return E(1); };

    // Piecewise constant: zero, also at the jumps.
    inactive<math::CeilOp, math::FloorOp, math::RoundEvenOp, math::RoundOp,
             math::TruncOp>(context);

    // At 0 and NaN: 0.
    scalar<math::AbsFOp>(context, [](E x, E y) {
      return select(x > 0.0, 1.0, select(x < 0.0, -1.0, 0.0));
    });
    // At -1, 1: -inf; outside: NaN.
    scalar<math::AcosOp>(
        context, [](E x, E y) { return -(1.0 / sqrt(oneMinusSquare(x))); });
    // At 1: inf; below: NaN. Two roots, because (x - 1)(x + 1) may overflow.
    scalar<math::AcoshOp>(context, [](E x, E y) {
      return 1.0 / (sqrt(x - 1.0) * sqrt(x + 1.0));
    });
    // At -1, 1: inf; outside: NaN.
    scalar<math::AsinOp>(
        context, [](E x, E y) { return 1.0 / sqrt(oneMinusSquare(x)); });
    // The select is in the divisor, because an unselected 1 / |x| would make
    // the second derivative NaN at 0.
    scalar<math::AsinhOp>(context, [](E x, E y) {
      return 1.0 / select(abs(x) > kLarge, abs(x), sqrt(1.0 + x * x));
    });
    scalar<math::AtanOp>(context, [](E x, E y) { return 1.0 / (1.0 + x * x); });
    // At (0, 0), and if both operands are infinite: NaN.
    scalar<math::Atan2Op>(
        context, [](E x, E z, E y) { return atan2Partial(x, z, true); },
        [](E x, E z, E y) { return atan2Partial(x, z, false); });
    // At -1, 1: inf. Outside, where y is NaN: the formula's value.
    scalar<math::AtanhOp>(context,
                          [](E x, E y) { return 1.0 / oneMinusSquare(x); });
    // At 0: inf.
    scalar<math::CbrtOp>(context,
                         [](E x, E y) { return 1.0 / (3.0 * (y * y)); });
    // max(min(x, high), low), which differs from min(max(x, low), high) if
    // low > high. Each tie is shared equally. At NaN: 0.
    scalar<math::ClampFOp>(
        context,
        [](E x, E low, E high, E y) {
          return partialOfMax(atMost(x, high), low) * partialOfMax(high, x);
        },
        [](E x, E low, E high, E y) {
          return partialOfMax(low, atMost(x, high));
        },
        [](E x, E low, E high, E y) {
          return partialOfMax(atMost(x, high), low) * partialOfMax(x, high);
        });
    // |x| with the sign of z. At x = 0 and x = NaN: 0, as for |x|. In z: 0.
    scalar<math::CopySignOp>(
        context,
        [](E x, E z, E y) {
          E sign = copysign(1.0, z);
          return select(x > 0.0, sign, select(x < 0.0, -sign, 0.0));
        },
        zero);
    scalar<math::CosOp>(context, [](E x, E y) { return -sin(x); });
    scalar<math::CoshOp>(context, [](E x, E y) { return sinh(x); });
    scalar<math::ErfOp>(context, [](E x, E y) {
      return 2.0 * llvm::numbers::inv_sqrtpi * exp(-(x * x));
    });
    scalar<math::ErfcOp>(context, [](E x, E y) {
      return -2.0 * llvm::numbers::inv_sqrtpi * exp(-(x * x));
    });
    scalar<math::Exp2Op>(context,
                         [](E x, E y) { return llvm::numbers::ln2 * y; });
    // y + 1 cancels for negative x, and is 0 for x < -37 in f64.
    scalar<math::ExpM1Op>(context, [](E x, E y) { return exp(x); });
    scalar<math::ExpOp>(context, [](E x, E y) { return y; });
    // x^0 is constant, also at x = 0.
    scalar<math::FPowIOp>(
        context,
        [](E x, E n, E y) { return toFloat(n) * powDecremented(x, n); }, zero);
    scalar<math::FmaOp>(
        context, [](E a, E b, E c, E y) { return b; },
        [](E a, E b, E c, E y) { return a; }, one);
    // For all logarithms: inf at the pole; below, where y is NaN: the formula's
    // value.
    scalar<math::Log10Op>(
        context, [](E x, E y) { return 1.0 / (llvm::numbers::ln10 * x); });
    scalar<math::Log1pOp>(context, [](E x, E y) { return 1.0 / (1.0 + x); });
    scalar<math::Log2Op>(
        context, [](E x, E y) { return 1.0 / (llvm::numbers::ln2 * x); });
    // At -0: -inf.
    scalar<math::LogOp>(context, [](E x, E y) { return 1.0 / x; });
    // Partial derivative in the base x: 0 at z = 0, because x^0 is constant. At
    // z = 0 the code computes z / x, because 0 * x^-1 is NaN if x^-1 overflows.
    // Partial derivative in the exponent z: at x = 0, the limit 0 for z >= 0,
    // and NaN for z < 0, where y is infinite; for x < 0, NaN, because the
    // derivative is not real. The selects choose operands, because an
    // unselected formula would make the second derivative NaN.
    scalar<math::PowFOp>(
        context,
        [](E x, E z, E y) {
          E isConstant = equal(z, 0.0);
          E pole = select(equal(x, 0.0), 1.0, x);
          return select(isConstant, z / select(isConstant, pole, 1.0),
                        z * pow(select(isConstant, 1.0, x), z - 1.0));
        },
        [](E x, E z, E y) { return y * log(select(equal(x, 0.0), 1.0, x)); });
    // At 0: -inf; below: NaN.
    scalar<math::RsqrtOp>(context, [](E x, E y) { return -0.5 * (y / x); });
    scalar<math::SinOp>(context, [](E x, E y) { return cos(x); });
    decomposed<math::SincosOp>(context, expandSincos);
    scalar<math::SinhOp>(context, [](E x, E y) { return cosh(x); });
    // At 0: inf, at -0: -inf; below: NaN.
    scalar<math::SqrtOp>(context, [](E x, E y) { return 0.5 / y; });
    scalar<math::TanOp>(context, [](E x, E y) { return 1.0 + y * y; });
    // Near y = 0, the terms of the second derivative cancel if the first is
    // written as (1 - y)(1 + y). Near y = 1, both forms are equally inexact,
    // because y is rounded. 1 / cosh(x)^2 is more exact, but costs an exp.
    scalar<math::TanhOp>(context, [](E x, E y) { return 1.0 - y * y; });
  });
}
