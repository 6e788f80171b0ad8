//===- Differences.cpp - Finite differences -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step is divided by four until the differences agree with the derivatives.
// Smooth programs agree after two or three steps. If no step agrees, the limit
// of the differences decides whether the derivative is wrong or does not exist.
//
//===----------------------------------------------------------------------===//

#include "Differences.h"
#include "Noise.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace sg::gradcheck;
using llvm::ArrayRef;

namespace {
/// The difference quotients for one step, and their rounding error.
struct Level {
  double step, central, left, right, noise;
};

/// The limit of a sequence of quotients, with an error bound.
struct Limit {
  double value = 0, error = std::numeric_limits<double>::infinity();
  /// True if the quotients of smaller steps stay within the error bound.
  bool isStable = true;
  /// Returns true if the error is small relative to the limit and to
  /// `magnitude`, the expected size of the derivative.
  bool isSettled(Precision precision, double magnitude) const {
    double largest = std::abs(value);
    if (std::isfinite(magnitude))
      largest = std::max(largest, magnitude);
    return error <= precision.resolution() * largest || error == 0;
  }
};

/// Compares the derivatives along one direction with differences.
class Comparison {
public:
  Comparison(const DirectionalCheck &check, Precision precision)
      : check(check), precision(precision) {
    result.forward = check.derivatives.forward.value;
    result.reverse = check.derivatives.reverse.value;
    magnitude = std::max(check.derivatives.forward.magnitude,
                         check.derivatives.reverse.magnitude);
  }

  DirectionalResult compare();

private:
  std::optional<Level> measure(double step);
  bool accept(const Level *before, const Level &level);
  Limit extrapolate(double Level::*quotient, int order) const;
  bool isGrowing(double Level::*quotient) const;
  bool doModesAgree() const;
  /// Returns the difference between the modes that rounding can explain.
  double modeRoundingError() const {
    return 256 * valueNoise / check.scale.size;
  }
  void compareWithMeasuredNoise();
  void classify();
  void detectKink();

  const DirectionalCheck &check;
  Precision precision;
  DirectionalResult result;
  double magnitude;
  Doubles base;
  /// Rounding error of the results' dot product with the cotangents.
  double valueNoise = 0;
  /// Rounding error of the difference between the modes. 0 until measured.
  double modeNoise = 0;
  std::vector<Level> levels;
  bool isAccepted = false, isNearKink = false;
};
} // namespace

/// Returns the rounding error of a difference quotient of values with the
/// rounding error `valueNoise`.
static double roundingOf(double valueNoise, double step) {
  return 4 * valueNoise / step;
}

bool Comparison::doModesAgree() const {
  bool isFinite = std::isfinite(result.forward);
  if (isFinite != std::isfinite(result.reverse))
    return false;
  return !isFinite || std::abs(result.forward - result.reverse) <=
                          precision.modeTolerance() * magnitude +
                              modeRoundingError() + 4 * modeNoise;
}

std::optional<Level> Comparison::measure(double step) {
  std::optional<Doubles> above = check.resultsAt(step);
  std::optional<Doubles> below = check.resultsAt(-step);
  if (!above || !below || above->size() != base.size() ||
      below->size() != base.size())
    return std::nullopt;
  double right = 0, left = 0;
  for (auto [u, a, b, c] :
       llvm::zip_equal(check.cotangents, *below, base, *above)) {
    right += u == 0 ? 0 : u * (c - b);
    left += u == 0 ? 0 : u * (b - a);
  }
  if (!std::isfinite(right) || !std::isfinite(left))
    return std::nullopt;
  return Level{step, (left + right) / (2 * step), left / step, right / step,
               roundingOf(valueNoise, step)};
}

