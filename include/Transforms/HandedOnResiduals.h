//===- HandedOnResiduals.h - Residuals that functions hand on ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In reverse mode the forward half of a function returns its own residuals and
// hands on the residuals of the functions that it calls. A function that calls
// another one twice, which calls a third one twice, hands on four times the
// residuals of the third: the number grows exponentially with the depth.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_HANDEDONRESIDUALS_H
#define SG_TRANSFORMS_HANDEDONRESIDUALS_H

#include "sg/Analysis/RecursiveFunctions.h"
#include <cstdint>

namespace sg::grad {

/// Estimates, before a function is differentiated, how many residuals its
/// forward half hands on. Decides which functions are computed again instead.
class HandedOnResiduals {
public:
  /// A function is computed again in reverse mode if it hands on more residuals
  /// than this. The time of LLVM explodes for a function with many results: a
  /// program of 66 functions took 8 s with this limit, and over 60 s with twice
  /// the limit.
  static constexpr uint64_t kMostOfOne = 1024;
  /// A function is also computed again if it and the functions below it, down
  /// to functions that are computed again, hand on more residuals than this:
  /// a long chain of calls hands on each residual many times.
  static constexpr uint64_t kMost = 1u << 16;
  /// Limit for functions that cannot be computed again. A greater number takes
  /// minutes and gigabytes.
  static constexpr uint64_t kMostUnrepeatable = 1u << 20;

  explicit HandedOnResiduals(RecursiveFunctions &recursive)
      : recursive(recursive) {}

  struct Estimate {
    /// Upper bound of the residuals that the function's callers receive.
    uint64_t kept = 0;
    /// Residuals handed on by this function and by all functions below it.
    uint64_t handedOn = 0;
    /// Whether the function keeps its arguments only, because it would hand on
    /// too many residuals.
    bool isRecomputed = false;
    /// The op that forbids to compute the function again, if it should be.
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
