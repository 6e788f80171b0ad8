//===- Clusters.cpp - Clusters of blocks and tensor maps ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include "State.h"
#include <cstring>

using namespace mock;

/// Largest number of blocks in a cluster that every device supports.
static constexpr unsigned kMostBlocks = 8;

static std::string checkCluster(Sizes grid, Sizes cluster) {
  if (cluster.x * cluster.y * cluster.z == 0 ||
      cluster.x * cluster.y * cluster.z > kMostBlocks)
    return "a cluster of " + cluster.format() + " blocks is invalid";
  if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 ||
      grid.z % cluster.z != 0)
    return "a grid of " + grid.format() +
           " blocks is not made up of clusters of " + cluster.format();
  return "";
}

/// Checks the arguments of cuTensorMapEncodeTiled by its manual. Returns the
/// violated requirement, or an empty string.
static std::string checkTensor(int type, uint32_t rank, const void *start,
                               const uint64_t *sizes, const uint64_t *strides,
                               const uint32_t *box, const uint32_t *steps,
                               int interleave, int swizzle) {
  constexpr uint32_t elementBytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  if (type < 0 || type >= 13)
    return "there is no such type";
  if (rank < (interleave == 0 ? 1 : 3) || rank > 5)
    return "rank " + std::to_string(rank) + " is invalid";
  uintptr_t alignment = interleave == 2 ? 32 : 16;
  if (reinterpret_cast<uintptr_t>(start) % alignment != 0)
    return "the tensor is not aligned to " + std::to_string(alignment) +
           " bytes";
  for (uint32_t i = 0; i < rank; ++i) {
    if (sizes[i] == 0 || sizes[i] > uint64_t(1) << 32)
      return "a size of " + std::to_string(sizes[i]) + " is invalid";
    if (box[i] == 0 || box[i] > 256)
      return "a box of size " + std::to_string(box[i]) + " is invalid";
    if (steps[i] == 0 || steps[i] > 8)
      return "a step of " + std::to_string(steps[i]) + " is invalid";
    if (i + 1 < rank &&
        (strides[i] % alignment != 0 || strides[i] >= uint64_t(1) << 40))
      return "a stride of " + std::to_string(strides[i]) + " bytes is invalid";
  }
  uint32_t row = box[0] * elementBytes[type];
  if (interleave == 0 && row % 16 != 0)
    return "rows of " + std::to_string(row) +
           " bytes in a box are not multiples of 16";
  if (swizzle > 0 && row > 16u << swizzle)
    return "rows of " + std::to_string(row) +
           " bytes in a box are longer than the swizzle span";
  return "";
}

extern "C" {

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction handle,
                          void **parameters, void **extra) {
  Sizes grid{config->gridDimX, config->gridDimY, config->gridDimZ};
  Sizes block{config->blockDimX, config->blockDimY, config->blockDimZ};
  Sizes cluster{1, 1, 1};
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
      std::memcpy(&cluster, &config->attrs[i].value, sizeof cluster);
  Function *function = nullptr;
  Call call("cuLaunchKernelEx", [&] {
    function = lookUp(handle);
    return function ? describeLaunch(*function, grid, block,
                                     config->sharedMemBytes) +
                          ", cluster " + cluster.format()
                    : std::string("no kernel");
  });
  if (CUresult error = call.getError())
    return error;
  if (!function || function->module->isUnloaded) {
    call.addFinding("the kernel is of a module that was unloaded");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  Stream *stream = lookUp(config->hStream);
  if (!stream || extra)
    return stream ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
  std::string problem =
      checkSizes(*function, grid, block, config->sharedMemBytes);
  if (problem.empty())
    problem = checkCluster(grid, cluster);
  if (!problem.empty()) {
    call.addFinding("kernel '" + function->kernel.name + "': " + problem);
    return CUDA_ERROR_INVALID_VALUE;
  }
  checkParameters(call, *function, parameters, *stream, enqueue(*stream));
  ++getState().launches;
  return CUDA_SUCCESS;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, int type, uint32_t rank,
                                void *start, const uint64_t *sizes,
                                const uint64_t *strides, const uint32_t *box,
                                const uint32_t *steps, int interleave,
                                int swizzle, int promotion, int fill) {
  Call call("cuTensorMapEncodeTiled", "rank " + std::to_string(rank));
  if (CUresult error = call.getError())
    return error;
  std::string problem = checkTensor(type, rank, start, sizes, strides, box,
                                    steps, interleave, swizzle);
  const Memory *memory = lookUpMemory(reinterpret_cast<uintptr_t>(start));
  if (problem.empty() && (!memory || memory->freed))
    problem = "the tensor is not memory of the device";
  if (!problem.empty()) {
    call.addFinding(problem);
    return CUDA_ERROR_INVALID_VALUE;
  }
  // Equal arguments must give equal maps.
  uint64_t *words = map->opaque;
  *words++ = reinterpret_cast<uintptr_t>(start);
  *words++ = (uint64_t(type) << 48) | (uint64_t(interleave) << 40) |
             (uint64_t(swizzle) << 32) | (uint64_t(promotion) << 24) |
             (uint64_t(fill) << 16) | rank;
  for (uint32_t i = 0; i < rank; ++i) {
    *words++ = sizes[i] << 16 | box[i];
    if (i + 1 < rank)
      *words++ = strides[i];
  }
  return CUDA_SUCCESS;
}

} // extern "C"
