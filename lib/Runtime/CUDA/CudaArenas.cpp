//===- CudaArenas.cpp - GPU memory kept between calls ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaArenas.h"

using namespace sg::cuda;

CUresult CudaArenas::take(uint64_t bytes, CUstream stream,
                          CUdeviceptr &memory) {
  Arena *best = nullptr, *smaller = nullptr;
  for (Arena &arena : arenas) {
    if (arena.isTaken)
      continue;
    if (arena.bytes < bytes)
      smaller = &arena;
    else if (!best || arena.bytes < best->bytes)
      best = &arena;
  }
  if (!best && smaller) {
    driver.cuMemFreeAsync(smaller->memory, stream);
    arenas.erase(arenas.begin() + (smaller - arenas.data()));
  }
  if (!best) {
    CUdeviceptr newMemory = 0;
    CUresult result = driver.cuMemAllocAsync(&newMemory, bytes, stream);
    if (result == CUDA_ERROR_OUT_OF_MEMORY && freeUnused(stream))
      result = driver.cuMemAllocAsync(&newMemory, bytes, stream);
    if (result != CUDA_SUCCESS)
      return result;
    arenas.push_back({newMemory, bytes, false});
    best = &arenas.back();
  }
  best->isTaken = true;
  memory = best->memory;
  return CUDA_SUCCESS;
}

void CudaArenas::give(CUdeviceptr memory) {
  for (Arena &arena : arenas)
    if (arena.memory == memory)
      arena.isTaken = false;
}

bool CudaArenas::freeUnused(CUstream stream) {
  size_t before = arenas.size();
  for (size_t i = arenas.size(); i-- > 0;)
    if (!arenas[i].isTaken) {
      driver.cuMemFreeAsync(arenas[i].memory, stream);
      arenas.erase(arenas.begin() + i);
    }
  return arenas.size() != before;
}

void CudaArenas::release(CUstream stream) {
  for (const Arena &arena : arenas)
    driver.cuMemFreeAsync(arena.memory, stream);
  arenas.clear();
}
