//===- Differences.h - Finite differences -----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_GRADIENTCHECK_DIFFERENCES_H
#define SG_LIB_GRADIENTCHECK_DIFFERENCES_H

#include "Directions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace sg::gradcheck {

/// The magnitude of a differentiated argument.
struct Scale {
  double size; ///< The magnitude, at least 1/1024.
  /// The magnitude without this limit, which bounds the smallest step, because
  /// larger steps may leave the function's domain.
  double unclamped;
};

/// The inputs of the comparison along one direction.
struct DirectionalCheck {
  /// Returns the results at a distance from the point along the direction, or
  /// std::nullopt if the run fails.
  llvm::function_ref<std::optional<Doubles>(double)> resultsAt;
  llvm::ArrayRef<double> cotangents;
  /// The scale of the point, to which steps are relative.
  Scale scale;
  DirectionalDerivatives derivatives;
  /// Returns the derivatives at a distance from the point along the direction,
  /// or std::nullopt if a run fails.
  llvm::function_ref<std::optional<DirectionalDerivatives>(double)>
      derivativesAt;
};

/// Returns the scale of an argument from its elements.
Scale scaleOf(llvm::ArrayRef<double> point);

/// Compares the derivatives with finite differences, without setting the
/// result's direction.
DirectionalResult compareWithDifferences(const DirectionalCheck &check,
                                         Precision precision);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_DIFFERENCES_H
