//===- Differences.cpp - Slopes compared with differences -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps become smaller by factors of four. Smooth programs agree after two or
// three of them. Where none agrees, what the differences tend to says whether
// the slope is wrong or whether there is none.
//
//===----------------------------------------------------------------------===//

#include "Differences.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace sg::run;

namespace {
/// The slopes seen with one step.
struct Level {
  double step, central, left, right, noise;
};

/// What a sequence tends to, and how sure that is.
struct Limit {
  double value = 0, error = std::numeric_limits<double>::infinity();
  /// A slope of that magnitude is looked for.
  bool isSettled(Precision precision, double magnitude) const {
    double most = std::abs(value);
    if (std::isfinite(magnitude))
      most = std::max(most, magnitude);
    return error <= precision.resolution() * most || error == 0;
  }
};

class Comparison {
public:
  Comparison(const Question &question, Precision precision)
      : question(question), precision(precision) {
    answer.forward = question.forward.value;
    answer.reverse = question.reverse.value;
    magnitude =
        std::max(question.forward.magnitude, question.reverse.magnitude);
  }

  Answer compare();

private:
  std::optional<Level> measure(double step);
  bool accept(const Level *before, const Level &level);
  Limit extrapolate(double Level::*slope, int order) const;
  bool doModesAgree() const;
  void conclude();
  void lookForKink();

  const Question &question;
  Precision precision;
  Answer answer;
  double magnitude;
  Doubles base;
  /// Of the results, with their cotangents.
  double valueMagnitude = 0;
  std::vector<Level> levels;
  bool isAccepted = false, isNearKink = false;
};
} // namespace

/// Rounding to be expected in slopes that are sums of values of that size.
static double roundingOf(double valueMagnitude, double step,
                         Precision precision) {
  return 4 * precision.epsilon * valueMagnitude / step;
}

bool Comparison::doModesAgree() const {
  bool isFinite = std::isfinite(answer.forward);
  if (isFinite != std::isfinite(answer.reverse))
    return false;
  double floor = 256 * precision.epsilon * valueMagnitude / question.scale;
  return !isFinite || std::abs(answer.forward - answer.reverse) <=
                          precision.modeTolerance() * magnitude + floor;
}

std::optional<Level> Comparison::measure(double step) {
  std::optional<Doubles> above = question.resultsAt(step);
  std::optional<Doubles> below = question.resultsAt(-step);
  if (!above || !below || above->size() != base.size() ||
      below->size() != base.size())
    return std::nullopt;
  double right = 0, left = 0;
  for (auto [u, a, b, c] :
       llvm::zip_equal(question.cotangents, *below, base, *above)) {
    right += u == 0 ? 0 : u * (c - b);
    left += u == 0 ? 0 : u * (b - a);
  }
  if (!std::isfinite(right) || !std::isfinite(left))
    return std::nullopt;
  return Level{step, (left + right) / (2 * step), left / step, right / step,
               roundingOf(valueMagnitude, step, precision)};
}

/// Whether the modes agree with the differences of this step; if more than with
/// those before, notes it.
bool Comparison::accept(const Level *before, const Level &level) {
  if (!std::isfinite(answer.forward) || !std::isfinite(answer.reverse))
    return false;
  // A smooth function's differences come nearer by 16.
  double error = std::abs(level.central - answer.forward);
  if (before && std::abs(before->central - answer.forward) >
                    1e-2 * magnitude + 1e4 * error)
    isNearKink = true;
  // Noise proves nothing.
  if (level.noise > precision.resolution() * magnitude &&
      magnitude > level.noise)
    return false;
  auto tryWith = [&](double slope) {
    double distance = std::max(std::abs(slope - answer.forward),
                               std::abs(slope - answer.reverse));
    double relative = magnitude > 0 ? distance / magnitude : 0;
    if (!(distance <=
          precision.differenceTolerance() * magnitude + level.noise))
      return false;
    if (isAccepted && answer.distance <= relative)
      return true;
    isAccepted = true;
    answer.slope = slope;
    answer.distance = relative;
    answer.step = level.step;
    answer.isNearKink = isNearKink;
    return true;
  };
  bool isNear = tryWith(level.central);
  return (before && tryWith((16 * level.central - before->central) / 15)) ||
         isNear;
}

