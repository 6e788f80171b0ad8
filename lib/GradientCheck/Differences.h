//===- Differences.h - Slopes compared with differences ---------*- C++ -*-===//
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
  Slopes slopes;
  /// The same so far along the direction; nothing where the program fails.
  llvm::function_ref<std::optional<Slopes>(double)> slopesAt;
};

Scale scaleOf(llvm::ArrayRef<double> point);

/// The result without its direction.
DirectionalResult compareSlopes(const DirectionalCheck &check,
                                Precision precision);

} // namespace sg::gradcheck

#endif // SG_LIB_GRADIENTCHECK_DIFFERENCES_H
