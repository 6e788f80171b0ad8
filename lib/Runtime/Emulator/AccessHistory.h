//===- AccessHistory.h - Accesses to the memory of a block ------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_EMULATOR_ACCESSHISTORY_H
#define SG_LIB_RUNTIME_EMULATOR_ACCESSHISTORY_H

#include "sg/Runtime/Emulator.h"
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace sg {

/// An access by the thread with index `thread` in its block, or none if `where`
/// is null.
struct Access {
  int32_t thread;
  int32_t kind; // an sgrt_access_kind
  const char *where;
};

/// The accesses to each byte of a block's memory since the last barrier. Two
/// accesses of each kind are kept per byte: the first one, and the first one by
/// a different thread. Two accesses suffice: for any later access, at least one
/// is by another thread.
class AccessHistory {
public:
  explicit AccessHistory(size_t size) : size(size) {
    if (size != 0)
      bytes = static_cast<Byte *>(std::calloc(size, sizeof(Byte)));
  }
  ~AccessHistory() { std::free(bytes); }
  AccessHistory(const AccessHistory &) = delete;
  AccessHistory &operator=(const AccessHistory &) = delete;

  bool isValid() const { return size == 0 || bytes; }
  void clear() {
    if (bytes)
      std::memset(bytes, 0, size * sizeof(Byte));
  }

  /// Records `access` to `count` bytes at `offset` and returns null. If an
  /// earlier access by another thread conflicts, returns the earlier access
  /// instead.
  const Access *add(const Access &access, size_t offset, size_t count) {
    for (size_t i = offset; bytes && i < offset + count; ++i) {
      for (int32_t kind = SGRT_LOAD; kind <= SGRT_ATOMIC; ++kind)
        if (conflict(kind, access.kind))
          for (const Access &earlier : bytes[i][kind])
            if (earlier.where && earlier.thread != access.thread)
              return &earlier;
      Access *kept = bytes[i][access.kind];
      if (!kept[0].where)
        kept[0] = access;
      else if (!kept[1].where && kept[0].thread != access.thread)
        kept[1] = access;
    }
    return nullptr;
  }

private:
  /// Accesses to a byte, indexed by kind.
  using Byte = Access[3][2];

  /// Returns true unless both accesses are loads or both are atomic.
  static bool conflict(int32_t earlier, int32_t later) {
    return earlier != later || earlier == SGRT_STORE;
  }

  size_t size;
  Byte *bytes = nullptr;
};

} // namespace sg

#endif // SG_LIB_RUNTIME_EMULATOR_ACCESSHISTORY_H
