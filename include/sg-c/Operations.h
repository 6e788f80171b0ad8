/*===- Operations.h - The operations on arrays --------------------*- C -*-===*\
|*                                                                            *|
|* Part of the sg project, under the Apache License v2.0 with LLVM            *|
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception        *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* A function for each operation of docs/ArrayOperations.md. The operation    *|
|* stop_gradient is the function sgBuildStopGradient. Each function calls     *|
|* sgBuildOperation of sg-c/Build.h, whose rules apply. This header is C99.   *|
|*                                                                            *|
|* Parameters without a default are parameters of the function. The others    *|
|* are fields of a struct, in which 0 and NULL select the default. Therefore  *|
|* a field whose default is not 0 is a pointer. NULL instead of the struct    *|
|* selects all defaults:                                                      *|
|*                                                                            *|
|*   const int64_t axis = 0;                                                  *|
|*   SGSumOptions options = {0};                                              *|
|*   options.axis = &axis;                                                    *|
|*   options.axis_count = 1;                                                  *|
|*   error = sgBuildSum(builder, x, &options, &column_sums);                  *|
|*   error = sgBuildSum(builder, x, NULL, &sum);                              *|
|*                                                                            *|
|* An element type is an enum SGDType. Lists of integers and of sizes have a  *|
|* count, and sizes may be symbolic. Texts end with a zero.                   *|
|*                                                                            *|
|* Generated from the table in lib/ArrayOps by                                *|
|* scripts/make_array_operations.py.                                          *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef SG_C_OPERATIONS_H
#define SG_C_OPERATIONS_H

#include "sg-c/Build.h"

#ifdef __cplusplus
extern "C" {
#endif

/*===-- Parameters --------------------------------------------------------===*/

/* Parameters of an operation. Its functions append a parameter. */
typedef struct SGParameters {
  SGParameter list[8];
  size_t count;
} SGParameters;

static inline SGParameter *sgAddParameter(SGParameters *parameters,
                                          const char *name, int32_t kind) {
  SGParameter *parameter = &parameters->list[parameters->count++];
  parameter->name = name;
  parameter->kind = kind;
  parameter->integer = 0;
  parameter->number = 0;
  parameter->text = NULL;
  parameter->sizes = NULL;
  parameter->size_count = 0;
  return parameter;
}
static inline void sgAddInteger(SGParameters *parameters, const char *name,
                                int32_t kind, int64_t value) {
  sgAddParameter(parameters, name, kind)->integer = value;
}
static inline void sgAddFloat(SGParameters *parameters, const char *name,
                              double value) {
  sgAddParameter(parameters, name, SG_PARAMETER_FLOAT)->number = value;
}
static inline void sgAddText(SGParameters *parameters, const char *name,
                             const char *value) {
  sgAddParameter(parameters, name, SG_PARAMETER_TEXT)->text = value;
}
static inline void sgAddSizes(SGParameters *parameters, const char *name,
                              const int64_t *sizes, size_t size_count) {
  SGParameter *parameter = sgAddParameter(parameters, name, SG_PARAMETER_SIZES);
  parameter->sizes = sizes;
  parameter->size_count = size_count;
}

/* The largest number of arrays in a list with one array for each axis: the
 * largest rank, and one more, so that a longer list is an error. */
#define SG_MAX_LISTED 65

/* Builds an operation on `first_count` arrays and a list. */
static inline SGError *sgBuildWithList(SGBuilder *builder, const char *name,
                                       const SGValue *first, size_t first_count,
                                       const SGValue *list, size_t list_count,
                                       const SGParameters *parameters,
                                       SGValue *result) {
  SGValue arrays[2 + SG_MAX_LISTED];
  size_t count = 0, i;
  if (!list && list_count) /* sgBuildOperation returns the error */
    return sgBuildOperation(builder, name, NULL, list_count, NULL, 0, result,
                            NULL);
  for (i = 0; i < first_count; ++i)
    arrays[count++] = first[i];
  for (i = 0; i < list_count && i < SG_MAX_LISTED; ++i)
    arrays[count++] = list[i];
  return sgBuildOperation(builder, name, arrays, count, parameters->list,
                          parameters->count, result, NULL);
}

/*===-- Operations --------------------------------------------------------===*/

/* Converts the elements. Floats are rounded to nearest; as integers they are
 * rounded to zero and clamped to the range, and NaN is 0. Integers wrap
 * around. As bool, a number is true unless it is 0. A complex number
 * converts only to complex types and bool. Derivative: dx, converted, from
 * float to float. */
static inline SGError *sgBuildAstype(SGBuilder *builder, SGValue x,
                                     int32_t dtype, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, dtype);
  return sgBuildOperation(builder, "astype", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildFull. */
typedef struct SGFullOptions {
  const int32_t *dtype; /* default: float64 */
} SGFullOptions;
/* An array whose elements are all `fill_value`. */
static inline SGError *sgBuildFull(SGBuilder *builder, const int64_t *shape,
                                   size_t shape_count, double fill_value,
                                   const SGFullOptions *options,
                                   SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  sgAddFloat(&parameters, "fill_value", fill_value);
  if (options) {
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
  }
  return sgBuildOperation(builder, "full", NULL, 0, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildIota. */
typedef struct SGIotaOptions {
  int64_t axis;         /* default: 0 */
  const int32_t *dtype; /* default: int64 */
} SGIotaOptions;
/* The index of each element along an axis. */
static inline SGError *sgBuildIota(SGBuilder *builder, const int64_t *shape,
                                   size_t shape_count,
                                   const SGIotaOptions *options,
                                   SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
  }
  return sgBuildOperation(builder, "iota", NULL, 0, parameters.list,
                          parameters.count, result, NULL);
}

/* The absolute value of each element. That of a complex number is real.
 * Derivative: sign(x) dx; 0 at x = 0. */
static inline SGError *sgBuildAbs(SGBuilder *builder, SGValue x,
                                  SGValue *result) {
  return sgBuildOperation(builder, "abs", &x, 1, NULL, 0, result, NULL);
}

/* The arc cosine in radians. Derivative: -dx / sqrt(1 - x^2). */
static inline SGError *sgBuildAcos(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "acos", &x, 1, NULL, 0, result, NULL);
}

/* The inverse hyperbolic cosine. Derivative: dx / sqrt(x^2 - 1). */
static inline SGError *sgBuildAcosh(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "acosh", &x, 1, NULL, 0, result, NULL);
}

/* x + y. Derivative: dx + dy. */
static inline SGError *sgBuildAdd(SGBuilder *builder, SGValue x, SGValue y,
                                  SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "add", arrays, 2, NULL, 0, result, NULL);
}

/* The arc sine in radians. Derivative: dx / sqrt(1 - x^2). */
static inline SGError *sgBuildAsin(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "asin", &x, 1, NULL, 0, result, NULL);
}

/* The inverse hyperbolic sine. Derivative: dx / sqrt(x^2 + 1). */
static inline SGError *sgBuildAsinh(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "asinh", &x, 1, NULL, 0, result, NULL);
}

/* The arc tangent in radians. Derivative: dx / (1 + x^2). */
static inline SGError *sgBuildAtan(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "atan", &x, 1, NULL, 0, result, NULL);
}

/* The angle of the point (x, y) in radians. Derivative: (x dy - y dx) / (x^2
 * + y^2); NaN at (0, 0). */
static inline SGError *sgBuildAtan2(SGBuilder *builder, SGValue y, SGValue x,
                                    SGValue *result) {
  const SGValue arrays[] = {y, x};
  return sgBuildOperation(builder, "atan2", arrays, 2, NULL, 0, result, NULL);
}

/* The inverse hyperbolic tangent. Derivative: dx / (1 - x^2). */
static inline SGError *sgBuildAtanh(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "atanh", &x, 1, NULL, 0, result, NULL);
}

/* The cube root. Derivative: dx / (3 cbrt(x)^2). */
static inline SGError *sgBuildCbrt(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "cbrt", &x, 1, NULL, 0, result, NULL);
}

/* The cosine of an angle in radians. Derivative: -sin(x) dx. */
static inline SGError *sgBuildCos(SGBuilder *builder, SGValue x,
                                  SGValue *result) {
  return sgBuildOperation(builder, "cos", &x, 1, NULL, 0, result, NULL);
}

/* The hyperbolic cosine. Derivative: sinh(x) dx. */
static inline SGError *sgBuildCosh(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "cosh", &x, 1, NULL, 0, result, NULL);
}

/* x / y, for floats and complex numbers. The latter follow annex G of the C
 * standard at infinities. Derivative: dx / y - x dy / y^2. */
