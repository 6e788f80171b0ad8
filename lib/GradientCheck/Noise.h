//===- Noise.h - Measure the rounding error of a derivative -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If large terms cancel, as in log(exp(x)) - x, results and derivatives consist
// of rounding error. The error is measured by comparing values at points that
// differ only in the last bits.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_NOISE_H
#define SG_LIB_GRADIENTCHECK_NOISE_H

#include "Differences.h"

namespace sg::gradcheck {

struct Noise {
  /// Rounding errors: of the results' dot product with the cotangents, of a
  /// directional derivative, and of the difference between the modes.
  double results = 0, derivatives = 0, modeDifference = 0;
};

/// Measures the rounding error at neighbors of the point.
Noise measureNoise(const DirectionalCheck &check, Precision precision);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_NOISE_H
