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

/// An interval of floats, open at a bound that is not attained, without
/// restriction at an infinite bound.
struct Bounds {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double low = -kInfinity, high = kInfinity;
  bool attainsLow = false, attainsHigh = false;
  /// True if every value between the bounds is assumed to occur, because the
  /// program sets the bounds explicitly (constants, clamps).
  bool isExact = false;

  static Bounds point(double value) { return {value, value, true, true, true}; }
  bool operator==(const Bounds &other) const {
    return low == other.low && high == other.high &&
           attainsLow == other.attainsLow && attainsHigh == other.attainsHigh &&
           isExact == other.isExact;
  }
  bool isPoint() const { return low == high; }
  /// Returns true if all values are greater than 0.
  bool isPositive() const { return low > 0 || (low == 0 && !attainsLow); }
  bool isNonNegative() const { return low >= 0; }
  /// Returns true for an attained bound and between finite exact bounds.
  bool isKnownToReach(double value) const;
  /// Returns true if the bounds do not exclude `value`.
  bool mayReach(double value) const;
};

namespace bounds {

/// Makes NaN bounds unbounded, and marks infinite bounds as not attained.
Bounds normalize(Bounds r);
/// Returns the smallest bounds that contain `a` and `b`.
Bounds join(const Bounds &a, const Bounds &b);
Bounds negate(const Bounds &a);
Bounds add(const Bounds &a, const Bounds &b);
Bounds maximum(const Bounds &a, const Bounds &b);
Bounds minimum(const Bounds &a, const Bounds &b);
Bounds multiply(const Bounds &a, const Bounds &b);
Bounds divide(const Bounds &a, const Bounds &b);
Bounds absolute(const Bounds &a);
Bounds square(const Bounds &a);

/// Applies an increasing function to `a`. `low` and `high` are the limits
/// of the function at -inf and +inf.
template <typename Function>
Bounds applyIncreasing(const Bounds &a, double low, double high,
                       Function function) {
  return normalize({std::isinf(a.low) ? low : function(a.low),
                    std::isinf(a.high) ? high : function(a.high), a.attainsLow,
                    a.attainsHigh, a.isExact});
}

} // namespace bounds

} // namespace sg::grad

#endif // SG_ANALYSIS_BOUNDS_H