static inline SGError *sgBuildDivide(SGBuilder *builder, SGValue x, SGValue y,
                                     SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "divide", arrays, 2, NULL, 0, result, NULL);
}

/* The error function. Derivative: 2 / sqrt(pi) exp(-x^2) dx. */
static inline SGError *sgBuildErf(SGBuilder *builder, SGValue x,
                                  SGValue *result) {
  return sgBuildOperation(builder, "erf", &x, 1, NULL, 0, result, NULL);
}

/* 1 - erf(x). Derivative: -2 / sqrt(pi) exp(-x^2) dx. */
static inline SGError *sgBuildErfc(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "erfc", &x, 1, NULL, 0, result, NULL);
}

/* The exponential function. Derivative: exp(x) dx. */
static inline SGError *sgBuildExp(SGBuilder *builder, SGValue x,
                                  SGValue *result) {
  return sgBuildOperation(builder, "exp", &x, 1, NULL, 0, result, NULL);
}

/* 2 to the power of x. Derivative: ln(2) 2^x dx. */
static inline SGError *sgBuildExp2(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "exp2", &x, 1, NULL, 0, result, NULL);
}

/* exp(x) - 1, without cancellation near 0. Derivative: exp(x) dx. */
static inline SGError *sgBuildExpm1(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "expm1", &x, 1, NULL, 0, result, NULL);
}

/* The natural logarithm. Derivative: dx / x. */
static inline SGError *sgBuildLog(SGBuilder *builder, SGValue x,
                                  SGValue *result) {
  return sgBuildOperation(builder, "log", &x, 1, NULL, 0, result, NULL);
}

/* The logarithm in base 10. Derivative: dx / (x ln(10)). */
static inline SGError *sgBuildLog10(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "log10", &x, 1, NULL, 0, result, NULL);
}

/* log(1 + x), without cancellation near 0. Derivative: dx / (1 + x). */
static inline SGError *sgBuildLog1p(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "log1p", &x, 1, NULL, 0, result, NULL);
}

/* The logarithm in base 2. Derivative: dx / (x ln(2)). */
static inline SGError *sgBuildLog2(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "log2", &x, 1, NULL, 0, result, NULL);
}

/* 1 / (1 + exp(-x)). Derivative: y (1 - y) dx for the result y. */
static inline SGError *sgBuildLogistic(SGBuilder *builder, SGValue x,
                                       SGValue *result) {
  return sgBuildOperation(builder, "logistic", &x, 1, NULL, 0, result, NULL);
}

/* The larger element. NaN if one is NaN. Derivative: The derivative of the
 * larger element; half of each at a tie. */
static inline SGError *sgBuildMaximum(SGBuilder *builder, SGValue x, SGValue y,
                                      SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "maximum", arrays, 2, NULL, 0, result, NULL);
}

/* The smaller element. NaN if one is NaN. Derivative: The derivative of the
 * smaller element; half of each at a tie. */
static inline SGError *sgBuildMinimum(SGBuilder *builder, SGValue x, SGValue y,
                                      SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "minimum", arrays, 2, NULL, 0, result, NULL);
}

/* x y. Derivative: x dy + y dx. */
static inline SGError *sgBuildMultiply(SGBuilder *builder, SGValue x, SGValue y,
                                       SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "multiply", arrays, 2, NULL, 0, result,
                          NULL);
}

/* -x. Derivative: -dx. */
static inline SGError *sgBuildNegative(SGBuilder *builder, SGValue x,
                                       SGValue *result) {
  return sgBuildOperation(builder, "negative", &x, 1, NULL, 0, result, NULL);
}

/* x. Derivative: dx. */
static inline SGError *sgBuildPositive(SGBuilder *builder, SGValue x,
                                       SGValue *result) {
  return sgBuildOperation(builder, "positive", &x, 1, NULL, 0, result, NULL);
}

/* 1 / x, for floats and complex numbers. Derivative: -dx / x^2. */
static inline SGError *sgBuildReciprocal(SGBuilder *builder, SGValue x,
                                         SGValue *result) {
  return sgBuildOperation(builder, "reciprocal", &x, 1, NULL, 0, result, NULL);
}

/* 1 / sqrt(x). Derivative: -dx / (2 x sqrt(x)). */
static inline SGError *sgBuildRsqrt(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "rsqrt", &x, 1, NULL, 0, result, NULL);
}

/* -1, 0 or 1. A zero and NaN are returned unchanged. Derivative: 0. */
static inline SGError *sgBuildSign(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "sign", &x, 1, NULL, 0, result, NULL);
}

/* The sine of an angle in radians. Derivative: cos(x) dx. */
static inline SGError *sgBuildSin(SGBuilder *builder, SGValue x,
                                  SGValue *result) {
  return sgBuildOperation(builder, "sin", &x, 1, NULL, 0, result, NULL);
}

/* The hyperbolic sine. Derivative: cosh(x) dx. */
static inline SGError *sgBuildSinh(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "sinh", &x, 1, NULL, 0, result, NULL);
}

/* The square root. Derivative: dx / (2 sqrt(x)); infinite at 0. */
static inline SGError *sgBuildSqrt(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "sqrt", &x, 1, NULL, 0, result, NULL);
}

/* x x. Derivative: 2 x dx. */
static inline SGError *sgBuildSquare(SGBuilder *builder, SGValue x,
                                     SGValue *result) {
  return sgBuildOperation(builder, "square", &x, 1, NULL, 0, result, NULL);
}

/* x - y. Derivative: dx - dy. */
static inline SGError *sgBuildSubtract(SGBuilder *builder, SGValue x, SGValue y,
                                       SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "subtract", arrays, 2, NULL, 0, result,
                          NULL);
}

/* The tangent of an angle in radians. Derivative: (1 + y^2) dx. */
static inline SGError *sgBuildTan(SGBuilder *builder, SGValue x,
                                  SGValue *result) {
  return sgBuildOperation(builder, "tan", &x, 1, NULL, 0, result, NULL);
}

/* The hyperbolic tangent. Derivative: (1 - y^2) dx. */
static inline SGError *sgBuildTanh(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "tanh", &x, 1, NULL, 0, result, NULL);
}

/* The complex conjugate. A real number is returned unchanged. Derivative: dx
 * for a real number. */
static inline SGError *sgBuildConj(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "conj", &x, 1, NULL, 0, result, NULL);
}

/* The imaginary part. That of a real number is 0. */
static inline SGError *sgBuildImag(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "imag", &x, 1, NULL, 0, result, NULL);
}

/* The complex number with these parts, which are float32 or float64. */
static inline SGError *sgBuildMakeComplex(SGBuilder *builder, SGValue real,
                                          SGValue imag, SGValue *result) {
  const SGValue arrays[] = {real, imag};
  return sgBuildOperation(builder, "make_complex", arrays, 2, NULL, 0, result,
                          NULL);
}

/* The real part. A real number is returned unchanged. Derivative: dx for a
 * real number. */
static inline SGError *sgBuildReal(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "real", &x, 1, NULL, 0, result, NULL);
}

/* x shifted by y bits to the left. */
static inline SGError *sgBuildBitwiseLeftShift(SGBuilder *builder, SGValue x,
                                               SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "bitwise_left_shift", arrays, 2, NULL, 0,
                          result, NULL);
}

/* x shifted by y bits to the right. The sign is kept. */
static inline SGError *sgBuildBitwiseRightShift(SGBuilder *builder, SGValue x,
                                                SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "bitwise_right_shift", arrays, 2, NULL, 0,
                          result, NULL);
}

/* The least integer that is not less than x. Derivative: 0. */
static inline SGError *sgBuildCeil(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "ceil", &x, 1, NULL, 0, result, NULL);
}

/* |x| with the sign of y. Derivative: sign(x) sign(y) dx; 0 at x = 0. */
static inline SGError *sgBuildCopysign(SGBuilder *builder, SGValue x, SGValue y,
                                       SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "copysign", arrays, 2, NULL, 0, result,
                          NULL);
}

/* The largest integer that does not exceed x. Derivative: 0. */
static inline SGError *sgBuildFloor(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "floor", &x, 1, NULL, 0, result, NULL);
}

/* x / y, rounded down. An integer divided by 0 is 0. Derivative: 0. */
static inline SGError *sgBuildFloorDivide(SGBuilder *builder, SGValue x,
                                          SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "floor_divide", arrays, 2, NULL, 0, result,
                          NULL);
}

/* x - trunc(x / y) y, which has the sign of x, for floats. NaN for y = 0.
 * Derivative: dx - trunc(x / y) dy. */
