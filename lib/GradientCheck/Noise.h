//===- Noise.h - How much of a derivative is rounding -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program in which large terms cancel, as log(exp(x)) - x, has results and
// derivatives that are rounding only, of a size that neither of them shows. It
// shows in what they are at points that are the same but for some bits.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_NOISE_H
#define SG_LIB_GRADIENTCHECK_NOISE_H

#include "Differences.h"

namespace sg::gradcheck {

struct Noise {
  /// In the sum of the results with their cotangents, in a directional
  /// derivative as one mode says, and in how far the modes are apart.
  double results = 0, derivatives = 0, between = 0;
};

Noise measureNoise(const DirectionalCheck &check, Precision precision);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_NOISE_H
