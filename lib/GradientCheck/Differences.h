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
  DirectionalDerivatives derivatives;
  /// The same so far along the direction; nothing where the program fails.
  llvm::function_ref<std::optional<DirectionalDerivatives>(double)>
      derivativesAt;
};

Scale scaleOf(llvm::ArrayRef<double> point);

/// Compares the derivatives with finite differences. The result is without its
/// direction.
DirectionalResult compareWithDifferences(const DirectionalCheck &check,
                                         Precision precision);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_DIFFERENCES_H
