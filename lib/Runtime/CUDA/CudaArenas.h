//===- CudaArenas.h - GPU memory kept between calls -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the memory of a call's temporaries for the next call, which then uses
// the same addresses. Calls that are active at the same time use different
// arenas.
//
// Only operations in the runtime's stream use the memory. The operations may
// still be in progress when an arena is given back.
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

  /// Takes the smallest free arena that is large enough. If there is none,
  /// allocates an arena and frees a smaller one in exchange.
  CUresult take(uint64_t bytes, CUstream stream, CUdeviceptr &memory);
  void give(CUdeviceptr memory);

  /// Frees all arenas that are not taken. Returns true if there were any.
  bool freeUnused(CUstream stream);
  /// Frees all arenas.
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
