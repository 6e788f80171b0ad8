//===- KeptMemory.h - Memory kept for the next call -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each call of a function needs the same memory again. What the system gives is
// new to the process, page by page: to get it may take longer than to compute
// what comes there. So each thread keeps what native code frees.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CALL_KEPTMEMORY_H
#define SG_LIB_RUNTIME_CALL_KEPTMEMORY_H

#include <cstddef>

namespace sg {

/// The blocks that a thread keeps: at most as many bytes as it has had in use
/// at once, and a GiB. They are given back when the thread ends.
class KeptMemory {
public:
  static KeptMemory &ofThread();

  /// A block of at least `bytes` bytes, aligned to a line of the cache, or null
  /// if it cannot be had. `bytes` becomes what the block has.
  void *take(size_t &bytes);
  /// Takes back a block of `bytes` bytes.
  void give(void *block, size_t bytes);
  void release();

private:
  struct Block {
    Block *next;
    size_t bytes;
  };
  /// The kept block that fits best.
  Block **find(size_t bytes);
  void releaseAtEndOfThread();

  Block *blocks = nullptr;
  size_t keptBytes = 0, usedBytes = 0, mostUsedBytes = 0;
  bool isReleasedAtEnd = false;
};

} // namespace sg

#endif // SG_LIB_RUNTIME_CALL_KEPTMEMORY_H
