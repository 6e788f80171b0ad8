//===- HalfFloats.h - f16 and bf16 ------------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions by integer arithmetic. Native code is linked with these
// functions, so they use neither LLVM nor optional instructions of a processor.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_CALL_HALFFLOATS_H
#define SG_RUNTIME_CALL_HALFFLOATS_H

#include <cstdint>

namespace sg {

/// Convert to the nearest value, ties to even. A NaN becomes quiet.
uint16_t toHalf(double value);
uint16_t toBFloat(double value);

float fromHalf(uint16_t bits);
float fromBFloat(uint16_t bits);

} // namespace sg

#endif // SG_RUNTIME_CALL_HALFFLOATS_H
