//===- FloatRuntime.cpp - Conversions of half precision floats ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM calls these where the processor has no instruction for a conversion.
// The names are those of the compilers' own runtimes, of which Debian 12's
// lacks some.
//
//===----------------------------------------------------------------------===//

#include "Runtime/CallRuntime.h"
#include "llvm/ADT/APFloat.h"
#include <cstring>

using llvm::APFloat;
using llvm::APInt;

namespace {
/// What an XMM register holds of a half or a bfloat.
using Half = _Float16;

Half fromBits(const APFloat &value) {
  uint16_t bits = value.bitcastToAPInt().getZExtValue();
  Half half;
  std::memcpy(&half, &bits, sizeof half);
  return half;
}

Half round(APFloat value, const llvm::fltSemantics &semantics) {
  bool losesInfo;
  value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return fromBits(value);
}

Half floatToHalf(float value) {
  return round(APFloat(value), APFloat::IEEEhalf());
}
Half doubleToHalf(double value) {
  return round(APFloat(value), APFloat::IEEEhalf());
}
Half floatToBFloat(float value) {
  return round(APFloat(value), APFloat::BFloat());
}
Half doubleToBFloat(double value) {
  return round(APFloat(value), APFloat::BFloat());
}
float halfToFloat(Half half) {
  uint16_t bits;
  std::memcpy(&bits, &half, sizeof bits);
  APFloat value(APFloat::IEEEhalf(), APInt(16, bits));
  bool losesInfo;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToFloat();
}
} // namespace

llvm::ArrayRef<sg::RuntimeSymbol> sg::getFloatRuntimeSymbols() {
  static const RuntimeSymbol symbols[] = {
      {"__extendhfsf2", reinterpret_cast<void *>(&halfToFloat)},
      {"__truncdfbf2", reinterpret_cast<void *>(&doubleToBFloat)},
      {"__truncdfhf2", reinterpret_cast<void *>(&doubleToHalf)},
      {"__truncsfbf2", reinterpret_cast<void *>(&floatToBFloat)},
      {"__truncsfhf2", reinterpret_cast<void *>(&floatToHalf)},
  };
  return symbols;
}
