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

/// The number of `type` that is next to `value`; `value` itself for types that
/// have all numbers of f64.
double roundTo(mlir::FloatType type, double value,
               llvm::RoundingMode mode = llvm::RoundingMode::NearestTiesToEven);

/// The same for a number that f64 need not have.
double roundTo(mlir::FloatType type, const llvm::APFloat &value);

/// The number that is `value` rounded to `type`, made as `type` is made.
llvm::APFloat toAPFloat(mlir::FloatType type, double value);

/// As near as f64 has it.
double toDouble(llvm::APFloat value);

/// Rounds what ops on floats compute.
class Rounder {
public:
  Rounder(Rounding mode, uint64_t seed) : mode(mode), state(seed) {}

  Rounding getMode() const { return mode; }
  bool isRounding() const { return mode != Rounding::None; }

  /// What an op of that type gives if it is `value` in f64. `isExact` says
  /// that its result is `value` where the type has that number; else it may be
  /// next to it, as of a function.
  double round(mlir::FloatType type, double value, bool isExact);

private:
  bool drawBit();

  Rounding mode;
  uint64_t state;
};

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_ROUNDING_H
