//===- Elementwise.cpp - Elementwise functions of numbers -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Sections.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace sg::array;

/// Builds an op on floats of one operand, with a variant for complex numbers
/// unless `ComplexOp` is void.
template <typename Op, typename ComplexOp = void>
static Arrays unary(const ArrayOpCall &call) {
  const Array &x = call[0];
  if constexpr (!std::is_void_v<ComplexOp>)
    if (isComplex(x.getDType()))
      return {emitScalar<ComplexOp>(call.b, x.getDType(), {x})};
  if (!isFloat(x.getDType()))
    return refuseType(call, x);
  return {emit<Op>(call.b, x.getDType(), {x})};
}

/// Builds an op on numbers of two operands, with a variant for each kind of
/// number. Without `ComplexOp`, complex numbers are refused.
template <typename FloatOp, typename SignedOp, typename UnsignedOp = SignedOp,
          typename ComplexOp = void>
static Arrays binary(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call);
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  if constexpr (!std::is_void_v<ComplexOp>)
    if (isComplex(dtype))
      return {emitScalar<ComplexOp>(call.b, dtype, *xs)};
  if (isFloat(dtype))
    return {emit<FloatOp>(call.b, dtype, *xs)};
  if (!isInteger(dtype))
    return refuseType(call, xs->front());
  return {isUnsigned(dtype) ? emit<UnsignedOp>(call.b, dtype, *xs)
                            : emit<SignedOp>(call.b, dtype, *xs)};
}

static Arrays divide(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(
      call, [](DType dtype) { return isFloat(dtype) || isComplex(dtype); });
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  if (isComplex(dtype))
    return {emitScalar<complex::DivOp>(call.b, dtype, *xs)};
  return {emit<arith::DivFOp>(call.b, dtype, *xs)};
}

/// Builds an op on floats of two operands.
template <typename Op>
static Arrays binaryFloat(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call, isFloat);
  if (failed(xs))
    return {};
  DType dtype = xs->front().getDType();
  return {emit<Op>(call.b, dtype, *xs)};
}

static Arrays absolute(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (isFloat(x.getDType()))
    return {emit<math::AbsFOp>(call.b, x.getDType(), {x})};
  if (isComplex(x.getDType()))
    return {emitScalar<complex::AbsOp>(call.b, getRealType(x.getDType()), {x})};
  if (!isInteger(x.getDType()))
    return refuseType(call, x);
  if (isUnsigned(x.getDType()))
    return {x};
  return {emit<math::AbsIOp>(call.b, x.getDType(), {x})};
}

static Arrays negative(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (isFloat(x.getDType()))
    return {emit<arith::NegFOp>(call.b, x.getDType(), {x})};
  if (isComplex(x.getDType()))
    return {emitScalar<complex::NegOp>(call.b, x.getDType(), {x})};
  if (!isInteger(x.getDType()))
    return refuseType(call, x);
  return {emit<arith::SubIOp>(call.b, x.getDType(),
                              {makeFullLike(call.b, x, 0.0), x})};
}

static Arrays positive(const ArrayOpCall &call) {
  if (call[0].getDType() == DType::Bool)
    return refuseType(call, call[0]);
  return {call[0]};
}

static Arrays square(const ArrayOpCall &call) {
  return {apply(call.b, "multiply", {call[0], call[0]})};
}

static Arrays reciprocal(const ArrayOpCall &call) {
  const Array &x = call[0];
  if (!isFloat(x.getDType()) && !isComplex(x.getDType()))
    return refuseType(call, x);
  return {apply(call.b, "divide", {makeFullLike(call.b, x, 1.0), x})};
}

