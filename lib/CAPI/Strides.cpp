//===- Strides.cpp - Arrays with gaps between elements --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strides.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace sg::capi;

bool sg::capi::isRowMajor(const SGArray &array) {
  if (!array.strides)
    return true;
  int64_t expected = 1;
  bool isDense = true;
  for (int32_t i = array.rank; i-- > 0;) {
    if (array.sizes[i] == 0)
      return true;
    // The stride of a dimension of size 1 is unused.
    isDense &= array.sizes[i] == 1 || array.strides[i] == expected;
    if (llvm::MulOverflow(expected, array.sizes[i], expected))
      return false;
  }
  return isDense;
}

int64_t sg::capi::countBytes(const SGArray &array, int64_t elementSize) {
  int64_t bytes = elementSize;
  for (int32_t i = 0; i < array.rank; ++i)
    if (array.sizes[i] < 0 || llvm::MulOverflow(bytes, array.sizes[i], bytes))
      return -1;
  return bytes;
}

/// Calls `visit` with the byte offset of each element, in row-major order. The
/// array must have at least one element.
static void forEachElement(const SGArray &array, int64_t elementSize,
                           llvm::function_ref<void(int64_t)> visit) {
  llvm::SmallVector<int64_t> index(array.rank, 0);
  int64_t offset = 0;
  while (true) {
    visit(offset * elementSize);
    int32_t i = array.rank;
    while (i-- > 0) {
      offset += array.strides[i];
      if (++index[i] < array.sizes[i])
        break;
      offset -= array.strides[i] * array.sizes[i];
      index[i] = 0;
    }
    if (i < 0)
      return;
  }
}

void sg::capi::pack(const SGArray &array, int64_t elementSize, char *packed) {
  const auto *data = static_cast<const char *>(array.data);
  forEachElement(array, elementSize, [&](int64_t offset) {
    std::memcpy(packed, data + offset, elementSize);
    packed += elementSize;
  });
}

void sg::capi::unpack(const char *packed, int64_t elementSize,
                      const SGArray &array) {
  auto *data = static_cast<char *>(array.data);
  forEachElement(array, elementSize, [&](int64_t offset) {
    std::memcpy(data + offset, packed, elementSize);
    packed += elementSize;
  });
}
