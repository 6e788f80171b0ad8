//===- HalfFloatsTest.cpp - Conversions of f16 and bf16 -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Call/HalfFloats.h"
#include "llvm/ADT/APFloat.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using llvm::APFloat;
using llvm::APInt;

namespace {

struct Format {
  const llvm::fltSemantics &semantics;
  uint16_t (*narrow)(double);
  float (*widen)(uint16_t);
};
const Format kFormats[] = {
    {APFloat::IEEEhalf(), sg::toHalf, sg::fromHalf},
    {APFloat::BFloat(), sg::toBFloat, sg::fromBFloat},
};

uint16_t roundByLLVM(double value, const llvm::fltSemantics &semantics) {
  APFloat wide(value);
  bool losesInfo;
  wide.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return wide.bitcastToAPInt().getZExtValue();
}

// Tests every value, the midpoint to the next value, and the midpoint's
// neighbours.
TEST(HalfFloatsTest, RoundsAsLLVMDoes) {
  for (const Format &format : kFormats)
    for (uint32_t bits = 0; bits < 1 << 16; ++bits) {
      double value = format.widen(bits);
      double next = format.widen(bits + 1);
      double middle = value / 2 + next / 2;
      for (double x : {value, middle, std::nextafter(middle, HUGE_VAL),
                       std::nextafter(middle, -HUGE_VAL)})
        ASSERT_EQ(format.narrow(x), roundByLLVM(x, format.semantics)) << x;
    }
}

TEST(HalfFloatsTest, RoundsAnyBitsAsLLVMDoes) {
  std::mt19937_64 random(42);
  for (int i = 0; i < 200000; ++i) {
    uint64_t bits = random();
    double x;
    std::memcpy(&x, &bits, sizeof x);
    for (const Format &format : kFormats)
      ASSERT_EQ(format.narrow(x), roundByLLVM(x, format.semantics)) << x;
  }
}

TEST(HalfFloatsTest, WidensAsLLVMDoes) {
  for (const Format &format : kFormats)
    for (uint32_t bits = 0; bits < 1 << 16; ++bits) {
      APFloat value(format.semantics, APInt(16, bits));
      bool losesInfo;
      value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      float wide = format.widen(bits);
      if (value.isNaN())
        ASSERT_TRUE(std::isnan(wide));
      else
        ASSERT_EQ(APFloat(wide).bitcastToAPInt(), value.bitcastToAPInt());
    }
}

} // namespace
