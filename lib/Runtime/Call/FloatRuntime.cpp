//===- FloatRuntime.cpp - Conversions of half precision floats ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM calls these functions if the processor has no instruction for a
// conversion. Their names are equal to the names in compiler-rt and libgcc, but
// Debian 12's libgcc lacks some of them.
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Call/HalfFloats.h"
#include "sg/Runtime/NativeSupport.h"
#include <cstring>

/// Rounds `value` to a float with `exponentBits` and `fractionBits` bits, and
/// returns the bits of the float.
static uint16_t round(double value, int exponentBits, int fractionBits) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  uint16_t sign = (bits >> 63) << (exponentBits + fractionBits);
  int exponent = (bits >> 52) & 0x7FF;
  uint64_t fraction = bits & ((uint64_t(1) << 52) - 1);
  int largestExponent = (1 << exponentBits) - 1;
  uint16_t infinity = largestExponent << fractionBits;
  int shift = 52 - fractionBits;
  if (exponent == 0x7FF && fraction != 0)
    return sign | infinity | (1 << (fractionBits - 1)) | (fraction >> shift);
  // Compute the biased exponent of the result. Subnormal results are shifted
  // more.
  int bias = (1 << (exponentBits - 1)) - 1;
  exponent += bias - 1023;
  if (exponent >= largestExponent)
    return sign | infinity;
  fraction |= uint64_t(1) << 52;
  if (exponent < 1) {
    shift += 1 - exponent;
    exponent = 1;
  }
  // Round to zero below half of the smallest subnormal number.
  if (shift > 53)
    return sign;
  uint64_t belowHalf = (uint64_t(1) << (shift - 1)) - 1;
  uint64_t isOdd = (fraction >> shift) & 1;
  uint64_t rounded = (fraction + belowHalf + isOdd) >> shift;
  // The leading one and a carry add to the exponent.
  return sign | (((exponent - 1) << fractionBits) + rounded);
}

uint16_t sg::toHalf(double value) { return round(value, 5, 10); }
uint16_t sg::toBFloat(double value) { return round(value, 8, 7); }

float sg::fromHalf(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits >> 15) << 31;
  uint32_t exponent = (bits >> 10) & 0x1F;
  uint32_t fraction = bits & 0x3FF;
  uint32_t floatBits;
  if (exponent == 0x1F) {
    uint32_t quiet = fraction == 0 ? 0 : 1 << 22;
    floatBits = 0x7F800000 | quiet | (fraction << 13);
  } else if (exponent != 0) {
    floatBits = ((exponent + 127 - 15) << 23) | (fraction << 13);
  } else {
    float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    std::memcpy(&floatBits, &magnitude, sizeof floatBits);
  }
  floatBits |= sign;
  float value;
  std::memcpy(&value, &floatBits, sizeof value);
  return value;
}

float sg::fromBFloat(uint16_t bits) {
  uint32_t floatBits = static_cast<uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &floatBits, sizeof value);
  return value;
}

/// Returns the representation of a half or a bfloat in a vector register.
static _Float16 toRegister(uint16_t bits) {
  _Float16 half;
  std::memcpy(&half, &bits, sizeof half);
  return half;
}

float __extendhfsf2(_Float16 half) {
  uint16_t bits;
  std::memcpy(&bits, &half, sizeof bits);
  return sg::fromHalf(bits);
}
_Float16 __truncdfbf2(double value) { return toRegister(sg::toBFloat(value)); }
_Float16 __truncdfhf2(double value) { return toRegister(sg::toHalf(value)); }
_Float16 __truncsfbf2(float value) { return toRegister(sg::toBFloat(value)); }
_Float16 __truncsfhf2(float value) { return toRegister(sg::toHalf(value)); }