static Arrays sign(const ArrayOpCall &call) {
  const Array &x = call[0];
  ArrayBuilder &b = call.b;
  if (x.getDType() == DType::Bool || isComplex(x.getDType()))
    return refuseType(call, x);
  Array zero = makeFullLike(b, x, 0.0), one = makeFullLike(b, x, 1.0);
  if (isFloat(x.getDType())) {
    // The sign of a zero is the zero, and that of NaN is NaN. The argument is
    // not returned for them, because the derivative is 0 everywhere.
    DType dtype = x.getDType();
    Array magnitude = emit<math::AbsFOp>(b, dtype, {x});
    Array isLarge = emit<arith::CmpFOp>(b, DType::Bool, {magnitude, zero},
                                        arith::CmpFPredicate::OGT);
    Array isZero = emit<arith::CmpFOp>(b, DType::Bool, {magnitude, zero},
                                       arith::CmpFPredicate::OEQ);
    Array unit = emit<math::CopySignOp>(b, dtype, {one, x});
    Array signedZero = emit<math::CopySignOp>(b, dtype, {zero, x});
    Array nan = makeFullLike(b, x, std::nan(""));
    Array rest = emit<arith::SelectOp>(b, dtype, {isZero, signedZero, nan});
    return {emit<arith::SelectOp>(b, dtype, {isLarge, unit, rest})};
  }
  if (isUnsigned(x.getDType()))
    return {emit<arith::MinUIOp>(b, x.getDType(), {x, one})};
  Array low =
      emit<arith::MaxSIOp>(b, x.getDType(), {x, makeFullLike(b, x, -1.0)});
  return {emit<arith::MinSIOp>(b, x.getDType(), {low, one})};
}

static Arrays logistic(const ArrayOpCall &call) {
  const Array &x = call[0];
  ArrayBuilder &b = call.b;
  DType dtype = x.getDType();
  if (!isFloat(dtype))
    return refuseType(call, x);
  // 1 / (1 + exp(-x)). exp overflows to infinity only where the result rounds
  // to 0, but its derivative is then infinity * 0; the rule y (1 - y) is
  // finite.
  return b.callWithRule(
      call.name, {x},
      [&](ArrayRef<Array> primals) -> Arrays {
        Array one = makeFullLike(b, primals[0], 1.0);
        Array minus = emit<arith::NegFOp>(b, dtype, primals);
        Array power = emit<math::ExpOp>(b, dtype, {minus});
        Array sum = emit<arith::AddFOp>(b, dtype, {one, power});
        return {emit<arith::DivFOp>(b, dtype, {one, sum})};
      },
      [&](ArrayRef<Array> primals, ArrayRef<Array> results,
          ArrayRef<Array> tangents) -> Arrays {
        Array one = makeFullLike(b, primals[0], 1.0);
        Array rest = emit<arith::SubFOp>(b, dtype, {one, results[0]});
        Array factor = emit<arith::MulFOp>(b, dtype, {results[0], rest});
        return {emit<arith::MulFOp>(b, dtype, {tangents[0], factor})};
      });
}

