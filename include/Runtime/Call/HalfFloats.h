//===- HalfFloats.h - f16 and bf16 ------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions by integer arithmetic: what native code is linked with must not
// need LLVM, nor an instruction that a processor may lack.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CALL_HALFFLOATS_H
#define SG_RUNTIME_CALL_HALFFLOATS_H

#include <cstdint>

namespace sg {

/// To nearest, ties to even; a NaN becomes quiet.
uint16_t toHalf(double value);
uint16_t toBFloat(double value);

float fromHalf(uint16_t bits);
float fromBFloat(uint16_t bits);

} // namespace sg

#endif // SG_RUNTIME_CALL_HALFFLOATS_H
