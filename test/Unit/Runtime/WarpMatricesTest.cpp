//===- WarpMatricesTest.cpp - Matrix fragments of a warp ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/Runtime/emulator-matrices.mlir tests the layout of the elements.
//
//===----------------------------------------------------------------------===//

#include "Emulator/WarpMatrices.h"
#include "sg/Runtime/Emulator.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace sg;

namespace {

/// Multiplies matrices A, B and adds C, each with equal elements. Returns one
/// element of the result.
float multiply(int32_t kind, int32_t k, uint32_t a, uint32_t b, float c) {
  uint32_t left[32][4], right[32][2];
  float sums[32][4];
  Fragments lanes[32];
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < 4; ++i) {
      left[lane][i] = a;
      sums[lane][i] = c;
    }
    right[lane][0] = right[lane][1] = b;
    lanes[lane] = {left[lane], right[lane], sums[lane]};
  }
  multiplyMatrices(kind, k, lanes);
  return sums[13][2];
}

constexpr uint32_t kHalfOnes = 0x3c003c00, kBFloatOnes = 0x3f803f80;

uint32_t getBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

TEST(WarpMatrices, SumsTheReductionDimension) {
  EXPECT_EQ(multiply(SGRT_F16, 16, kHalfOnes, kHalfOnes, 5), 21);
  EXPECT_EQ(multiply(SGRT_F16, 8, kHalfOnes, kHalfOnes, 5), 13);
  EXPECT_EQ(multiply(SGRT_BF16, 16, kBFloatOnes, kBFloatOnes, 5), 21);
  EXPECT_EQ(multiply(SGRT_TF32, 8, getBits(1), getBits(1), 5), 13);
  EXPECT_EQ(multiply(SGRT_TF32, 4, getBits(1), getBits(1), 5), 9);
}

// If each term were rounded, 2^24 + 1 would be 2^24 again.
TEST(WarpMatrices, RoundsSumOnce) {
  const float large = 1 << 24;
  EXPECT_EQ(multiply(SGRT_F16, 16, kHalfOnes, kHalfOnes, large), large + 16);
}

// TF32 keeps ten bits after the leading one.
TEST(WarpMatrices, TruncatesTF32Factors) {
  EXPECT_EQ(multiply(SGRT_TF32, 4, getBits(1 + 0x1p-10f), getBits(1), 0),
            4 + 0x1p-8f);
  EXPECT_EQ(
      multiply(SGRT_TF32, 4, getBits(1 + 0x1p-10f - 0x1p-20f), getBits(1), 0),
      4);
}

} // namespace
