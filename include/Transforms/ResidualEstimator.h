//===- ResidualEstimator.h - Residuals returned through calls ---*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In reverse mode, the forward half of a function returns its own residuals and
// the residuals of its callees. If @f calls @g twice and @g calls @h twice, @f
// returns the residuals of four calls of @h. Their number grows exponentially
// with the call depth.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_RESIDUALESTIMATOR_H
#define SG_TRANSFORMS_RESIDUALESTIMATOR_H

#include "sg/Analysis/RecursiveFunctions.h"
#include <cstdint>

namespace sg::grad {

/// Estimates, before a function is differentiated, the number of residuals that
/// its forward half returns. Decides which functions are recomputed instead.
class ResidualEstimator {
public:
  /// Limit of the residuals of callees that one function returns. A function
  /// above the limit is recomputed, because LLVM's compile time explodes with
  /// the number of results: a program of 66 functions took 8 s with this limit
  /// and over 60 s with twice the limit.
  static constexpr uint64_t kMaxForwardedByFunction = 1024;
  /// Limit of Estimate::numForwarded. A function above the limit is recomputed,
  /// because a long chain of calls returns each residual many times.
  static constexpr uint64_t kMaxForwarded = 1u << 16;
  /// Limit of Estimate::numForwarded for functions that cannot be recomputed.
  /// Above it, compilation would take minutes and gigabytes, which is an error.
  static constexpr uint64_t kMaxForwardedUnrepeatable = 1u << 20;

  explicit ResidualEstimator(RecursiveFunctions &recursive)
      : recursive(recursive) {}

  struct Estimate {
    /// Upper bound of the number of residuals that the forward half returns.
    uint64_t kept = 0;
    /// Number of residuals of callees that this function and its transitive
    /// callees return, down to recomputed functions.
    uint64_t numForwarded = 0;
    /// True if the function is recomputed from its arguments, because it would
    /// return too many residuals.
    bool isRecomputed = false;
    /// The op that prevents recomputation of a function above a limit, or null.
    mlir::Operation *nonRepeatableOp = nullptr;
  };
  const Estimate &of(mlir::FunctionOpInterface function);

private:
  Estimate estimate(mlir::FunctionOpInterface function,
                    llvm::ArrayRef<mlir::FunctionOpInterface> callees);

  RecursiveFunctions &recursive;
  llvm::DenseMap<mlir::Operation *, Estimate> estimates;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_RESIDUALESTIMATOR_H
