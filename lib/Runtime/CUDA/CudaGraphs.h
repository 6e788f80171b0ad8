//===- CudaGraphs.h - Launches replayed as CUDA graphs ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a place in a program launches is launched one by one the first time, and
// by one call of the driver from then on: as a CUDA graph, a chain of kernels.
// Where the parameters have changed, those nodes are updated. A place has two
// graphs, as a loop that exchanges two buffers launches the same every other
// time.
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_CUDA_CUDAGRAPHS_H
#define SG_LIB_RUNTIME_CUDA_CUDAGRAPHS_H

#include "CudaDriver.h"
#include "CudaLaunches.h"
#include <map>

namespace sg::cuda {

class CudaGraphs {
public:
  explicit CudaGraphs(const CudaDriver &driver) : driver(driver) {}

  /// Launches all, in order. Returns whether that was tried, with the driver's
  /// `result`; else they are to be launched one by one.
  bool launch(const void *place, const CudaLaunches &launches, CUstream stream,
              CUresult &result);

  /// Destroys the graphs with kernels of that module, whose places may be
  /// another program's from now on.
  void forget(const CudaModule &module);
  /// Destroys all.
  void release();

private:
  struct Graph {
    CUgraph graph = nullptr;
    CUgraphExec executable = nullptr;
    std::vector<CUgraphNode> nodes;
    CudaLaunches launches;
  };
  /// What is known of so many launches of a place.
  struct Slot {
    /// That of the first kernel; null if the place is not known.
    const CudaModule *module = nullptr;
    /// Of which kernels the driver cannot make a graph; empty if of any.
    CudaLaunches refused;
    std::vector<Graph> graphs;
  };

  Graph *prepare(Slot &slot, const CudaLaunches &launches);
  bool build(Graph &graph, const CudaLaunches &launches);
  bool update(Graph &graph, const CudaLaunches &launches);
  void destroy(Graph &graph);

  const CudaDriver &driver;
  std::map<std::pair<const void *, size_t>, Slot> slots;
};

} // namespace sg::cuda

#endif // SG_LIB_RUNTIME_CUDA_CUDAGRAPHS_H
