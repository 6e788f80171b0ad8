//===- Special.cpp - Special functions and activations --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "Terms.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace sg::array;

/// Lanczos 1964 with g = 7 and nine terms, with Godfrey's coefficients. The
/// relative error of gamma in float64 is 1e-15.
static constexpr double kLanczos[] = {
    0.99999999999980993,  676.5203681218851,     -1259.1392167224028,
    771.32342877765313,   -176.61502916214059,   12.507343278686905,
    -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
/// Bernoulli numbers B(2), B(4), ...
static constexpr double kBernoulli[] = {1.0 / 6,   -1.0 / 30,    1.0 / 42,
                                        -1.0 / 30, 5.0 / 66,     -691.0 / 2730,
                                        7.0 / 6,   -3617.0 / 510};
/// Recurrences shift arguments up to this value, from which the asymptotic
/// series are exact in float64.
static constexpr int kShift = 10;
static constexpr double kPi = llvm::numbers::pi;

/// Computes a polynomial. The first coefficient is that of the highest power.
static Term evaluate(ArrayRef<double> coefficients, Term x) {
  Term sum = x.like(coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = coefficient + sum * x;
  return sum;
}

//===----------------------------------------------------------------------===//
// The gamma function
//===----------------------------------------------------------------------===//

/// Returns the distance from the nearest integer, which is exact, whereas
/// x - floor(x) is rounded for small negative x.
static Term getDistance(Term x) { return x - Term::apply("round", {x}); }

/// Computes lgamma for x >= 1/2.
static Term lgammaFromHalf(Term x) {
  x = x - 1.0;
  Term series = x.like(kLanczos[0]);
  for (int i = 1; i < 9; ++i)
    series = series + kLanczos[i] / (x + double(i));
  // For log(t), t = x + 7.5, the sum of two logarithms is more exact, and one
  // product with it makes lgamma(1) exactly 0.
  Term logarithm = std::log(7.5) + log1p(x / 7.5);
  Term t = x + 7.5;
  return 0.5 * std::log(2 * kPi) + (x + 0.5 - t / logarithm) * logarithm +
         log(series);
}

/// Computes lgamma, by reflection below 1/2: inf at 0 and negative integers.
static Term computeLgamma(Term x) {
  Term isLow = x < 0.5;
  Term above = lgammaFromHalf(select(isLow, 1.0 - x, x));
  Term low = select(isLow, x, 0.25);
  Term sine = abs(sin(kPi * getDistance(low)));
  Term result = select(isLow, std::log(kPi) - log(sine) - above, above);
  // The difference is NaN at infinities.
  Term magnitude = abs(x);
  return select(magnitude == HUGE_VAL, magnitude, result);
}

/// Computes digamma for x >= 1/2 by a recurrence and the asymptotic series
/// (Abramowitz and Stegun 6.3.5, 6.3.18).
static Term digammaFromHalf(Term x) {
  Term steps = x.like(0.0);
  for (int k = 0; k < kShift; ++k)
    steps = steps + 1.0 / (x + double(k));
  x = x + double(kShift);
  Term power = 1.0 / (x * x), series = x.like(0.0);
  for (int j = 8; j >= 1; --j)
    series = (series + kBernoulli[j - 1] / (2 * j)) * power;
  return log(x) - 0.5 / x - series - steps;
}

/// Computes digamma, by reflection below 1/2 (6.3.7): NaN at 0 and negative
/// integers.
static Term computeDigamma(Term x) {
  Term isLow = x < 0.5;
  Term above = digammaFromHalf(select(isLow, 1.0 - x, x));
  Term low = select(isLow, x, 0.25);
  Term distance = getDistance(low);
  Term below =
      select(distance == 0.0, std::nan(""), above - kPi / tan(kPi * distance));
  return select(isLow, below, above);
}

/// Computes derivative `n` of digamma for x >= 1/2: Hurwitz' zeta function by
/// the Euler-Maclaurin formula (6.4.10, 23.2.9).
static Term polygammaFromHalf(int64_t n, Term x) {
  int64_t s = n + 1;
  auto inversePower = [](Term base, int64_t exponent) {
    Term power = base.like(1.0), factor = 1.0 / base;
    for (int64_t i = 0; i < exponent; ++i)
      power = power * factor;
    return power;
  };
  Term total = x.like(0.0);
  for (int k = 0; k < kShift; ++k)
    total = total + inversePower(x + double(k), s);
  Term end = x + double(kShift);
  total = total + inversePower(end, s - 1) / double(s - 1) +
          0.5 * inversePower(end, s);
  double factor = s, factorial = 2;
  for (int j = 1; j <= 8; ++j) {
    total = total + kBernoulli[j - 1] / factorial * factor *
                        inversePower(end, s + 2 * j - 1);
    factor *= double(s + 2 * j - 1) * (s + 2 * j);
    factorial *= (2 * j + 1) * (2 * j + 2);
  }
  double scale = n % 2 ? 1 : -1;
  for (int64_t i = 2; i <= n; ++i)
    scale *= double(i);
  return scale * total;
}

/// Returns derivative `n` of cot as a polynomial of cot, the constant first:
/// the derivative of p(cot) is -(1 + cot^2) p'(cot).
static SmallVector<double> differentiateCotangent(int64_t n) {
  SmallVector<double> polynomial = {0, 1};
  for (int64_t i = 0; i < n; ++i) {
    SmallVector<double> next(polynomial.size() + 1, 0.0);
    for (size_t k = 1; k < polynomial.size(); ++k) {
      next[k - 1] -= k * polynomial[k];
      next[k + 1] -= k * polynomial[k];
    }
    polynomial = std::move(next);
  }
  return polynomial;
}

/// Computes derivative `n` of digamma, by reflection below 1/2 (6.4.7). At 0
/// and negative integers it is inf for odd n and NaN for even n.
static Term computePolygamma(int64_t n, Term x) {
  Term isLow = x < 0.5;
  Term above = polygammaFromHalf(n, select(isLow, 1.0 - x, x));
  Term low = select(isLow, x, 0.25);
  Term distance = getDistance(low);
  Term cotangent = 1.0 / tan(kPi * distance);
  SmallVector<double> polynomial = differentiateCotangent(n);
  std::reverse(polynomial.begin(), polynomial.end());
  Term rest = std::pow(kPi, n + 1) * evaluate(polynomial, cotangent);
  Term below = n % 2 ? -(above + rest) : above - rest;
  if (n % 2 == 0)
    below = select(distance == 0.0, std::nan(""), below);
  return select(isLow, below, above);
}

static Arrays buildDigamma(const ArrayOpCall &call) {
  return buildScalar(
      call, "digamma", computeDigamma,
      [&](Term x, Term) {
        return Term::apply("polygamma", {x}, {{"n", int64_t(1)}});
      },
      DType::Float64);
}

/// The rule uses the formula for n + 1 instead of the operation, whose rule
/// would need that for n + 2.
static Arrays buildPolygamma(const ArrayOpCall &call) {
  int64_t n = call.integer("n");
  if (n < 0 || n > 100)
    return call.fail("n must be from 0 to 100, not " + Twine(n));
  if (n == 0)
    return buildDigamma(call);
  return buildScalar(
      call, ("polygamma " + Twine(n)).str(),
      [&](Term x) { return computePolygamma(n, x); },
      [&](Term x, Term) {
        DType dtype = x.get().getDType();
        return computePolygamma(n + 1, x.to(DType::Float64)).to(dtype);
      },
      DType::Float64);
}

static Arrays buildLgamma(const ArrayOpCall &call) {
  return buildScalar(
      call, "lgamma", computeLgamma,
      [](Term x, Term) { return Term::apply("digamma", {x}); }, DType::Float64);
}

//===----------------------------------------------------------------------===//
// The inverse error function
//===----------------------------------------------------------------------===//

/// Giles 2010, "Approximating the erfinv function", single precision.
static constexpr double kNear[] = {
    2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
    -4.39150654e-06, 0.00021858087,  -0.00125372503,
    -0.00417768164,  0.246640727,    1.50140941};
static constexpr double kFar[] = {
    -0.000200214257, 0.000100950558, 0.00134934322,
    -0.00367342844,  0.00573950773,  -0.0076224613,
    0.00943887047,   1.00167406,     2.83297682};

/// Computes erf_inv by Giles' approximation and two Newton steps, which make
/// it exact in float64.
static Term erfInv(Term x) {
  Term isInside = abs(x) < 1.0;
  Term small = select(isInside, x, 0.0);
  Term w = -log((1.0 - small) * (1.0 + small));
  Term isNear = w < 5.0;
  Term near = evaluate(kNear, select(isNear, w, 0.0) - 2.5);
  Term far = evaluate(kFar, sqrt(select(isNear, 5.0, w)) - 3.0);
  Term y = select(isNear, near, far) * small;
  double half = 0.5 * std::sqrt(kPi);
  for (int i = 0; i < 2; ++i) {
    // erfc keeps the digits of 1 - |x|.
    Term isLarge = abs(y) > 0.5;
    Term sign = select(small < 0.0, small.like(-1.0), 1.0);
    Term error = select(isLarge, sign * ((1.0 - abs(small)) - erfc(abs(y))),
                        erf(y) - small);
    y = y - error * half * exp(y * y);
  }
  return select(isInside, y, select(abs(x) == 1.0, x * HUGE_VAL, std::nan("")));
}

static Arrays buildErfInv(const ArrayOpCall &call) {
  return buildScalar(
      call, "erf_inv", erfInv,
      [](Term, Term y) { return 0.5 * std::sqrt(kPi) * exp(square(y)); },
      DType::Float64);
}

//===----------------------------------------------------------------------===//
// Sums of exponentials
//===----------------------------------------------------------------------===//

static Arrays logaddexp(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call, isFloat);
  if (failed(xs))
    return {};
  ArrayBuilder &b = call.b;
  return b.callWithRule(
      call.name, *xs,
      [&](ArrayRef<Array> primals) -> Arrays {
        Term x(b, primals[0]), y(b, primals[1]);
        Term distance = -abs(x - y);
        // Equal infinities have the distance NaN.
        return {select(x == y, x + std::log(2.0),
                       maximum(x, y) + log1p(exp(distance)))
                    .get()};
      },
      [&](ArrayRef<Array> primals, ArrayRef<Array> results,
          ArrayRef<Array> tangents) -> Arrays {
        // The weights exp(x - z). Infinite differences are replaced, as in JAX.
        auto finite = [&](const Array &array) {
          Term term(b, array);
          return select(term == HUGE_VAL, 0.0, term);
        };
        Term z = finite(results[0]);
        Term sum = Term(b, tangents[0]) * exp(finite(primals[0]) - z) +
                   Term(b, tangents[1]) * exp(finite(primals[1]) - z);
        return {sum.get()};
      });
}

static Arrays softplus(const ArrayOpCall &call) {
  return buildScalar(
      call, "softplus",
      [](Term x) { return maximum(x, 0.0) + log1p(exp(-abs(x))); },
      [](Term x, Term) { return logistic(x); });
}

/// Builds x f(y), or 0 where x = 0 and y is a number, with the derivative
/// f(y) dx + (x dy) / divisor(y). x / divisor(y) may overflow where dy is 0.
static Arrays weigh(const ArrayOpCall &call, function_ref<Term(Term)> f,
                    function_ref<Term(Term)> divisor) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call, isFloat);
  if (failed(xs))
    return {};
  ArrayBuilder &b = call.b;
  return b.callWithRule(
      call.name, *xs,
      [&](ArrayRef<Array> primals) -> Arrays {
        Term x(b, primals[0]), y(b, primals[1]);
        return {select(x == 0.0 && !isNaN(y), 0.0, x * f(y)).get()};
      },
      [&](ArrayRef<Array> primals, ArrayRef<Array>,
          ArrayRef<Array> tangents) -> Arrays {
        Term x(b, primals[0]), y(b, primals[1]);
        Term sum =
            Term(b, tangents[0]) * f(y) + Term(b, tangents[1]) * x / divisor(y);
        return {sum.get()};
      });
}

