//===- KeptMemory.h - Memory kept for the next call -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread keeps freed memory of native code for its next call. The system
// maps new memory page by page on first use, which may take longer than the
// computation.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CALL_KEPTMEMORY_H
#define SG_LIB_RUNTIME_CALL_KEPTMEMORY_H

#include <cstddef>

namespace sg {

/// The blocks that a thread keeps until it ends. Their total size is at most
/// the peak memory use of the thread, and at most 1 GiB.
class KeptMemory {
public:
  static KeptMemory &ofThread();

  /// Returns a block of at least `bytes` bytes, aligned to a cache line, or
  /// null. Sets `bytes` to the size of the block.
  void *take(size_t &bytes);
  /// Keeps or frees a block of `bytes` bytes.
  void give(void *block, size_t bytes);
  void release();

private:
  struct Block {
    Block *next;
    size_t bytes;
  };
  /// Returns the link to the smallest kept block that has at least `bytes` and
  /// at most about twice as many bytes.
  Block **find(size_t bytes);
  void releaseAtEndOfThread();

  Block *blocks = nullptr;
  size_t keptBytes = 0, usedBytes = 0, peakUsedBytes = 0;
  bool isReleasedAtEnd = false;
};

} // namespace sg

#endif // SG_LIB_RUNTIME_CALL_KEPTMEMORY_H
