//===- InterpreterOptions.h - Options of the interpreter --------*- C++ -*-===//
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

/// The rounding of results of floating-point ops.
enum class Rounding {
  /// Results stay in f64.
  None,
  /// Results are rounded to nearest in the type of the op.
  EachOp,
  /// Results that are not exact are rounded up or down at random.
  Random
};

struct InterpreterOptions {
  Rounding rounding = Rounding::None;
  /// The seed of random rounding.
  uint64_t seed = 1;
  /// Maximum total size of all live tensors, in bytes.
  uint64_t memoryLimit = UINT64_MAX;
  /// Maximum stack size of nested calls, in bytes.
  uint64_t stackLimit = uint64_t(4) << 20;
  /// The stream to which vector.print prints. Null discards the output.
  llvm::raw_ostream *output = &llvm::outs();
};

} // namespace sg::interpreter

#endif // SG_INTERPRETER_MACHINE_INTERPRETEROPTIONS_H
