//===- EmulatedMemory.cpp - Device memory hidden from the host ------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedMemory.h"
#include "sg/Runtime/Call/ThreadSanitizer.h"
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

/// Alignment in bytes of allocations, as on a GPU.
static constexpr uint64_t kAlignment = 256;

/// Largest size in bytes of the reserved address range. The size is halved
/// until the system can reserve the range.
#ifdef SG_SANITIZES_THREAD
// ThreadSanitizer ends a process that maps memory without shadow memory.
static constexpr uint64_t kMaxRangeBytes = uint64_t(1) << 36;
#else
static constexpr uint64_t kMaxRangeBytes = uint64_t(1) << 42;
#endif
static constexpr uint64_t kMinRangeBytes = uint64_t(1) << 30;

sg::EmulatedMemory &sg::EmulatedMemory::get() {
  // The object is never destroyed: programs may be unloaded at process exit.
  static auto *memory = new EmulatedMemory;
  return *memory;
}

sg::EmulatedMemory::EmulatedMemory() {
  for (uint64_t bytes = kMaxRangeBytes; bytes >= kMinRangeBytes; bytes /= 2) {
    void *range = mmap(nullptr, bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED)
      continue;
    begin = next = reinterpret_cast<uintptr_t>(range);
    end = begin + bytes;
    return;
  }
}

/// Returns the next address followed by `bytes` free bytes, or 0 if no such
/// address exists.
uintptr_t sg::EmulatedMemory::reserve(uint64_t bytes) {
  uintptr_t address = next;
  for (bool hasWrapped = false;;) {
    if (bytes > end - address) {
      if (hasWrapped)
        return 0;
      hasWrapped = true;
      address = begin;
      continue;
    }
    // Find the first allocation that ends after the address.
    auto allocation = allocations.upper_bound(address);
    if (allocation != allocations.begin()) {
      auto previous = std::prev(allocation);
      if (previous->first + previous->second.bytes >= address)
        allocation = previous;
    }
    if (allocation == allocations.end() || allocation->first >= address + bytes)
      return address;
    // Leave a gap, so that the end address of an allocation belongs to no other
    // allocation.
    address = (allocation->first + allocation->second.bytes + kAlignment) &
              ~(kAlignment - 1);
  }
}

void *sg::EmulatedMemory::allocate(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes > end - begin)
    return nullptr;
  // Add a gap of at least one byte and round up to the alignment.
  uint64_t size = (bytes + kAlignment) & ~(kAlignment - 1);
  uintptr_t address = reserve(size);
  void *data = nullptr;
  if (address == 0 || posix_memalign(&data, kAlignment, bytes) != 0)
    return nullptr;
  std::memset(data, 0xff, bytes);
  next = address + size;
  allocations[address] = {data, bytes};
  return reinterpret_cast<void *>(address);
}

bool sg::EmulatedMemory::free(void *address) {
  std::lock_guard<std::mutex> lock(mutex);
  auto allocation = allocations.find(reinterpret_cast<uintptr_t>(address));
  if (allocation == allocations.end())
    return false;
  std::free(allocation->second.data);
  allocations.erase(allocation);
  return true;
}

sg::EmulatedMemory::HostRange sg::EmulatedMemory::find(const void *address) {
  auto value = reinterpret_cast<uintptr_t>(address);
  std::lock_guard<std::mutex> lock(mutex);
  auto allocation = allocations.upper_bound(value);
  if (allocation == allocations.begin())
    return {};
  --allocation;
  uint64_t offset = value - allocation->first;
  if (offset > allocation->second.bytes)
    return {};
  return {static_cast<char *>(allocation->second.data) + offset,
          allocation->second.bytes - offset};
}
