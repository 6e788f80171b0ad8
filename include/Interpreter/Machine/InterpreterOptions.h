//===- InterpreterOptions.h - How the reference computes --------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_INTERPRETER_MACHINE_INTERPRETEROPTIONS_H
#define SG_INTERPRETER_MACHINE_INTERPRETEROPTIONS_H

#include "llvm/Support/raw_ostream.h"
#include <cstdint>

namespace sg::interpreter {

/// What becomes of the result of an op on floats.
enum class Rounding {
  /// It stays as it is in f64.
  None,
  /// It is rounded to the op's own type, to nearest.
  EachOp,
  /// It is rounded up or down at random, unless it is exact.
  Random
};

struct InterpreterOptions {
  Rounding rounding = Rounding::None;
  /// What random rounding begins with.
  uint64_t seed = 1;
  /// How much tensors may take, in bytes.
  uint64_t memoryLimit = UINT64_MAX;
  /// How much of the stack calls may take, in bytes.
  uint64_t stackLimit = uint64_t(4) << 20;
  /// Where vector.print prints to; null for nowhere.
  llvm::raw_ostream *output = &llvm::outs();
};

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_INTERPRETEROPTIONS_H