static constexpr ArrayOp kRows[] = {
    {"abs(x)",
     "The absolute value of each element. That of a complex number is real.",
     "sign(x) dx; 0 at x = 0.", absolute},
    {"acos(x)", "The arc cosine in radians.", "-dx / sqrt(1 - x^2)",
     unary<math::AcosOp>},
    {"acosh(x)", "The inverse hyperbolic cosine.", "dx / sqrt(x^2 - 1)",
     unary<math::AcoshOp>},
    {"add(x, y)", "x + y.", "dx + dy",
     binary<arith::AddFOp, arith::AddIOp, arith::AddIOp, complex::AddOp>},
    {"asin(x)", "The arc sine in radians.", "dx / sqrt(1 - x^2)",
     unary<math::AsinOp>},
    {"asinh(x)", "The inverse hyperbolic sine.", "dx / sqrt(x^2 + 1)",
     unary<math::AsinhOp>},
    {"atan(x)", "The arc tangent in radians.", "dx / (1 + x^2)",
     unary<math::AtanOp>},
    {"atan2(y, x)", "The angle of the point (x, y) in radians.",
     "(x dy - y dx) / (x^2 + y^2); NaN at (0, 0).", binaryFloat<math::Atan2Op>},
    {"atanh(x)", "The inverse hyperbolic tangent.", "dx / (1 - x^2)",
     unary<math::AtanhOp>},
    {"cbrt(x)", "The cube root.", "dx / (3 cbrt(x)^2)", unary<math::CbrtOp>},
    {"cos(x)", "The cosine of an angle in radians.", "-sin(x) dx",
     unary<math::CosOp>},
    {"cosh(x)", "The hyperbolic cosine.", "sinh(x) dx", unary<math::CoshOp>},
    {"divide(x, y)",
     "x / y, for floats and complex numbers. The latter follow annex G of the "
     "C standard at infinities.",
     "dx / y - x dy / y^2", divide},
    {"erf(x)", "The error function.", "2 / sqrt(pi) exp(-x^2) dx",
     unary<math::ErfOp>},
    {"erfc(x)", "1 - erf(x).", "-2 / sqrt(pi) exp(-x^2) dx",
     unary<math::ErfcOp>},
    {"exp(x)", "The exponential function.", "exp(x) dx",
     unary<math::ExpOp, complex::ExpOp>},
    {"exp2(x)", "2 to the power of x.", "ln(2) 2^x dx", unary<math::Exp2Op>},
    {"expm1(x)", "exp(x) - 1, without cancellation near 0.", "exp(x) dx",
     unary<math::ExpM1Op>},
    {"log(x)", "The natural logarithm.", "dx / x",
     unary<math::LogOp, complex::LogOp>},
    {"log10(x)", "The logarithm in base 10.", "dx / (x ln(10))",
     unary<math::Log10Op>},
    {"log1p(x)", "log(1 + x), without cancellation near 0.", "dx / (1 + x)",
     unary<math::Log1pOp>},
    {"log2(x)", "The logarithm in base 2.", "dx / (x ln(2))",
     unary<math::Log2Op>},
    {"logistic(x)", "1 / (1 + exp(-x)).", "y (1 - y) dx for the result y.",
     logistic},
    {"maximum(x, y)", "The larger element. NaN if one is NaN.",
     "The derivative of the larger element; half of each at a tie.",
     binary<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>},
    {"minimum(x, y)", "The smaller element. NaN if one is NaN.",
     "The derivative of the smaller element; half of each at a tie.",
     binary<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>},
    {"multiply(x, y)", "x y.", "x dy + y dx",

     binary<arith::MulFOp, arith::MulIOp, arith::MulIOp, complex::MulOp>},
    {"negative(x)", "-x.", "-dx", negative},
    {"positive(x)", "x.", "dx", positive},
    {"reciprocal(x)", "1 / x, for floats and complex numbers.", "-dx / x^2",
     reciprocal},
    {"rsqrt(x)", "1 / sqrt(x).", "-dx / (2 x sqrt(x))", unary<math::RsqrtOp>},
    {"sign(x)", "-1, 0 or 1. A zero and NaN are returned unchanged.", "0",
     sign},
    {"sin(x)", "The sine of an angle in radians.", "cos(x) dx",
     unary<math::SinOp>},
    {"sinh(x)", "The hyperbolic sine.", "cosh(x) dx", unary<math::SinhOp>},
    {"sqrt(x)", "The square root.", "dx / (2 sqrt(x)); infinite at 0.",
     unary<math::SqrtOp, complex::SqrtOp>},
    {"square(x)", "x x.", "2 x dx", square},
    {"subtract(x, y)", "x - y.", "dx - dy",

     binary<arith::SubFOp, arith::SubIOp, arith::SubIOp, complex::SubOp>},
    {"tan(x)", "The tangent of an angle in radians.", "(1 + y^2) dx",
     unary<math::TanOp>},
    {"tanh(x)", "The hyperbolic tangent.", "(1 - y^2) dx", unary<math::TanhOp>},
};

ArrayRef<ArrayOp> sg::array::getElementwiseOps() { return kRows; }
