//===- CudaGraphs.cpp - Launches replayed as CUDA graphs ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaGraphs.h"

using namespace sg::cuda;

/// Number of graphs that are kept per sequence of launches.
static constexpr size_t kGraphsPerSequence = 2;

static CUDA_KERNEL_NODE_PARAMS makeNode(const CudaLaunches &launches,
                                        size_t i) {
  const CudaLaunch &launch = launches[i];
  auto toUnsigned = [](intptr_t size) { return static_cast<unsigned>(size); };
  return {launch.function->handle,    toUnsigned(launch.grid.x),
          toUnsigned(launch.grid.y),  toUnsigned(launch.grid.z),
          toUnsigned(launch.block.x), toUnsigned(launch.block.y),
          toUnsigned(launch.block.z), toUnsigned(launch.sharedBytes),
          launches.getParameters(i),  nullptr};
}

bool CudaGraphs::launch(const void *sequence, const CudaLaunches &launches,
                        CUstream stream, CUresult &result) {
  Slot &slot = slots[{sequence, launches.size()}];
  bool isNew = slot.module == nullptr;
  slot.module = launches[0].function->module;
  // Build no graph for the first execution: most programs execute a sequence
  // once.
  if (isNew || slot.failedLaunches.haveSameKernels(launches))
    return false;
  Graph *graph = prepare(slot, launches);
  if (!graph) {
    slot.failedLaunches = launches;
    return false;
  }
  result = driver.cuGraphLaunch(graph->executable, stream);
  return true;
}

/// Returns a graph for the launches: an existing equal graph, a new graph, or
/// the graph with the fewest differences, updated. Returns null if the driver
/// cannot make the graph.
CudaGraphs::Graph *CudaGraphs::prepare(Slot &slot,
                                       const CudaLaunches &launches) {
  Graph *best = nullptr;
  size_t fewest = 0;
  for (Graph &graph : slot.graphs) {
    if (!graph.launches.haveSameKernels(launches))
      continue;
    size_t different = 0;
    for (size_t i = 0; i < launches.size(); ++i)
      different += !graph.launches.isSameLaunch(i, launches);
    if (different == 0)
      return &graph;
    if (!best || different < fewest) {
      best = &graph;
      fewest = different;
    }
  }
  if (best && slot.graphs.size() == kGraphsPerSequence) {
    if (update(*best, launches))
      return best;
    // Destroy the graph: some of its nodes may have been updated.
    destroy(*best);
    slot.graphs.erase(slot.graphs.begin() + (best - slot.graphs.data()));
    return nullptr;
  }
  if (slot.graphs.size() == kGraphsPerSequence) {
    destroy(slot.graphs.front());
    slot.graphs.erase(slot.graphs.begin());
  }
  Graph graph;
  if (!build(graph, launches)) {
    destroy(graph);
    return nullptr;
  }
  slot.graphs.push_back(std::move(graph));
  return &slot.graphs.back();
}

bool CudaGraphs::build(Graph &graph, const CudaLaunches &launches) {
  if (driver.cuGraphCreate(&graph.graph, 0)) {
    graph.graph = nullptr;
    return false;
  }
  graph.launches = launches;
  for (size_t i = 0; i < launches.size(); ++i) {
    CUDA_KERNEL_NODE_PARAMS node = makeNode(launches, i);
    CUgraphNode newNode = nullptr;
    const CUgraphNode *previousNode = i == 0 ? nullptr : &graph.nodes.back();
    if (driver.cuGraphAddKernelNode(&newNode, graph.graph, previousNode,
                                    i == 0 ? 0 : 1, &node))
      return false;
    graph.nodes.push_back(newNode);
  }
  if (driver.cuGraphInstantiateWithFlags(&graph.executable, graph.graph, 0)) {
    graph.executable = nullptr;
    return false;
  }
  return true;
}

bool CudaGraphs::update(Graph &graph, const CudaLaunches &launches) {
  for (size_t i = 0; i < launches.size(); ++i) {
    if (graph.launches.isSameLaunch(i, launches))
      continue;
    CUDA_KERNEL_NODE_PARAMS node = makeNode(launches, i);
    if (driver.cuGraphExecKernelNodeSetParams(graph.executable, graph.nodes[i],
                                              &node))
      return false;
  }
  graph.launches = launches;
  return true;
}

void CudaGraphs::destroy(Graph &graph) {
  if (graph.executable)
    driver.cuGraphExecDestroy(graph.executable);
  if (graph.graph)
    driver.cuGraphDestroy(graph.graph);
}

void CudaGraphs::forget(const CudaModule &module) {
  auto usesModule = [&](const Graph &graph) {
    for (size_t k = 0; k < graph.launches.size(); ++k)
      if (graph.launches[k].function->module == &module)
        return true;
    return false;
  };
  for (auto entry = slots.begin(); entry != slots.end();) {
    Slot &slot = entry->second;
    bool startsInModule = slot.module == &module;
    for (size_t i = slot.graphs.size(); i-- > 0;)
      if (startsInModule || usesModule(slot.graphs[i])) {
        destroy(slot.graphs[i]);
        slot.graphs.erase(slot.graphs.begin() + i);
      }
    entry = startsInModule ? slots.erase(entry) : std::next(entry);
  }
}

void CudaGraphs::release() {
  for (auto &[key, slot] : slots)
    for (Graph &graph : slot.graphs)
      destroy(graph);
  slots.clear();
}
