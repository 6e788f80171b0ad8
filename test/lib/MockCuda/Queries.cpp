//===- Queries.cpp - Functions for callers other than the runtime ---------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of libcuda that only benchmarks call (bench/gpu/bundle).
//===----------------------------------------------------------------------===//

#include "State.h"
#include <cstdio>

using namespace mock;

/// Total memory in bytes, small enough to be copied quickly.
static constexpr size_t kTotalMemory = size_t(64) << 20;

extern "C" {

CUresult cuDeviceGetName(char *name, int length, CUdevice) {
  Call call("cuDeviceGetName");
  std::snprintf(name, length, "mock of a GPU");
  return call.getPlannedError();
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice) {
  Call call("cuDeviceTotalMem");
  *bytes = kTotalMemory;
  return call.getPlannedError();
}

CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
  Call call("cuMemGetInfo");
  *total = kTotalMemory;
  size_t live = static_cast<size_t>(getState().liveBytes);
  *free = live < kTotalMemory ? kTotalMemory - live : 0;
  return call.getError();
}

/// Returns one millisecond for every pair of events.
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end) {
  Call call("cuEventElapsedTime");
  *milliseconds = 1;
  if (CUresult error = call.getError())
    return error;
  if (lookUp(start) && lookUp(end))
    return CUDA_SUCCESS;
  call.addFinding("there is no such event");
  return CUDA_ERROR_INVALID_HANDLE;
}

} // extern "C"
