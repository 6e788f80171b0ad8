//===- Bounds.cpp - Interval arithmetic -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Analysis/Bounds.h"
#include <algorithm>

using namespace sg::grad;
using namespace sg::grad::bounds;

static constexpr double kInfinity = Bounds::kInfinity;

bool Bounds::isKnownToReach(double value) const {
  return (low == value && attainsLow) || (high == value && attainsHigh) ||
         (isExact && std::isfinite(low) && std::isfinite(high) && low < value &&
          value < high);
}

bool Bounds::mayReach(double value) const {
  return (low < value || (low == value && attainsLow)) &&
         (value < high || (value == high && attainsHigh));
}

Bounds sg::grad::bounds::normalize(Bounds r) {
  if (std::isnan(r.low) || std::isnan(r.high))
    return {};
  r.attainsLow &= std::isfinite(r.low);
  r.attainsHigh &= std::isfinite(r.high);
  return r;
}

Bounds sg::grad::bounds::join(const Bounds &a, const Bounds &b) {
  Bounds r;
  r.low = std::min(a.low, b.low);
  r.attainsLow =
      (a.low == r.low && a.attainsLow) || (b.low == r.low && b.attainsLow);
  r.high = std::max(a.high, b.high);
  r.attainsHigh = (a.high == r.high && a.attainsHigh) ||
                  (b.high == r.high && b.attainsHigh);
  r.isExact = a.isExact && b.isExact;
  return r;
}

Bounds sg::grad::bounds::negate(const Bounds &a) {
  return {-a.high, -a.low, a.attainsHigh, a.attainsLow, a.isExact};
}

Bounds sg::grad::bounds::add(const Bounds &a, const Bounds &b) {
  return normalize({a.low + b.low, a.high + b.high,
                    a.attainsLow && b.attainsLow,
                    a.attainsHigh && b.attainsHigh, a.isExact && b.isExact});
}

Bounds sg::grad::bounds::maximum(const Bounds &a, const Bounds &b) {
  Bounds r;
  r.low = std::max(a.low, b.low);
  r.attainsLow = a.low == b.low  ? a.attainsLow && b.attainsLow
                 : a.low > b.low ? a.attainsLow
                                 : b.attainsLow;
  r.high = std::max(a.high, b.high);
  r.attainsHigh = (a.high == r.high && a.attainsHigh) ||
                  (b.high == r.high && b.attainsHigh);
  r.isExact = a.isExact || b.isExact;
  return r;
}

Bounds sg::grad::bounds::minimum(const Bounds &a, const Bounds &b) {
  return negate(maximum(negate(a), negate(b)));
}

static Bounds scale(const Bounds &a, double c) {
  if (c == 0)
    return Bounds::point(0);
  if (c < 0)
    return scale(negate(a), -c);
  return normalize(
      {c * a.low, c * a.high, a.attainsLow, a.attainsHigh, a.isExact});
}

Bounds sg::grad::bounds::multiply(const Bounds &a, const Bounds &b) {
  if (a.isPoint())
    return scale(b, a.low);
  if (b.isPoint())
    return scale(a, b.low);
  if (!a.isNonNegative() || !b.isNonNegative())
    return {};
  Bounds r;
  r.low = a.low * b.low;
  r.attainsLow = (a.attainsLow && b.attainsLow) ||
                 (a.low == 0 && a.attainsLow) || (b.low == 0 && b.attainsLow);
  r.high = a.high == 0 || b.high == 0 ? 0 : a.high * b.high;
  r.attainsHigh = a.attainsHigh && b.attainsHigh;
  r.isExact = a.isExact && b.isExact;
  return normalize(r);
}

/// Returns the bounds of 1 / a for positive `a`, otherwise no bounds.
static Bounds invert(const Bounds &a) {
  if (!a.isPositive())
    return {};
  return normalize({1 / a.high, a.low == 0 ? kInfinity : 1 / a.low,
                    a.attainsHigh, a.attainsLow, a.isExact});
}

Bounds sg::grad::bounds::divide(const Bounds &a, const Bounds &b) {
  if (b.isPoint())
    return b.low == 0 ? Bounds() : scale(a, 1 / b.low);
  return b.isPositive() ? multiply(a, invert(b)) : Bounds();
}

Bounds sg::grad::bounds::absolute(const Bounds &a) {
  if (a.isNonNegative())
    return a;
  if (a.high <= 0)
    return negate(a);
  return {0, std::max(-a.low, a.high), true, false, a.isExact};
}

Bounds sg::grad::bounds::square(const Bounds &a) {
  Bounds positive = absolute(a);
  return normalize({positive.low * positive.low, positive.high * positive.high,
                    positive.attainsLow, positive.attainsHigh,
                    positive.isExact});
}
