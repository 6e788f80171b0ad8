//===- Operations.h - The operations on arrays ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function for each operation of docs/ArrayOperations.md. The operation
// stop_gradient is the function sg::stopGradient: each underscore makes the
// next letter a capital. Parameters have the order of the table, optional ones
// last. {} is the default of a parameter that may be None. Operations without
// arrays have the builder as first parameter.
//
// An operand is an array or a number (sg::Operand). A number as condition,
// index, key or probability is an int64 or a float64.
//
// Generated from the table in lib/ArrayOps by
// scripts/make_array_operations.py.
//
//===----------------------------------------------------------------------===//

#ifndef SG_BUILDER_OPERATIONS_H
#define SG_BUILDER_OPERATIONS_H

#include "sg/Builder/Functions.h"

namespace sg {
inline namespace builder {

/// Converts the elements. Floats are rounded to nearest; as integers they are
/// rounded to zero and clamped to the range, and NaN is 0. Integers wrap
/// around. As bool, a number is true unless it is 0. A complex number converts
/// only to complex types and bool. Derivative: dx, converted, from float to
/// float.
inline Array astype(const Operand &x, DType dtype,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("astype", location);
  operation.addOperand(x);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// An array whose elements are all `fill_value`.
inline Array full(const Builder &builder, const Shape &shape, double fillValue,
                  DType dtype = DType::Float64,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("full", location, builder.getHandle(location));
  operation.addSizes("shape", shape);
  operation.addFloat("fill_value", fillValue);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// The index of each element along an axis.
inline Array iota(const Builder &builder, const Shape &shape, int64_t axis = 0,
                  DType dtype = DType::Int64,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("iota", location, builder.getHandle(location));
  operation.addSizes("shape", shape);
  operation.addInt("axis", axis);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// The absolute value of each element. That of a complex number is real.
/// Derivative: sign(x) dx; 0 at x = 0.
inline Array abs(const Operand &x,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("abs", location);
  operation.addOperand(x);
  return operation.build();
}

/// The arc cosine in radians. Derivative: -dx / sqrt(1 - x^2).
inline Array acos(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("acos", location);
  operation.addOperand(x);
  return operation.build();
}

/// The inverse hyperbolic cosine. Derivative: dx / sqrt(x^2 - 1).
inline Array acosh(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("acosh", location);
  operation.addOperand(x);
  return operation.build();
}

/// x + y. Derivative: dx + dy.
inline Array add(const Operand &x, const Operand &y,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("add", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The arc sine in radians. Derivative: dx / sqrt(1 - x^2).
inline Array asin(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("asin", location);
  operation.addOperand(x);
  return operation.build();
}

/// The inverse hyperbolic sine. Derivative: dx / sqrt(x^2 + 1).
inline Array asinh(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("asinh", location);
  operation.addOperand(x);
  return operation.build();
}

/// The arc tangent in radians. Derivative: dx / (1 + x^2).
inline Array atan(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("atan", location);
  operation.addOperand(x);
  return operation.build();
}

/// The angle of the point (x, y) in radians. Derivative: (x dy - y dx) / (x^2 +
/// y^2); NaN at (0, 0).
inline Array atan2(const Operand &y, const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("atan2", location);
  operation.addOperand(y);
  operation.addOperand(x);
  return operation.build();
}

/// The inverse hyperbolic tangent. Derivative: dx / (1 - x^2).
inline Array atanh(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("atanh", location);
  operation.addOperand(x);
  return operation.build();
}

/// The cube root. Derivative: dx / (3 cbrt(x)^2).
inline Array cbrt(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("cbrt", location);
  operation.addOperand(x);
  return operation.build();
}

/// The cosine of an angle in radians. Derivative: -sin(x) dx.
inline Array cos(const Operand &x,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("cos", location);
  operation.addOperand(x);
  return operation.build();
}

/// The hyperbolic cosine. Derivative: sinh(x) dx.
inline Array cosh(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("cosh", location);
  operation.addOperand(x);
  return operation.build();
}

/// x / y, for floats and complex numbers. The latter follow annex G of the C
/// standard at infinities. Derivative: dx / y - x dy / y^2.
inline Array divide(const Operand &x, const Operand &y,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("divide", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The error function. Derivative: 2 / sqrt(pi) exp(-x^2) dx.
inline Array erf(const Operand &x,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("erf", location);
  operation.addOperand(x);
  return operation.build();
}

/// 1 - erf(x). Derivative: -2 / sqrt(pi) exp(-x^2) dx.
inline Array erfc(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("erfc", location);
  operation.addOperand(x);
  return operation.build();
}

/// The exponential function. Derivative: exp(x) dx.
inline Array exp(const Operand &x,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("exp", location);
  operation.addOperand(x);
  return operation.build();
}

/// 2 to the power of x. Derivative: ln(2) 2^x dx.
inline Array exp2(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("exp2", location);
  operation.addOperand(x);
  return operation.build();
}

/// exp(x) - 1, without cancellation near 0. Derivative: exp(x) dx.
inline Array expm1(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("expm1", location);
  operation.addOperand(x);
  return operation.build();
}

/// The natural logarithm. Derivative: dx / x.
inline Array log(const Operand &x,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("log", location);
  operation.addOperand(x);
  return operation.build();
}

/// The logarithm in base 10. Derivative: dx / (x ln(10)).
inline Array log10(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("log10", location);
  operation.addOperand(x);
  return operation.build();
}

/// log(1 + x), without cancellation near 0. Derivative: dx / (1 + x).
inline Array log1p(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("log1p", location);
  operation.addOperand(x);
  return operation.build();
}

/// The logarithm in base 2. Derivative: dx / (x ln(2)).
inline Array log2(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("log2", location);
  operation.addOperand(x);
  return operation.build();
}

/// 1 / (1 + exp(-x)). Derivative: y (1 - y) dx for the result y.
inline Array logistic(const Operand &x,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("logistic", location);
  operation.addOperand(x);
  return operation.build();
}

/// The larger element. NaN if one is NaN. Derivative: The derivative of the
/// larger element; half of each at a tie.
inline Array maximum(const Operand &x, const Operand &y,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("maximum", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The smaller element. NaN if one is NaN. Derivative: The derivative of the
/// smaller element; half of each at a tie.
inline Array minimum(const Operand &x, const Operand &y,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("minimum", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// x y. Derivative: x dy + y dx.
inline Array multiply(const Operand &x, const Operand &y,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("multiply", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// -x. Derivative: -dx.
inline Array negative(const Operand &x,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("negative", location);
  operation.addOperand(x);
  return operation.build();
}

/// x. Derivative: dx.
inline Array positive(const Operand &x,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("positive", location);
  operation.addOperand(x);
  return operation.build();
}

/// 1 / x, for floats and complex numbers. Derivative: -dx / x^2.
inline Array reciprocal(const Operand &x,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("reciprocal", location);
  operation.addOperand(x);
  return operation.build();
}

/// 1 / sqrt(x). Derivative: -dx / (2 x sqrt(x)).
inline Array rsqrt(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("rsqrt", location);
  operation.addOperand(x);
  return operation.build();
}

/// -1, 0 or 1. A zero and NaN are returned unchanged. Derivative: 0.
inline Array sign(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("sign", location);
  operation.addOperand(x);
  return operation.build();
}

/// The sine of an angle in radians. Derivative: cos(x) dx.
inline Array sin(const Operand &x,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("sin", location);
  operation.addOperand(x);
  return operation.build();
}

/// The hyperbolic sine. Derivative: cosh(x) dx.
inline Array sinh(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("sinh", location);
  operation.addOperand(x);
  return operation.build();
}

/// The square root. Derivative: dx / (2 sqrt(x)); infinite at 0.
inline Array sqrt(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("sqrt", location);
  operation.addOperand(x);
  return operation.build();
}

/// x x. Derivative: 2 x dx.
inline Array square(const Operand &x,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("square", location);
  operation.addOperand(x);
  return operation.build();
}

/// x - y. Derivative: dx - dy.
inline Array subtract(const Operand &x, const Operand &y,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("subtract", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The tangent of an angle in radians. Derivative: (1 + y^2) dx.
inline Array tan(const Operand &x,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("tan", location);
  operation.addOperand(x);
  return operation.build();
}

/// The hyperbolic tangent. Derivative: (1 - y^2) dx.
inline Array tanh(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("tanh", location);
  operation.addOperand(x);
  return operation.build();
}

/// The complex conjugate. A real number is returned unchanged. Derivative: dx
/// for a real number.
inline Array conj(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("conj", location);
  operation.addOperand(x);
  return operation.build();
}

/// The imaginary part. That of a real number is 0.
inline Array imag(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("imag", location);
  operation.addOperand(x);
  return operation.build();
}

/// The complex number with these parts, which are float32 or float64.
inline Array makeComplex(const Operand &real, const Operand &imag,
                         SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("make_complex", location);
  operation.addOperand(real);
  operation.addOperand(imag);
  return operation.build();
}

/// The real part. A real number is returned unchanged. Derivative: dx for a
/// real number.
inline Array real(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("real", location);
  operation.addOperand(x);
  return operation.build();
}

/// x shifted by y bits to the left.
inline Array
bitwiseLeftShift(const Operand &x, const Operand &y,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("bitwise_left_shift", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// x shifted by y bits to the right. The sign is kept.
inline Array
bitwiseRightShift(const Operand &x, const Operand &y,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("bitwise_right_shift", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The least integer that is not less than x. Derivative: 0.
inline Array ceil(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("ceil", location);
  operation.addOperand(x);
  return operation.build();
}

/// |x| with the sign of y. Derivative: sign(x) sign(y) dx; 0 at x = 0.
inline Array copysign(const Operand &x, const Operand &y,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("copysign", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The largest integer that does not exceed x. Derivative: 0.
inline Array floor(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("floor", location);
  operation.addOperand(x);
  return operation.build();
}

/// x / y, rounded down. An integer divided by 0 is 0. Derivative: 0.
inline Array floorDivide(const Operand &x, const Operand &y,
                         SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("floor_divide", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// x - trunc(x / y) y, which has the sign of x, for floats. NaN for y = 0.
/// Derivative: dx - trunc(x / y) dy.
inline Array fmod(const Operand &x, const Operand &y,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("fmod", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// x to the power of n by multiplications: 1 for n = 0. Derivative: n x^(n-1)
/// dx; 0 for n = 0.
inline Array integerPow(const Operand &x, int64_t n,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("integer_pow", location);
  operation.addOperand(x);
  operation.addInt("n", n);
  return operation.build();
}

/// x with NaN and infinities replaced; without a number for infinities, by the
/// largest and smallest finite number. Derivative: dx where x is finite,
/// otherwise 0.
inline Array nanToNum(const Operand &x, double nan = 0,
                      std::optional<double> posinf = {},
                      std::optional<double> neginf = {},
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("nan_to_num", location);
  operation.addOperand(x);
  operation.addFloat("nan", nan);
  operation.addFloat("posinf", posinf);
  operation.addFloat("neginf", neginf);
  return operation.build();
}

/// x to the power of y. Derivative: y x^(y-1) dx + ln(x) x^y dy; 0 for dx at y
/// = 0, and for dy at x = 0.
inline Array pow(const Operand &x, const Operand &y,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("pow", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// x - floor(x / y) y, which has the sign of y. 0 for an integer and y = 0.
/// Derivative: dx - floor(x / y) dy.
inline Array remainder(const Operand &x, const Operand &y,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("remainder", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The nearest integer, ties to even. Derivative: 0.
inline Array round(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("round", location);
  operation.addOperand(x);
  return operation.build();
}

/// True for a negative float, also for -0.
inline Array signbit(const Operand &x,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("signbit", location);
  operation.addOperand(x);
  return operation.build();
}

/// x, rounded to zero. Derivative: 0.
inline Array trunc(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("trunc", location);
  operation.addOperand(x);
  return operation.build();
}

/// The bits of the elements as a type of the same size. Derivative: 0.
inline Array bitcast(const Operand &x, DType dtype,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("bitcast", location);
  operation.addOperand(x);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// The float after x in the direction of y. y if x equals y. Derivative: dx.
inline Array nextafter(const Operand &x, const Operand &y,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("nextafter", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The derivative of lgamma. Derivative: polygamma(1, x) dx.
inline Array digamma(const Operand &x,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("digamma", location);
  operation.addOperand(x);
  return operation.build();
}

/// The inverse of erf. Infinite at -1 and 1, NaN outside. Derivative: sqrt(pi)
/// / 2 exp(y^2) dx for the result y.
inline Array erfInv(const Operand &x,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("erf_inv", location);
  operation.addOperand(x);
  return operation.build();
}

/// sqrt(x^2 + y^2), without overflow. Derivative: (x dx + y dy) / hypot(x, y);
/// 0 at (0, 0), NaN if both are infinite.
inline Array hypot(const Operand &x, const Operand &y,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("hypot", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The logarithm of |gamma(x)|. Infinite at 0, -1, -2, ... Derivative:
/// digamma(x) dx.
inline Array lgamma(const Operand &x,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("lgamma", location);
  operation.addOperand(x);
  return operation.build();
}

/// log(exp(x) + exp(y)), without overflow. Derivative: exp(x - z) dx + exp(y -
/// z) dy for the result z.
inline Array logaddexp(const Operand &x, const Operand &y,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("logaddexp", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// Derivative n of digamma. At 0, -1, -2, ... it is infinite for odd n and NaN
/// for even n. Derivative: polygamma(n + 1, x) dx.
inline Array polygamma(const Operand &x, int64_t n,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("polygamma", location);
  operation.addOperand(x);
  operation.addInt("n", n);
  return operation.build();
}

/// log(1 + exp(x)), without overflow. Derivative: logistic(x) dx.
inline Array softplus(const Operand &x,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("softplus", location);
  operation.addOperand(x);
  return operation.build();
}

/// x log(1 + y), or 0 where x = 0 and y is a number. Derivative: log(1 + y) dx
/// + x / (1 + y) dy.
inline Array xlog1py(const Operand &x, const Operand &y,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("xlog1py", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// x log(y), or 0 where x = 0 and y is a number. Derivative: log(y) dx + x / y
/// dy.
inline Array xlogy(const Operand &x, const Operand &y,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("xlogy", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// x where x > 0, otherwise alpha (exp(x) - 1). Derivative: dx where x > 0,
/// otherwise alpha exp(x) dx.
inline Array elu(const Operand &x, double alpha = 1,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("elu", location);
  operation.addOperand(x);
  operation.addFloat("alpha", alpha);
  return operation.build();
}

/// x times the standard normal distribution function of x, approximated by tanh
/// unless `approximate` is false. Derivative: The derivative of the formula.
inline Array gelu(const Operand &x, bool approximate = true,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("gelu", location);
  operation.addOperand(x);
  operation.addBool("approximate", approximate);
  return operation.build();
}

/// x where x >= 0, otherwise negative_slope x. Derivative: dx where x >= 0,
/// otherwise negative_slope dx.
inline Array leakyRelu(const Operand &x, double negativeSlope = 0.01,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("leaky_relu", location);
  operation.addOperand(x);
  operation.addFloat("negative_slope", negativeSlope);
  return operation.build();
}

/// log(logistic(x)), without overflow. Derivative: logistic(-x) dx.
inline Array logSigmoid(const Operand &x,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("log_sigmoid", location);
  operation.addOperand(x);
  return operation.build();
}

/// maximum(x, 0). Derivative: dx where x > 0, otherwise 0.
inline Array relu(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("relu", location);
  operation.addOperand(x);
  return operation.build();
}

/// minimum(maximum(x, 0), 6). Derivative: dx where 0 < x < 6, otherwise 0.
inline Array relu6(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("relu6", location);
  operation.addOperand(x);
  return operation.build();
}

/// The scaled elu of self-normalizing networks, with alpha 1.6733 and the scale
/// 1.0507. Derivative: The derivative of the formula.
inline Array selu(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("selu", location);
  operation.addOperand(x);
  return operation.build();
}

/// x logistic(x). Derivative: The derivative of the formula.
inline Array silu(const Operand &x,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("silu", location);
  operation.addOperand(x);
  return operation.build();
}

/// x / (1 + |x|). Derivative: dx / (1 + |x|)^2.
inline Array softsign(const Operand &x,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("softsign", location);
  operation.addOperand(x);
  return operation.build();
}

/// The bits set in both integers.
inline Array bitwiseAnd(const Operand &x, const Operand &y,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("bitwise_and", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The bits not set in the integer.
inline Array
bitwiseInvert(const Operand &x,
              SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("bitwise_invert", location);
  operation.addOperand(x);
  return operation.build();
}

/// The bits set in either integer.
inline Array bitwiseOr(const Operand &x, const Operand &y,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("bitwise_or", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The bits set in one of two integers.
inline Array bitwiseXor(const Operand &x, const Operand &y,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("bitwise_xor", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// minimum(maximum(x, low), high). Derivative: The derivative of the argument
/// that is the result; half of each at a tie.
inline Array clip(const Operand &x, const Operand &low, const Operand &high,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("clip", location);
  operation.addOperand(x);
  operation.addOperand(low);
  operation.addOperand(high);
  return operation.build();
}

/// True where x = y. NaN differs from NaN.
inline Array equal(const Operand &x, const Operand &y,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("equal", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// True where x > y.
inline Array greater(const Operand &x, const Operand &y,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("greater", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// True where x >= y.
inline Array greaterEqual(const Operand &x, const Operand &y,
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("greater_equal", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// True where x, or each part of a complex number, is neither infinite nor NaN.
inline Array isfinite(const Operand &x,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("isfinite", location);
  operation.addOperand(x);
  return operation.build();
}

/// True where x, or a part of a complex number, is infinite.
inline Array isinf(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("isinf", location);
  operation.addOperand(x);
  return operation.build();
}

/// True where x, or a part of a complex number, is NaN.
inline Array isnan(const Operand &x,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("isnan", location);
  operation.addOperand(x);
  return operation.build();
}

/// True where x < y.
inline Array less(const Operand &x, const Operand &y,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("less", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// True where x <= y.
inline Array lessEqual(const Operand &x, const Operand &y,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("less_equal", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// True where both bools are.
inline Array logicalAnd(const Operand &x, const Operand &y,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("logical_and", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// True where the bool is false.
inline Array logicalNot(const Operand &x,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("logical_not", location);
  operation.addOperand(x);
  return operation.build();
}

/// True where one of the bools is.
inline Array logicalOr(const Operand &x, const Operand &y,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("logical_or", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// True where the bools differ.
inline Array logicalXor(const Operand &x, const Operand &y,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("logical_xor", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// True where x differs from y. NaN differs from NaN.
inline Array notEqual(const Operand &x, const Operand &y,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("not_equal", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// x where the condition is true, otherwise y. Derivative: dx where the
/// condition is true, otherwise dy.
inline Array where(const Operand &condition, const Operand &x, const Operand &y,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("where", location);
  operation.addOperand(condition, detail::Role::Separate);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// Repeats axes of size 1 and adds leading axes. Derivative: dx, broadcast.
inline Array broadcastTo(const Operand &x, const Shape &shape,
                         SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("broadcast_to", location);
  operation.addOperand(x);
  operation.addSizes("shape", shape);
  return operation.build();
}

/// Joins arrays along an axis. Derivative: The derivatives, joined.
inline Array concat(const Operands &arrays, int64_t axis = 0,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("concat", location);
  operation.addOperands(arrays);
  operation.addInt("axis", axis);
  return operation.build();
}

/// Adds an axis of size 1. Derivative: dx, expanded.
inline Array expandDims(const Operand &x, int64_t axis = 0,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("expand_dims", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  return operation.build();
}

/// Exchanges the last two axes. Derivative: dx, transposed.
inline Array
matrixTranspose(const Operand &x,
                SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("matrix_transpose", location);
  operation.addOperand(x);
  return operation.build();
}

/// Moves an axis to another position. Derivative: dx, moved.
inline Array moveaxis(const Operand &x, int64_t source, int64_t destination,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("moveaxis", location);
  operation.addOperand(x);
  operation.addInt("source", source);
  operation.addInt("destination", destination);
  return operation.build();
}

/// Permutes the axes: axis i of the result is axis axes[i] of x. Derivative:
/// dx, permuted.
inline Array permuteDims(const Operand &x, const Integers &axes,
                         SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("permute_dims", location);
  operation.addOperand(x);
  operation.addInts("axes", axes);
  return operation.build();
}

/// Changes the sizes and keeps the elements in row-major order. A size of -1 is
/// computed from the others. Derivative: dx, reshaped.
inline Array reshape(const Operand &x, const Shape &shape,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("reshape", location);
  operation.addOperand(x);
  operation.addSizes("shape", shape);
  return operation.build();
}

/// Removes axes of size 1. Derivative: dx, squeezed.
inline Array squeeze(const Operand &x, const Integers &axis,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("squeeze", location);
  operation.addOperand(x);
  operation.addInts("axis", axis);
  return operation.build();
}

/// Joins arrays along a new axis. Derivative: The derivatives, stacked.
inline Array stack(const Operands &arrays, int64_t axis = 0,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("stack", location);
  operation.addOperands(arrays);
  operation.addInt("axis", axis);
  return operation.build();
}

/// The slice with `sizes` that begins at the integers `starts`, one for each
/// axis. Starts are clamped so that the slice is in bounds. Derivative: The
/// slice of dx.
inline Array dynamicSlice(const Operand &x, const Operands &starts,
                          const Shape &sizes,
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("dynamic_slice", location);
  operation.addOperand(x);
  operation.addOperands(starts, detail::Role::Separate);
  operation.addSizes("sizes", sizes);
  return operation.build();
}

/// x with the slice that begins at the integers `starts` replaced by `update`.
/// Starts are clamped so that the slice is in bounds. Derivative: dx with the
/// slice replaced by the derivative of the update.
inline Array
dynamicUpdateSlice(const Operand &x, const Operand &update,
                   const Operands &starts,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("dynamic_update_slice", location);
  operation.addOperand(x);
  operation.addOperand(update);
  operation.addOperands(starts, detail::Role::Separate);
  return operation.build();
}

/// The elements in reverse order along axes. Derivative: dx, flipped.
inline Array flip(const Operand &x, const Integers &axis = {},
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("flip", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  return operation.build();
}

/// Adds elements `value` before and after each axis: widths[2 i] before axis i,
/// and widths[2 i + 1] after it. Derivative: dx, padded with 0.
inline Array pad(const Operand &x, const Integers &widths, double value = 0,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("pad", location);
  operation.addOperand(x);
  operation.addInts("widths", widths);
  operation.addFloat("value", value);
  return operation.build();
}

/// x with the slice x[start:stop:step] along an axis replaced by the update,
/// which broadcasts. Derivative: dx with the slice replaced by the derivative
/// of the update.
inline Array setSliceAxis(const Operand &x, const Operand &update,
                          int64_t axis = 0,
                          const std::optional<Size> &start = {},
                          const std::optional<Size> &stop = {},
                          int64_t step = 1,
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("set_slice_axis", location);
  operation.addOperand(x);
  operation.addOperand(update);
  operation.addInt("axis", axis);
  operation.addSize("start", start);
  operation.addSize("stop", stop);
  operation.addInt("step", step);
  return operation.build();
}

/// The slice x[start:stop:step] along an axis, as in Python. Derivative: The
/// slice of dx.
inline Array sliceAxis(const Operand &x, int64_t axis = 0,
                       const std::optional<Size> &start = {},
                       const std::optional<Size> &stop = {}, int64_t step = 1,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("slice_axis", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addSize("start", start);
  operation.addSize("stop", stop);
  operation.addInt("step", step);
  return operation.build();
}

/// x[..., i, j, ...] as in NumPy: the elements at arrays of integers, one array
/// for each of `axes`, which are in ascending order. The arrays broadcast.
/// Their axes are in the place of the indexed axes if those are adjacent,
/// otherwise they come first. A negative index counts from the end. An index
/// out of range is an error when the program runs. Derivative: The elements of
/// dx.
inline Array gather(const Operand &x, const Operands &indices,
                    const Integers &axes,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("gather", location);
  operation.addOperand(x);
  operation.addOperands(indices, detail::Role::Separate);
  operation.addInts("axes", axes);
  return operation.build();
}

/// x with the elements x[..., i, j, ...] of gather updated: replaced for the
/// mode set, otherwise combined by add, multiply, min or max. The updates
/// broadcast. Repeated indices are applied in order. Derivative: That of the
/// updates in order.
inline Array scatter(const Operand &x, const Operand &updates,
                     const Operands &indices, const Integers &axes,
                     const std::string &mode = "set",
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("scatter", location);
  operation.addOperand(x);
  operation.addOperand(updates);
  operation.addOperands(indices, detail::Role::Separate);
  operation.addInts("axes", axes);
  operation.addStr("mode", mode);
  return operation.build();
}

/// The elements at integer indices along an axis, as in gather. Derivative: The
/// elements of dx.
inline Array take(const Operand &x, const Operand &indices, int64_t axis = 0,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("take", location);
  operation.addOperand(x);
  operation.addOperand(indices, detail::Role::Separate);
  operation.addInt("axis", axis);
  return operation.build();
}

/// The elements x[..., indices[..., i, ...], ...]: the other axes of the
/// indices and of x broadcast. Derivative: The elements of dx.
inline Array
takeAlongAxis(const Operand &x, const Operand &indices, int64_t axis = -1,
              SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("take_along_axis", location);
  operation.addOperand(x);
  operation.addOperand(indices, detail::Role::Separate);
  operation.addInt("axis", axis);
  return operation.build();
}

/// True if all elements are true or nonzero.
inline Array all(const Operand &x, const Integers &axis = {},
                 bool keepdims = false,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("all", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// True if an element is true or nonzero.
inline Array any(const Operand &x, const Integers &axis = {},
                 bool keepdims = false,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("any", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The largest element. NaN if one is NaN. Derivative: The derivative of the
/// largest element, in equal parts at ties.
inline Array max(const Operand &x, const Integers &axis = {},
                 bool keepdims = false,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("max", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The mean. NaN for an empty axis. Derivative: The mean of dx.
inline Array mean(const Operand &x, const Integers &axis = {},
                  bool keepdims = false,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("mean", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The smallest element. NaN if one is NaN. Derivative: The derivative of the
/// smallest element, in equal parts at ties.
inline Array min(const Operand &x, const Integers &axis = {},
                 bool keepdims = false,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("min", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The product. Integers are widened to 64 bits. Derivative: The sum over i of
/// dx[i] times the product of the other elements.
inline Array prod(const Operand &x, const Integers &axis = {},
                  std::optional<DType> dtype = {}, bool keepdims = false,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("prod", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  operation.addDtype("dtype", dtype);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The standard deviation: the square root of var. Derivative: d var / (2 std);
/// NaN for equal elements.
inline Array std(const Operand &x, const Integers &axis = {},
                 double correction = 0, bool keepdims = false,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("std", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  operation.addFloat("correction", correction);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The sum. Integers are widened to 64 bits. Derivative: The sum of dx.
inline Array sum(const Operand &x, const Integers &axis = {},
                 std::optional<DType> dtype = {}, bool keepdims = false,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("sum", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  operation.addDtype("dtype", dtype);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The variance: the sum of the squared distances from the mean, divided by the
/// number of elements minus correction. Derivative: 2 (x - mean) dx, averaged.
inline Array var(const Operand &x, const Integers &axis = {},
                 double correction = 0, bool keepdims = false,
                 SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("var", location);
  operation.addOperand(x);
  operation.addOptionalInts("axis", axis);
  operation.addFloat("correction", correction);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The logarithm of the sum of the exponentials of the elements up to each
/// element. Derivative: That of logaddexp.
inline Array cumlogsumexp(const Operand &x, int64_t axis = 0,
                          bool reverse = false,
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("cumlogsumexp", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addBool("reverse", reverse);
  return operation.build();
}

/// The largest element up to each element. Derivative: That of maximum.
inline Array cummax(const Operand &x, int64_t axis = 0, bool reverse = false,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("cummax", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addBool("reverse", reverse);
  return operation.build();
}

/// The smallest element up to each element. Derivative: That of minimum.
inline Array cummin(const Operand &x, int64_t axis = 0, bool reverse = false,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("cummin", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addBool("reverse", reverse);
  return operation.build();
}

/// The product of the elements up to each element. Integers are widened to 64
/// bits. Derivative: The sum of the products with one factor differentiated.
inline Array cumprod(const Operand &x, int64_t axis = 0,
                     std::optional<DType> dtype = {}, bool reverse = false,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("cumprod", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addDtype("dtype", dtype);
  operation.addBool("reverse", reverse);
  return operation.build();
}

/// The sum of the elements up to each element. Integers are widened to 64 bits.
/// Derivative: The cumulative sum of dx.
inline Array cumsum(const Operand &x, int64_t axis = 0,
                    std::optional<DType> dtype = {}, bool reverse = false,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("cumsum", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addDtype("dtype", dtype);
  operation.addBool("reverse", reverse);
  return operation.build();
}

/// The position of the first largest element, or of the first NaN. Without an
/// axis, the position in row-major order.
inline Array argmax(const Operand &x, std::optional<int64_t> axis = {},
                    bool keepdims = false,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("argmax", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The position of the first smallest element, or of the first NaN. Without an
/// axis, the position in row-major order.
inline Array argmin(const Operand &x, std::optional<int64_t> axis = {},
                    bool keepdims = false,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("argmin", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addBool("keepdims", keepdims);
  return operation.build();
}

/// The elements x[..., i, i + offset] of the last two axes. Derivative: The
/// diagonal of dx.
inline Array diagonal(const Operand &x, int64_t offset = 0,
                      SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("diagonal", location);
  operation.addOperand(x);
  operation.addInt("offset", offset);
  return operation.build();
}

/// 1 at the position x of a new last axis, otherwise 0. All 0 if x is out of
/// range.
inline Array oneHot(const Operand &x, const Size &numClasses,
                    DType dtype = DType::Float32,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("one_hot", location);
  operation.addOperand(x);
  operation.addSize("num_classes", numClasses);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// The sum of the elements x[..., i, i + offset] of the last two axes.
/// Derivative: The trace of dx.
inline Array trace(const Operand &x, int64_t offset = 0,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("trace", location);
  operation.addOperand(x);
  operation.addInt("offset", offset);
  return operation.build();
}

/// The elements x[..., i, j] with j <= i + k, otherwise 0. Derivative: The
/// triangle of dx.
inline Array tril(const Operand &x, int64_t k = 0,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("tril", location);
  operation.addOperand(x);
  operation.addInt("k", k);
  return operation.build();
}

/// The elements x[..., i, j] with j >= i + k, otherwise 0. Derivative: The
/// triangle of dx.
inline Array triu(const Operand &x, int64_t k = 0,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("triu", location);
  operation.addOperand(x);
  operation.addInt("k", k);
  return operation.build();
}

/// The positions of the sorted elements along an axis. Equal elements keep
/// their order, also if `stable` is false. NaN counts as the largest number.
inline Array argsort(const Operand &x, int64_t axis = -1,
                     bool descending = false, bool stable = true,
                     SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("argsort", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addBool("descending", descending);
  operation.addBool("stable", stable);
  return operation.build();
}

/// For each value, the position in the sorted vector x before which the value
/// can be inserted: the first such position for the side left, the last for
/// right.
inline Array searchsorted(const Operand &x, const Operand &values,
                          const std::string &side = "left",
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("searchsorted", location);
  operation.addOperand(x);
  operation.addOperand(values);
  operation.addStr("side", side);
  return operation.build();
}

/// The elements in ascending or descending order along an axis. Equal elements
/// keep their order, also if `stable` is false. NaN counts as the largest
/// number. Derivative: dx in the order of x.
inline Array sort(const Operand &x, int64_t axis = -1, bool descending = false,
                  bool stable = true,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("sort", location);
  operation.addOperand(x);
  operation.addInt("axis", axis);
  operation.addBool("descending", descending);
  operation.addBool("stable", stable);
  return operation.build();
}

/// The k largest elements along an axis in descending order, and their
/// positions. NaN counts as the largest number. Derivative: dx at the
/// positions.
inline Arrays topK(const Operand &x, const Size &k, int64_t axis = -1,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("top_k", location);
  operation.addOperand(x);
  operation.addSize("k", k);
  operation.addInt("axis", axis);
  return operation.buildAll();
}

/// The sum of products in Einstein's notation, for example "ij,jk->ik" for a
/// matrix product. Arrays are contracted from left to right. Derivative: The
/// sum of the results with one operand differentiated.
inline Array einsum(const Operands &operands, const std::string &subscripts,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("einsum", location);
  operation.addOperands(operands);
  operation.addStr("subscripts", subscripts);
  return operation.build();
}

/// The matrix product of the last two axes. An array of rank 1 is a row on the
/// left and a column on the right. Leading axes broadcast. Derivative:
/// matmul(dx, y) + matmul(x, dy).
inline Array matmul(const Operand &x, const Operand &y,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("matmul", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// The products of each pair of elements of two vectors. Derivative: outer(dx,
/// y) + outer(x, dy).
inline Array outer(const Operand &x, const Operand &y,
                   SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("outer", location);
  operation.addOperand(x);
  operation.addOperand(y);
  return operation.build();
}

/// Sums over the last axes of x and the first axes of y. Derivative:
/// tensordot(dx, y) + tensordot(x, dy).
inline Array tensordot(const Operand &x, const Operand &y, int64_t axes = 2,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("tensordot", location);
  operation.addOperand(x);
  operation.addOperand(y);
  operation.addInt("axes", axes);
  return operation.build();
}

/// The sum of the products of elements along an axis. Complex elements of x are
/// conjugated. Derivative: vecdot(dx, y) + vecdot(x, dy).
inline Array vecdot(const Operand &x, const Operand &y, int64_t axis = -1,
                    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("vecdot", location);
  operation.addOperand(x);
  operation.addOperand(y);
  operation.addInt("axis", axis);
  return operation.build();
}

/// The convolution of x with a kernel over the spatial axes, as in JAX: the
/// kernel is not flipped. `padding` has two integers for each spatial axis,
/// before and after it; a negative one drops elements. A spec names the axes: N
/// is the batch, C the channels, O and I the outputs and inputs of the kernel,
/// and digits are the spatial axes. The default is NC01... and OI01....
/// Derivative: The convolution of dx plus that with the derivative of the
/// kernel.
inline Array convGeneralDilated(
    const Operand &x, const Operand &kernel, const Integers &strides = {},
    const Integers &padding = {}, const Integers &lhsDilation = {},
    const Integers &rhsDilation = {}, int64_t featureGroupCount = 1,
    const std::optional<std::string> &lhsSpec = {},
    const std::optional<std::string> &rhsSpec = {},
    const std::optional<std::string> &outSpec = {},
    SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("conv_general_dilated", location);
  operation.addOperand(x);
  operation.addOperand(kernel);
  operation.addOptionalInts("strides", strides);
  operation.addOptionalInts("padding", padding);
  operation.addOptionalInts("lhs_dilation", lhsDilation);
  operation.addOptionalInts("rhs_dilation", rhsDilation);
  operation.addInt("feature_group_count", featureGroupCount);
  operation.addStr("lhs_spec", lhsSpec);
  operation.addStr("rhs_spec", rhsSpec);
  operation.addStr("out_spec", outSpec);
  return operation.build();
}

/// The sum, prod, max or min of the elements in windows. `window` and the other
/// parameters have an integer for each axis; `padding` has two. Elements
/// outside of x are neutral. Derivative: That of the mode; at ties of max and
/// min, that of the first element.
inline Array reduceWindow(const Operand &x, const Integers &window,
                          const Integers &strides = {},
                          const Integers &padding = {},
                          const Integers &dilation = {},
                          const std::string &mode = "sum",
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("reduce_window", location);
  operation.addOperand(x);
  operation.addInts("window", window);
  operation.addOptionalInts("strides", strides);
  operation.addOptionalInts("padding", padding);
  operation.addOptionalInts("dilation", dilation);
  operation.addStr("mode", mode);
  return operation.build();
}

/// Random bits of an unsigned integer.
inline Array randomBits(const Operand &key, const Shape &shape,
                        DType dtype = DType::UInt32,
                        SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_bits", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addSizes("shape", shape);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// A key for the key and an integer, of which 32 bits are used.
inline Array randomFoldIn(const Operand &key, const Operand &data,
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_fold_in", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addOperand(data, detail::Role::Separate);
  return operation.build();
}

/// The key of an integer: uint32[2].
inline Array randomKey(const Operand &seed,
                       SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_key", location);
  operation.addOperand(seed, detail::Role::Separate);
  return operation.build();
}

/// `num` keys: uint32[num, 2].
inline Array randomSplit(const Operand &key, const Size &num,
                         SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_split", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addSize("num", num);
  return operation.build();
}

/// True with the probability p, which broadcasts.
inline Array
randomBernoulli(const Operand &key, const Operand &p, const Shape &shape,
                SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_bernoulli", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addOperand(p, detail::Role::Separate);
  operation.addSizes("shape", shape);
  return operation.build();
}

/// Random positions along an axis, with probabilities proportional to
/// exp(logits).
inline Array
randomCategorical(const Operand &key, const Operand &logits, int64_t axis = -1,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_categorical", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addOperand(logits);
  operation.addInt("axis", axis);
  return operation.build();
}

/// Numbers with the density exp(-x).
inline Array
randomExponential(const Operand &key, const Shape &shape,
                  DType dtype = DType::Float64,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_exponential", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addSizes("shape", shape);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// Numbers with the density exp(-x - exp(-x)).
inline Array randomGumbel(const Operand &key, const Shape &shape,
                          DType dtype = DType::Float64,
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_gumbel", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addSizes("shape", shape);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// Numbers of the standard normal distribution.
inline Array randomNormal(const Operand &key, const Shape &shape,
                          DType dtype = DType::Float64,
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_normal", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addSizes("shape", shape);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// The integers from 0 to n - 1 in random order.
inline Array
randomPermutation(const Operand &key, const Size &n,
                  SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_permutation", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addSize("n", n);
  return operation.build();
}

/// Uniform integers from `low`, inclusive, to `high`, exclusive.
inline Array
randomRandint(const Operand &key, int64_t low, int64_t high, const Shape &shape,
              DType dtype = DType::Int64,
              SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_randint", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addInt("low", low);
  operation.addInt("high", high);
  operation.addSizes("shape", shape);
  operation.addDtype("dtype", dtype);
  return operation.build();
}

/// Uniform numbers from `low`, inclusive, to `high`, exclusive.
inline Array
randomUniform(const Operand &key, const Shape &shape,
              DType dtype = DType::Float64, double low = 0, double high = 1,
              SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("random_uniform", location);
  operation.addOperand(key, detail::Role::Separate);
  operation.addSizes("shape", shape);
  operation.addDtype("dtype", dtype);
  operation.addFloat("low", low);
  operation.addFloat("high", high);
  return operation.build();
}

/// x. Reports and errors use the name. Derivative: 0.
inline Array stopGradient(const Operand &x,
                          const std::optional<std::string> &name = {},
                          SourceLocation location = SourceLocation::current()) {
  detail::Operation operation("stop_gradient", location);
  operation.addOperand(x);
  operation.addStr("name", name);
  return operation.build();
}

} // namespace builder
} // namespace sg

#endif // SG_BUILDER_OPERATIONS_H