/// Returns true if the modes agree with the differences of this step. Records
/// the result if the agreement is better than at larger steps.
bool Comparison::accept(const Level *before, const Level &level) {
  if (!std::isfinite(result.forward) || !std::isfinite(result.reverse))
    return false;
  // For a smooth function, the error shrinks by a factor of 16 per step. A much
  // larger decrease means that the larger step crossed a kink.
  double error = std::abs(level.central - result.forward);
  if (before && std::abs(before->central - result.forward) >
                    1e-2 * magnitude + 1e4 * error + 16 * before->noise)
    isNearKink = true;
  // Agreement within the noise proves nothing.
  double largest = magnitude > 0 ? precision.acceptedNoise() * magnitude
                                 : modeRoundingError();
  if (level.noise > largest)
    return false;
  auto tryQuotient = [&](double quotient) {
    double distance = std::max(std::abs(quotient - result.forward),
                               std::abs(quotient - result.reverse));
    double relative = magnitude > 0 ? distance / magnitude : 0;
    if (!(distance <=
          precision.differenceTolerance() * magnitude + level.noise))
      return false;
    if (isAccepted && result.distance <= relative)
      return true;
    isAccepted = true;
    result.differences = quotient;
    result.distance = relative;
    result.step = level.step;
    result.isNearKink = isNearKink;
    return true;
  };
  bool centralAgrees = tryQuotient(level.central);
  return (before && tryQuotient((16 * level.central - before->central) / 15)) ||
         centralAgrees;
}

/// Extrapolates quotients with an error of order `order` to step zero.
Limit Comparison::extrapolate(double Level::*quotient, int order) const {
  Limit best;
  size_t bestLevel = 0;
  double factor = order == 1 ? 4 : 16;
  for (size_t k = 1; k < levels.size(); ++k) {
    double current = levels[k].*quotient, before = levels[k - 1].*quotient;
    double error = std::abs(current - before) + levels[k].noise;
    if (error < best.error) {
      best = {(factor * current - before) / (factor - 1), error};
      bestLevel = k;
    }
  }
  // If the function oscillates within a step, or terms cancel, quotients can
  // seem to converge at large steps. Quotients of smaller steps then differ by
  // more than noise.
  double gap = 0;
  for (size_t k = bestLevel + 1; k < levels.size(); ++k)
    gap = std::max(gap, std::abs(levels[k].*quotient - best.value) -
                            4 * levels[k].noise);
  best.isStable = gap <= 4 * best.error;
  best.error = std::max(best.error, gap);
  return best;
}

/// Returns true if the last quotients diverge. Quotients grow by a factor of 4
/// per step at a jump, and of 2 at the square root of 0.
bool Comparison::isGrowing(double Level::*quotient) const {
  if (levels.size() < 4)
    return true;
  ArrayRef<Level> last = ArrayRef(levels).take_back(4);
  for (size_t k = 1; k < last.size(); ++k)
    if (!(last[k].*quotient / last[k - 1].*quotient > 1.5))
      return false;
  return true;
}

/// Repeats the comparison with the measured rounding error. The estimate from
/// the results' magnitudes can be too small.
void Comparison::compareWithMeasuredNoise() {
  Noise noise = measureNoise(check, precision);
  modeNoise = noise.modeDifference;
  double largest = std::max(noise.derivatives, noise.modeDifference);
  result.isRounding = largest > 0 && magnitude <= 4 * largest;
  if (result.isRounding)
    magnitude = 0;
  valueNoise = std::max(valueNoise, noise.results);
  isAccepted = isNearKink = false;
  const Level *before = nullptr;
  for (Level &level : levels) {
    level.noise = roundingOf(valueNoise, level.step);
    if (doModesAgree())
      accept(before, level);
    before = &level;
  }
}

