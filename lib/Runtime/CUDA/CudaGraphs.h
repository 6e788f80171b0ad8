//===- CudaGraphs.h - Launches replayed as CUDA graphs ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first execution of a sequence of launches launches each kernel
// separately. Later executions launch the sequence as a CUDA graph, a chain of
// kernels, by one call of the driver. Nodes whose parameters have changed are
// updated. Two graphs are kept per sequence: a loop that swaps two buffers
// repeats its launches every second iteration.
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

  /// Launches the kernels as a graph, in order, and sets `result` to the
  /// driver's result. Returns false if there is no graph; the caller must then
  /// launch each kernel separately.
  bool launch(const void *sequence, const CudaLaunches &launches,
              CUstream stream, CUresult &result);

  /// Destroys the graphs with kernels of `module`. The addresses that identify
  /// their sequences may be reused by another program.
  void forget(const CudaModule &module);
  void release();

private:
  struct Graph {
    CUgraph graph = nullptr;
    CUgraphExec executable = nullptr;
    std::vector<CUgraphNode> nodes;
    CudaLaunches launches;
  };
  /// The graphs of a sequence with a given number of launches.
  struct Slot {
    /// The module of the first kernel. Null if the sequence is new.
    const CudaModule *module = nullptr;
    /// The last launches for which the driver could not make a graph, if any.
    CudaLaunches failedLaunches;
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