/// `order` is that of the first error in the step.
Limit Comparison::extrapolate(double Level::*slope, int order) const {
  Limit best;
  double factor = order == 1 ? 4 : 16;
  for (size_t k = 1; k < levels.size(); ++k) {
    double now = levels[k].*slope, before = levels[k - 1].*slope;
    double error = std::abs(now - before) + levels[k].noise;
    if (error < best.error)
      best = {(factor * now - before) / (factor - 1), error};
  }
  return best;
}

/// No step agrees.
void Comparison::conclude() {
  Limit slope = extrapolate(&Level::central, 2);
  Limit left = extrapolate(&Level::left, 1);
  Limit right = extrapolate(&Level::right, 1);
  answer.slope = slope.value;
  answer.step = levels.empty() ? 0 : levels.back().step;
  if (magnitude > 0)
    answer.distance = std::max(std::abs(slope.value - answer.forward),
                               std::abs(slope.value - answer.reverse)) /
                      magnitude;
  if (!doModesAgree()) {
    answer.kind = Answer::Disagrees;
    return;
  }
  answer.kind = Answer::NotDifferentiable;
  for (const Limit &limit : {left, right, slope})
    if (!limit.isSettled(precision, magnitude))
      return;
  double apart = std::abs(right.value - left.value);
  if (apart > 4 * (left.error + right.error) &&
      apart > 1e-3 * std::max(std::abs(left.value), std::abs(right.value))) {
    answer.left = left.value;
    answer.right = right.value;
    return;
  }
  // There is a slope. It may be known too badly to say more.
  double distance = std::abs(slope.value - answer.forward);
  bool isWrong = !(distance <= 4 * slope.error +
                                   precision.differenceTolerance() * magnitude);
  answer.kind = isWrong ? Answer::Disagrees : Answer::Agrees;
}

/// The modes may say the mean of the slopes to both sides, as central
/// differences do.
void Comparison::lookForKink() {
  // So near that a smooth function is straight.
  constexpr double nearer = 256;
  if (!precision.isDouble())
    return;
  std::optional<Level> far = measure(answer.step);
  std::optional<Level> near = measure(answer.step / nearer);
  if (!far || !near)
    return;
  double apart = std::abs(near->right - near->left);
  if (apart > std::abs(far->right - far->left) / 2 &&
      apart > 16 * near->noise &&
      apart > 1e-3 * std::max(std::abs(near->left), std::abs(near->right))) {
    answer.kind = Answer::NotDifferentiable;
    answer.left = near->left;
    answer.right = near->right;
  }
}

Answer Comparison::compare() {
  std::optional<Doubles> results = question.resultsAt(0);
  if (results)
    base = std::move(*results);
  Product values = results ? dot(question.cotangents, base) : Product();
  if (!results || !std::isfinite(values.value)) {
    answer.kind = Answer::NotFinite;
    return answer;
  }
  valueMagnitude = values.magnitude;
  int accepted = 0;
  double step = question.scale / (precision.isDouble() ? 16 : 4);
  double smallest =
      4 * std::sqrt(precision.epsilon) * std::min(question.scale, 1.0);
  for (; step >= smallest || levels.size() < 2; step /= 4) {
    if (step < smallest / 64)
      break;
    std::optional<Level> level = measure(step);
    if (!level)
      continue;
    // As good as it gets, or not much better by further steps.
    if (doModesAgree()) {
      accepted += accept(levels.empty() ? nullptr : &levels.back(), *level);
      if (isAccepted && (answer.distance <= 1e-9 || accepted == 3))
        break;
    }
    levels.push_back(*level);
  }
  if (isAccepted)
    lookForKink();
  else
    conclude();
  return answer;
}

double sg::run::scaleOf(llvm::ArrayRef<double> point) {
  double largest = 0;
  for (double value : point)
    largest = std::max(largest, std::abs(value));
  return largest == 0 ? 1 : std::max(largest, 1.0 / 1024);
}

Answer sg::run::compareSlopes(const Question &question, Precision precision) {
  return Comparison(question, precision).compare();
}
