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

/// The functions of the driver, by their own names.
struct CudaDriver {
#define MEMBER(name, parameters) CUresult(*name) parameters = nullptr;
  SG_CUDA_DRIVER_FUNCTIONS(MEMBER)
  SG_CUDA_GRAPH_FUNCTIONS(MEMBER)
  SG_CUDA_CLUSTER_FUNCTIONS(MEMBER)
#undef MEMBER

  /// Whether there are those of graphs, and those of clusters.
  bool hasGraphs = false, hasClusters = false;

  /// Finds the driver: the library that the environment variable SG_LIBCUDA
  /// names, else libcuda.so.1. Initializes it. Returns what is wrong, nothing
  /// if all is well. The library stays loaded, since the driver has threads.
  std::string load();

  /// "CUDA_ERROR_OUT_OF_MEMORY: out of memory"
  std::string describe(CUresult error) const;
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDADRIVER_H
