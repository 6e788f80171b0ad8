//===- NativeCall.h - Calling native code with arrays -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_RUN_NATIVECALL_H
#define SG_TOOLS_SG_RUN_NATIVECALL_H

#include "Options.h"
#include "mlir/IR/BuiltinTypes.h"
#include "sg/Runtime/Array.h"
#include "sg/Runtime/sg_call.h"
#include <string>

namespace sg::run {

/// The sizes of a tensor or memref; none of a scalar.
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);

/// Whether native code takes and returns it as an array.
bool isPassable(mlir::Type type);

/// Arrays without memory for results of these types; a call allocates them.
llvm::SmallVector<Array> makeResults(mlir::TypeRange types);

struct CallOutcome {
  int32_t status;
  std::string message; ///< unless the status is SG_OK
  double milliseconds;
  /// What the tool ends with if that is its outcome.
  ExitCode getExitCode() const;
};

/// Calls a function. Results that have memory are written there.
CallOutcome callNative(sg_entry_point entry,
                       llvm::MutableArrayRef<Array> inputs,
                       llvm::MutableArrayRef<Array> results);

} // namespace sg::run

#endif // SG_TOOLS_SG_RUN_NATIVECALL_H
