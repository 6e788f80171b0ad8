//===- MathErrorFunction.cpp - The error function -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The algorithm and the coefficients are from FreeBSD's s_erf.c (Sun
// Microsystems: "Permission to use, copy, modify, and distribute this software
// is freely granted, provided that this notice is preserved"). Each of four
// intervals has its own quotient of polynomials. f32 uses the same coefficients
// as f64.
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"

using namespace sg::approximate;
using llvm::SmallVector;

namespace {
/// A rational approximation for |x| < `end`.
struct Interval {
  double end;
  double numerator[9], denominator[9];
};
} // namespace

/// The intervals in increasing order. The first one approximates erf x / x - 1
/// as a function of x^2. The second one approximates erf x - kMiddle as a
/// function of x - 1. The last two approximate ln(x erfc x) + x^2 + 0.5625 as a
/// function of 1 / x^2.
static constexpr Interval kIntervals[] = {
    {0.84375,
     {1.28379167095512558561e-01, -3.25042107247001499370e-01,
      -2.84817495755985104766e-02, -5.77027029648944159157e-03,
      -2.37630166566501626084e-05},
     {1, 3.97917223959155352819e-01, 6.50222499887672944485e-02,
      5.08130628187576562776e-03, 1.32494738004321644526e-04,
      -3.96022827877536812320e-06}},
    {1.25,
     {-2.36211856075265944077e-03, 4.14856118683748331666e-01,
      -3.72207876035701323847e-01, 3.18346619901161753674e-01,
      -1.10894694282396677476e-01, 3.54783043256182359371e-02,
      -2.16637559486879084300e-03},
     {1, 1.06420880400844228286e-01, 5.40397917702171048937e-01,
      7.18286544141962662868e-02, 1.26171219808761642112e-01,
      1.36370839120290507362e-02, 1.19844998467991074170e-02}},
    {1 / 0.35,
     {-9.86494403484714822705e-03, -6.93858572707181764372e-01,
      -1.05586262253232909814e+01, -6.23753324503260060396e+01,
      -1.62396669462573470355e+02, -1.84605092906711035994e+02,
      -8.12874355063065934246e+01, -9.81432934416914548592e+00},
     {1, 1.96512716674392571292e+01, 1.37657754143519042600e+02,
      4.34565877475229228821e+02, 6.45387271733267880336e+02,
      4.29008140027567833386e+02, 1.08635005541779435134e+02,
      6.57024977031928170135e+00, -6.04244152148580987438e-02}},
    {28,
     {-9.86494292470009928597e-03, -7.99283237680523006574e-01,
      -1.77579549177547519889e+01, -1.60636384855821916062e+02,
      -6.37566443368389627722e+02, -1.02509513161107724954e+03,
      -4.83519191608651397019e+02},
     {1, 3.03380607434824582924e+01, 3.25792512996573918826e+02,
      1.53672958608443695994e+03, 3.19985821950859553908e+03,
      2.55305040643316442583e+03, 4.74528541206955367215e+02,
      -2.24409524465858183362e+01}},
};
/// The offset of the second interval. It has 24 bits, so that 1 - kMiddle is
/// exact in f32.
static constexpr double kMiddle = 8.45062911510467529297e-01;

namespace {
/// The values computed from |x|, from which erf and erfc are assembled.
struct Parts {
  /// |x|, clamped; true in the first interval; true in the second interval.
  Term absX, isFirst, isSecond;
  Term ratio; ///< The quotient of the polynomials of the interval.
  /// erfc |x| in the last two intervals.
  Term tail;
};
} // namespace

/// Evaluates a polynomial by Horner's method, with the last two steps in double
/// words.
static Pair polynomialPair(llvm::ArrayRef<Term> high, llvm::ArrayRef<Term> low,
                           Term x) {
  Term rest = polynomial(high.drop_front(2), x);
  Pair inner = multiplyExactly(rest, x) + Pair{high[1], low[1]};
  return inner * x + Pair{high[0], low[0]};
}

static Parts computeParts(const Format &f, Term x) {
  // For x of at least `limit`, erfc x rounds to zero.
  double limit = f.pick(12.0, 30.0);
  Term absX = abs(x);
  absX = select(absX > limit, limit, absX);
  Term isBelow[3] = {absX < kIntervals[0].end, absX < kIntervals[1].end,
                     absX < kIntervals[2].end};
  auto choose = [&](auto getCoefficient) {
    Term result = getCoefficient(kIntervals[3]);
    for (unsigned i : {2, 1, 0})
      result = select(isBelow[i], getCoefficient(kIntervals[i]), result);
    return result;
  };
  // Selects the first or the second word of each coefficient.
  auto chooseAll = [&](auto member, unsigned word) {
    SmallVector<Term> all;
    for (unsigned k = 0; k < 9; ++k)
      all.push_back(choose([&](const Interval &i) {
        return f.word({{(i.*member)[k], 0, 0}}, word);
      }));
    return all;
  };
  auto evaluateAll = [&](auto member, Term x) {
    return polynomialPair(chooseAll(member, 0), chooseAll(member, 1), x);
  };
  Term square = absX * absX;
  Term argument =
      select(isBelow[0], square, select(isBelow[1], absX - 1.0, 1.0 / square));
  Pair quotient = evaluateAll(&Interval::numerator, argument) /
                  evaluateAll(&Interval::denominator, argument);
  Term ratio = quotient.high;
  Pair exponent = addExactly(f(-0.5625), ratio) - multiplyExactly(absX, absX);
  Term tail = evaluate(f, expand(f, limitExponent(f, exponent))) / absX;
  return {absX, isBelow[0], isBelow[1], ratio, tail};
}

namespace sg::approximate {

Term erf(const Format &f, Term x) {
  Parts parts = computeParts(f, x);
  Term first = fma(parts.absX, parts.ratio, parts.absX);
  Term result =
      select(parts.isFirst, first,
             select(parts.isSecond, parts.ratio + kMiddle, f(1) - parts.tail));
  return copysign(result, x);
}

Term erfc(const Format &f, Term x) {
  Parts parts = computeParts(f, x);
  Term isNegative = x < 0.0;
  // Compute 1 - x - x * ratio. The difference 1 - x is exact.
  Pair difference = addOrdered(f(1), -x);
  Term first = difference.high + fma(-x, parts.ratio, difference.low);
  Term second = select(isNegative, parts.ratio + (1 + kMiddle),
                       f(1 - kMiddle) - parts.ratio);
  Term last = select(isNegative, f(2) - parts.tail, parts.tail);
  return select(parts.isFirst, first, select(parts.isSecond, second, last));
}

} // namespace sg::approximate
