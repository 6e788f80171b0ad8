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

/// Returns the sizes of a tensor or memref, or an empty list for a scalar.
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);

/// Returns true if native code can take and return the type as an array.
bool isPassable(mlir::Type type);

/// Returns arrays without memory for results of these types. A call allocates
/// the memory.
llvm::SmallVector<Array> makeResults(mlir::TypeRange types);

struct CallOutcome {
  int32_t status;      ///< enum sg_status
  std::string message; ///< empty if the status is SG_OK
  double milliseconds;
};

/// Calls a function with arrays in the caller's memory. Results without memory
/// are allocated by `posix_memalign`. The caller owns this memory, also after
/// an error.
CallOutcome callNative(sg_entry_point entry,
                       llvm::MutableArrayRef<sg_array> inputs,
                       llvm::MutableArrayRef<sg_array> results);

/// Calls a function with arrays that own their memory. Results that already
/// have memory are written in place.
CallOutcome callNative(sg_entry_point entry,
                       llvm::MutableArrayRef<Array> inputs,
                       llvm::MutableArrayRef<Array> results);

/// Returns the description of an array for a call.
sg_array toNative(Array &array);

} // namespace sg

#endif // SG_RUNTIME_NATIVECALL_H
