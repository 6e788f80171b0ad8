//===- CudaDevice.cpp - Set-up of a GPU -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"
#include <cstdlib>

using namespace sg::cuda;

/// Generation of the device whose context is current on this thread.
static thread_local uint64_t currentGeneration = 0;

std::string CudaDevice::start(int requestedOrdinal) {
  ordinal = requestedOrdinal;
  if (std::string problem = driver.load(); !problem.empty())
    return problem;
  if (std::string problem = findDevice(); !problem.empty())
    return problem;
  auto describeFailure = [&](const char *call, CUresult error) {
    return "cannot set up GPU " + std::to_string(ordinal) + ": " + call + ": " +
           driver.describe(error);
  };
  if (CUresult error = driver.cuDevicePrimaryCtxRetain(&context, device)) {
    context = nullptr;
    return describeFailure("cuDevicePrimaryCtxRetain", error);
  }
  ++generation;
  std::string problem;
  if (CUresult error = makeCurrent())
    problem = describeFailure("cuCtxSetCurrent", error);
  else if (CUresult error =
               driver.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING))
    problem = describeFailure("cuStreamCreate", error);
  else if (problem = setThreadStackSize(); problem.empty())
    problem = setUpPool();
  if (!problem.empty())
    release();
  return problem;
}

/// Finds the device `ordinal` and checks that it supports memory pools.
std::string CudaDevice::findDevice() {
  auto describeFailure = [&](const char *call, CUresult error) {
    return std::string("cannot find a GPU: ") + call + ": " +
           driver.describe(error);
  };
  int count = 0;
  if (CUresult error = driver.cuDeviceGetCount(&count))
    return describeFailure("cuDeviceGetCount", error);
  if (count == 0)
    return "this machine has no NVIDIA GPU, or CUDA_VISIBLE_DEVICES hides it";
  if (ordinal < 0 || ordinal >= count)
    return "there is no GPU " + std::to_string(ordinal) + "; GPUs 0 to " +
           std::to_string(count - 1) + " can be used";
  if (CUresult error = driver.cuDeviceGet(&device, ordinal))
    return describeFailure("cuDeviceGet", error);
  int hasPools = 0;
  if (CUresult error = driver.cuDeviceGetAttribute(
          &hasPools, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, device))
    return describeFailure("cuDeviceGetAttribute", error);
  if (!hasPools)
    return "GPU " + std::to_string(ordinal) +
           " has no memory pools, which are needed; use another GPU, or a "
           "driver with support for them";
  return "";
}

/// Sets the stack size of a GPU thread to $SG_CUDA_STACK bytes, if that
/// variable is set. For recursive kernels, whose stack size is unknown, the
/// driver's default is 1 KiB.
std::string CudaDevice::setThreadStackSize() {
  const char *text = std::getenv("SG_CUDA_STACK");
  if (!text || !*text)
    return "";
  char *end;
  unsigned long long bytes = std::strtoull(text, &end, 10);
  if (*end || *text == '-' || bytes == 0)
    return std::string("SG_CUDA_STACK=") + text +
           " is not a number of bytes for the stack of a thread";
  if (CUresult error = driver.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, bytes))
    return "cannot give each thread of GPU " + std::to_string(ordinal) + " " +
           std::to_string(bytes) +
           " bytes of stack (SG_CUDA_STACK): cuCtxSetLimit: " +
           driver.describe(error);
  return "";
}

std::string CudaDevice::setUpPool() {
  auto describeFailure = [&](const char *call, CUresult error) {
    return "cannot set up the memory pool of GPU " + std::to_string(ordinal) +
           ": " + call + ": " + driver.describe(error);
  };
  if (CUresult error = driver.cuDeviceGetDefaultMemPool(&pool, device))
    return describeFailure("cuDeviceGetDefaultMemPool", error);
  // Make the pool keep free memory. By default, each synchronization returns
  // all free memory to the system.
  uint64_t releaseThreshold = UINT64_MAX;
  if (CUresult error = driver.cuMemPoolSetAttribute(
          pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &releaseThreshold))
    return describeFailure("cuMemPoolSetAttribute", error);
  return "";
}

void CudaDevice::release() {
  if (stream)
    driver.cuStreamDestroy_v2(stream);
  // Free the memory explicitly: if other code also holds the primary context,
  // releasing the context does not destroy it.
  if (pool)
    driver.cuMemPoolTrimTo(pool, 0);
  driver.cuCtxSetCurrent(nullptr);
  driver.cuDevicePrimaryCtxRelease_v2(device);
  context = nullptr;
  stream = nullptr;
  pool = nullptr;
}

CUresult CudaDevice::makeCurrent() {
  if (currentGeneration == generation)
    return CUDA_SUCCESS;
  CUresult result = driver.cuCtxSetCurrent(context);
  if (result == CUDA_SUCCESS)
    currentGeneration = generation;
  return result;
}
