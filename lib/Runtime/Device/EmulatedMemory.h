//===- EmulatedMemory.h - Memory that the host does not see -----*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_DEVICE_EMULATEDMEMORY_H
#define SG_LIB_RUNTIME_DEVICE_EMULATEDMEMORY_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace sg {

/// The memory of the emulated device. Its addresses are of a range of their own
/// in which there is nothing: whoever accesses it directly, faults. What they
/// stand for is elsewhere.
///
/// An address is not used again before all others have been, so that one that
/// is used after it was freed is seen to be.
class EmulatedMemory {
public:
  /// That of this process.
  static EmulatedMemory &get();

  /// Null if there is not so much. All ones, which are NaNs.
  void *allocate(uint64_t bytes);
  /// Returns whether `address` was one that `allocate` has returned.
  bool free(void *address);

  /// Whether it is one of the device.
  bool contains(const void *address) const {
    auto number = reinterpret_cast<uintptr_t>(address);
    return number >= begin && number < end;
  }

  /// Where that memory is.
  struct Place {
    char *data;     ///< null if there is none
    uint64_t bytes; ///< from there on
  };
  Place find(const void *address);

private:
  EmulatedMemory();
  uintptr_t reserve(uint64_t bytes);

  struct Allocation {
    void *data;
    uint64_t bytes;
  };
  uintptr_t begin = 0, end = 0, next = 0;
  std::mutex mutex;
  std::map<uintptr_t, Allocation> allocations;
};

} // namespace sg

#endif // SG_LIB_RUNTIME_DEVICE_EMULATEDMEMORY_H
