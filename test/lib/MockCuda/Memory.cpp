//===- Memory.cpp - Memory, copies and memsets ----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MockCuda.h"
#include "State.h"
#include <algorithm>
#include <cstring>
#include <new>

using namespace mock;

static std::string formatBytes(uint64_t bytes) {
  return std::to_string(bytes) + " bytes";
}

static CUresult allocate(CUdeviceptr *result, size_t size, bool isManaged,
                         Point point) {
  State &state = getState();
  std::unique_ptr<char[]> bytes(new (std::nothrow) char[size]);
  if (!bytes)
    return CUDA_ERROR_OUT_OF_MEMORY;
  std::memset(bytes.get(), 0xcd, size); // arbitrary nonzero bytes
  uintptr_t start = reinterpret_cast<uintptr_t>(bytes.get());
  state.liveBytes += size;
  state.peakBytes = std::max(state.peakBytes, state.liveBytes);
  int id = static_cast<int>(state.memory.size()) + 1;
  Memory memory{id, std::move(bytes), size, isManaged, point, {}, {}};
  state.memory.emplace(start, std::move(memory));
  *result = start;
  return CUDA_SUCCESS;
}

/// Returns the memory to free. If it cannot be freed, adds a finding and
/// returns null.
static Memory *findToFree(const Call &call, CUdeviceptr address) {
  Memory *memory = lookUpMemory(address);
  if (!memory || reinterpret_cast<uintptr_t>(memory->bytes.get()) != address) {
    call.addFinding("the address is not the start of device memory");
    return nullptr;
  }
  if (memory->freed) {
    call.addFinding("memory " + std::to_string(memory->id) +
                    " was freed before");
    return nullptr;
  }
  getState().liveBytes -= memory->size;
  return memory;
}

/// Adds a copy to the bytes copied in its direction.
static void countCopy(uintptr_t to, uintptr_t from, size_t bytes) {
  bool isFromDevice = lookUpMemory(from), isToDevice = lookUpMemory(to);
  mock_direction direction =
      isFromDevice ? isToDevice ? MOCK_DEVICE_TO_DEVICE : MOCK_DEVICE_TO_HOST
      : isToDevice ? MOCK_HOST_TO_DEVICE
                   : MOCK_HOST_TO_HOST;
  getState().copiedBytes[direction] += bytes;
}

template <typename Value>
static CUresult fill(const char *name, CUdeviceptr address, Value value,
                     size_t count, CUstream handle) {
  Call call(name, std::to_string(count) + " times " + std::to_string(value));
  if (CUresult error = call.getError())
    return error;
  Stream *stream = lookUp(handle);
  if (!stream || address % sizeof(Value) != 0)
    return stream ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
  if (!lookUpMemory(address) && !isPinned(address)) {
    call.addFinding("the destination is not memory of the device");
    return CUDA_ERROR_INVALID_VALUE;
  }
  Point now = enqueue(*stream);
  if (checkUse(call, "the destination", address, count * sizeof(Value), *stream,
               now))
    std::fill_n(reinterpret_cast<Value *>(address), count, value);
  return CUDA_SUCCESS;
}

/// Unpins host memory. `isAllocated` states how it must have been pinned.
static CUresult unpin(const Call &call, void *memory, bool isAllocated) {
  std::vector<Pinned> &pinned = getState().pinned;
  for (auto range = pinned.begin(); range != pinned.end(); ++range)
    if (range->start == reinterpret_cast<uintptr_t>(memory) &&
        isAllocated == (range->bytes != nullptr)) {
      pinned.erase(range);
      return CUDA_SUCCESS;
    }
  call.addFinding(isAllocated ? "this memory is not what cuMemHostAlloc gave"
                              : "this memory is not registered");
  return isAllocated ? CUDA_ERROR_INVALID_VALUE
                     : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}

