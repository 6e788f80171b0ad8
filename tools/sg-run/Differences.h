//===- Differences.h - Slopes compared with differences ---------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_DIFFERENCES_H
#define SG_TOOLS_SG_RUN_DIFFERENCES_H

#include "Directions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <limits>
#include <optional>

namespace sg::run {

/// What can be told from values of a float type with that epsilon.
struct Precision {
  double epsilon;

  bool isDouble() const {
    return epsilon == std::numeric_limits<double>::epsilon();
  }
  /// Between the two modes, relative to the terms that are summed: a program
  /// in a narrow type rounds some hundred times, about as often either way.
  double modeTolerance() const { return isDouble() ? 1e-8 : 16 * epsilon; }
  /// Between them and differences.
  double differenceTolerance() const {
    return isDouble() ? 1e-6 : 32 * epsilon;
  }
  /// What can be noise in a slope that still tells something.
  double resolution() const { return std::clamp(64 * epsilon, 1e-2, 0.5); }
  /// What can be noise in a slope that the modes are said to agree with. In a
  /// narrow type there is no step with less.
  double acceptedNoise() const {
    return isDouble() ? differenceTolerance() : resolution();
  }
};

/// The size of what is differentiated.
struct Scale {
  double size;
  /// Steps may have to be so small, lest they leave the domain of a function.
  double least;
};

/// What a direction is about.
struct DirectionalCheck {
  /// The results at a point that is so far along the direction; nothing where
  /// the program fails.
  llvm::function_ref<std::optional<Doubles>(double)> resultsAt;
  llvm::ArrayRef<double> cotangents;
  /// That of the point, of which steps are a part.
  Scale scale;
  Slopes slopes;
  /// The same so far along the direction; nothing where the program fails.
  llvm::function_ref<std::optional<Slopes>(double)> slopesAt;
};

struct DirectionalResult {
  enum Kind {
    Agrees,
    Unclear,           ///< and the modes agree
    NotDifferentiable, ///< and the modes agree
    NotFinite,         ///< the results are not; nothing can be said
    Disagrees
  } kind = Agrees;
  double forward = 0, reverse = 0;
  /// The slope by differences, and how far the modes are from it, relative to
  /// the terms that are summed.
  double slope = 0, distance = 0;
  /// How far that slope may be off.
  double uncertainty = 0;
  /// The step with which that was seen, and whether larger ones cross a kink.
  double step = 0;
  bool isNearKink = false;
  /// Whether what the modes say is nothing but rounding.
  bool isRounding = false;
  /// If not differentiable: the slopes to both sides, if there are any.
  std::optional<double> left, right;
};

Scale scaleOf(llvm::ArrayRef<double> point);

DirectionalResult compareSlopes(const DirectionalCheck &question,
                                Precision precision);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_DIFFERENCES_H
