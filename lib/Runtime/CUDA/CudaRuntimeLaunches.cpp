//===- CudaRuntimeLaunches.cpp - Launches of kernels ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaRuntime.h"
#include <cstdlib>

using namespace sg;
using namespace sg::cuda;

/// Returns true if the sizes fit the driver's type. The driver checks the
/// device's limits.
static bool fitUint32(const CudaSizes &sizes) {
  for (intptr_t size : {sizes.x, sizes.y, sizes.z})
    if (size < 0 || static_cast<uint64_t>(size) > UINT32_MAX)
      return false;
  return true;
}

/// Returns true if the launch is valid and the grid is not empty. Records an
/// error if the launch is invalid.
bool CudaRuntime::canBeLaunched(const CudaLaunch &launch) {
  const CudaSizes &grid = launch.grid, &block = launch.block;
  if (!launch.function) {
    fail("a launch without a kernel");
    return false;
  }
  if (!launch.function->handle) {
    fail(describe(launch) + ": its module was unloaded");
    return false;
  }
  if (!fitUint32(grid) || !fitUint32(block) || launch.sharedBytes < 0) {
    fail(describe(launch) + ": these sizes are invalid");
    return false;
  }
  if (grid.x == 0 || grid.y == 0 || grid.z == 0)
    return false;
  return allowSharedMemory(*launch.function, launch.sharedBytes);
}

void CudaRuntime::launch(const CudaLaunch &launch, void *stream,
                         void **parameters, void **extra) {
  std::lock_guard<std::mutex> lock(mutex);
  if (prepareStreamCall() && canBeLaunched(launch))
    launchNow(launch, resolve(stream), parameters, extra);
}

void CudaRuntime::launchNow(const CudaLaunch &launch, CUstream stream,
                            void **parameters, void **extra) {
  const CudaSizes &grid = launch.grid, &block = launch.block;
  lastLaunch = launch;
  CUresult result = driver.cuLaunchKernel(
      launch.function->handle, grid.x, grid.y, grid.z, block.x, block.y,
      block.z, launch.sharedBytes, stream, parameters, extra);
  if (result != CUDA_SUCCESS) // Building the text is slow.
    check(result, "cuLaunchKernel failed for " + describe(launch));
}

bool CudaRuntime::allowSharedMemory(CudaFunction &function, int32_t bytes) {
  if (bytes <= function.sharedLimit)
    return true;
  if (CUresult result = driver.cuFuncSetAttribute(
          function.handle, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
          bytes)) {
    check(result, "cuFuncSetAttribute failed for " + std::to_string(bytes) +
                      " bytes of shared memory for kernel '" + function.name +
                      "'");
    return false;
  }
  function.sharedLimit = bytes;
  return true;
}

/// Smallest number of launches for which a graph is used. Fewer launches are as
/// fast without a graph.
static constexpr size_t kMinGraphLaunches = 4;
/// Smallest number of deferred launches that are issued at the end of a
/// sequence. After an odd number of executions of the sequence, twice this
/// number is required: loops that swap two buffers repeat their launches every
/// second execution.
static constexpr size_t kMinFlushLaunches = 32;

namespace {
/// The deferred launches of a thread.
struct Pending {
  const void *sequence = nullptr;
  bool isOpen = false;    ///< between beginLaunches and endLaunches
  int64_t executions = 0; ///< completed executions of `sequence`
  CudaLaunches launches;
};
thread_local Pending pending;
} // namespace

/// Returns true if CUDA_LAUNCH_BLOCKING makes the driver wait for each launch,
/// to identify launches that fail.
static bool isBlocking() {
  static const bool isSet = [] {
    const char *value = std::getenv("CUDA_LAUNCH_BLOCKING");
    return value && *value && std::string(value) != "0";
  }();
  return isSet;
}

/// Returns true if launches may be replayed as graphs. SG_CUDA_GRAPHS=0
/// disables graphs.
static bool areGraphsEnabled() {
  static const bool isSet = [] {
    const char *value = std::getenv("SG_CUDA_GRAPHS");
    return !value || std::string(value) != "0";
  }();
  return isSet;
}

void CudaRuntime::beginLaunches(const void *sequence) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!start())
    return;
  if (pending.sequence != sequence)
    flush();
  pending.sequence = sequence;
  pending.isOpen = driver.hasGraphs && !isBlocking() && areGraphsEnabled();
}

void CudaRuntime::launchLater(const CudaLaunch &launch, void **parameters,
                              const int32_t *sizes, int64_t count) {
  if (!pending.isOpen)
    return this->launch(launch, nullptr, parameters, nullptr);
  std::lock_guard<std::mutex> lock(mutex);
  if (start() && canBeLaunched(launch))
    pending.launches.add(launch, parameters, sizes, count);
}

void CudaRuntime::endLaunches() {
  if (!pending.isOpen)
    return;
  pending.isOpen = false;
  ++pending.executions;
  size_t count = pending.launches.size();
  if (count < kMinFlushLaunches ||
      (count < 2 * kMinFlushLaunches && pending.executions % 2 != 0))
    return;
  flushLaunches();
}

void CudaRuntime::flushLaunches() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!pending.launches.isEmpty() && start())
    flush();
}

void CudaRuntime::dropLaunches() {
  pending.launches.clear();
  pending.isOpen = false;
  pending.sequence = nullptr;
}

/// Issues the deferred launches of this thread. A graph is used only after a
/// complete execution of the sequence, since only complete executions repeat.
void CudaRuntime::flush() {
  CudaLaunches &launches = pending.launches;
  bool isComplete = !pending.isOpen;
  pending.isOpen = false;
  pending.executions = 0;
  if (launches.isEmpty())
    return;
  CUresult result = CUDA_SUCCESS;
  size_t count = launches.size();
  if (status == SGCUDA_OK && isComplete && count >= kMinGraphLaunches &&
      graphs.launch(pending.sequence, launches, device.getStream(), result)) {
    lastLaunch = launches[count - 1];
    if (result != CUDA_SUCCESS)
      check(result, "cuGraphLaunch failed for " + std::to_string(count) +
                        " kernels, the last of them " + describe(lastLaunch));
  } else {
    for (size_t i = 0; i < count && status == SGCUDA_OK; ++i)
      launchNow(launches[i], device.getStream(), launches.getParameters(i),
                nullptr);
  }
  launches.clear();
}
