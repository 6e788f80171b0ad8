//===- Graphs.cpp - Graphs of launches ------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches.h"
#include "State.h"
#include <algorithm>

using namespace mock;

static std::string name(const Graph *graph) {
  return graph ? "graph " + std::to_string(graph->id) : "no graph";
}
static std::string name(const ExecutableGraph *graph) {
  return graph ? "executable graph " + std::to_string(graph->id)
               : "no executable graph";
}

static Graph *lookUp(CUgraph handle) {
  for (Graph &graph : getState().graphs)
    if (reinterpret_cast<CUgraph>(&graph) == handle && !graph.isDestroyed)
      return &graph;
  return nullptr;
}

static ExecutableGraph *lookUp(CUgraphExec handle) {
  for (ExecutableGraph &graph : getState().executableGraphs)
    if (reinterpret_cast<CUgraphExec>(&graph) == handle && !graph.isDestroyed)
      return &graph;
  return nullptr;
}

/// Returns the index of a node in a graph, or the number of nodes if it is not
/// in the graph.
static size_t findNode(const Graph &graph, CUgraphNode node) {
  size_t i = 0;
  while (i < graph.nodes.size() &&
         reinterpret_cast<CUgraphNode>(
             const_cast<KernelNode *>(&graph.nodes[i])) != node)
    ++i;
  return i;
}

/// Copies the launch parameters of a node and checks its sizes. The launch
/// checks the memory.
static CUresult describe(const Call &call,
                         const CUDA_KERNEL_NODE_PARAMS &parameters,
                         KernelNode &node) {
  Function *function = lookUp(parameters.func);
  if (!function || function->module->isUnloaded) {
    call.addFinding((function ? "kernel '" + function->kernel.name + "'"
                              : std::string("no kernel")) +
                    " is of a module that was unloaded");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  Sizes grid{parameters.gridDimX, parameters.gridDimY, parameters.gridDimZ};
  Sizes block{parameters.blockDimX, parameters.blockDimY, parameters.blockDimZ};
  std::string problem =
      checkSizes(*function, grid, block, parameters.sharedMemBytes);
  if (!problem.empty() || parameters.extra) {
    call.addFinding("kernel '" + function->kernel.name + "': " + problem);
    return CUDA_ERROR_INVALID_VALUE;
  }
  node.function = function;
  node.text = describeLaunch(*function, grid, block, parameters.sharedMemBytes);
  node.parameters.clear();
  for (size_t i = 0; i < function->kernel.parameters.size(); ++i) {
    auto *bytes = static_cast<const char *>(parameters.kernelParams[i]);
    node.parameters.emplace_back(bytes,
                                 bytes + function->kernel.parameters[i].bytes);
  }
  return CUDA_SUCCESS;
}

extern "C" {

CUresult cuGraphCreate(CUgraph *result, unsigned flags) {
  Call call("cuGraphCreate");
  if (CUresult error = call.getError())
    return error;
  std::deque<Graph> &graphs = getState().graphs;
  graphs.push_back({static_cast<int>(graphs.size()) + 1, {}, {}});
  *result = reinterpret_cast<CUgraph>(&graphs.back());
  return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphDestroy(CUgraph handle) {
  Call call("cuGraphDestroy");
  if (CUresult error = call.getError())
    return error;
  Graph *graph = lookUp(handle);
  if (!graph) {
    call.addFinding("there is no such graph");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  graph->isDestroyed = true;
  return CUDA_SUCCESS;
}

CUresult cuGraphAddKernelNode(CUgraphNode *result, CUgraph handle,
                              const CUgraphNode *before, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS *parameters) {
  Call call("cuGraphAddKernelNode");
  if (CUresult error = call.getError())
    return error;
  Graph *graph = lookUp(handle);
  if (!graph) {
    call.addFinding("there is no such graph");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  KernelNode node;
  if (CUresult error = describe(call, *parameters, node))
    return error;
  // Only chains are supported: other nodes would need separate clocks.
  bool isChained =
      count == (graph->nodes.empty() ? 0 : 1) &&
      (count == 0 || findNode(*graph, *before) + 1 == graph->nodes.size());
  if (!isChained) {
    call.addFinding("the node does not come after the last one of " +
                    name(graph));
    return CUDA_ERROR_INVALID_VALUE;
  }
  graph->nodes.push_back(std::move(node));
  *result = reinterpret_cast<CUgraphNode>(&graph->nodes.back());
  return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *result, CUgraph handle,
                                     unsigned long long flags) {
  Call call("cuGraphInstantiate");
  if (CUresult error = call.getError())
    return error;
  Graph *graph = lookUp(handle);
  if (!graph || flags != 0) {
    call.addFinding("there is no such graph");
    return CUDA_ERROR_INVALID_VALUE;
  }
  std::deque<ExecutableGraph> &graphs = getState().executableGraphs;
  std::vector<KernelNode> nodes(graph->nodes.begin(), graph->nodes.end());
  graphs.push_back(
      {static_cast<int>(graphs.size()) + 1, graph, std::move(nodes)});
  *result = reinterpret_cast<CUgraphExec>(&graphs.back());
  return CUDA_SUCCESS;
}

CUresult cuGraphExecDestroy(CUgraphExec handle) {
  Call call("cuGraphExecDestroy");
  if (CUresult error = call.getError())
    return error;
  ExecutableGraph *graph = lookUp(handle);
  if (!graph) {
    call.addFinding("there is no such executable graph");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  graph->isDestroyed = true;
  return CUDA_SUCCESS;
}

CUresult
cuGraphExecKernelNodeSetParams(CUgraphExec handle, CUgraphNode node,
                               const CUDA_KERNEL_NODE_PARAMS *parameters) {
  Call call("cuGraphExecKernelNodeSetParams");
  if (CUresult error = call.getError())
    return error;
  ExecutableGraph *graph = lookUp(handle);
  if (!graph) {
    call.addFinding("there is no such executable graph");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  size_t i = findNode(*graph->source, node);
  if (graph->source->isDestroyed || i >= graph->nodes.size()) {
    call.addFinding("the node is not in the graph from which " + name(graph) +
                    " was made");
    return CUDA_ERROR_INVALID_VALUE;
  }
  return describe(call, *parameters, graph->nodes[i]);
}

CUresult cuGraphLaunch(CUgraphExec handle, CUstream streamHandle) {
  ExecutableGraph *graph = nullptr;
  Call call("cuGraphLaunch", [&] {
    graph = lookUp(handle);
    return name(graph) + ", " +
           std::to_string(graph ? graph->nodes.size() : 0) + " kernels";
  });
  if (CUresult error = call.getError())
    return error;
  Stream *stream = lookUp(streamHandle);
  if (!graph || !stream) {
    call.addFinding(name(graph) + " is launched");
    return CUDA_ERROR_INVALID_HANDLE;
  }
  if (!graph->source->isDestroyed &&
      graph->source->nodes.size() > graph->nodes.size())
    call.addFinding(name(graph->source) + " has nodes that were added after " +
                    name(graph) + " was made of it");
  for (KernelNode &node : graph->nodes) {
    call.note(node.text);
    if (node.function->module->isUnloaded) {
      call.addFinding("kernel '" + node.function->kernel.name +
                      "' is of a module that was unloaded");
      return CUDA_ERROR_INVALID_HANDLE;
    }
    std::vector<void *> parameters;
    for (std::vector<char> &bytes : node.parameters)
      parameters.push_back(bytes.data());
    checkParameters(call, *node.function, parameters.data(), *stream,
                    enqueue(*stream));
    ++getState().launches;
  }
  return CUDA_SUCCESS;
}

} // extern "C"
