//===- KeptMemory.cpp - Memory kept for the next call ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptMemory.h"
#include "sg/Runtime/Call/AddressSanitizer.h"
#include <algorithm>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <sys/mman.h>

using namespace sg;

/// Bytes of a cache line.
static constexpr size_t kAlignment = 64;
/// Bytes of a huge page, in which large blocks are requested.
static constexpr size_t kHugePageBytes = 2 << 20;
/// Size in bytes of the smallest block that is kept. The C library keeps
/// smaller blocks.
static constexpr size_t kMinKeptBytes = 4 << 10;
/// Limit in bytes of the memory that a thread keeps.
[[maybe_unused]] static constexpr size_t kMaxKeptBytes = size_t(1) << 30;

/// Allocates `bytes` bytes and rounds `bytes` up to the size of the block, or
/// returns null. Large blocks, such as a loop's residuals, use huge pages if
/// available: mapping small pages takes longer than accessing them.
static void *allocate(size_t &bytes) {
  bool isLarge = bytes >= 2 * kHugePageBytes;
  if (isLarge)
    bytes = (bytes + kHugePageBytes - 1) & ~(kHugePageBytes - 1);
  void *memory = nullptr;
  if (posix_memalign(&memory, isLarge ? kHugePageBytes : kAlignment, bytes) !=
      0)
    return nullptr;
#ifdef MADV_HUGEPAGE
  if (isLarge)
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

KeptMemory &KeptMemory::ofThread() {
  static thread_local KeptMemory memory;
  return memory;
}

/// Registers `release` for the end of the thread. A thread-local destructor
/// would need the C++ library.
void KeptMemory::releaseAtEndOfThread() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static pthread_key_t key;
  if (isReleasedAtEnd)
    return;
  pthread_once(&once, [] {
    pthread_key_create(&key, [](void *memory) {
      static_cast<KeptMemory *>(memory)->release();
    });
  });
  isReleasedAtEnd = pthread_setspecific(key, this) == 0;
}

KeptMemory::Block **KeptMemory::find(size_t bytes) {
  Block **best = nullptr;
  for (Block **link = &blocks; *link; link = &(*link)->next)
    if ((*link)->bytes >= bytes && (*link)->bytes / 2 <= bytes &&
        (!best || (*link)->bytes < (*best)->bytes))
      best = link;
  return best;
}

void *KeptMemory::take(size_t &bytes) {
  void *memory = nullptr;
  if (Block **link = bytes >= kMinKeptBytes ? find(bytes) : nullptr) {
    Block *block = *link;
    *link = block->next;
    bytes = block->bytes;
    keptBytes -= bytes;
    memory = block;
  } else {
    memory = allocate(bytes);
    if (!memory && blocks) {
      release();
      memory = allocate(bytes);
    }
  }
  if (memory) {
    usedBytes += bytes;
    peakUsedBytes = std::max(peakUsedBytes, usedBytes);
  }
  return memory;
}

void KeptMemory::give(void *memory, size_t bytes) {
  usedBytes -= bytes;
#ifdef SG_SANITIZES_ADDRESS
  // AddressSanitizer could not detect uses after free.
  bool isKept = false;
#else
  releaseAtEndOfThread();
  bool isKept = isReleasedAtEnd && bytes >= kMinKeptBytes &&
                keptBytes + bytes <= std::min(peakUsedBytes, kMaxKeptBytes);
#endif
  if (!isKept)
    return std::free(memory);
  blocks = new (memory) Block{blocks, bytes};
  keptBytes += bytes;
}

void KeptMemory::release() {
  while (Block *block = blocks) {
    blocks = block->next;
    std::free(block);
  }
  keptBytes = 0;
}
