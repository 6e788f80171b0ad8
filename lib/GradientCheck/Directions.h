//===- Directions.h - Random directions and their products ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_DIRECTIONS_H
#define SG_LIB_GRADIENTCHECK_DIRECTIONS_H

#include "sg/GradientCheck/Results.h"
#include "sg/Runtime/Array.h"

namespace sg::gradcheck {

/// A random number generator with the same sequence on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next();
  /// Returns a number in [low, high).
  double uniform(double low, double high);
  /// Returns a multiple of 1/8 with a magnitude from 1/8 to 1. Its products
  /// with powers of two are exact in every float type.
  double coefficient();

private:
  uint64_t state;
};

/// Returns the elements of `array`. A complex number is two values, its real
/// and its imaginary part.
Doubles toDoubles(const Array &array);

/// Returns an array of the values, as `toDoubles` returns them, each rounded to
/// the element type.
llvm::Expected<Array> toArray(llvm::ArrayRef<double> values, mlir::Type element,
                              llvm::ArrayRef<int64_t> shape);

Doubles makeDirection(Random &random, size_t size);

/// A dot product, and the sum of the magnitudes of its terms.
struct Product {
  double value = 0, magnitude = 0;
  Product &operator+=(const Product &other) {
    value += other.value;
    magnitude += other.magnitude;
    return *this;
  }
};
Product dot(llvm::ArrayRef<double> lhs, llvm::ArrayRef<double> rhs);

/// A directional derivative, computed in both modes.
struct DirectionalDerivatives {
  Product forward, reverse;
};

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_DIRECTIONS_H
