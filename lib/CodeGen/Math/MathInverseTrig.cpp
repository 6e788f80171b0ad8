//===- MathInverseTrig.cpp - Inverse trigonometric functions --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function computes the angle of a point. A rotation by the angle with
// tangent 1/2, 1, 3/2 or infinity reduces the ratio y / x of the point to less
// than 7/16. A polynomial computes the remaining angle. The rotations and
// polynomials are from FreeBSD's s_atan.c and s_atanf.c (Sun Microsystems:
// "Permission to use, copy, modify, and distribute this software is freely
// granted, provided that this notice is preserved").
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"
#include <cmath>

using namespace sg::approximate;
using llvm::ArrayRef;

static constexpr Real kPi = {
    {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53, -0x1.f1976b7ed8fbcp-109}};

namespace {
/// A rotation by `angle`, whose tangent is `tangent`, for points with a ratio y
/// / x below `ratioLimit`.
struct Rotation {
  double ratioLimit, tangent;
  Real angle;
};
} // namespace

static constexpr Rotation kRotations[] = {
    {7.0 / 16, 0, {{0, 0, 0}}},
    {11.0 / 16,
     0.5,
     {{0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56, -0x1.5cbf247afa9e3p-111}}},
    {19.0 / 16,
     1,
     {{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55, -0x1.f1976b7ed8fbcp-111}}},
    {39.0 / 16,
     1.5,
     {{0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56, -0x1.87af959b266b7p-110}}},
};
static constexpr Real kHalfPi = {
    {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110}};

/// Coefficients of (t - arctan t) / t^3 as a polynomial in t^2.
static constexpr double kTailF32[] = {3.3333328366e-01, -1.9999158382e-01,
                                      1.4253635705e-01, -1.0648017377e-01,
                                      6.1687607318e-02};
static constexpr double kTailF64[] = {
    3.33333333333329318027e-01, -1.99999999998764832476e-01,
    1.42857142725034663711e-01, -1.11111104054623557880e-01,
    9.09088713343650656196e-02, -7.69187620504482999495e-02,
    6.66107313738753120669e-02, -5.83357013379057348645e-02,
    4.97687799461593236017e-02, -3.65315727442169155270e-02,
    1.62858201153657823623e-02};

namespace sg::approximate {

Pair angle(const Format &f, Pair y, Pair x) {
  Term tangent = f(kRotations[3].tangent);
  Pair rotation = f.pair(kRotations[3].angle);
  for (unsigned i : {2, 1, 0}) {
    Term isBelow = y.high < x.high * kRotations[i].ratioLimit;
    tangent = select(isBelow, kRotations[i].tangent, tangent);
    rotation = select(isBelow, f.pair(kRotations[i].angle), rotation);
  }
  Term isSteep = y.high > x.high * kRotations[3].ratioLimit;
  rotation = select(isSteep, f.pair(kHalfPi), rotation);
  Pair numerator = select(isSteep, -x, y - x * tangent);
  Pair denominator = select(isSteep, y, x + y * tangent);
  Pair t = numerator / denominator;
  Term z = t.high * t.high;
  Term tail = polynomial(
      f.isDouble ? ArrayRef<double>(kTailF64) : ArrayRef<double>(kTailF32), z);
  Term cubic = t.high * z * tail;
  // The derivative of arctan at t is 1 - z, up to higher orders.
  Term low = fma(-z, t.low, t.low) - cubic;
  Pair sum = addOrdered(rotation.high, t.high);
  return addOrdered(sum.high, sum.low + (rotation.low + low));
}

/// Returns pi - a if `isNegative` is true, and a otherwise.
static Pair reflect(const Format &f, Term isNegative, Pair a) {
  return select(isNegative, f.pair(kPi) - a, a);
}

/// Returns sqrt(1 - x^2), which is NaN for |x| > 1.
static Pair complement(const Format &f, Term x) {
  return sqrt(-multiplyExactly(x, x) + f(1));
}

Term asin(const Format &f, Term x) {
  Pair result = angle(f, extended(abs(x)), complement(f, x));
  return copysign(rounded(result), x);
}

Term acos(const Format &f, Term x) {
  Pair result = angle(f, complement(f, x), extended(abs(x)));
  return rounded(reflect(f, x < 0.0, result));
}

Term atan(const Format &f, Term x) {
  Term absX = abs(x);
  // For |x| of at least `limit`, the angle rounds to pi/2.
  double limit = f.pick(0x1p30, 0x1p60);
  absX = select(absX > limit, limit, absX);
  Pair result = angle(f, extended(absX), extended(f(1)));
  return copysign(rounded(result), x);
}

Term atan2(const Format &f, Term y, Term x) {
  Term height = abs(y), width = abs(x);
  // Scale the point so that no product overflows or becomes subnormal.
  Term isLarge = (height > f.pick(0x1p100, 0x1p1000)) |
                 (width > f.pick(0x1p100, 0x1p1000));
  Term isSmall = (height < f.pick(0x1p-60, 0x1p-500)) &
                 (width < f.pick(0x1p-60, 0x1p-500));
  Term factor = select(isLarge, f(f.pick(0x1p-30, 0x1p-100)),
                       select(isSmall, f.pick(0x1p60, 0x1p500), 1.0, f.type));
  // Replace an infinite point, and the origin, by a finite point with the same
  // angle, on an axis or a diagonal.
  Term isYInf = equal(height, INFINITY), isXInf = equal(width, INFINITY);
  Term isInfinite = isYInf | isXInf;
  Term isOrigin = equal(height, 0.0) & equal(width, 0.0);
  height =
      select(isInfinite, select(isYInf, 1.0, 0.0, f.type), height * factor);
  width = select(isInfinite, select(isXInf, 1.0, 0.0, f.type), width * factor);
  width = select(isOrigin, 1.0, width);
  Term isXNegative = bitcast(x, f.integer) < Term::constant(f.integer, 0.0);
  Pair result =
      reflect(f, isXNegative, angle(f, extended(height), extended(width)));
  return select(isNaN(x) | isNaN(y), x + y, copysign(rounded(result), y));
}

} // namespace sg::approximate
