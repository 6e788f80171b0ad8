//===- RuntimeSymbols.cpp - Symbols for native code -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeSymbols.h"
#include "sg/Config.h"
#include "sg/Runtime/CallRuntime.h"
#include "sg/Runtime/DeviceCall.h"
#include "sg/Runtime/Emulator.h"
#include "sg/Runtime/NativeSupport.h"
#include "sg/Runtime/ProbeRuntime.h"

llvm::ArrayRef<sg::RuntimeSymbol> sg::getRuntimeSymbols() {
#define SYMBOL(name)                                                           \
  {                                                                            \
    #name, reinterpret_cast<void *>(&name)                                     \
  }
  static const RuntimeSymbol symbols[] = {
      SYMBOL(__extendhfsf2),
      SYMBOL(__truncdfbf2),
      SYMBOL(__truncdfhf2),
      SYMBOL(__truncsfbf2),
      SYMBOL(__truncsfhf2),
      SYMBOL(printBF16),
      SYMBOL(printClose),
      SYMBOL(printComma),
      SYMBOL(printF16),
      SYMBOL(printF32),
      SYMBOL(printF64),
      SYMBOL(printI64),
      SYMBOL(printNewline),
      SYMBOL(printOpen),
      SYMBOL(printString),
      SYMBOL(printU64),
      SYMBOL(sgrt_alloc),
      SYMBOL(sgrt_fail),
      SYMBOL(sgrt_free),
      SYMBOL(sgrt_probe),
      SYMBOL(sgrt_probe_word),
      SYMBOL(sgrt_result),
      SYMBOL(sgrt_run),
      SYMBOL(sgrt_scale),
      SYMBOL(sgrt_set_size),
      SYMBOL(sgrt_trace),
#if SG_ENABLE_CUDA
      SYMBOL(sgrt_access),
      SYMBOL(sgrt_barrier),
      SYMBOL(sgrt_check_alignment),
      SYMBOL(sgrt_device_alloc),
      SYMBOL(sgrt_device_arena),
      SYMBOL(sgrt_device_argument),
      SYMBOL(sgrt_device_begin),
      SYMBOL(sgrt_device_constant),
      SYMBOL(sgrt_device_end),
      SYMBOL(sgrt_device_finish),
      SYMBOL(sgrt_device_free),
      SYMBOL(sgrt_device_give_arena),
      SYMBOL(sgrt_device_launch),
      SYMBOL(sgrt_device_read),
      SYMBOL(sgrt_device_result),
      SYMBOL(sgrt_device_start),
      SYMBOL(sgrt_load_matrices),
      SYMBOL(sgrt_multiply),
      SYMBOL(sgrt_shuffle),
#endif
  };
#undef SYMBOL
  return symbols;
}
