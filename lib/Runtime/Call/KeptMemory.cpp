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

/// A line of the cache.
static constexpr size_t kAlignment = 64;
/// The pages that large memory is asked for in.
static constexpr size_t kLargePage = 2 << 20;
/// Less is a matter for the C library.
static constexpr size_t kLeastKept = 4 << 10;
[[maybe_unused]] static constexpr size_t kMostKept = size_t(1) << 30;

/// Memory of `bytes` bytes, or null. Large memory, such as a loop keeps for its
/// derivative: had in pages of 4 KiB, it takes longer to get than to fill and
/// to read. Where there are no larger ones these will do.
static void *allocate(size_t &bytes) {
  bool isLarge = bytes >= 2 * kLargePage;
  if (isLarge)
    bytes = (bytes + kLargePage - 1) & ~(kLargePage - 1);
  void *memory = nullptr;
  if (posix_memalign(&memory, isLarge ? kLargePage : kAlignment, bytes) != 0)
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

/// A destructor would need the C++ library.
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
  for (Block **place = &blocks; *place; place = &(*place)->next)
    if ((*place)->bytes >= bytes && (*place)->bytes / 2 <= bytes &&
        (!best || (*place)->bytes < (*best)->bytes))
      best = place;
  return best;
}

void *KeptMemory::take(size_t &bytes) {
  void *memory = nullptr;
  if (Block **place = bytes >= kLeastKept ? find(bytes) : nullptr) {
    Block *block = *place;
    *place = block->next;
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
    mostUsedBytes = std::max(mostUsedBytes, usedBytes);
  }
  return memory;
}

void KeptMemory::give(void *memory, size_t bytes) {
  usedBytes -= bytes;
#ifdef SG_SANITIZES_ADDRESS
  // Which would not see that it is used then.
  bool isKept = false;
#else
  releaseAtEndOfThread();
  bool isKept = isReleasedAtEnd && bytes >= kLeastKept &&
                keptBytes + bytes <= std::min(mostUsedBytes, kMostKept);
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