static inline SGError *sgBuildFmod(SGBuilder *builder, SGValue x, SGValue y,
                                   SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "fmod", arrays, 2, NULL, 0, result, NULL);
}

/* x to the power of n by multiplications: 1 for n = 0. Derivative: n x^(n-1)
 * dx; 0 for n = 0. */
static inline SGError *sgBuildIntegerPow(SGBuilder *builder, SGValue x,
                                         int64_t n, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddInteger(&parameters, "n", SG_PARAMETER_INTEGER, n);
  return sgBuildOperation(builder, "integer_pow", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildNanToNum. */
typedef struct SGNanToNumOptions {
  double nan;           /* default: 0 */
  const double *posinf; /* default: None */
  const double *neginf; /* default: None */
} SGNanToNumOptions;
/* x with NaN and infinities replaced; without a number for infinities, by
 * the largest and smallest finite number. Derivative: dx where x is finite,
 * otherwise 0. */
static inline SGError *sgBuildNanToNum(SGBuilder *builder, SGValue x,
                                       const SGNanToNumOptions *options,
                                       SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddFloat(&parameters, "nan", options->nan);
    if (options->posinf)
      sgAddFloat(&parameters, "posinf", *options->posinf);
    if (options->neginf)
      sgAddFloat(&parameters, "neginf", *options->neginf);
  }
  return sgBuildOperation(builder, "nan_to_num", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* x to the power of y. Derivative: y x^(y-1) dx + ln(x) x^y dy; 0 for dx at
 * y = 0, and for dy at x = 0. */
static inline SGError *sgBuildPow(SGBuilder *builder, SGValue x, SGValue y,
                                  SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "pow", arrays, 2, NULL, 0, result, NULL);
}

/* x - floor(x / y) y, which has the sign of y. 0 for an integer and y = 0.
 * Derivative: dx - floor(x / y) dy. */
static inline SGError *sgBuildRemainder(SGBuilder *builder, SGValue x,
                                        SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "remainder", arrays, 2, NULL, 0, result,
                          NULL);
}

/* The nearest integer, ties to even. Derivative: 0. */
static inline SGError *sgBuildRound(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "round", &x, 1, NULL, 0, result, NULL);
}

/* True for a negative float, also for -0. */
static inline SGError *sgBuildSignbit(SGBuilder *builder, SGValue x,
                                      SGValue *result) {
  return sgBuildOperation(builder, "signbit", &x, 1, NULL, 0, result, NULL);
}

/* x, rounded to zero. Derivative: 0. */
static inline SGError *sgBuildTrunc(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "trunc", &x, 1, NULL, 0, result, NULL);
}

/* The bits of the elements as a type of the same size. Derivative: 0. */
static inline SGError *sgBuildBitcast(SGBuilder *builder, SGValue x,
                                      int32_t dtype, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, dtype);
  return sgBuildOperation(builder, "bitcast", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* The float after x in the direction of y. y if x equals y. Derivative: dx. */
static inline SGError *sgBuildNextafter(SGBuilder *builder, SGValue x,
                                        SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "nextafter", arrays, 2, NULL, 0, result,
                          NULL);
}

/* The derivative of lgamma. Derivative: polygamma(1, x) dx. */
static inline SGError *sgBuildDigamma(SGBuilder *builder, SGValue x,
                                      SGValue *result) {
  return sgBuildOperation(builder, "digamma", &x, 1, NULL, 0, result, NULL);
}

/* The inverse of erf. Infinite at -1 and 1, NaN outside. Derivative:
 * sqrt(pi) / 2 exp(y^2) dx for the result y. */
static inline SGError *sgBuildErfInv(SGBuilder *builder, SGValue x,
                                     SGValue *result) {
  return sgBuildOperation(builder, "erf_inv", &x, 1, NULL, 0, result, NULL);
}

/* sqrt(x^2 + y^2), without overflow. Derivative: (x dx + y dy) / hypot(x,
 * y); 0 at (0, 0), NaN if both are infinite. */
static inline SGError *sgBuildHypot(SGBuilder *builder, SGValue x, SGValue y,
                                    SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "hypot", arrays, 2, NULL, 0, result, NULL);
}

/* The logarithm of |gamma(x)|. Infinite at 0, -1, -2, ... Derivative:
 * digamma(x) dx. */
static inline SGError *sgBuildLgamma(SGBuilder *builder, SGValue x,
                                     SGValue *result) {
  return sgBuildOperation(builder, "lgamma", &x, 1, NULL, 0, result, NULL);
}

/* log(exp(x) + exp(y)), without overflow. Derivative: exp(x - z) dx + exp(y
 * - z) dy for the result z. */
static inline SGError *sgBuildLogaddexp(SGBuilder *builder, SGValue x,
                                        SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "logaddexp", arrays, 2, NULL, 0, result,
                          NULL);
}

/* Derivative n of digamma. At 0, -1, -2, ... it is infinite for odd n and
 * NaN for even n. Derivative: polygamma(n + 1, x) dx. */
static inline SGError *sgBuildPolygamma(SGBuilder *builder, SGValue x,
                                        int64_t n, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddInteger(&parameters, "n", SG_PARAMETER_INTEGER, n);
  return sgBuildOperation(builder, "polygamma", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* log(1 + exp(x)), without overflow. Derivative: logistic(x) dx. */
static inline SGError *sgBuildSoftplus(SGBuilder *builder, SGValue x,
                                       SGValue *result) {
  return sgBuildOperation(builder, "softplus", &x, 1, NULL, 0, result, NULL);
}

/* x log(1 + y), or 0 where x = 0 and y is a number. Derivative: log(1 + y)
 * dx + x / (1 + y) dy. */
static inline SGError *sgBuildXlog1py(SGBuilder *builder, SGValue x, SGValue y,
                                      SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "xlog1py", arrays, 2, NULL, 0, result, NULL);
}

/* x log(y), or 0 where x = 0 and y is a number. Derivative: log(y) dx + x /
 * y dy. */
static inline SGError *sgBuildXlogy(SGBuilder *builder, SGValue x, SGValue y,
                                    SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "xlogy", arrays, 2, NULL, 0, result, NULL);
}

/* Optional parameters of sgBuildElu. */
typedef struct SGEluOptions {
  const double *alpha; /* default: 1 */
} SGEluOptions;
/* x where x > 0, otherwise alpha (exp(x) - 1). Derivative: dx where x > 0,
 * otherwise alpha exp(x) dx. */
static inline SGError *sgBuildElu(SGBuilder *builder, SGValue x,
                                  const SGEluOptions *options,
                                  SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->alpha)
      sgAddFloat(&parameters, "alpha", *options->alpha);
  }
  return sgBuildOperation(builder, "elu", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildGelu. */
typedef struct SGGeluOptions {
  const int *approximate; /* default: True */
} SGGeluOptions;
/* x times the standard normal distribution function of x, approximated by
 * tanh unless `approximate` is false. Derivative: The derivative of the
 * formula. */
static inline SGError *sgBuildGelu(SGBuilder *builder, SGValue x,
                                   const SGGeluOptions *options,
                                   SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->approximate)
      sgAddInteger(&parameters, "approximate", SG_PARAMETER_BOOL,
                   *options->approximate);
  }
  return sgBuildOperation(builder, "gelu", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildLeakyRelu. */
typedef struct SGLeakyReluOptions {
  const double *negative_slope; /* default: 0.01 */
} SGLeakyReluOptions;
/* x where x >= 0, otherwise negative_slope x. Derivative: dx where x >= 0,
 * otherwise negative_slope dx. */
static inline SGError *sgBuildLeakyRelu(SGBuilder *builder, SGValue x,
                                        const SGLeakyReluOptions *options,
                                        SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->negative_slope)
      sgAddFloat(&parameters, "negative_slope", *options->negative_slope);
  }
  return sgBuildOperation(builder, "leaky_relu", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* log(logistic(x)), without overflow. Derivative: logistic(-x) dx. */
static inline SGError *sgBuildLogSigmoid(SGBuilder *builder, SGValue x,
                                         SGValue *result) {
  return sgBuildOperation(builder, "log_sigmoid", &x, 1, NULL, 0, result, NULL);
}

/* maximum(x, 0). Derivative: dx where x > 0, otherwise 0. */
static inline SGError *sgBuildRelu(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "relu", &x, 1, NULL, 0, result, NULL);
}

/* minimum(maximum(x, 0), 6). Derivative: dx where 0 < x < 6, otherwise 0. */
static inline SGError *sgBuildRelu6(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "relu6", &x, 1, NULL, 0, result, NULL);
}

