//===- CudaDevice.h - A GPU that is in use ----------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CUDA_CUDADEVICE_H
#define SG_LIB_RUNTIME_CUDA_CUDADEVICE_H

#include "CudaDriver.h"

namespace sg::cuda {

/// One device with its primary context, a stream and its memory pool.
class CudaDevice {
public:
  /// Sets everything up. Returns what is wrong, having given everything back;
  /// nothing if all is well.
  std::string start(int ordinal);

  /// Gives everything back that `start` has set up, on a thread with the
  /// context.
  void release();

  bool isStarted() const { return context != nullptr; }
  int getOrdinal() const { return ordinal; }
  const CudaDriver &getDriver() const { return driver; }
  CUstream getStream() const { return stream; }

  /// Makes the context that of this thread, once for each thread.
  CUresult makeCurrent();

private:
  std::string findDevice();
  std::string setUpStack();
  std::string setUpPool();

  CudaDriver driver;
  CUdevice device = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  CUmemoryPool pool = nullptr;
  int ordinal = 0;
  /// Which start this is, so that threads know whether they have its context.
  uint64_t generation = 0;
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDADEVICE_H
