//===- NativeSupport.h - Support functions for native code ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_NATIVESUPPORT_H
#define SG_RUNTIME_NATIVESUPPORT_H

#include <cstdint>

extern "C" {

/// Print to stdout for vector.print, under upstream's names
/// (mlir_c_runner_utils).
void printI64(int64_t value);
void printU64(uint64_t value);
void printF16(uint16_t bits);
void printBF16(uint16_t bits);
void printF32(float value);
void printF64(double value);
void printString(const char *text);
void printOpen();
void printClose();
void printComma();
void printNewline();

/// Convert half precision floats. A bfloat is passed in a register like a half.
float __extendhfsf2(_Float16 half);
_Float16 __truncdfbf2(double value);
_Float16 __truncdfhf2(double value);
_Float16 __truncsfbf2(float value);
_Float16 __truncsfhf2(float value);

} // extern "C"

#endif // SG_RUNTIME_NATIVESUPPORT_H
