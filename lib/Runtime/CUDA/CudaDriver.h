//===- CudaDriver.h - libcuda, loaded at run time ---------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CUDA_CUDADRIVER_H
#define SG_LIB_RUNTIME_CUDA_CUDADRIVER_H

#include "sg/Runtime/CudaDriverAPI.h"
#include <string>

namespace sg::cuda {

/// The functions of the CUDA driver, under their own names.
struct CudaDriver {
#define MEMBER(name, parameters) CUresult(*name) parameters = nullptr;
  SG_CUDA_DRIVER_FUNCTIONS(MEMBER)
  SG_CUDA_GRAPH_FUNCTIONS(MEMBER)
  SG_CUDA_CLUSTER_FUNCTIONS(MEMBER)
#undef MEMBER

  /// True if the driver has the functions for graphs and for clusters.
  bool hasGraphs = false, hasClusters = false;

  /// Loads and initializes the driver: the library named by the environment
  /// variable SG_LIBCUDA, otherwise libcuda.so.1. Returns an empty string or an
  /// error. The library is never unloaded, since the driver has threads.
  std::string load();

  /// Describes an error, for example "CUDA_ERROR_OUT_OF_MEMORY: out of memory".
  std::string describe(CUresult error) const;
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDADRIVER_H
