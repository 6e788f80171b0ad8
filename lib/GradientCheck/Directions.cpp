//===- Directions.cpp - Random directions and their products --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Directions.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstring>

using namespace sg;
using namespace sg::gradcheck;

/// Implements SplitMix64 (Steele et al., "Fast splittable pseudorandom number
/// generators", 2014).
uint64_t Random::next() {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

double Random::uniform(double low, double high) {
  return low +
         (high - low) * std::ldexp(static_cast<double>(next() >> 11), -53);
}

double Random::coefficient() {
  uint64_t bits = next() >> 60;
  double magnitude = static_cast<double>(1 + (bits & 7)) / 8;
  return bits & 8 ? -magnitude : magnitude;
}

Doubles sg::gradcheck::toDoubles(const Array &array) {
  int64_t numParts = countParts(array.getElementType());
  Doubles values(array.getNumElements() * numParts);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = array.getAsDouble(i / numParts, i % numParts);
  return values;
}

llvm::Expected<Array> sg::gradcheck::toArray(llvm::ArrayRef<double> values,
                                             mlir::Type element,
                                             llvm::ArrayRef<int64_t> shape) {
  llvm::Expected<Array> array = Array::allocate(element, shape);
  if (!array)
    return array;
  unsigned size = getPartSize(element);
  auto type = llvm::dyn_cast<mlir::FloatType>(getPartType(element));
  for (auto [i, value] : llvm::enumerate(values)) {
    uint64_t bits = static_cast<int64_t>(std::isfinite(value) ? value : 0);
    if (type) {
      llvm::APFloat rounded(value);
      bool losesInfo;
      rounded.convert(type.getFloatSemantics(),
                      llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      bits = rounded.bitcastToAPInt().getZExtValue();
    }
    std::memcpy(array->getData() + i * size, &bits, size); // little-endian
  }
  return array;
}

Doubles sg::gradcheck::makeDirection(Random &random, size_t size) {
  Doubles direction(size);
  for (double &value : direction)
    value = random.coefficient();
  return direction;
}

Product sg::gradcheck::dot(llvm::ArrayRef<double> lhs,
                           llvm::ArrayRef<double> rhs) {
  Product product;
  for (auto [a, b] : llvm::zip_equal(lhs, rhs))
    product += {a * b, std::abs(a * b)};
  return product;
}
