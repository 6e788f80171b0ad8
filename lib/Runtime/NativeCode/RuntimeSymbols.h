//===- RuntimeSymbols.h - What native code is linked with -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_RUNTIMESYMBOLS_H
#define SG_LIB_RUNTIME_NATIVECODE_RUNTIMESYMBOLS_H

#include "llvm/ADT/ArrayRef.h"

namespace sg {

/// A function by the name under which native code calls it.
struct RuntimeSymbol {
  const char *name;
  void *address;
};

/// All that sg/Runtime/CallRuntime.h, sg/Runtime/Emulator.h and
/// sg/Runtime/NativeSupport.h declare.
llvm::ArrayRef<RuntimeSymbol> getRuntimeSymbols();

/// What code for several threads calls besides: functions of libomp.
llvm::ArrayRef<RuntimeSymbol> getTeamSymbols();

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_RUNTIMESYMBOLS_H