static Arrays xlogy(const ArrayOpCall &call) {
  return weigh(call, [](Term y) { return log(y); }, [](Term y) { return y; });
}

static Arrays xlog1py(const ArrayOpCall &call) {
  return weigh(
      call, [](Term y) { return log1p(y); }, [](Term y) { return 1.0 + y; });
}

static Arrays hypot(const ArrayOpCall &call) {
  FailureOr<Arrays> xs = promoteAndBroadcast(call, isFloat);
  if (failed(xs))
    return {};
  ArrayBuilder &b = call.b;
  return b.callWithRule(
      call.name, *xs,
      [&](ArrayRef<Array> primals) -> Arrays {
        // The larger argument is divided out, so that no square overflows.
        Term x = abs(Term(b, primals[0])), y = abs(Term(b, primals[1]));
        Term large = maximum(x, y), small = minimum(x, y);
        Term isScaled = large > 0.0 && large < HUGE_VAL;
        Term ratio = small / select(isScaled, large, 1.0);
        Term isInfinite = x == HUGE_VAL || y == HUGE_VAL;
        Term result =
            select(isScaled, large * sqrt(1.0 + ratio * ratio), large);
        return {select(isInfinite, HUGE_VAL, result).get()};
      },
      [&](ArrayRef<Array> primals, ArrayRef<Array> results,
          ArrayRef<Array> tangents) -> Arrays {
        // With z = |large| sqrt(1 + r^2), r = small / |large|. In the second
        // derivative of x / z, terms would cancel.
        Term x(b, primals[0]), y(b, primals[1]);
        Term isFirst = abs(x) > abs(y);
        Term large = select(isFirst, x, y), small = select(isFirst, y, x);
        Term isZero = large == 0.0 && small == 0.0;
        Term ratio =
            select(isZero, 0.0, small) / select(isZero, 1.0, abs(large));
        Term root = sqrt(1.0 + ratio * ratio);
        Term ofLarge = Term::apply("sign", {large}) / root;
        Term ofSmall = ratio / root;
        Term sum = Term(b, tangents[0]) * select(isFirst, ofLarge, ofSmall) +
                   Term(b, tangents[1]) * select(isFirst, ofSmall, ofLarge);
        return {sum.get()};
      });
}

