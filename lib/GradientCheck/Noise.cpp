//===- Noise.cpp - Measure the rounding error of a derivative -------------===//
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
/// Half the second differences of a function at a point, one per pair of
/// neighbors. The differences vanish for a smooth function, are constant at a
/// jump, and grow linearly with the distance at a kink. Any deviation from
/// linear growth is rounding error.
class SecondDifferences {
public:
  void add(double below, double at, double above) {
    differences.push_back((below - 2 * at + above) / 2);
  }
  double getNoise() const {
    double noise = 0;
    for (auto [k, difference] : llvm::enumerate(differences)) {
      double fraction = k ? double(k) / (differences.size() - 1) : 0;
      double deviation = difference - (1 - fraction) * differences.front() -
                         fraction * differences.back();
      if (std::isfinite(deviation))
        noise = std::max(noise, std::abs(deviation));
    }
    return noise;
  }

private:
  Doubles differences;
};
} // namespace

Noise sg::gradcheck::measureNoise(const DirectionalCheck &check,
                                  Precision precision) {
  // The nearest neighbors may round alike. In narrow types, more neighbors
  // would be too far away.
  const unsigned numNeighbors = precision.isDouble() ? 32 : 8;
  SecondDifferences results, forward, reverse;
  auto resultAt = [&](double distance) {
    std::optional<Doubles> results = check.resultsAt(distance);
    return results ? dot(check.cotangents, *results).value : NAN;
  };
  double result = resultAt(0);
  const DirectionalDerivatives &derivatives = check.derivatives;
  double low = INFINITY, high = -INFINITY;
  for (unsigned k = 1; k <= numNeighbors; ++k) {
    double distance = 4 * k * precision.epsilon * check.scale.unclamped;
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
    // A wrong rule adds the same difference between the modes at all neighbors.
    // Only the spread of the differences is noise.
    for (const DirectionalDerivatives &near : {*below, *above}) {
      double gap = near.forward.value - near.reverse.value;
      if (!std::isfinite(gap))
        continue;
      low = std::min(low, gap);
      high = std::max(high, gap);
    }
  }
  return {results.getNoise(), std::max(forward.getNoise(), reverse.getNoise()),
          low < high ? high - low : 0};
}
