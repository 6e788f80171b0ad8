//===- CudaEntryPoints.cpp - CUDA runtime called by native code -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/CudaEntryPoints.h"
#include "CudaRuntime.h"

using namespace sg::cuda;

static CudaRuntime &runtime() { return CudaRuntime::get(); }

int32_t sgcuda_take_error(char *message, int64_t capacity) {
  return runtime().takeError(message, capacity);
}

void sgcuda_release(void) { runtime().release(); }

void sgcuda_before_release(void (*give_back)(void)) {
  runtime().beforeRelease(give_back);
}

void *sgcuda_allocate(int64_t bytes) {
  if (bytes <= 0)
    return nullptr;
  return runtime().allocate(static_cast<uint64_t>(bytes), nullptr,
                            /*isHostShared=*/false);
}

void sgcuda_free(void *memory) { runtime().free(memory, nullptr); }

void sgcuda_copy(void *to, const void *from, int64_t bytes) {
  if (bytes <= 0)
    return;
  runtime().copy(to, const_cast<void *>(from), static_cast<size_t>(bytes),
                 nullptr);
  runtime().synchronize(static_cast<void *>(nullptr));
}

void mgpuSetDefaultDevice(int32_t device) { runtime().chooseDevice(device); }

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

void *mgpuModuleLoad(const void *image, size_t /*bytes*/) {
  return runtime().addModule(image, /*optimizationLevel=*/-1);
}

void *mgpuModuleLoadJIT(const void *ptx, int32_t level) {
  return runtime().addModule(ptx, level);
}

void mgpuModuleUnload(void *module) {
  runtime().unloadModule(static_cast<CudaModule *>(module));
}

void *mgpuModuleGetFunction(void *module, const char *name) {
  return runtime().getFunction(static_cast<CudaModule *>(module), name);
}

void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedBytes, void *stream,
                      void **parameters, void **extra, size_t /*count*/) {
  runtime().launch({static_cast<CudaFunction *>(function),
                    {gridX, gridY, gridZ},
                    {blockX, blockY, blockZ},
                    sharedBytes},
                   stream, parameters, extra);
}

void mgpuLaunchClusterKernel(void *function, intptr_t clusterX,
                             intptr_t clusterY, intptr_t clusterZ,
                             intptr_t gridX, intptr_t gridY, intptr_t gridZ,
                             intptr_t blockX, intptr_t blockY, intptr_t blockZ,
                             int32_t sharedBytes, void *stream,
                             void **parameters, void **extra) {
  runtime().launchClusters({static_cast<CudaFunction *>(function),
                            {gridX, gridY, gridZ},
                            {blockX, blockY, blockZ},
                            sharedBytes},
                           {clusterX, clusterY, clusterZ}, stream, parameters,
                           extra);
}

void sgcuda_begin_launches(const void *sequence) {
  runtime().beginLaunches(sequence);
}

void sgcuda_launch(void *function, const int64_t *sizes, int32_t sharedBytes,
                   void **parameters, const int32_t *parameterBytes,
                   int64_t count) {
  runtime().launchLater({static_cast<CudaFunction *>(function),
                         {sizes[0], sizes[1], sizes[2]},
                         {sizes[3], sizes[4], sizes[5]},
                         sharedBytes},
                        parameters, parameterBytes, count);
}

void sgcuda_end_launches(void) { runtime().endLaunches(); }

void sgcuda_flush_launches(void) { runtime().flushLaunches(); }

void sgcuda_drop_launches(void) { runtime().dropLaunches(); }

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

void *mgpuStreamCreate(void) { return runtime().getStream(); }

void mgpuStreamDestroy(void * /*stream*/) {}

void mgpuStreamSynchronize(void *stream) { runtime().synchronize(stream); }

void mgpuStreamWaitEvent(void *stream, void *event) {
  runtime().waitForEvent(stream, event);
}

void *mgpuEventCreate(void) { return runtime().createEvent(); }

void mgpuEventDestroy(void *event) { runtime().destroyEvent(event); }

