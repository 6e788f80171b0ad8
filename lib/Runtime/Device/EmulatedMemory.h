//===- EmulatedMemory.h - Device memory hidden from the host ----*- C++ -*-===//
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

/// The memory of the emulated device. Device addresses lie in a reserved range
/// that is not accessible, so a direct access faults. Each address of an
/// allocation maps to host memory.
///
/// A freed address is reused only after all other addresses, so that a use
/// after free is detected.
class EmulatedMemory {
public:
  static EmulatedMemory &get();

  /// Allocates `bytes` bytes. Sets all bits, so that uninitialized floats are
  /// NaN. Returns null if out of memory.
  void *allocate(uint64_t bytes);
  /// Frees an allocation. Returns false if `address` is not the start of an
  /// allocation.
  bool free(void *address);

  /// Returns true if `address` is in the range of the device.
  bool contains(const void *address) const {
    auto value = reinterpret_cast<uintptr_t>(address);
    return value >= begin && value < end;
  }

  /// The host memory of a device address.
  struct HostRange {
    char *data;     ///< null if the address is not allocated
    uint64_t bytes; ///< from `data` to the end of the allocation
  };
  HostRange find(const void *address);

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
