//===- Noise.cpp - How much of a derivative is rounding -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Noise.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace sg::gradcheck;

namespace {
/// How far the values at a point are from lines through their neighbours. A
/// smooth function is straight there; at a jump that is as far as the jump, at
/// a kink it grows with the distance, but rounding goes up and down.
class Bends {
public:
  void add(double below, double at, double above) {
    bends.push_back((below - 2 * at + above) / 2);
  }
  double getNoise() const {
    double noise = 0;
    for (auto [k, bend] : llvm::enumerate(bends)) {
      double part = k ? double(k) / (bends.size() - 1) : 0;
      double rest = bend - (1 - part) * bends.front() - part * bends.back();
      if (std::isfinite(rest))
        noise = std::max(noise, std::abs(rest));
    }
    return noise;
  }

private:
  Doubles bends;
};
} // namespace

Noise sg::gradcheck::measureNoise(const DirectionalCheck &check,
                                  Precision precision) {
  // Rounding need not show at the first ones; in a narrow type others are far.
  const unsigned numNeighbours = precision.isDouble() ? 32 : 8;
  Bends results, forward, reverse;
  auto resultAt = [&](double distance) {
    std::optional<Doubles> results = check.resultsAt(distance);
    return results ? dot(check.cotangents, *results).value : NAN;
  };
  double result = resultAt(0);
  const DirectionalDerivatives &derivatives = check.derivatives;
  double low = INFINITY, high = -INFINITY;
  for (unsigned k = 1; k <= numNeighbours; ++k) {
    double distance = 4 * k * precision.epsilon * check.scale.least;
    results.add(resultAt(-distance), result, resultAt(distance));
    std::optional<DirectionalDerivatives> below =
        check.derivativesAt(-distance);
    std::optional<DirectionalDerivatives> above = check.derivativesAt(distance);
    if (!below || !above)
      continue;
    forward.add(below->forward.value, derivatives.forward.value,
                above->forward.value);
    reverse.add(below->reverse.value, derivatives.reverse.value,
                above->reverse.value);
    // A rule that is wrong is so at the neighbours too, and by the same.
    for (const DirectionalDerivatives &near : {*below, *above}) {
      double apart = near.forward.value - near.reverse.value;
      if (!std::isfinite(apart))
        continue;
      low = std::min(low, apart);
      high = std::max(high, apart);
    }
  }
  return {results.getNoise(), std::max(forward.getNoise(), reverse.getNoise()),
          low < high ? high - low : 0};
}
