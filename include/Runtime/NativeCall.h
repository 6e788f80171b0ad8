//===- NativeCall.h - Calling native code with arrays -----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_NATIVECALL_H
#define SG_RUNTIME_NATIVECALL_H

#include "mlir/IR/TypeRange.h"
#include "sg/Runtime/Array.h"
#include "sg/Runtime/sg_call.h"
#include <string>

namespace sg {

/// The sizes of a tensor or memref; none of a scalar.
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);

/// Whether native code takes and returns it as an array.
bool isPassable(mlir::Type type);

/// Arrays without memory for results of these types; a call allocates them.
llvm::SmallVector<Array> makeResults(mlir::TypeRange types);

/// How a call ended.
struct CallOutcome {
  int32_t status;      ///< enum sg_status
  std::string message; ///< unless the status is SG_OK
  double milliseconds;
};

/// Calls a function. Results without memory are allocated as the function asks
/// for it, by `posix_memalign`; they are the caller's, also after an error.
CallOutcome callNative(sg_entry_point entry,
                       llvm::MutableArrayRef<sg_array> inputs,
                       llvm::MutableArrayRef<sg_array> results);

/// The same. Results that have memory are written there.
CallOutcome callNative(sg_entry_point entry,
                       llvm::MutableArrayRef<Array> inputs,
                       llvm::MutableArrayRef<Array> results);

/// What a call gets for an array.
sg_array toNative(Array &array);

} // namespace sg

#endif // SG_RUNTIME_NATIVECALL_H