/// Classifies the result if no step agrees.
void Comparison::classify() {
  Limit central = extrapolate(&Level::central, 2);
  Limit left = extrapolate(&Level::left, 1);
  Limit right = extrapolate(&Level::right, 1);
  result.differences = central.value;
  result.uncertainty = central.error;
  result.step = levels.empty() ? 0 : levels.back().step;
  double distance = std::max(std::abs(central.value - result.forward),
                             std::abs(central.value - result.reverse));
  if (magnitude > 0)
    result.distance = distance / magnitude;
  if (!doModesAgree()) {
    result.kind = DirectionalResult::Disagrees;
    return;
  }
  auto isSettled = [&](const Limit &limit) {
    return limit.isSettled(precision, magnitude);
  };
  double gap = std::abs(right.value - left.value);
  if (isSettled(left) && isSettled(right) &&
      gap > 4 * (left.error + right.error) &&
      gap > 1e-3 * std::max(std::abs(left.value), std::abs(right.value))) {
    result.kind = DirectionalResult::NotDifferentiable;
    result.left = left.value;
    result.right = right.value;
    return;
  }
  if (result.isRounding) {
    result.kind = DirectionalResult::Unclear;
    return;
  }
  double tolerated = precision.differenceTolerance() * magnitude;
  bool isSure =
      central.isStable ||
      central.error <= precision.resolution() * std::abs(central.value);
  if (isSettled(central) && isSure && distance > 4 * central.error + tolerated)
    result.kind = DirectionalResult::Disagrees;
  else if (isSettled(central) && isSure &&
           (magnitude == 0 ||
            central.error <= precision.acceptedNoise() * magnitude))
    result.kind = DirectionalResult::Agrees;
  else if (isGrowing(&Level::left) || isGrowing(&Level::right))
    result.kind = DirectionalResult::NotDifferentiable;
  else
    result.kind = DirectionalResult::Unclear;
}

/// Detects a kink at the point. Central differences miss a kink if the modes
/// return the mean of the one-sided derivatives.
void Comparison::detectKink() {
  // Ratio of the two tested steps. Within the smaller step, a smooth function
  // is nearly linear.
  constexpr double stepRatio = 256;
  if (!precision.isDouble())
    return;
  std::optional<Level> far = measure(result.step);
  std::optional<Level> near = measure(result.step / stepRatio);
  if (!far || !near)
    return;
  double gap = std::abs(near->right - near->left);
  if (gap > std::abs(far->right - far->left) / 2 &&
      gap > 1e-3 * std::max(std::abs(near->left), std::abs(near->right)) &&
      gap > 16 * near->noise &&
      gap >
          16 * roundingOf(measureNoise(check, precision).results, near->step)) {
    result.kind = DirectionalResult::NotDifferentiable;
    result.left = near->left;
    result.right = near->right;
  }
}

DirectionalResult Comparison::compare() {
  std::optional<Doubles> results = check.resultsAt(0);
  if (results)
    base = std::move(*results);
  Product values = results ? dot(check.cotangents, base) : Product();
  if (!results || !std::isfinite(values.value)) {
    result.kind = DirectionalResult::NotFinite;
    return result;
  }
  valueNoise = precision.epsilon * values.magnitude;
  int numAccepted = 0;
  auto minStepFor = [&](double size) {
    return 4 * std::sqrt(precision.epsilon) * std::min(size, 1.0);
  };
  double minStep = minStepFor(check.scale.size);
  double unclampedMinStep = minStepFor(check.scale.unclamped);
  double step = check.scale.size / (precision.isDouble() ? 16 : 4);
  for (; step >= minStep || levels.size() < 4; step /= 4) {
    if (step < std::min(minStep / 64, unclampedMinStep))
      break;
    std::optional<Level> level = measure(step);
    if (!level)
      continue;
    // Stop at a relative distance of 1e-9 or after three accepted steps.
    if (doModesAgree())
      numAccepted += accept(levels.empty() ? nullptr : &levels.back(), *level);
    levels.push_back(*level);
    if (isAccepted && (result.distance <= 1e-9 || numAccepted == 3))
      break;
  }
  if (!isAccepted || isNearKink)
    compareWithMeasuredNoise();
  if (isAccepted)
    detectKink();
  else
    classify();
  return result;
}

Scale sg::gradcheck::scaleOf(llvm::ArrayRef<double> point) {
  double largest = 0;
  for (double value : point)
    largest = std::max(largest, std::abs(value));
  if (largest == 0)
    return {1, 1};
  return {std::max(largest, 1.0 / 1024), largest};
}

DirectionalResult
sg::gradcheck::compareWithDifferences(const DirectionalCheck &check,
                                      Precision precision) {
  return Comparison(check, precision).compare();
}
