//===- CallRuntime.h - What native code calls -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CALLRUNTIME_H
#define SG_RUNTIME_CALLRUNTIME_H

#include "llvm/ADT/ArrayRef.h"

namespace sg {

/// A function by the name under which native code calls it.
struct RuntimeSymbol {
  const char *name;
  void *address;
};

/// Calls, their results and errors, and memory.
llvm::ArrayRef<RuntimeSymbol> getCallRuntimeSymbols();

/// What vector.print calls. Prints to stdout.
llvm::ArrayRef<RuntimeSymbol> getPrintRuntimeSymbols();

/// Conversions of half precision floats, which not every machine and compiler
/// runtime has.
llvm::ArrayRef<RuntimeSymbol> getFloatRuntimeSymbols();

} // namespace sg

#endif // SG_RUNTIME_CALLRUNTIME_H
