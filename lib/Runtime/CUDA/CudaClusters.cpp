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
/// reports that `operation` failed, and why.
bool CudaRuntime::hasClusters(const std::string &operation) {
  if (!driver.hasClusters)
    fail(operation +
         ": a driver for CUDA 12.0 or later is needed; update NVIDIA's "
         "driver");
  return driver.hasClusters;
}

void CudaRuntime::launchClusters(const CudaLaunch &launch,
                                 const CudaSizes &cluster, void *stream,
                                 void **parameters, void **extra) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!prepareStreamCall() || !canBeLaunched(launch))
    return;
  std::string operation =
      describe(launch) + " in clusters of " + format(cluster);
  if (!hasClusters(operation))
    return;
  auto toUnsigned = [](intptr_t size) { return static_cast<unsigned>(size); };
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim = {toUnsigned(cluster.x), toUnsigned(cluster.y),
                                toUnsigned(cluster.z)};
  CUlaunchConfig config = {};
  config.gridDimX = toUnsigned(launch.grid.x);
  config.gridDimY = toUnsigned(launch.grid.y);
  config.gridDimZ = toUnsigned(launch.grid.z);
  config.blockDimX = toUnsigned(launch.block.x);
  config.blockDimY = toUnsigned(launch.block.y);
  config.blockDimZ = toUnsigned(launch.block.z);
  config.sharedMemBytes = toUnsigned(launch.sharedBytes);
  config.hStream = resolve(stream);
  config.attrs = &attribute;
  config.numAttrs = 1;
  lastLaunch = launch;
  check(driver.cuLaunchKernelEx(&config, launch.function->handle, parameters,
                                extra),
        "cuLaunchKernelEx failed for " + operation);
}

void *CudaRuntime::makeTensorMap(const CudaTensor &tensor) {
  std::lock_guard<std::mutex> lock(mutex);
  std::string operation =
      "the map of a tensor of rank " + std::to_string(tensor.rank);
  if (!prepareStreamCall() || !hasClusters(operation))
    return nullptr;
  const uint32_t steps[CudaTensor::kMaxRank] = {1, 1, 1, 1, 1};
  CUtensorMap map = {};
  if (!isOk(driver.cuTensorMapEncodeTiled(
                &map, tensor.type, tensor.rank, tensor.start, tensor.sizes,
                tensor.strides, tensor.box, steps, tensor.interleave,
                tensor.swizzle, tensor.promotion, tensor.fill),
            "cuTensorMapEncodeTiled failed for " + operation))
    return nullptr;
  std::string value(reinterpret_cast<const char *>(&map), sizeof map);
  CUdeviceptr &deviceMap = tensorMaps[value];
  if (deviceMap)
    return reinterpret_cast<void *>(deviceMap);
  CUstream stream = device.getStream();
  if (isOk(driver.cuMemAllocAsync(&deviceMap, sizeof map, stream),
           "cuMemAllocAsync failed for " + operation) &&
      isOk(driver.cuMemcpyAsync(deviceMap, reinterpret_cast<CUdeviceptr>(&map),
                                sizeof map, stream),
           "cuMemcpyAsync failed for " + operation)) {
    // Wait for the copy, which reads the local variable `map`.
    checkWait(driver.cuStreamSynchronize(stream), "cuStreamSynchronize");
    return reinterpret_cast<void *>(deviceMap);
  }
  if (deviceMap)
    driver.cuMemFreeAsync(deviceMap, stream);
  tensorMaps.erase(value);
  return nullptr;
}

void CudaRuntime::freeTensorMaps() {
  for (auto &[value, memory] : tensorMaps)
    driver.cuMemFreeAsync(memory, device.getStream());
  tensorMaps.clear();
}
