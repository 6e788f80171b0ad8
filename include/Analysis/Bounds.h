//===- Bounds.h - Interval arithmetic ---------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_BOUNDS_H
#define SG_ANALYSIS_BOUNDS_H

#include <cmath>
#include <limits>

namespace sg::grad {

/// The values between `low` and `high`; a bound that is not attained is not
/// one of them. Infinite bounds say nothing.
struct Bounds {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double low = -kInfinity, high = kInfinity;
  bool attainsLow = false, attainsHigh = false;
  /// Whether the program bounds it on purpose (constants, clamps), so that each
  /// value between the bounds is taken to occur.
  bool isClamped = false;

  static Bounds point(double value) { return {value, value, true, true, true}; }
  bool operator==(const Bounds &other) const {
    return low == other.low && high == other.high &&
           attainsLow == other.attainsLow && attainsHigh == other.attainsHigh &&
           isClamped == other.isClamped;
  }
  bool isPoint() const { return low == high; }
  /// Whether all values are greater than 0, or none less.
  bool isPositive() const { return low > 0 || (low == 0 && !attainsLow); }
  bool isNonNegative() const { return low >= 0; }
  /// Whether the program is seen to produce `value`: as a bound that is
  /// attained, or inside of bounds that were set on purpose.
  bool isKnownToReach(double value) const;
  /// Whether nothing is seen that keeps it from `value`.
  bool mayReach(double value) const;
};

namespace bounds {

/// The same without what cannot be: NaN, and infinities that are attained.
Bounds normalize(Bounds r);
/// What is in one of them.
Bounds join(const Bounds &a, const Bounds &b);
Bounds negate(const Bounds &a);
Bounds add(const Bounds &a, const Bounds &b);
Bounds maximum(const Bounds &a, const Bounds &b);
Bounds minimum(const Bounds &a, const Bounds &b);
Bounds multiply(const Bounds &a, const Bounds &b);
Bounds divide(const Bounds &a, const Bounds &b);
Bounds absolute(const Bounds &a);
Bounds square(const Bounds &a);

/// An increasing function of `a`, of which `low` and `high` are the limits.
template <typename Function>
Bounds increasing(const Bounds &a, double low, double high, Function function) {
  return normalize({std::isinf(a.low) ? low : function(a.low),
                    std::isinf(a.high) ? high : function(a.high), a.attainsLow,
                    a.attainsHigh, a.isClamped});
}

} // namespace bounds

} // namespace sg::grad

#endif // SG_ANALYSIS_BOUNDS_H
