//===- CudaRuntime.h - State of the CUDA runtime ----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CUDA_CUDARUNTIME_H
#define SG_LIB_RUNTIME_CUDA_CUDARUNTIME_H

#include "CudaArenas.h"
#include "CudaDevice.h"
#include "CudaGraphs.h"
#include "sg/Runtime/CudaEntryPoints.h"
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace sg::cuda {

/// A tensor as the driver describes it: the last dimension comes first.
struct CudaTensor {
  static constexpr int64_t kMaxRank = 5;
  uint32_t rank;
  int32_t type;
  void *start;
  uint64_t sizes[kMaxRank];
  uint64_t strides[kMaxRank]; ///< in bytes, without the last dimension
  uint32_t box[kMaxRank];
  int32_t interleave, swizzle, promotion, fill;
};

/// Implements the functions of CudaEntryPoints.h, which documents them. Sets up
/// the GPU at the first call that needs it.
class CudaRuntime {
public:
  static CudaRuntime &get();

  sgcuda_status takeError(char *message, int64_t capacity);
  void release();
  void beforeRelease(void (*giveBack)());
  void chooseDevice(int32_t ordinal);

  CudaModule *addModule(const void *image, int32_t optimizationLevel);
  void unloadModule(CudaModule *module);
  CudaFunction *getFunction(CudaModule *module, const char *name);
  void launch(const CudaLaunch &launch, void *stream, void **parameters,
              void **extra);

  void launchClusters(const CudaLaunch &launch, const CudaSizes &cluster,
                      void *stream, void **parameters, void **extra);
  /// Returns the device address of a tensor map, which the runtime keeps.
  void *makeTensorMap(const CudaTensor &tensor);

  void beginLaunches(const void *sequence);
  void launchLater(const CudaLaunch &launch, void **parameters,
                   const int32_t *sizes, int64_t count);
  void endLaunches();
  void flushLaunches();
  void dropLaunches();

  CUstream getStream();
  void synchronize(void *stream);
  void waitForEvent(void *stream, void *event);
  CUevent createEvent();
  void destroyEvent(void *event);
  void recordEvent(void *event, void *stream);
  void synchronize(CUevent event);

  void *allocate(uint64_t bytes, void *stream, bool isHostShared);
  void free(void *memory, void *stream);
  void *takeArena(uint64_t bytes);
  void giveArena(void *memory);
  void copy(void *to, void *from, size_t bytes, void *stream);
  void fill32(void *memory, uint32_t value, size_t count, void *stream);
  void fill16(void *memory, uint16_t value, size_t count, void *stream);
  void *takePinned();
  void givePinned(void *memory);
  void pinHostMemory(void *memory, uint64_t bytes);
  void unpinHostMemory(void *memory);

private:
  CudaRuntime() = default;
  static void printError();
  static void freeKeptAtExit();

  bool start();
  bool prepareStreamCall();
  bool prepareRelease();
  bool isOk(CUresult error, const std::string &failedCall);
  void fail(const std::string &message, sgcuda_status kind = SGCUDA_FAILED);
  void check(CUresult error, const std::string &failedCall) {
    isOk(error, failedCall);
  }
  void checkWait(CUresult error, const char *call);
  bool canBeLaunched(const CudaLaunch &launch);
  void launchNow(const CudaLaunch &launch, CUstream stream, void **parameters,
                 void **extra);
  void flush();
  bool hasClusters(const std::string &operation);
  void freeTensorMaps();
  void freeKept();
  bool allowSharedMemory(CudaFunction &function, int32_t bytes);
  CUstream resolve(void *stream) const;

  std::mutex mutex;
  CudaDevice device;
  const CudaDriver &driver = device.getDriver();
  CudaModules modules{driver};
  CudaArenas arenas{driver};
  CudaGraphs graphs{driver};
  int32_t ordinal = 0;
  /// The first error since the last sgcuda_take_error.
  sgcuda_status status = SGCUDA_OK;
  std::string error;
  std::unordered_set<void *> managedMemory;
  std::vector<void (*)()> releaseHooks;
  CudaLaunch lastLaunch = {};
  std::vector<void *> unusedPinned;
  /// Device addresses of tensor maps, by the bytes of the map.
  std::unordered_map<std::string, CUdeviceptr> tensorMaps;
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDARUNTIME_H