/* The scaled elu of self-normalizing networks, with alpha 1.6733 and the
 * scale 1.0507. Derivative: The derivative of the formula. */
static inline SGError *sgBuildSelu(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "selu", &x, 1, NULL, 0, result, NULL);
}

/* x logistic(x). Derivative: The derivative of the formula. */
static inline SGError *sgBuildSilu(SGBuilder *builder, SGValue x,
                                   SGValue *result) {
  return sgBuildOperation(builder, "silu", &x, 1, NULL, 0, result, NULL);
}

/* x / (1 + |x|). Derivative: dx / (1 + |x|)^2. */
static inline SGError *sgBuildSoftsign(SGBuilder *builder, SGValue x,
                                       SGValue *result) {
  return sgBuildOperation(builder, "softsign", &x, 1, NULL, 0, result, NULL);
}

/* The bits set in both integers. */
static inline SGError *sgBuildBitwiseAnd(SGBuilder *builder, SGValue x,
                                         SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "bitwise_and", arrays, 2, NULL, 0, result,
                          NULL);
}

/* The bits not set in the integer. */
static inline SGError *sgBuildBitwiseInvert(SGBuilder *builder, SGValue x,
                                            SGValue *result) {
  return sgBuildOperation(builder, "bitwise_invert", &x, 1, NULL, 0, result,
                          NULL);
}

/* The bits set in either integer. */
static inline SGError *sgBuildBitwiseOr(SGBuilder *builder, SGValue x,
                                        SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "bitwise_or", arrays, 2, NULL, 0, result,
                          NULL);
}

/* The bits set in one of two integers. */
static inline SGError *sgBuildBitwiseXor(SGBuilder *builder, SGValue x,
                                         SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "bitwise_xor", arrays, 2, NULL, 0, result,
                          NULL);
}

/* minimum(maximum(x, low), high). Derivative: The derivative of the argument
 * that is the result; half of each at a tie. */
static inline SGError *sgBuildClip(SGBuilder *builder, SGValue x, SGValue low,
                                   SGValue high, SGValue *result) {
  const SGValue arrays[] = {x, low, high};
  return sgBuildOperation(builder, "clip", arrays, 3, NULL, 0, result, NULL);
}

/* True where x = y. NaN differs from NaN. */
static inline SGError *sgBuildEqual(SGBuilder *builder, SGValue x, SGValue y,
                                    SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "equal", arrays, 2, NULL, 0, result, NULL);
}

/* True where x > y. */
static inline SGError *sgBuildGreater(SGBuilder *builder, SGValue x, SGValue y,
                                      SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "greater", arrays, 2, NULL, 0, result, NULL);
}

/* True where x >= y. */
static inline SGError *sgBuildGreaterEqual(SGBuilder *builder, SGValue x,
                                           SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "greater_equal", arrays, 2, NULL, 0, result,
                          NULL);
}

/* True where x, or each part of a complex number, is neither infinite nor
 * NaN. */
static inline SGError *sgBuildIsfinite(SGBuilder *builder, SGValue x,
                                       SGValue *result) {
  return sgBuildOperation(builder, "isfinite", &x, 1, NULL, 0, result, NULL);
}

/* True where x, or a part of a complex number, is infinite. */
static inline SGError *sgBuildIsinf(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "isinf", &x, 1, NULL, 0, result, NULL);
}

/* True where x, or a part of a complex number, is NaN. */
static inline SGError *sgBuildIsnan(SGBuilder *builder, SGValue x,
                                    SGValue *result) {
  return sgBuildOperation(builder, "isnan", &x, 1, NULL, 0, result, NULL);
}

/* True where x < y. */
static inline SGError *sgBuildLess(SGBuilder *builder, SGValue x, SGValue y,
                                   SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "less", arrays, 2, NULL, 0, result, NULL);
}

/* True where x <= y. */
static inline SGError *sgBuildLessEqual(SGBuilder *builder, SGValue x,
                                        SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "less_equal", arrays, 2, NULL, 0, result,
                          NULL);
}

/* True where both bools are. */
static inline SGError *sgBuildLogicalAnd(SGBuilder *builder, SGValue x,
                                         SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "logical_and", arrays, 2, NULL, 0, result,
                          NULL);
}

/* True where the bool is false. */
static inline SGError *sgBuildLogicalNot(SGBuilder *builder, SGValue x,
                                         SGValue *result) {
  return sgBuildOperation(builder, "logical_not", &x, 1, NULL, 0, result, NULL);
}

/* True where one of the bools is. */
static inline SGError *sgBuildLogicalOr(SGBuilder *builder, SGValue x,
                                        SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "logical_or", arrays, 2, NULL, 0, result,
                          NULL);
}

/* True where the bools differ. */
static inline SGError *sgBuildLogicalXor(SGBuilder *builder, SGValue x,
                                         SGValue y, SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "logical_xor", arrays, 2, NULL, 0, result,
                          NULL);
}

/* True where x differs from y. NaN differs from NaN. */
static inline SGError *sgBuildNotEqual(SGBuilder *builder, SGValue x, SGValue y,
                                       SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "not_equal", arrays, 2, NULL, 0, result,
                          NULL);
}

/* x where the condition is true, otherwise y. Derivative: dx where the
 * condition is true, otherwise dy. */
static inline SGError *sgBuildWhere(SGBuilder *builder, SGValue condition,
                                    SGValue x, SGValue y, SGValue *result) {
  const SGValue arrays[] = {condition, x, y};
  return sgBuildOperation(builder, "where", arrays, 3, NULL, 0, result, NULL);
}

