//===- MathTrig.cpp - Sine, cosine and tangent ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The argument is reduced to x = n pi/2 + r with |r| < 0.79. For small x, the
// reduction uses three words of pi/2 (W. J. Cody and W. Waite, Software Manual
// for the Elementary Functions, 1980, chapter 8). For large x, the reduction
// uses only the relevant digits of 2/pi (M. H. Payne and R. N. Hanek, Radian
// reduction for trigonometric functions, ACM SIGNUM Newsletter 18(1), 1983).
// The sine and the cosine of r are computed by their Taylor series.
//
//===----------------------------------------------------------------------===//

#include "MathFunctions.h"
#include <cmath>

using namespace sg::approximate;
using llvm::ArrayRef;
using llvm::SmallVector;

static constexpr Real kHalfPi = {
    {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110}};
static constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;

/// The bits of 2/pi, after a word of zeros.
static constexpr uint64_t kDigits[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
    0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

namespace sg::approximate {

namespace {
/// The representation |x| = quadrant pi/2 + rest, with the quadrant modulo 4.
struct Reduced {
  Term quadrant;
  Pair rest;
};
} // namespace

/// Returns `count` words, beginning at the dynamic index `index`. For each set
/// bit of `index`, shifts the words by the bit's value.
static SmallVector<Term> getWords(SmallVector<Term> words, Term index,
                                  unsigned count, const Format &f) {
  for (unsigned step = llvm::PowerOf2Ceil(words.size()) / 2; step > 0;
       step /= 2) {
    Term isSet = !equal(index & step, 0.0);
    unsigned numKept = std::min<unsigned>(words.size(), step - 1 + count);
    SmallVector<Term> shifted;
    for (unsigned i = 0; i < numKept; ++i) {
      Term wordAhead = i + step < words.size() ? words[i + step] : f.bits(0);
      shifted.push_back(select(isSet, wordAhead, words[i]));
    }
    words = shifted;
  }
  words.resize(count, f.bits(0));
  return words;
}

/// Reduces |x| of at least 2^16 (f64: 2^30).
static Reduced reduceLarge(const Format &f, Term absX) {
  // Decompose |x| = significand 2^e.
  unsigned width = f.width, mantissa = f.digits - 1;
  Term bits = bitcast(absX, f.integer);
  Term significand = (bits & ((uint64_t(1) << mantissa) - 1)) |
                     f.bits(uint64_t(1) << mantissa);
  Term e = shiftRight(bits, mantissa) - f.bits(f.bias + mantissa);
  // Digit j of 2/pi, counted from 1, contributes significand 2^(e - j). Digits
  // before e - 1 contribute multiples of 4, which are whole turns. Three words
  // from digit e - 1 on suffice: the omitted digits contribute less than 2^-130
  // (f32: 2^-66).
  Term start = e + f.bits(width - 2);
  Term index = shiftRight(start, f.pick(5u, 6u));
  Term shift = start & (width - 1);
  SmallVector<Term> digits;
  // The largest exponent is 971 (f32: 104), so 18 words (f32: 8) are reachable.
  for (unsigned i = 0; i < f.pick(9u, 20u); ++i)
    digits.push_back(f.bits(f.isDouble ? kDigits[i]
                            : i % 2    ? kDigits[(i + 1) / 2] >> 32
                                       : kDigits[i / 2] & 0xffffffff));
  SmallVector<Term> nearbyWords = getWords(digits, index, 4, f);
  SmallVector<Term> window;
  for (unsigned i = 0; i < 3; ++i) {
    Term next = shiftRight(shiftRight(nearbyWords[i + 1], 1),
                           f.bits(width - 1) - shift);
    window.push_back((nearbyWords[i] << shift) | next);
  }
  // Compute the product modulo 4. The first two bits are the integer part.
  Term secondProduct = significand * window[1];
  Term lower = secondProduct + multiplyHigh(significand, window[2]);
  Term carry = select(isBelow(lower, secondProduct), f.bits(1), f.bits(0));
  Term upper =
      significand * window[0] + multiplyHigh(significand, window[1]) + carry;
  Term quadrant =
      shiftRight(upper + f.bits(uint64_t(1) << (width - 3)), width - 2);
  // Represent the fraction in [-1/2, 1/2] by a signed integer.
  Term fraction = upper - (quadrant << (width - 2));
  Term high = toFloat(fraction, f.type);
  Term rest = toFloat(fraction - toInteger(high, f.integer), f.type);
  Term low = toFloatUnsigned(lower, f.type) * std::ldexp(1, -int(width));
  Pair turns = addExactly(high, rest) + low;
  return {quadrant,
          f.pair(kHalfPi) * scaled(turns, std::ldexp(1, 2 - int(width)))};
}

/// Reduces |x| below the bound of reduceLarge.
static Reduced reduceSmall(const Format &f, Term absX) {
  auto [n, quadrant] = f.round(absX * kTwoOverPi);
  // The fma is exact: the product and `absX` are multiples of a common unit,
  // and the result is a small multiple of this unit.
  Term first = fma(-n, f.word(kHalfPi, 0), absX);
  Pair second = multiplyExactly(n, f.word(kHalfPi, 1));
  Pair rest = addExactly(first, -second.high);
  Term low = fma(-n, f.word(kHalfPi, 2), rest.low - second.low);
  return {quadrant, addOrdered(rest.high, low)};
}

static Reduced reduce(const Format &f, Term absX) {
  Reduced small = reduceSmall(f, absX);
  auto body = [f](ArrayRef<Term> inputs) -> SmallVector<Term> {
    Reduced large = reduceLarge(f, inputs[0]);
    return {large.quadrant, large.rest.high, large.rest.low};
  };
  SmallVector<Term> all = computeWhere(
      absX > f.pick(0x1p16, 0x1p30),
      {small.quadrant, small.rest.high, small.rest.low}, {absX}, body);
  return {all[0], {all[1], all[2]}};
}

/// Evaluates the first `count` terms of 1/n! - z/(n+2)! + z^2/(n+4)! - ....
static Term alternatingSeries(unsigned n, unsigned count, Term z) {
  SmallVector<double> coefficients;
  double factorial = 1, sign = 1;
  for (unsigned k = 1; k < n + 2 * count; ++k) {
    factorial *= k;
    if (k < n || (k - n) % 2 == 1)
      continue;
    coefficients.push_back(sign / factorial);
    sign = -sign;
  }
  return polynomial(coefficients, z);
}

/// Returns sin r = r - r^3 (1/6 - ...) for |r| < 0.79.
static Pair sinOfRest(const Format &f, Pair r) {
  Term z = r.high * r.high;
  Term cubic = r.high * z * alternatingSeries(3, f.pick(5u, 8u), z);
  // Multiply the low word by the derivative of the sine, about 1 - r^2/2.
  Term low = fma(z * -0.5, r.low, r.low);
  return addOrdered(r.high, low - cubic);
}

/// Returns cos r = 1 - r^2/2 + r^4 (1/24 - ...) for |r| < 0.79.
static Pair cosOfRest(const Format &f, Pair r) {
  Pair z = multiplyExactly(r.high, r.high);
  Pair first = addOrdered(f(1), z.high * -0.5);
  Term quartic = z.high * z.high * alternatingSeries(4, f.pick(4u, 8u), z.high);
  // The terms account for half of the square's low word, and for the low word
  // of r times the sine.
  Term low = first.low - fma(r.high, r.low, z.low * 0.5);
  return addOrdered(first.high, low + quartic);
}

/// Returns the sine of the angle `absX` plus `turns` quarter turns.
static Term sinShifted(const Format &f, Term absX, unsigned turns) {
  Reduced x = reduce(f, absX);
  Term quadrant = x.quadrant + f.bits(turns);
  Term isCosine = !equal(quadrant & 1, 0.0);
  Term isNegated = !equal(quadrant & 2, 0.0);
  Term result =
      rounded(select(isCosine, cosOfRest(f, x.rest), sinOfRest(f, x.rest)));
  return select(isNegated, -result, result);
}

/// Extends `result`, the value of an odd function at |x|, to all x. Returns
/// small x unchanged, and NaN for infinity.
static Term completeOdd(const Format &f, Term x, Term result) {
  Term absX = abs(x);
  result = select(absX < f.pick(0x1p-13, 0x1p-28), absX, result);
  result = select(absX < INFINITY, result, NAN);
  return select(x < 0.0, -result, select(equal(x, 0.0), x, result));
}

Term sin(const Format &f, Term x) {
  return completeOdd(f, x, sinShifted(f, abs(x), 0));
}

Term cos(const Format &f, Term x) {
  Term absX = abs(x);
  return select(absX < INFINITY, sinShifted(f, absX, 1), NAN);
}

/// Computes sine / cosine, or -cosine / sine in odd quadrants.
Term tan(const Format &f, Term x) {
  Reduced reduced = reduce(f, abs(x));
  Pair sine = sinOfRest(f, reduced.rest), cosine = cosOfRest(f, reduced.rest);
  Term isOdd = !equal(reduced.quadrant & 1, 0.0);
  Pair ratio = select(isOdd, -cosine, sine) / select(isOdd, sine, cosine);
  return completeOdd(f, x, rounded(ratio));
}

} // namespace sg::approximate
