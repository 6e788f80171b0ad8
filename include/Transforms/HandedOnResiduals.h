//===- HandedOnResiduals.h - Residuals returned through calls ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In reverse mode, the forward half of a function returns its own residuals and
// the residuals of its callees. If a function calls another one twice, which
// calls a third one twice, it returns four times the residuals of the third.
// The number grows exponentially with the depth.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_HANDEDONRESIDUALS_H
#define SG_TRANSFORMS_HANDEDONRESIDUALS_H

#include "sg/Analysis/RecursiveFunctions.h"
#include <cstdint>

namespace sg::grad {

/// Estimates, before a function is differentiated, the number of residuals that
/// its forward half returns. Decides which functions are recomputed instead.
class HandedOnResiduals {
public:
  /// Number of residuals above which a function is recomputed in reverse mode.
  /// The time of LLVM explodes for a function with many results: a program of
  /// 66 functions took 8 s with this limit, and over 60 s with twice the limit.
  static constexpr uint64_t kMostOfOne = 1024;
  /// Number of residuals, summed over a function and its transitive callees
  /// down to recomputed functions, above which the function is recomputed. A
  /// long chain of calls returns each residual many times.
  static constexpr uint64_t kMost = 1u << 16;
  /// Limit for functions that cannot be recomputed. A larger number takes
  /// minutes and gigabytes.
  static constexpr uint64_t kMostUnrepeatable = 1u << 20;

  explicit HandedOnResiduals(RecursiveFunctions &recursive)
      : recursive(recursive) {}

  struct Estimate {
    /// Upper bound of the number of residuals that the function's callers
    /// receive.
    uint64_t kept = 0;
    /// Number of residuals that this function and its transitive callees
    /// return.
    uint64_t handedOn = 0;
    /// True if the function keeps only its arguments, because it would return
    /// too many residuals.
    bool isRecomputed = false;
    /// The op that prevents recomputation of a function that should be
    /// recomputed.
    mlir::Operation *unrepeatable = nullptr;
  };
  const Estimate &of(mlir::FunctionOpInterface function);

private:
  Estimate estimate(mlir::FunctionOpInterface function,
                    llvm::ArrayRef<mlir::FunctionOpInterface> callees);

  RecursiveFunctions &recursive;
  llvm::DenseMap<mlir::Operation *, Estimate> estimates;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_HANDEDONRESIDUALS_H
