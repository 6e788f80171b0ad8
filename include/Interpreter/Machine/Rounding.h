//===- Rounding.h - Rounding of f64 to other floats -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_MACHINE_ROUNDING_H
#define SG_INTERPRETER_MACHINE_ROUNDING_H

#include "mlir/IR/BuiltinTypes.h"
#include "sg/Interpreter/Machine/InterpreterOptions.h"
#include "llvm/ADT/APFloat.h"

namespace sg::interpreter {

/// Rounds `value` to `type`, unless `type` represents all f64 numbers.
double roundTo(mlir::FloatType type, double value,
               llvm::RoundingMode mode = llvm::RoundingMode::NearestTiesToEven);

/// Rounds `value`, which need not be an f64 number, to `type`.
double roundTo(mlir::FloatType type, const llvm::APFloat &value);

/// Rounds `value` to `type` and returns the result in the semantics of `type`.
llvm::APFloat toAPFloat(mlir::FloatType type, double value);

/// Rounds `value` to the nearest f64.
double toDouble(llvm::APFloat value);

/// Rounds the results of floating-point ops.
class Rounder {
public:
  Rounder(Rounding mode, uint64_t seed) : mode(mode), state(seed) {}

  Rounding getMode() const { return mode; }
  bool isRounding() const { return mode != Rounding::None; }

  /// Rounds `value`, an op's result computed in f64, to `type`. If `isExact` is
  /// false, as for math functions, random rounding may return a neighbor of
  /// `value` even if `type` represents `value`.
  double round(mlir::FloatType type, double value, bool isExact);

private:
  bool drawBit();

  Rounding mode;
  uint64_t state;
};

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_ROUNDING_H
