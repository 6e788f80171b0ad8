//===- CudaClusters.cpp - Clusters of blocks and tensor maps --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaRuntime.h"

using namespace sg;
using namespace sg::cuda;

/// Returns true if the driver supports clusters and tensor maps. Otherwise
/// fails; `what` names the operation.
bool CudaRuntime::hasClusters(const std::string &what) {
  if (!driver.hasClusters)
    fail(what + ": a driver for CUDA 12.0 or later is needed; update NVIDIA's "
                "driver");
  return driver.hasClusters;
}

void CudaRuntime::launchClusters(const CudaLaunch &launch,
                                 const CudaSizes &cluster, void *stream,
                                 void **parameters, void **extra) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!prepareStreamCall() || !canBeLaunched(launch))
    return;
  std::string what = describe(launch) + " in clusters of " + format(cluster);
  if (!hasClusters(what))
    return;
  auto number = [](intptr_t size) { return static_cast<unsigned>(size); };
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim = {number(cluster.x), number(cluster.y),
                                number(cluster.z)};
  CUlaunchConfig config = {};
  config.gridDimX = number(launch.grid.x);
  config.gridDimY = number(launch.grid.y);
  config.gridDimZ = number(launch.grid.z);
  config.blockDimX = number(launch.block.x);
  config.blockDimY = number(launch.block.y);
  config.blockDimZ = number(launch.block.z);
  config.sharedMemBytes = number(launch.sharedBytes);
  config.hStream = resolve(stream);
  config.attrs = &attribute;
  config.numAttrs = 1;
  lastLaunch = launch;
  check(driver.cuLaunchKernelEx(&config, launch.function->handle, parameters,
                                extra),
        "cuLaunchKernelEx failed for " + what);
}

void *CudaRuntime::makeTensorMap(const CudaTensor &tensor) {
  std::lock_guard<std::mutex> lock(mutex);
  std::string what =
      "the map of a tensor of rank " + std::to_string(tensor.rank);
  if (!prepareStreamCall() || !hasClusters(what))
    return nullptr;
  const uint32_t steps[CudaTensor::kMaxRank] = {1, 1, 1, 1, 1};
  CUtensorMap map = {};
  if (!isOk(driver.cuTensorMapEncodeTiled(
                &map, tensor.type, tensor.rank, tensor.start, tensor.sizes,
                tensor.strides, tensor.box, steps, tensor.interleave,
                tensor.swizzle, tensor.promotion, tensor.fill),
            "cuTensorMapEncodeTiled failed for " + what))
    return nullptr;
  std::string value(reinterpret_cast<const char *>(&map), sizeof map);
  CUdeviceptr &known = tensorMaps[value];
  if (known)
    return reinterpret_cast<void *>(known);
  CUstream stream = device.getStream();
  if (isOk(driver.cuMemAllocAsync(&known, sizeof map, stream),
           "cuMemAllocAsync failed for " + what) &&
      isOk(driver.cuMemcpyAsync(known, reinterpret_cast<CUdeviceptr>(&map),
                                sizeof map, stream),
           "cuMemcpyAsync failed for " + what)) {
    // Wait for the copy, which reads the local variable `map`.
    checkWait(driver.cuStreamSynchronize(stream), "cuStreamSynchronize");
    return reinterpret_cast<void *>(known);
  }
  if (known)
    driver.cuMemFreeAsync(known, stream);
  tensorMaps.erase(value);
  return nullptr;
}

void CudaRuntime::freeTensorMaps() {
  for (auto &[value, memory] : tensorMaps)
    driver.cuMemFreeAsync(memory, device.getStream());
  tensorMaps.clear();
}
