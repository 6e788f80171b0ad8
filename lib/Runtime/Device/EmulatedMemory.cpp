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

/// Size in bytes of the reserved address range. If the system refuses, the size
/// is halved.
#ifdef SG_SANITIZES_THREAD
// ThreadSanitizer ends a process that maps memory without shadow memory.
static constexpr uint64_t kMostAddresses = uint64_t(1) << 36;
#else
static constexpr uint64_t kMostAddresses = uint64_t(1) << 42;
#endif
static constexpr uint64_t kFewestAddresses = uint64_t(1) << 30;

sg::EmulatedMemory &sg::EmulatedMemory::get() {
  // Never destroyed: programs may be unloaded at the end of the process.
  static auto *memory = new EmulatedMemory;
  return *memory;
}

sg::EmulatedMemory::EmulatedMemory() {
  for (uint64_t bytes = kMostAddresses; bytes >= kFewestAddresses; bytes /= 2) {
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
  for (bool isSecondRound = false;;) {
    if (bytes > end - address) {
      if (isSecondRound)
        return 0;
      isSecondRound = true;
      address = begin;
      continue;
    }
    // The first allocation that ends after the address.
    auto position = allocations.upper_bound(address);
    if (position != allocations.begin()) {
      auto before = std::prev(position);
      if (before->first + before->second.bytes >= address)
        position = before;
    }
    if (position == allocations.end() || position->first >= address + bytes)
      return address;
    // Leave a gap, so that the end address of an allocation belongs to no other
    // allocation.
    address = (position->first + position->second.bytes + kAlignment) &
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
  auto known = allocations.find(reinterpret_cast<uintptr_t>(address));
  if (known == allocations.end())
    return false;
  std::free(known->second.data);
  allocations.erase(known);
  return true;
}

sg::EmulatedMemory::HostRange sg::EmulatedMemory::find(const void *address) {
  auto value = reinterpret_cast<uintptr_t>(address);
  std::lock_guard<std::mutex> lock(mutex);
  auto known = allocations.upper_bound(value);
  if (known == allocations.begin())
    return {};
  --known;
  uint64_t offset = value - known->first;
  if (offset > known->second.bytes)
    return {};
  return {static_cast<char *>(known->second.data) + offset,
          known->second.bytes - offset};
}
