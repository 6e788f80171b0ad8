//===- PrintRuntime.cpp - Output of vector.print --------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output is flushed at the end of each line, so that progress is visible.
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Call/HalfFloats.h"
#include "sg/Runtime/NativeSupport.h"
#include <cstdio>

void printI64(int64_t value) {
  std::printf("%lld", static_cast<long long>(value));
}
void printU64(uint64_t value) {
  std::printf("%llu", static_cast<unsigned long long>(value));
}
void printF32(float value) { std::printf("%g", static_cast<double>(value)); }
void printF64(double value) { std::printf("%lg", value); }
void printF16(uint16_t bits) { printF32(sg::fromHalf(bits)); }
void printBF16(uint16_t bits) { printF32(sg::fromBFloat(bits)); }
void printString(const char *text) { std::fputs(text, stdout); }
void printOpen() { std::fputs("( ", stdout); }
void printClose() { std::fputs(" )", stdout); }
void printComma() { std::fputs(", ", stdout); }
void printNewline() {
  std::fputc('\n', stdout);
  std::fflush(stdout);
}
