//===- PrintRuntime.cpp - What vector.print calls -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names are upstream's (mlir_c_runner_utils). A line is written out when it
// ends, so that progress is seen.
//
//===----------------------------------------------------------------------===//

#include "Runtime/CallRuntime.h"
#include "llvm/ADT/APFloat.h"
#include <cstdint>
#include <cstdio>

namespace {
void printI64(int64_t value) {
  std::printf("%lld", static_cast<long long>(value));
}
void printU64(uint64_t value) {
  std::printf("%llu", static_cast<unsigned long long>(value));
}
void printF32(float value) { std::printf("%g", static_cast<double>(value)); }
void printF64(double value) { std::printf("%lg", value); }
void printHalf(uint16_t bits, const llvm::fltSemantics &semantics) {
  llvm::APFloat value(semantics, llvm::APInt(16, bits));
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  printF32(value.convertToFloat());
}
void printF16(uint16_t bits) { printHalf(bits, llvm::APFloat::IEEEhalf()); }
void printBF16(uint16_t bits) { printHalf(bits, llvm::APFloat::BFloat()); }
void printString(const char *text) { std::fputs(text, stdout); }
void printOpen() { std::fputs("( ", stdout); }
void printClose() { std::fputs(" )", stdout); }
void printComma() { std::fputs(", ", stdout); }
void printNewline() {
  std::fputc('\n', stdout);
  std::fflush(stdout);
}
} // namespace

llvm::ArrayRef<sg::RuntimeSymbol> sg::getPrintRuntimeSymbols() {
#define SYMBOL(name)                                                           \
  {                                                                            \
    #name, reinterpret_cast<void *>(&name)                                     \
  }
  static const RuntimeSymbol symbols[] = {
      SYMBOL(printBF16),   SYMBOL(printClose),   SYMBOL(printComma),
      SYMBOL(printF16),    SYMBOL(printF32),     SYMBOL(printF64),
      SYMBOL(printI64),    SYMBOL(printNewline), SYMBOL(printOpen),
      SYMBOL(printString), SYMBOL(printU64),
  };
#undef SYMBOL
  return symbols;
}