extern "C" {

CUresult cuMemAllocAsync(CUdeviceptr *result, size_t size, CUstream handle) {
  Call call("cuMemAllocAsync", formatBytes(size));
  if (CUresult error = call.getError())
    return error;
  Stream *stream = lookUp(handle);
  if (!stream || size == 0)
    return stream ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
  return allocate(result, size, /*isManaged=*/false, enqueue(*stream));
}

CUresult cuMemAllocManaged(CUdeviceptr *result, size_t size, unsigned flags) {
  Call call("cuMemAllocManaged", formatBytes(size));
  if (CUresult error = call.getError())
    return error;
  if (size == 0 || flags != CU_MEM_ATTACH_GLOBAL)
    return CUDA_ERROR_INVALID_VALUE;
  return allocate(result, size, /*isManaged=*/true, Point());
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream handle) {
  Call call("cuMemFreeAsync");
  if (CUresult error = call.getError())
    return error;
  Stream *stream = lookUp(handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  Memory *memory = findToFree(call, address);
  if (!memory)
    return CUDA_ERROR_INVALID_VALUE;
  Point now = enqueue(*stream);
  memory->freed = now;
  std::string text = "memory " + std::to_string(memory->id) +
                     " is freed on stream " + std::to_string(stream->id) +
                     " without waiting for its ";
  if (memory->isManaged)
    call.addFinding("memory " + std::to_string(memory->id) +
                    " is managed and needs cuMemFree");
  if (!stream->clock.covers(memory->allocated))
    call.addFinding(text + "allocation on stream " +
                    std::to_string(memory->allocated.stream));
  for (auto [user, time] : memory->uses)
    if (!stream->clock.covers({user, time}))
      call.addFinding(text + "use on stream " + std::to_string(user));
  return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  Call call("cuMemFree");
  if (CUresult error = call.getError())
    return error;
  Memory *memory = findToFree(call, address);
  if (!memory)
    return CUDA_ERROR_INVALID_VALUE;
  memory->freed = Point();
  for (auto [user, time] : memory->uses)
    if (!getState().host.covers({user, time}))
      call.addFinding("memory " + std::to_string(memory->id) +
                      " is freed without waiting for its use on stream " +
                      std::to_string(user));
  return CUDA_SUCCESS;
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                       CUstream handle) {
  Call call("cuMemcpyAsync", formatBytes(bytes));
  if (CUresult error = call.getError())
    return error;
  Stream *stream = lookUp(handle);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  countCopy(to, from, bytes);
  Point now = enqueue(*stream);
  bool canRead = checkUse(call, "the source", from, bytes, *stream, now);
  bool canWrite = checkUse(call, "the destination", to, bytes, *stream, now);
  if (canRead && canWrite)
    std::memmove(reinterpret_cast<void *>(to),
                 reinterpret_cast<const void *>(from), bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemsetD32Async(CUdeviceptr address, unsigned value, size_t count,
                          CUstream stream) {
  return fill("cuMemsetD32Async", address, value, count, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr address, unsigned short value,
                          size_t count, CUstream stream) {
  return fill("cuMemsetD16Async", address, value, count, stream);
}

CUresult cuMemHostAlloc(void **result, size_t bytes, unsigned flags) {
  Call call("cuMemHostAlloc", formatBytes(bytes));
  if (CUresult error = call.getError())
    return error;
  if (bytes == 0 || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  std::unique_ptr<char[]> memory(new char[bytes]);
  *result = memory.get();
  getState().pinned.push_back(
      {reinterpret_cast<uintptr_t>(*result), bytes, std::move(memory)});
  return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void *memory) {
  Call call("cuMemFreeHost");
  if (CUresult error = call.getError())
    return error;
  return unpin(call, memory, /*isAllocated=*/true);
}

CUresult cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags) {
  Call call("cuMemHostRegister", formatBytes(bytes));
  if (CUresult error = call.getError())
    return error;
  if (bytes == 0 || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  uintptr_t start = reinterpret_cast<uintptr_t>(memory);
  for (const Pinned &range : getState().pinned)
    if (start < range.start + range.size && range.start < start + bytes)
      return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  getState().pinned.push_back({start, bytes, nullptr});
  return CUDA_SUCCESS;
}

CUresult cuMemHostUnregister(void *memory) {
  Call call("cuMemHostUnregister");
  if (CUresult error = call.getError())
    return error;
  return unpin(call, memory, /*isAllocated=*/false);
}

} // extern "C"
