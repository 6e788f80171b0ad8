//===- Directions.h - Points and directions to check along ------*- C++ -*-===//
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

/// The same numbers on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next();
  /// In [low, high).
  double uniform(double low, double high);
  /// A multiple of 1/8 of magnitude 1/8 to 1, so that products with powers of
  /// two are exact, in every type.
  double coefficient();

private:
  uint64_t state;
};

/// The elements as doubles.
Doubles toDoubles(const Array &array);

/// An array of these elements, each rounded to the type.
llvm::Expected<Array> toArray(llvm::ArrayRef<double> values, mlir::Type element,
                              llvm::ArrayRef<int64_t> shape);

/// A direction of so many dimensions.
Doubles makeDirection(Random &random, size_t size);

/// The sum of the products, and of their magnitudes.
struct Product {
  double value = 0, magnitude = 0;
  Product &operator+=(const Product &other) {
    value += other.value;
    magnitude += other.magnitude;
    return *this;
  }
};
Product dot(llvm::ArrayRef<double> lhs, llvm::ArrayRef<double> rhs);

/// A directional derivative, as both modes say.
struct DirectionalDerivatives {
  Product forward, reverse;
};

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_DIRECTIONS_H
