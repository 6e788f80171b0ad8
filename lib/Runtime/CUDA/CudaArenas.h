//===- CudaArenas.h - Memory of a GPU that is kept --------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that a call takes for its temporaries is kept for the next one,
// which then has the same addresses. There are as many pieces as there have
// been calls at the same time, each as large as the largest that had it.
//
// What is done with the memory is done in the runtime's stream: a piece that is
// given back may still be in use there.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CUDA_CUDAARENAS_H
#define SG_LIB_RUNTIME_CUDA_CUDAARENAS_H

#include "CudaDriver.h"
#include <vector>

namespace sg::cuda {

class CudaArenas {
public:
  explicit CudaArenas(const CudaDriver &driver) : driver(driver) {}

  /// Takes a piece that is large enough, the smallest. If there is none it is
  /// allocated, in the place of a smaller one.
  CUresult take(uint64_t bytes, CUstream stream, CUdeviceptr &memory);
  void give(CUdeviceptr memory);

  /// Frees what nobody has. Returns whether there was something.
  bool freeUnused(CUstream stream);
  /// Frees all.
  void release(CUstream stream);

private:
  struct Arena {
    CUdeviceptr memory;
    uint64_t bytes;
    bool isTaken;
  };

  const CudaDriver &driver;
  std::vector<Arena> arenas;
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDAARENAS_H
