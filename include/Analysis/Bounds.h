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

/// An interval of floats. A bound that is not attained is excluded. An infinite
/// bound is no restriction.
struct Bounds {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double low = -kInfinity, high = kInfinity;
  bool attainsLow = false, attainsHigh = false;
  /// True if the program sets the bounds on purpose (constants, clamps). Each
  /// value between the bounds is then assumed to occur.
  bool isClamped = false;

  static Bounds point(double value) { return {value, value, true, true, true}; }
  bool operator==(const Bounds &other) const {
    return low == other.low && high == other.high &&
           attainsLow == other.attainsLow && attainsHigh == other.attainsHigh &&
           isClamped == other.isClamped;
  }
  bool isPoint() const { return low == high; }
  /// Returns true if all values are greater than 0.
  bool isPositive() const { return low > 0 || (low == 0 && !attainsLow); }
  bool isNonNegative() const { return low >= 0; }
  /// Returns true if `value` is known to occur: as an attained bound, or
  /// between bounds that were set on purpose.
  bool isKnownToReach(double value) const;
  /// Returns true if the bounds do not exclude `value`.
  bool mayReach(double value) const;
};

namespace bounds {

/// Returns `r` without impossible bounds: NaN, and attained infinities.
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

/// Applies an increasing function to `a`. `low` and `high` are its limits.
template <typename Function>
Bounds increasing(const Bounds &a, double low, double high, Function function) {
  return normalize({std::isinf(a.low) ? low : function(a.low),
                    std::isinf(a.high) ? high : function(a.high), a.attainsLow,
                    a.attainsHigh, a.isClamped});
}

} // namespace bounds

} // namespace sg::grad

#endif // SG_ANALYSIS_BOUNDS_H
