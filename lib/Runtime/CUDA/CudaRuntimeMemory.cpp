//===- CudaRuntimeMemory.cpp - Memory of GPUs -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaRuntime.h"

using namespace sg;
using namespace sg::cuda;

static CUdeviceptr address(void *memory) {
  return reinterpret_cast<CUdeviceptr>(memory);
}

/// Returns the message of a failed call: "cuMemAllocAsync failed for 16 bytes".
static std::string describeFailure(const char *call, uint64_t bytes) {
  return std::string(call) + " failed for " + std::to_string(bytes) + " bytes";
}

void *CudaRuntime::allocate(uint64_t bytes, void *stream, bool isHostShared) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes == 0 || !prepareStreamCall())
    return nullptr;
  CUdeviceptr memory = 0;
  if (isHostShared) {
    if (!isOk(driver.cuMemAllocManaged(&memory, bytes, CU_MEM_ATTACH_GLOBAL),
              describeFailure("cuMemAllocManaged", bytes)))
      return nullptr;
    managedMemory.insert(reinterpret_cast<void *>(memory));
  } else {
    CUresult result = driver.cuMemAllocAsync(&memory, bytes, resolve(stream));
    if (result == CUDA_ERROR_OUT_OF_MEMORY &&
        arenas.freeUnused(device.getStream()))
      result = driver.cuMemAllocAsync(&memory, bytes, resolve(stream));
    if (!isOk(result, describeFailure("cuMemAllocAsync", bytes)))
      return nullptr;
  }
  return reinterpret_cast<void *>(memory);
}

void CudaRuntime::free(void *memory, void *stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!memory || !prepareRelease())
    return;
  if (managedMemory.erase(memory) == 0)
    return check(driver.cuMemFreeAsync(address(memory), resolve(stream)),
                 "cuMemFreeAsync failed");
  // Unlike cuMemFreeAsync, cuMemFree does not wait for earlier operations.
  checkWait(driver.cuStreamSynchronize(resolve(stream)), "cuStreamSynchronize");
  check(driver.cuMemFree_v2(address(memory)), "cuMemFree failed");
}

void *CudaRuntime::takeArena(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  CUdeviceptr memory = 0;
  if (bytes == 0 || !prepareStreamCall())
    return nullptr;
  check(arenas.take(bytes, device.getStream(), memory),
        describeFailure("cuMemAllocAsync", bytes));
  return reinterpret_cast<void *>(memory);
}

void CudaRuntime::giveArena(void *memory) {
  std::lock_guard<std::mutex> lock(mutex);
  // Deferred launches of this thread must precede work that reuses the memory.
  prepareRelease();
  arenas.give(address(memory));
}

void CudaRuntime::copy(void *to, void *from, size_t bytes, void *stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes == 0 || !prepareStreamCall())
    return;
  CUresult result =
      driver.cuMemcpyAsync(address(to), address(from), bytes, resolve(stream));
  check(result, describeFailure("cuMemcpyAsync", bytes));
}

void CudaRuntime::fill32(void *memory, uint32_t value, size_t count,
                         void *stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (count == 0 || !prepareStreamCall())
    return;
  CUresult result =
      driver.cuMemsetD32Async(address(memory), value, count, resolve(stream));
  check(result, describeFailure("cuMemsetD32Async", 4 * count));
}

void CudaRuntime::fill16(void *memory, uint16_t value, size_t count,
                         void *stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (count == 0 || !prepareStreamCall())
    return;
  CUresult result =
      driver.cuMemsetD16Async(address(memory), value, count, resolve(stream));
  check(result, describeFailure("cuMemsetD16Async", 2 * count));
}

void *CudaRuntime::takePinned() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!start())
    return nullptr;
  void *memory = nullptr;
  if (unusedPinned.empty())
    return driver.cuMemHostAlloc(&memory, SGCUDA_PINNED_BYTES, 0) ==
                   CUDA_SUCCESS
               ? memory
               : nullptr;
  memory = unusedPinned.back();
  unusedPinned.pop_back();
  return memory;
}

void CudaRuntime::givePinned(void *memory) {
  std::lock_guard<std::mutex> lock(mutex);
  unusedPinned.push_back(memory);
}

void CudaRuntime::pinHostMemory(void *memory, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes == 0 || !prepareStreamCall())
    return;
  CUresult result = driver.cuMemHostRegister_v2(memory, bytes, 0);
  check(result, describeFailure("cuMemHostRegister", bytes));
}

void CudaRuntime::unpinHostMemory(void *memory) {
  std::lock_guard<std::mutex> lock(mutex);
  if (memory && prepareRelease())
    check(driver.cuMemHostUnregister(memory), "cuMemHostUnregister failed");
}
