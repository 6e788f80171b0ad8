//===- Ranges.h - Bounds of float values ------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic over a program's floats: constants, clamps, squares,
// absolute values, exponentials, and values computed from them. An argument is
// unbounded. Each bound records if it is attained: exp(x) > 0, but x * x >= 0.
// Rounding is ignored: exp may underflow to 0.
//
// For diagnostics: the bounds hold op by op. Operands are assumed to be
// independent: the value may never reach an attained bound (relu(x) + relu(1 -
// x) is never 0).
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_RANGES_H
#define SG_ANALYSIS_RANGES_H

#include "mlir/IR/Value.h"
#include "sg/Analysis/Bounds.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace sg::grad {

/// Returns the constant float that `value`, or each of its elements, equals.
std::optional<double> getConstantFloat(mlir::Value value);

/// The ranges of the values of a program, each computed on demand.
class Ranges {
public:
  /// Returns the range of `value` anywhere in the program.
  Bounds of(mlir::Value value);
  /// Returns the range of `value` at `op`. The range is narrower inside of an
  /// scf.if that compares the value with a constant.
  Bounds at(mlir::Value value, mlir::Operation *op);
  /// Returns the range of `value` if `condition` equals `holds`.
  Bounds where(mlir::Value condition, bool holds, mlir::Value value) {
    return refineBy(condition, holds, value, of(value));
  }
  /// Sets the range of `value` to a range that the caller knows.
  void assume(mlir::Value value, Bounds range) { known[value] = range; }

private:
  /// Narrows `range`, a range of `value`, given that `condition` equals
  /// `holds`.
  Bounds refineBy(mlir::Value condition, bool holds, mlir::Value value,
                  Bounds range);
  Bounds compute(mlir::Value value);
  Bounds computeResult(mlir::OpResult result);
  Bounds computeArithmetic(mlir::Operation *op);
  Bounds computeArgument(mlir::BlockArgument argument);
  /// Returns the range of `yielded`, the updated value of an accumulator after
  /// any number of iterations. `init` is the initial value of the accumulator,
  /// `carry` its value before the update.
  Bounds accumulate(mlir::Value carry, mlir::Value init, mlir::Value yielded);

  llvm::DenseMap<mlir::Value, Bounds> known;
  /// Numbers of accumulators and of values that are being computed.
  unsigned numAssumed = 0, depth = 0;
  /// Values whose range relies on an assumption about an accumulator.
  llvm::SmallVector<mlir::Value> provisional;
};

} // namespace sg::grad

#endif // SG_ANALYSIS_RANGES_H