/* Repeats axes of size 1 and adds leading axes. Derivative: dx, broadcast. */
static inline SGError *sgBuildBroadcastTo(SGBuilder *builder, SGValue x,
                                          const int64_t *shape,
                                          size_t shape_count, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  return sgBuildOperation(builder, "broadcast_to", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildConcat. */
typedef struct SGConcatOptions {
  int64_t axis; /* default: 0 */
} SGConcatOptions;
/* Joins arrays along an axis. Derivative: The derivatives, joined. */
static inline SGError *sgBuildConcat(SGBuilder *builder, const SGValue *arrays,
                                     size_t arrays_count,
                                     const SGConcatOptions *options,
                                     SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
  }
  return sgBuildOperation(builder, "concat", arrays, arrays_count,
                          parameters.list, parameters.count, result, NULL);
}

/* Optional parameters of sgBuildExpandDims. */
typedef struct SGExpandDimsOptions {
  int64_t axis; /* default: 0 */
} SGExpandDimsOptions;
/* Adds an axis of size 1. Derivative: dx, expanded. */
static inline SGError *sgBuildExpandDims(SGBuilder *builder, SGValue x,
                                         const SGExpandDimsOptions *options,
                                         SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
  }
  return sgBuildOperation(builder, "expand_dims", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Exchanges the last two axes. Derivative: dx, transposed. */
static inline SGError *sgBuildMatrixTranspose(SGBuilder *builder, SGValue x,
                                              SGValue *result) {
  return sgBuildOperation(builder, "matrix_transpose", &x, 1, NULL, 0, result,
                          NULL);
}

/* Moves an axis to another position. Derivative: dx, moved. */
static inline SGError *sgBuildMoveaxis(SGBuilder *builder, SGValue x,
                                       int64_t source, int64_t destination,
                                       SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddInteger(&parameters, "source", SG_PARAMETER_INTEGER, source);
  sgAddInteger(&parameters, "destination", SG_PARAMETER_INTEGER, destination);
  return sgBuildOperation(builder, "moveaxis", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Permutes the axes: axis i of the result is axis axes[i] of x. Derivative:
 * dx, permuted. */
static inline SGError *sgBuildPermuteDims(SGBuilder *builder, SGValue x,
                                          const int64_t *axes,
                                          size_t axes_count, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "axes", axes, axes_count);
  return sgBuildOperation(builder, "permute_dims", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Changes the sizes and keeps the elements in row-major order. A size of -1
 * is computed from the others. Derivative: dx, reshaped. */
static inline SGError *sgBuildReshape(SGBuilder *builder, SGValue x,
                                      const int64_t *shape, size_t shape_count,
                                      SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  return sgBuildOperation(builder, "reshape", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Removes axes of size 1. Derivative: dx, squeezed. */
static inline SGError *sgBuildSqueeze(SGBuilder *builder, SGValue x,
                                      const int64_t *axis, size_t axis_count,
                                      SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "axis", axis, axis_count);
  return sgBuildOperation(builder, "squeeze", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildStack. */
typedef struct SGStackOptions {
  int64_t axis; /* default: 0 */
} SGStackOptions;
/* Joins arrays along a new axis. Derivative: The derivatives, stacked. */
static inline SGError *sgBuildStack(SGBuilder *builder, const SGValue *arrays,
                                    size_t arrays_count,
                                    const SGStackOptions *options,
                                    SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
  }
  return sgBuildOperation(builder, "stack", arrays, arrays_count,
                          parameters.list, parameters.count, result, NULL);
}

/* The slice with `sizes` that begins at the integers `starts`, one for each
 * axis. Starts are clamped so that the slice is in bounds. Derivative: The
 * slice of dx. */
static inline SGError *
sgBuildDynamicSlice(SGBuilder *builder, SGValue x, const SGValue *starts,
                    size_t starts_count, const int64_t *sizes,
                    size_t sizes_count, SGValue *result) {
  const SGValue arrays[] = {x};
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "sizes", sizes, sizes_count);
  return sgBuildWithList(builder, "dynamic_slice", arrays, 1, starts,
                         starts_count, &parameters, result);
}

/* x with the slice that begins at the integers `starts` replaced by
 * `update`. Starts are clamped so that the slice is in bounds. Derivative:
 * dx with the slice replaced by the derivative of the update. */
static inline SGError *sgBuildDynamicUpdateSlice(SGBuilder *builder, SGValue x,
                                                 SGValue update,
                                                 const SGValue *starts,
                                                 size_t starts_count,
                                                 SGValue *result) {
  const SGValue arrays[] = {x, update};
  SGParameters parameters;
  parameters.count = 0;
  return sgBuildWithList(builder, "dynamic_update_slice", arrays, 2, starts,
                         starts_count, &parameters, result);
}

/* Optional parameters of sgBuildFlip. */
typedef struct SGFlipOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
} SGFlipOptions;
/* The elements in reverse order along axes. Derivative: dx, flipped. */
static inline SGError *sgBuildFlip(SGBuilder *builder, SGValue x,
                                   const SGFlipOptions *options,
                                   SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
  }
  return sgBuildOperation(builder, "flip", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildPad. */
typedef struct SGPadOptions {
  double value; /* default: 0 */
} SGPadOptions;
/* Adds elements `value` before and after each axis: widths[2 i] before axis
 * i, and widths[2 i + 1] after it. Derivative: dx, padded with 0. */
static inline SGError *sgBuildPad(SGBuilder *builder, SGValue x,
                                  const int64_t *widths, size_t widths_count,
                                  const SGPadOptions *options,
                                  SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "widths", widths, widths_count);
  if (options) {
    sgAddFloat(&parameters, "value", options->value);
  }
  return sgBuildOperation(builder, "pad", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildSetSliceAxis. */
typedef struct SGSetSliceAxisOptions {
  int64_t axis;         /* default: 0 */
  const int64_t *start; /* default: None */
  const int64_t *stop;  /* default: None */
  const int64_t *step;  /* default: 1 */
} SGSetSliceAxisOptions;
/* x with the slice x[start:stop:step] along an axis replaced by the update,
 * which broadcasts. Derivative: dx with the slice replaced by the derivative
 * of the update. */
static inline SGError *sgBuildSetSliceAxis(SGBuilder *builder, SGValue x,
                                           SGValue update,
                                           const SGSetSliceAxisOptions *options,
                                           SGValue *result) {
  const SGValue arrays[] = {x, update};
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
    if (options->start)
      sgAddSizes(&parameters, "start", options->start, 1);
    if (options->stop)
      sgAddSizes(&parameters, "stop", options->stop, 1);
    if (options->step)
      sgAddInteger(&parameters, "step", SG_PARAMETER_INTEGER, *options->step);
  }
  return sgBuildOperation(builder, "set_slice_axis", arrays, 2, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildSliceAxis. */
typedef struct SGSliceAxisOptions {
  int64_t axis;         /* default: 0 */
  const int64_t *start; /* default: None */
  const int64_t *stop;  /* default: None */
  const int64_t *step;  /* default: 1 */
} SGSliceAxisOptions;
/* The slice x[start:stop:step] along an axis, as in Python. Derivative: The
 * slice of dx. */
static inline SGError *sgBuildSliceAxis(SGBuilder *builder, SGValue x,
                                        const SGSliceAxisOptions *options,
                                        SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
    if (options->start)
      sgAddSizes(&parameters, "start", options->start, 1);
    if (options->stop)
      sgAddSizes(&parameters, "stop", options->stop, 1);
    if (options->step)
      sgAddInteger(&parameters, "step", SG_PARAMETER_INTEGER, *options->step);
  }
  return sgBuildOperation(builder, "slice_axis", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* x[..., i, j, ...] as in NumPy: the elements at arrays of integers, one
 * array for each of `axes`, which are in ascending order. The arrays
 * broadcast. Their axes are in the place of the indexed axes if those are
 * adjacent, otherwise they come first. A negative index counts from the end.
 * An index out of range is an error when the program runs. Derivative: The
 * elements of dx. */
static inline SGError *sgBuildGather(SGBuilder *builder, SGValue x,
                                     const SGValue *indices,
                                     size_t indices_count, const int64_t *axes,
                                     size_t axes_count, SGValue *result) {
  const SGValue arrays[] = {x};
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "axes", axes, axes_count);
  return sgBuildWithList(builder, "gather", arrays, 1, indices, indices_count,
                         &parameters, result);
}

/* Optional parameters of sgBuildScatter. */
typedef struct SGScatterOptions {
  const char *mode; /* default: "set" */
} SGScatterOptions;
/* x with the elements x[..., i, j, ...] of gather updated: replaced for the
 * mode set, otherwise combined by add, multiply, min or max. The updates
 * broadcast. Repeated indices are applied in order. Derivative: That of the
 * updates in order. */
static inline SGError *sgBuildScatter(SGBuilder *builder, SGValue x,
                                      SGValue updates, const SGValue *indices,
                                      size_t indices_count, const int64_t *axes,
                                      size_t axes_count,
                                      const SGScatterOptions *options,
                                      SGValue *result) {
  const SGValue arrays[] = {x, updates};
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "axes", axes, axes_count);
  if (options) {
    if (options->mode)
      sgAddText(&parameters, "mode", options->mode);
  }
  return sgBuildWithList(builder, "scatter", arrays, 2, indices, indices_count,
                         &parameters, result);
}

/* Optional parameters of sgBuildTake. */
typedef struct SGTakeOptions {
  int64_t axis; /* default: 0 */
} SGTakeOptions;
/* The elements at integer indices along an axis, as in gather. Derivative:
 * The elements of dx. */
static inline SGError *sgBuildTake(SGBuilder *builder, SGValue x,
                                   SGValue indices,
                                   const SGTakeOptions *options,
                                   SGValue *result) {
  const SGValue arrays[] = {x, indices};
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
  }
  return sgBuildOperation(builder, "take", arrays, 2, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildTakeAlongAxis. */
typedef struct SGTakeAlongAxisOptions {
  const int64_t *axis; /* default: -1 */
} SGTakeAlongAxisOptions;
/* The elements x[..., indices[..., i, ...], ...]: the other axes of the
 * indices and of x broadcast. Derivative: The elements of dx. */
static inline SGError *
sgBuildTakeAlongAxis(SGBuilder *builder, SGValue x, SGValue indices,
                     const SGTakeAlongAxisOptions *options, SGValue *result) {
  const SGValue arrays[] = {x, indices};
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis)
      sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, *options->axis);
  }
  return sgBuildOperation(builder, "take_along_axis", arrays, 2,
                          parameters.list, parameters.count, result, NULL);
}

/* Optional parameters of sgBuildAll. */
typedef struct SGAllOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
  int keepdims; /* default: False */
} SGAllOptions;
/* True if all elements are true or nonzero. */
static inline SGError *sgBuildAll(SGBuilder *builder, SGValue x,
                                  const SGAllOptions *options,
                                  SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "all", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildAny. */
typedef struct SGAnyOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
  int keepdims; /* default: False */
} SGAnyOptions;
/* True if an element is true or nonzero. */
static inline SGError *sgBuildAny(SGBuilder *builder, SGValue x,
                                  const SGAnyOptions *options,
                                  SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "any", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildMax. */
typedef struct SGMaxOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
  int keepdims; /* default: False */
} SGMaxOptions;
/* The largest element. NaN if one is NaN. Derivative: The derivative of the
 * largest element, in equal parts at ties. */
static inline SGError *sgBuildMax(SGBuilder *builder, SGValue x,
                                  const SGMaxOptions *options,
                                  SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "max", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildMean. */
typedef struct SGMeanOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
  int keepdims; /* default: False */
} SGMeanOptions;
/* The mean. NaN for an empty axis. Derivative: The mean of dx. */
static inline SGError *sgBuildMean(SGBuilder *builder, SGValue x,
                                   const SGMeanOptions *options,
                                   SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "mean", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildMin. */
typedef struct SGMinOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
  int keepdims; /* default: False */
} SGMinOptions;
/* The smallest element. NaN if one is NaN. Derivative: The derivative of the
 * smallest element, in equal parts at ties. */
static inline SGError *sgBuildMin(SGBuilder *builder, SGValue x,
                                  const SGMinOptions *options,
                                  SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "min", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildProd. */
typedef struct SGProdOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
  const int32_t *dtype; /* default: None */
  int keepdims;         /* default: False */
} SGProdOptions;
/* The product. Integers are widened to 64 bits. Derivative: The sum over i
 * of dx[i] times the product of the other elements. */
static inline SGError *sgBuildProd(SGBuilder *builder, SGValue x,
                                   const SGProdOptions *options,
                                   SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "prod", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildStd. */
typedef struct SGStdOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
  double correction; /* default: 0 */
  int keepdims;      /* default: False */
} SGStdOptions;
/* The standard deviation: the square root of var. Derivative: d var / (2
 * std); NaN for equal elements. */
static inline SGError *sgBuildStd(SGBuilder *builder, SGValue x,
                                  const SGStdOptions *options,
                                  SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
    sgAddFloat(&parameters, "correction", options->correction);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "std", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildSum. */
typedef struct SGSumOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
  const int32_t *dtype; /* default: None */
  int keepdims;         /* default: False */
} SGSumOptions;
/* The sum. Integers are widened to 64 bits. Derivative: The sum of dx. */
static inline SGError *sgBuildSum(SGBuilder *builder, SGValue x,
                                  const SGSumOptions *options,
                                  SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "sum", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildVar. */
typedef struct SGVarOptions {
  const int64_t *axis; /* default: None */
  size_t axis_count;
  double correction; /* default: 0 */
  int keepdims;      /* default: False */
} SGVarOptions;
/* The variance: the sum of the squared distances from the mean, divided by
 * the number of elements minus correction. Derivative: 2 (x - mean) dx,
 * averaged. */
static inline SGError *sgBuildVar(SGBuilder *builder, SGValue x,
                                  const SGVarOptions *options,
                                  SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis || options->axis_count)
      sgAddSizes(&parameters, "axis", options->axis, options->axis_count);
    sgAddFloat(&parameters, "correction", options->correction);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "var", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildCumlogsumexp. */
typedef struct SGCumlogsumexpOptions {
  int64_t axis; /* default: 0 */
  int reverse;  /* default: False */
} SGCumlogsumexpOptions;
/* The logarithm of the sum of the exponentials of the elements up to each
 * element. Derivative: That of logaddexp. */
static inline SGError *sgBuildCumlogsumexp(SGBuilder *builder, SGValue x,
                                           const SGCumlogsumexpOptions *options,
                                           SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
    sgAddInteger(&parameters, "reverse", SG_PARAMETER_BOOL, options->reverse);
  }
  return sgBuildOperation(builder, "cumlogsumexp", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildCummax. */
typedef struct SGCummaxOptions {
  int64_t axis; /* default: 0 */
  int reverse;  /* default: False */
} SGCummaxOptions;
/* The largest element up to each element. Derivative: That of maximum. */
static inline SGError *sgBuildCummax(SGBuilder *builder, SGValue x,
                                     const SGCummaxOptions *options,
                                     SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
    sgAddInteger(&parameters, "reverse", SG_PARAMETER_BOOL, options->reverse);
  }
  return sgBuildOperation(builder, "cummax", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildCummin. */
typedef struct SGCumminOptions {
  int64_t axis; /* default: 0 */
  int reverse;  /* default: False */
} SGCumminOptions;
/* The smallest element up to each element. Derivative: That of minimum. */
static inline SGError *sgBuildCummin(SGBuilder *builder, SGValue x,
                                     const SGCumminOptions *options,
                                     SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
    sgAddInteger(&parameters, "reverse", SG_PARAMETER_BOOL, options->reverse);
  }
  return sgBuildOperation(builder, "cummin", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildCumprod. */
typedef struct SGCumprodOptions {
  int64_t axis;         /* default: 0 */
  const int32_t *dtype; /* default: None */
  int reverse;          /* default: False */
} SGCumprodOptions;
/* The product of the elements up to each element. Integers are widened to 64
 * bits. Derivative: The sum of the products with one factor differentiated. */
static inline SGError *sgBuildCumprod(SGBuilder *builder, SGValue x,
                                      const SGCumprodOptions *options,
                                      SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
    sgAddInteger(&parameters, "reverse", SG_PARAMETER_BOOL, options->reverse);
  }
  return sgBuildOperation(builder, "cumprod", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildCumsum. */
typedef struct SGCumsumOptions {
  int64_t axis;         /* default: 0 */
  const int32_t *dtype; /* default: None */
  int reverse;          /* default: False */
} SGCumsumOptions;
/* The sum of the elements up to each element. Integers are widened to 64
 * bits. Derivative: The cumulative sum of dx. */
static inline SGError *sgBuildCumsum(SGBuilder *builder, SGValue x,
                                     const SGCumsumOptions *options,
                                     SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, options->axis);
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
    sgAddInteger(&parameters, "reverse", SG_PARAMETER_BOOL, options->reverse);
  }
  return sgBuildOperation(builder, "cumsum", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildArgmax. */
typedef struct SGArgmaxOptions {
  const int64_t *axis; /* default: None */
  int keepdims;        /* default: False */
} SGArgmaxOptions;
/* The position of the first largest element, or of the first NaN. Without an
 * axis, the position in row-major order. */
static inline SGError *sgBuildArgmax(SGBuilder *builder, SGValue x,
                                     const SGArgmaxOptions *options,
                                     SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis)
      sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, *options->axis);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "argmax", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildArgmin. */
typedef struct SGArgminOptions {
  const int64_t *axis; /* default: None */
  int keepdims;        /* default: False */
} SGArgminOptions;
/* The position of the first smallest element, or of the first NaN. Without
 * an axis, the position in row-major order. */
static inline SGError *sgBuildArgmin(SGBuilder *builder, SGValue x,
                                     const SGArgminOptions *options,
                                     SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis)
      sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, *options->axis);
    sgAddInteger(&parameters, "keepdims", SG_PARAMETER_BOOL, options->keepdims);
  }
  return sgBuildOperation(builder, "argmin", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildDiagonal. */
typedef struct SGDiagonalOptions {
  int64_t offset; /* default: 0 */
} SGDiagonalOptions;
/* The elements x[..., i, i + offset] of the last two axes. Derivative: The
 * diagonal of dx. */
static inline SGError *sgBuildDiagonal(SGBuilder *builder, SGValue x,
                                       const SGDiagonalOptions *options,
                                       SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "offset", SG_PARAMETER_INTEGER, options->offset);
  }
  return sgBuildOperation(builder, "diagonal", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildOneHot. */
typedef struct SGOneHotOptions {
  const int32_t *dtype; /* default: float32 */
} SGOneHotOptions;
/* 1 at the position x of a new last axis, otherwise 0. All 0 if x is out of
 * range. */
static inline SGError *sgBuildOneHot(SGBuilder *builder, SGValue x,
                                     int64_t num_classes,
                                     const SGOneHotOptions *options,
                                     SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "num_classes", &num_classes, 1);
  if (options) {
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
  }
  return sgBuildOperation(builder, "one_hot", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildTrace. */
typedef struct SGTraceOptions {
  int64_t offset; /* default: 0 */
} SGTraceOptions;
/* The sum of the elements x[..., i, i + offset] of the last two axes.
 * Derivative: The trace of dx. */
static inline SGError *sgBuildTrace(SGBuilder *builder, SGValue x,
                                    const SGTraceOptions *options,
                                    SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "offset", SG_PARAMETER_INTEGER, options->offset);
  }
  return sgBuildOperation(builder, "trace", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildTril. */
typedef struct SGTrilOptions {
  int64_t k; /* default: 0 */
} SGTrilOptions;
/* The elements x[..., i, j] with j <= i + k, otherwise 0. Derivative: The
 * triangle of dx. */
static inline SGError *sgBuildTril(SGBuilder *builder, SGValue x,
                                   const SGTrilOptions *options,
                                   SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "k", SG_PARAMETER_INTEGER, options->k);
  }
  return sgBuildOperation(builder, "tril", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildTriu. */
typedef struct SGTriuOptions {
  int64_t k; /* default: 0 */
} SGTriuOptions;
/* The elements x[..., i, j] with j >= i + k, otherwise 0. Derivative: The
 * triangle of dx. */
static inline SGError *sgBuildTriu(SGBuilder *builder, SGValue x,
                                   const SGTriuOptions *options,
                                   SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    sgAddInteger(&parameters, "k", SG_PARAMETER_INTEGER, options->k);
  }
  return sgBuildOperation(builder, "triu", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildArgsort. */
typedef struct SGArgsortOptions {
  const int64_t *axis; /* default: -1 */
  int descending;      /* default: False */
  const int *stable;   /* default: True */
} SGArgsortOptions;
/* The positions of the sorted elements along an axis. Equal elements keep
 * their order, also if `stable` is false. NaN counts as the largest number. */
static inline SGError *sgBuildArgsort(SGBuilder *builder, SGValue x,
                                      const SGArgsortOptions *options,
                                      SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis)
      sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, *options->axis);
    sgAddInteger(&parameters, "descending", SG_PARAMETER_BOOL,
                 options->descending);
    if (options->stable)
      sgAddInteger(&parameters, "stable", SG_PARAMETER_BOOL, *options->stable);
  }
  return sgBuildOperation(builder, "argsort", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildSearchsorted. */
typedef struct SGSearchsortedOptions {
  const char *side; /* default: "left" */
} SGSearchsortedOptions;
/* For each value, the position in the sorted vector x before which the value
 * can be inserted: the first such position for the side left, the last for
 * right. */
static inline SGError *sgBuildSearchsorted(SGBuilder *builder, SGValue x,
                                           SGValue values,
                                           const SGSearchsortedOptions *options,
                                           SGValue *result) {
  const SGValue arrays[] = {x, values};
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->side)
      sgAddText(&parameters, "side", options->side);
  }
  return sgBuildOperation(builder, "searchsorted", arrays, 2, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildSort. */
typedef struct SGSortOptions {
  const int64_t *axis; /* default: -1 */
  int descending;      /* default: False */
  const int *stable;   /* default: True */
} SGSortOptions;
/* The elements in ascending or descending order along an axis. Equal
 * elements keep their order, also if `stable` is false. NaN counts as the
 * largest number. Derivative: dx in the order of x. */
static inline SGError *sgBuildSort(SGBuilder *builder, SGValue x,
                                   const SGSortOptions *options,
                                   SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis)
      sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, *options->axis);
    sgAddInteger(&parameters, "descending", SG_PARAMETER_BOOL,
                 options->descending);
    if (options->stable)
      sgAddInteger(&parameters, "stable", SG_PARAMETER_BOOL, *options->stable);
  }
  return sgBuildOperation(builder, "sort", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildTopK. */
typedef struct SGTopKOptions {
  const int64_t *axis; /* default: -1 */
} SGTopKOptions;
/* The k largest elements along an axis in descending order, and their
 * positions. NaN counts as the largest number. Derivative: dx at the
 * positions. */
static inline SGError *sgBuildTopK(SGBuilder *builder, SGValue x, int64_t k,
                                   const SGTopKOptions *options, SGValue *first,
                                   int32_t *count) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "k", &k, 1);
  if (options) {
    if (options->axis)
      sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, *options->axis);
  }
  return sgBuildOperation(builder, "top_k", &x, 1, parameters.list,
                          parameters.count, first, count);
}

/* The sum of products in Einstein's notation, for example "ij,jk->ik" for a
 * matrix product. Arrays are contracted from left to right. Derivative: The
 * sum of the results with one operand differentiated. */
static inline SGError *sgBuildEinsum(SGBuilder *builder,
                                     const SGValue *operands,
                                     size_t operands_count,
                                     const char *subscripts, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddText(&parameters, "subscripts", subscripts);
  return sgBuildOperation(builder, "einsum", operands, operands_count,
                          parameters.list, parameters.count, result, NULL);
}

/* The matrix product of the last two axes. An array of rank 1 is a row on
 * the left and a column on the right. Leading axes broadcast. Derivative:
 * matmul(dx, y) + matmul(x, dy). */
static inline SGError *sgBuildMatmul(SGBuilder *builder, SGValue x, SGValue y,
                                     SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "matmul", arrays, 2, NULL, 0, result, NULL);
}

/* The products of each pair of elements of two vectors. Derivative:
 * outer(dx, y) + outer(x, dy). */
static inline SGError *sgBuildOuter(SGBuilder *builder, SGValue x, SGValue y,
                                    SGValue *result) {
  const SGValue arrays[] = {x, y};
  return sgBuildOperation(builder, "outer", arrays, 2, NULL, 0, result, NULL);
}

/* Optional parameters of sgBuildTensordot. */
typedef struct SGTensordotOptions {
  const int64_t *axes; /* default: 2 */
} SGTensordotOptions;
/* Sums over the last axes of x and the first axes of y. Derivative:
 * tensordot(dx, y) + tensordot(x, dy). */
static inline SGError *sgBuildTensordot(SGBuilder *builder, SGValue x,
                                        SGValue y,
                                        const SGTensordotOptions *options,
                                        SGValue *result) {
  const SGValue arrays[] = {x, y};
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axes)
      sgAddInteger(&parameters, "axes", SG_PARAMETER_INTEGER, *options->axes);
  }
  return sgBuildOperation(builder, "tensordot", arrays, 2, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildVecdot. */
typedef struct SGVecdotOptions {
  const int64_t *axis; /* default: -1 */
} SGVecdotOptions;
/* The sum of the products of elements along an axis. Complex elements of x
 * are conjugated. Derivative: vecdot(dx, y) + vecdot(x, dy). */
static inline SGError *sgBuildVecdot(SGBuilder *builder, SGValue x, SGValue y,
                                     const SGVecdotOptions *options,
                                     SGValue *result) {
  const SGValue arrays[] = {x, y};
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis)
      sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, *options->axis);
  }
  return sgBuildOperation(builder, "vecdot", arrays, 2, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildConvGeneralDilated. */
typedef struct SGConvGeneralDilatedOptions {
  const int64_t *strides; /* default: None */
  size_t strides_count;
  const int64_t *padding; /* default: None */
  size_t padding_count;
  const int64_t *lhs_dilation; /* default: None */
  size_t lhs_dilation_count;
  const int64_t *rhs_dilation; /* default: None */
  size_t rhs_dilation_count;
  const int64_t *feature_group_count; /* default: 1 */
  const char *lhs_spec;               /* default: None */
  const char *rhs_spec;               /* default: None */
  const char *out_spec;               /* default: None */
} SGConvGeneralDilatedOptions;
/* The convolution of x with a kernel over the spatial axes, as in JAX: the
 * kernel is not flipped. `padding` has two integers for each spatial axis,
 * before and after it; a negative one drops elements. A spec names the axes:
 * N is the batch, C the channels, O and I the outputs and inputs of the
 * kernel, and digits are the spatial axes. The default is NC01... and
 * OI01.... Derivative: The convolution of dx plus that with the derivative
 * of the kernel. */
static inline SGError *
sgBuildConvGeneralDilated(SGBuilder *builder, SGValue x, SGValue kernel,
                          const SGConvGeneralDilatedOptions *options,
                          SGValue *result) {
  const SGValue arrays[] = {x, kernel};
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->strides || options->strides_count)
      sgAddSizes(&parameters, "strides", options->strides,
                 options->strides_count);
    if (options->padding || options->padding_count)
      sgAddSizes(&parameters, "padding", options->padding,
                 options->padding_count);
    if (options->lhs_dilation || options->lhs_dilation_count)
      sgAddSizes(&parameters, "lhs_dilation", options->lhs_dilation,
                 options->lhs_dilation_count);
    if (options->rhs_dilation || options->rhs_dilation_count)
      sgAddSizes(&parameters, "rhs_dilation", options->rhs_dilation,
                 options->rhs_dilation_count);
    if (options->feature_group_count)
      sgAddInteger(&parameters, "feature_group_count", SG_PARAMETER_INTEGER,
                   *options->feature_group_count);
    if (options->lhs_spec)
      sgAddText(&parameters, "lhs_spec", options->lhs_spec);
    if (options->rhs_spec)
      sgAddText(&parameters, "rhs_spec", options->rhs_spec);
    if (options->out_spec)
      sgAddText(&parameters, "out_spec", options->out_spec);
  }
  return sgBuildOperation(builder, "conv_general_dilated", arrays, 2,
                          parameters.list, parameters.count, result, NULL);
}