void mgpuEventRecord(void *event, void *stream) {
  runtime().recordEvent(event, stream);
}

void mgpuEventSynchronize(void *event) {
  runtime().synchronize(static_cast<CUevent>(event));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void *mgpuMemAlloc(uint64_t bytes, void *stream, bool isHostShared) {
  return runtime().allocate(bytes, stream, isHostShared);
}

void mgpuMemFree(void *memory, void *stream) { runtime().free(memory, stream); }

void *sgcuda_take_arena(uint64_t bytes) { return runtime().takeArena(bytes); }

void sgcuda_give_arena(void *memory) { runtime().giveArena(memory); }

void *sgcuda_take_pinned(void) { return runtime().takePinned(); }

void sgcuda_give_pinned(void *memory) { runtime().givePinned(memory); }

void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream) {
  runtime().copy(to, from, bytes, stream);
}

void mgpuMemset32(void *memory, uint32_t value, size_t count, void *stream) {
  runtime().fill32(memory, value, count, stream);
}

void mgpuMemset16(void *memory, uint16_t value, size_t count, void *stream) {
  runtime().fill16(memory, value, count, stream);
}

namespace {
/// A memref, decoded from the descriptor of native code.
struct MemRef {
  MemRef(int64_t rank, const void *descriptor, int64_t elementBytes)
      : rank(rank) {
    struct Head {
      void *allocated;
      char *aligned;
      int64_t offset;
    };
    const Head &head = *static_cast<const Head *>(descriptor);
    sizes = &head.offset + 1;
    strides = sizes + rank;
    start = head.aligned + head.offset * elementBytes;
    int64_t lastIndex = 0;
    for (int64_t i = 0; i < rank; ++i) {
      if (sizes[i] == 0)
        return;
      lastIndex += (sizes[i] - 1) * strides[i];
    }
    bytes = (lastIndex + 1) * elementBytes;
  }

  int64_t rank;
  const int64_t *sizes, *strides;
  char *start;
  uint64_t bytes = 0; ///< from the first element to the last
};
} // namespace

void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor,
                               int64_t elementBytes) {
  MemRef memref(rank, descriptor, elementBytes);
  runtime().pinHostMemory(memref.start, memref.bytes);
}

void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor,
                                 int64_t elementBytes) {
  MemRef memref(rank, descriptor, elementBytes);
  if (memref.bytes > 0)
    runtime().unpinHostMemory(memref.start);
}

/// Returns the size in bytes of an element of a CUtensorMapDataType.
static int64_t countBytes(int64_t type) {
  constexpr int64_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  constexpr int64_t count = sizeof bytes / sizeof *bytes;
  return type >= 0 && type < count ? bytes[type] : 1;
}

void *mgpuTensorMapEncodeTiledMemref(int64_t rank, void *descriptor,
                                     int64_t type, int64_t interleave,
                                     int64_t swizzle, int64_t promotion,
                                     int64_t fill, const int64_t *box) {
  auto toInt32 = [](int64_t value) { return static_cast<int32_t>(value); };
  CudaTensor tensor = {};
  // The driver reports an unsupported rank.
  int64_t supportedRank = rank < 0 || rank > CudaTensor::kMaxRank ? 0 : rank;
  MemRef memref(supportedRank, descriptor, countBytes(type));
  tensor.rank = static_cast<uint32_t>(rank);
  tensor.type = toInt32(type);
  tensor.start = memref.start;
  tensor.interleave = toInt32(interleave);
  tensor.swizzle = toInt32(swizzle);
  tensor.promotion = toInt32(promotion);
  tensor.fill = toInt32(fill);
  for (int64_t i = 0; i < supportedRank; ++i) {
    int64_t dim = supportedRank - 1 - i;
    tensor.sizes[i] = static_cast<uint64_t>(memref.sizes[dim]);
    tensor.box[i] = static_cast<uint32_t>(box[dim]);
    if (dim > 0)
      tensor.strides[i] =
          static_cast<uint64_t>(memref.strides[dim - 1] * countBytes(type));
  }
  return runtime().makeTensorMap(tensor);
}
