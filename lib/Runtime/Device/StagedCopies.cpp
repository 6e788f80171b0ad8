//===- StagedCopies.cpp - Copies of a caller's arrays ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagedCopies.h"
#include "sg/Runtime/CudaEntryPoints.h"
#include <cstring>

using namespace sg;

/// Size in bytes of the largest array that is staged. The driver copies larger
/// arrays.
static constexpr int64_t kMaxStagedBytes = 64 << 10;
static constexpr int64_t kAlignment = 256;

/// Returns pinned memory for `bytes` bytes. Returns null if staging does not
/// pay off or there is no pinned memory.
void *StagedCopies::stage(int64_t bytes) {
  if (bytes == 0 || bytes > kMaxStagedBytes)
    return nullptr;
  if (pinnedBlocks.empty() || usedBytes + bytes > SGCUDA_PINNED_BYTES) {
    auto *block = static_cast<char *>(device.takePinned());
    if (!block)
      return nullptr;
    pinnedBlocks.push_back(block);
    usedBytes = 0;
  }
  void *memory = pinnedBlocks.back() + usedBytes;
  usedBytes += (bytes + kAlignment - 1) / kAlignment * kAlignment;
  return memory;
}

void StagedCopies::copyToDevice(void *to, const void *from, int64_t bytes) {
  hasCopiedToDevice = true;
  if (void *staged = stage(bytes)) {
    std::memcpy(staged, from, bytes);
    from = staged;
  }
  device.copy(to, from, bytes);
}

void StagedCopies::copyResults() {
  for (Result &result : results) {
    result.staged = stage(result.bytes);
    device.copy(result.staged ? result.staged : result.to, result.from,
                result.bytes);
  }
}

void StagedCopies::deliverResults() {
  for (const Result &result : results)
    if (result.staged)
      std::memcpy(result.to, result.staged, result.bytes);
}

void StagedCopies::release() {
  for (char *block : pinnedBlocks)
    device.givePinned(block);
  pinnedBlocks.clear();
  results.clear();
  hasCopiedToDevice = false;
}