static constexpr ArrayOp kRows[] = {
    {"digamma(x)", "The derivative of lgamma.", "polygamma(1, x) dx",
     buildDigamma},
    {"erf_inv(x)", "The inverse of erf. Infinite at -1 and 1, NaN outside.",
     "sqrt(pi) / 2 exp(y^2) dx for the result y.", buildErfInv},
    {"hypot(x, y)", "sqrt(x^2 + y^2), without overflow.",
     "(x dx + y dy) / hypot(x, y); 0 at (0, 0), NaN if both are infinite.",
     hypot},
    {"lgamma(x)", "The logarithm of |gamma(x)|. Infinite at 0, -1, -2, ...",
     "digamma(x) dx", buildLgamma},
    {"logaddexp(x, y)", "log(exp(x) + exp(y)), without overflow.",
     "exp(x - z) dx + exp(y - z) dy for the result z.", logaddexp},
    {"polygamma(x, *, n: int)",
     "Derivative n of digamma. At 0, -1, -2, ... it is infinite for odd n and "
     "NaN "
     "for even n.",
     "polygamma(n + 1, x) dx", buildPolygamma},
    {"softplus(x)", "log(1 + exp(x)), without overflow.", "logistic(x) dx",
     softplus},
    {"xlog1py(x, y)", "x log(1 + y), or 0 where x = 0 and y is a number.",
     "log(1 + y) dx + x / (1 + y) dy", xlog1py},
    {"xlogy(x, y)", "x log(y), or 0 where x = 0 and y is a number.",
     "log(y) dx + x / y dy", xlogy},
};

ArrayRef<ArrayOp> sg::array::getSpecialOps() { return kRows; }
