//===- WarpMatrices.cpp - Matrices in the registers of a warp -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX ISA, "Matrix Fragments for mma.m16n8k...", specifies the layout of
// the elements. A register of 32 bits holds two elements of 16 bits, or one of
// 32 bits. The columns of A and the rows of B are divided into groups of four
// registers. Lane 4 g + t holds, in the order of its registers: of A, register
// t of rows g and g + 8 in the first group, then in the next group; of B,
// register t of column g in the first group, then in the next group; of C,
// columns 2 t and 2 t + 1 of row g, then of row g + 8.
//
//===----------------------------------------------------------------------===//

#include "WarpMatrices.h"
#include "sg/Runtime/Call/HalfFloats.h"
#include "sg/Runtime/Emulator.h"
#include "sg/Runtime/WarpSize.h"
#include <cstring>
#include <utility>

static constexpr int kRows = 16, kColumns = 8, kMaxTerms = 16;

/// Returns the element at index `index` of a register.
static float getElement(int32_t kind, uint32_t bits, int index) {
  auto half = static_cast<uint16_t>(bits >> (16 * index));
  if (kind == SGRT_F16)
    return sg::fromHalf(half);
  if (kind == SGRT_BF16)
    return sg::fromBFloat(half);
  // A GPU ignores the low 13 bits of a tf32.
  uint32_t significantBits = bits & ~0x1fffu;
  float value;
  std::memcpy(&value, &significantBits, sizeof value);
  return value;
}

void sg::multiplyMatrices(int32_t kind, int32_t k, const Fragments *lanes) {
  float a[kRows][kMaxTerms], b[kMaxTerms][kColumns];
  int perRegister = kind == SGRT_TF32 ? 1 : 2;
  int groupSize = 4 * perRegister; // columns of A in one group
  for (int lane = 0; lane < sg::kWarpSize; ++lane)
    for (int term = 0; term < k; term += groupSize)
      for (int i = 0; i < perRegister; ++i) {
        int g = lane / 4, t = lane % 4;
        int column = term + t * perRegister + i;
        const uint32_t *registers = lanes[lane].a + 2 * (term / groupSize);
        a[g][column] = getElement(kind, registers[0], i);
        a[g + 8][column] = getElement(kind, registers[1], i);
        b[column][g] = getElement(kind, lanes[lane].b[term / groupSize], i);
      }
  for (int lane = 0; lane < sg::kWarpSize; ++lane)
    for (int i = 0; i < 4; ++i) {
      int row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
      double sum = lanes[lane].c[i];
      for (int term = 0; term < k; ++term)
        sum += static_cast<double>(a[row][term]) * b[term][column];
      lanes[lane].c[i] = static_cast<float>(sum);
    }
}

void sg::loadMatrices(int32_t count, bool isTransposed,
                      const RowsOfMatrices *lanes) {
  for (int matrix = 0; matrix < count; ++matrix)
    for (int lane = 0; lane < sg::kWarpSize; ++lane) {
      uint32_t bits = 0;
      for (int i = 0; i < 2; ++i) {
        int row = lane / 4, column = 2 * (lane % 4) + i;
        if (isTransposed)
          std::swap(row, column);
        uint32_t element = lanes[8 * matrix + row].row[column];
        bits |= element << (16 * i);
      }
      lanes[lane].registers[matrix] = bits;
    }
}
