//===- Ranges.h - Bounds of float values ------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic on a program's floats. Constants, clamps, squares,
// absolute values and exponentials bound a value; arguments are unbounded. Each
// bound records whether it is attained: exp(x) > 0, but x * x >= 0. Rounding,
// as the underflow of exp to 0, is ignored.
//
// Suitable only for diagnostics, because the operands of an op are assumed to
// be independent. Hence a value may never reach an attained bound (relu(x) +
// relu(1 - x) is never 0).
//
//===----------------------------------------------------------------------===//

#ifndef SG_ANALYSIS_RANGES_H
#define SG_ANALYSIS_RANGES_H

#include "mlir/IR/Value.h"
#include "sg/Analysis/Bounds.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace sg::grad {

/// Returns the constant that `value`, or each element of `value`, equals.
std::optional<double> getConstantFloat(mlir::Value value);

/// The ranges of the values of a program, each computed on demand.
class Ranges {
public:
  /// Returns the range of `value` anywhere in the program.
  Bounds of(mlir::Value value);
  /// Returns the range of `value` at `op`, narrowed by each enclosing scf.if
  /// whose condition compares `value` with a constant.
  Bounds at(mlir::Value value, mlir::Operation *op);
  /// Returns the range of `value` if `condition` equals `holds`.
  Bounds where(mlir::Value condition, bool holds, mlir::Value value) {
    return refineBy(condition, holds, value, of(value));
  }
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
  /// Returns the range of `yielded`, the value of an accumulator after one or
  /// more iterations. `init` is the initial value of the accumulator, and
  /// `carry` is its value before an iteration.
  Bounds accumulate(mlir::Value carry, mlir::Value init, mlir::Value yielded);

  llvm::DenseMap<mlir::Value, Bounds> known;
  /// Number of accumulators whose ranges are currently assumed, and number of
  /// values whose ranges are being computed.
  unsigned numAssumed = 0, depth = 0;
  /// Values whose range depends on the assumed range of an accumulator.
  llvm::SmallVector<mlir::Value> provisional;
};

} // namespace sg::grad

#endif // SG_ANALYSIS_RANGES_H
