//===- RuntimeSymbols.h - Symbols for native code ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_RUNTIMESYMBOLS_H
#define SG_LIB_RUNTIME_NATIVECODE_RUNTIMESYMBOLS_H

#include "llvm/ADT/ArrayRef.h"

namespace sg {

/// A function and the name under which native code calls it.
struct RuntimeSymbol {
  const char *name;
  void *address;
};

/// Returns the functions of CallRuntime.h, DeviceCall.h, Emulator.h,
/// NativeSupport.h and ProbeRuntime.h in sg/Runtime.
llvm::ArrayRef<RuntimeSymbol> getRuntimeSymbols();

/// Returns the functions of libomp that parallel code calls.
llvm::ArrayRef<RuntimeSymbol> getTeamSymbols();

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_RUNTIMESYMBOLS_H
