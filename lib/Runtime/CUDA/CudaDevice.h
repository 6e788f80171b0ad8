//===- CudaDevice.h - Set-up of a GPU ---------------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CUDA_CUDADEVICE_H
#define SG_LIB_RUNTIME_CUDA_CUDADEVICE_H

#include "CudaDriver.h"

namespace sg::cuda {

/// A device with its primary context, a stream and its memory pool.
class CudaDevice {
public:
  /// Sets up the device `ordinal`. Returns an empty string on success.
  /// Otherwise releases everything and returns an error.
  std::string start(int ordinal);

  /// Releases everything that `start` has set up. The context must be current
  /// on this thread.
  void release();

  bool isStarted() const { return context != nullptr; }
  int getOrdinal() const { return ordinal; }
  const CudaDriver &getDriver() const { return driver; }
  CUstream getStream() const { return stream; }

  /// Makes the context current on this thread. Calls the driver only once per
  /// thread after each start.
  CUresult makeCurrent();

private:
  std::string findDevice();
  std::string setThreadStackSize();
  std::string setUpPool();

  CudaDriver driver;
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  CUmemoryPool pool = nullptr;
  int ordinal = 0;
  /// Number of starts, which threads compare with the generation of their
  /// context.
  uint64_t generation = 0;
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDADEVICE_H