/* Optional parameters of sgBuildReduceWindow. */
typedef struct SGReduceWindowOptions {
  const int64_t *strides; /* default: None */
  size_t strides_count;
  const int64_t *padding; /* default: None */
  size_t padding_count;
  const int64_t *dilation; /* default: None */
  size_t dilation_count;
  const char *mode; /* default: "sum" */
} SGReduceWindowOptions;
/* The sum, prod, max or min of the elements in windows. `window` and the
 * other parameters have an integer for each axis; `padding` has two.
 * Elements outside of x are neutral. Derivative: That of the mode; at ties
 * of max and min, that of the first element. */
static inline SGError *sgBuildReduceWindow(SGBuilder *builder, SGValue x,
                                           const int64_t *window,
                                           size_t window_count,
                                           const SGReduceWindowOptions *options,
                                           SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "window", window, window_count);
  if (options) {
    if (options->strides || options->strides_count)
      sgAddSizes(&parameters, "strides", options->strides,
                 options->strides_count);
    if (options->padding || options->padding_count)
      sgAddSizes(&parameters, "padding", options->padding,
                 options->padding_count);
    if (options->dilation || options->dilation_count)
      sgAddSizes(&parameters, "dilation", options->dilation,
                 options->dilation_count);
    if (options->mode)
      sgAddText(&parameters, "mode", options->mode);
  }
  return sgBuildOperation(builder, "reduce_window", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildRandomBits. */
typedef struct SGRandomBitsOptions {
  const int32_t *dtype; /* default: uint32 */
} SGRandomBitsOptions;
/* Random bits of an unsigned integer. */
static inline SGError *sgBuildRandomBits(SGBuilder *builder, SGValue key,
                                         const int64_t *shape,
                                         size_t shape_count,
                                         const SGRandomBitsOptions *options,
                                         SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  if (options) {
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
  }
  return sgBuildOperation(builder, "random_bits", &key, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* A key for the key and an integer, of which 32 bits are used. */
static inline SGError *sgBuildRandomFoldIn(SGBuilder *builder, SGValue key,
                                           SGValue data, SGValue *result) {
  const SGValue arrays[] = {key, data};
  return sgBuildOperation(builder, "random_fold_in", arrays, 2, NULL, 0, result,
                          NULL);
}

/* The key of an integer: uint32[2]. */
static inline SGError *sgBuildRandomKey(SGBuilder *builder, SGValue seed,
                                        SGValue *result) {
  return sgBuildOperation(builder, "random_key", &seed, 1, NULL, 0, result,
                          NULL);
}

/* `num` keys: uint32[num, 2]. */
static inline SGError *sgBuildRandomSplit(SGBuilder *builder, SGValue key,
                                          int64_t num, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "num", &num, 1);
  return sgBuildOperation(builder, "random_split", &key, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* True with the probability p, which broadcasts. */
static inline SGError *sgBuildRandomBernoulli(SGBuilder *builder, SGValue key,
                                              SGValue p, const int64_t *shape,
                                              size_t shape_count,
                                              SGValue *result) {
  const SGValue arrays[] = {key, p};
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  return sgBuildOperation(builder, "random_bernoulli", arrays, 2,
                          parameters.list, parameters.count, result, NULL);
}

/* Optional parameters of sgBuildRandomCategorical. */
typedef struct SGRandomCategoricalOptions {
  const int64_t *axis; /* default: -1 */
} SGRandomCategoricalOptions;
/* Random positions along an axis, with probabilities proportional to
 * exp(logits). */
static inline SGError *
sgBuildRandomCategorical(SGBuilder *builder, SGValue key, SGValue logits,
                         const SGRandomCategoricalOptions *options,
                         SGValue *result) {
  const SGValue arrays[] = {key, logits};
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->axis)
      sgAddInteger(&parameters, "axis", SG_PARAMETER_INTEGER, *options->axis);
  }
  return sgBuildOperation(builder, "random_categorical", arrays, 2,
                          parameters.list, parameters.count, result, NULL);
}

/* Optional parameters of sgBuildRandomExponential. */
typedef struct SGRandomExponentialOptions {
  const int32_t *dtype; /* default: float64 */
} SGRandomExponentialOptions;
/* Numbers with the density exp(-x). */
static inline SGError *sgBuildRandomExponential(
    SGBuilder *builder, SGValue key, const int64_t *shape, size_t shape_count,
    const SGRandomExponentialOptions *options, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  if (options) {
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
  }
  return sgBuildOperation(builder, "random_exponential", &key, 1,
                          parameters.list, parameters.count, result, NULL);
}

/* Optional parameters of sgBuildRandomGumbel. */
typedef struct SGRandomGumbelOptions {
  const int32_t *dtype; /* default: float64 */
} SGRandomGumbelOptions;
/* Numbers with the density exp(-x - exp(-x)). */
static inline SGError *sgBuildRandomGumbel(SGBuilder *builder, SGValue key,
                                           const int64_t *shape,
                                           size_t shape_count,
                                           const SGRandomGumbelOptions *options,
                                           SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  if (options) {
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
  }
  return sgBuildOperation(builder, "random_gumbel", &key, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildRandomNormal. */
typedef struct SGRandomNormalOptions {
  const int32_t *dtype; /* default: float64 */
} SGRandomNormalOptions;
/* Numbers of the standard normal distribution. */
static inline SGError *sgBuildRandomNormal(SGBuilder *builder, SGValue key,
                                           const int64_t *shape,
                                           size_t shape_count,
                                           const SGRandomNormalOptions *options,
                                           SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  if (options) {
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
  }
  return sgBuildOperation(builder, "random_normal", &key, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* The integers from 0 to n - 1 in random order. */
static inline SGError *sgBuildRandomPermutation(SGBuilder *builder, SGValue key,
                                                int64_t n, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "n", &n, 1);
  return sgBuildOperation(builder, "random_permutation", &key, 1,
                          parameters.list, parameters.count, result, NULL);
}

/* Optional parameters of sgBuildRandomRandint. */
typedef struct SGRandomRandintOptions {
  const int32_t *dtype; /* default: int64 */
} SGRandomRandintOptions;
/* Uniform integers from `low`, inclusive, to `high`, exclusive. */
static inline SGError *
sgBuildRandomRandint(SGBuilder *builder, SGValue key, int64_t low, int64_t high,
                     const int64_t *shape, size_t shape_count,
                     const SGRandomRandintOptions *options, SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddInteger(&parameters, "low", SG_PARAMETER_INTEGER, low);
  sgAddInteger(&parameters, "high", SG_PARAMETER_INTEGER, high);
  sgAddSizes(&parameters, "shape", shape, shape_count);
  if (options) {
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
  }
  return sgBuildOperation(builder, "random_randint", &key, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildRandomUniform. */
typedef struct SGRandomUniformOptions {
  const int32_t *dtype; /* default: float64 */
  double low;           /* default: 0 */
  const double *high;   /* default: 1 */
} SGRandomUniformOptions;
/* Uniform numbers from `low`, inclusive, to `high`, exclusive. */
static inline SGError *
sgBuildRandomUniform(SGBuilder *builder, SGValue key, const int64_t *shape,
                     size_t shape_count, const SGRandomUniformOptions *options,
                     SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  sgAddSizes(&parameters, "shape", shape, shape_count);
  if (options) {
    if (options->dtype)
      sgAddInteger(&parameters, "dtype", SG_PARAMETER_DTYPE, *options->dtype);
    sgAddFloat(&parameters, "low", options->low);
    if (options->high)
      sgAddFloat(&parameters, "high", *options->high);
  }
  return sgBuildOperation(builder, "random_uniform", &key, 1, parameters.list,
                          parameters.count, result, NULL);
}

/* Optional parameters of sgBuildStopGradient. */
typedef struct SGStopGradientOptions {
  const char *name; /* default: None */
} SGStopGradientOptions;
/* x. Reports and errors use the name. Derivative: 0. */
static inline SGError *sgBuildStopGradient(SGBuilder *builder, SGValue x,
                                           const SGStopGradientOptions *options,
                                           SGValue *result) {
  SGParameters parameters;
  parameters.count = 0;
  if (options) {
    if (options->name)
      sgAddText(&parameters, "name", options->name);
  }
  return sgBuildOperation(builder, "stop_gradient", &x, 1, parameters.list,
                          parameters.count, result, NULL);
}

#ifdef __cplusplus
}
#endif

#endif /* SG_C_OPERATIONS_H */
