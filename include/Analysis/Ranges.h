//===- Ranges.h - Bounds of float values ------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic over what a program says about its floats: constants,
// clamps, squares, absolute values, exponentials, and what is computed from
// them. An argument may be anything. Each bound says whether it is attained:
// exp(x) > 0, but x * x >= 0. Rounding is left out: exp may underflow to 0.
//
// For diagnostics: what is said holds op by op. Operands are taken to be
// independent, so an attained bound may be out of reach for their combination
// (relu(x) + relu(1 - x) is never 0).
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_RANGES_H
#define SG_ANALYSIS_RANGES_H

#include "mlir/IR/Value.h"
#include "sg/Analysis/Bounds.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace sg::grad {

/// The float that `value` is, or all its elements are, as a constant.
std::optional<double> getConstantFloat(mlir::Value value);

/// The ranges of the values of a program, each computed when first asked for.
class Ranges {
public:
  /// The range of `value`, wherever it is.
  Bounds of(mlir::Value value);
  /// The range of `value` at `op`: inside of an scf.if that compares it with a
  /// constant, it is smaller.
  Bounds at(mlir::Value value, mlir::Operation *op);
  /// The range of `value` where `condition` is `holds`.
  Bounds where(mlir::Value condition, bool holds, mlir::Value value) {
    return refineBy(condition, holds, value, of(value));
  }
  /// From elsewhere it is known that `value` is in `range`.
  void assume(mlir::Value value, Bounds range) { known[value] = range; }

private:
  /// `range` of `value` where `condition` is `holds`.
  Bounds refineBy(mlir::Value condition, bool holds, mlir::Value value,
                  Bounds range);
  Bounds compute(mlir::Value value);
  Bounds computeResult(mlir::OpResult result);
  Bounds computeArithmetic(mlir::Operation *op);
  Bounds computeArgument(mlir::BlockArgument argument);
  /// The range of an accumulator: of `init`, then of `yielded` as often as one
  /// likes, given that `carry` is what was yielded before; and that of the last
  /// `yielded`.
  Bounds accumulate(mlir::Value carry, mlir::Value init, mlir::Value yielded);

  llvm::DenseMap<mlir::Value, Bounds> known;
  /// Accumulators being computed; values being computed; what has been found on
  /// an assumption about an accumulator.
  unsigned numAssumed = 0, depth = 0;
  llvm::SmallVector<mlir::Value> provisional;
};

} // namespace sg::grad

#endif // SG_ANALYSIS_RANGES_H
