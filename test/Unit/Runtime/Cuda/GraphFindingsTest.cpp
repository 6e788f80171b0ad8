//===- GraphFindingsTest.cpp - Invalid uses of graphs ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test plants a fault through the driver for the mock to find.
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"

using namespace sg::cuda;
using namespace sg::test;

namespace {

class CudaGraphFindingsTest : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    stream = static_cast<CUstream>(mgpuStreamCreate());
    ASSERT_EQ(cuModuleLoadDataEx(&module, kPtx, 0, nullptr, nullptr),
              CUDA_SUCCESS);
    cuModuleGetFunction(&function, module, "scale");
    cuGraphCreate(&graph, 0);
    memory = mgpuMemAlloc(16, nullptr, false);
    ASSERT_EQ(add(), CUDA_SUCCESS);
    ASSERT_EQ(cuGraphInstantiateWithFlags(&executable, graph, 0), CUDA_SUCCESS);
  }

  CUDA_KERNEL_NODE_PARAMS describe(unsigned blocks = 1) {
    return {function, blocks, 1, 1, 1, 1, 1, 0, parameters, nullptr};
  }

  /// Adds a node after the last one.
  CUresult add(unsigned blocks = 1) {
    CUDA_KERNEL_NODE_PARAMS description = describe(blocks);
    CUgraphNode before = node;
    return cuGraphAddKernelNode(&node, graph, before ? &before : nullptr,
                                before ? 1 : 0, &description);
  }

  /// Returns the findings after the resources of the test were released.
  std::string findings() {
    if (executable)
      cuGraphExecDestroy(executable);
    if (graph)
      cuGraphDestroy(graph);
    cuCtxSynchronize();
    if (module)
      cuModuleUnload(module);
    mgpuMemFree(memory, nullptr);
    return CudaTest::findings();
  }

  CUstream stream = nullptr;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CUgraph graph = nullptr;
  CUgraphNode node = nullptr;
  CUgraphExec executable = nullptr;
  void *memory = nullptr;
  float factor = 1;
  void *parameters[2] = {&memory, &factor};
};

TEST_F(CudaGraphFindingsTest, ValidGraphHasNoFindings) {
  EXPECT_EQ(cuGraphLaunch(executable, stream), CUDA_SUCCESS);
  CUDA_KERNEL_NODE_PARAMS two = describe(2);
  EXPECT_EQ(cuGraphExecKernelNodeSetParams(executable, node, &two),
            CUDA_SUCCESS);
  EXPECT_EQ(cuGraphLaunch(executable, stream), CUDA_SUCCESS);
  EXPECT_EQ(mock_launches(), 2);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphFindingsTest, LeakedGraphs) {
  executable = nullptr;
  graph = nullptr;
  EXPECT_EQ(findings(), "graph 1 was never destroyed\n"
                        "executable graph 1 was never destroyed\n");
}

TEST_F(CudaGraphFindingsTest, NodesAddedAfterInstantiation) {
  add();
  cuGraphLaunch(executable, stream);
  EXPECT_EQ(mock_launches(), 1);
  EXPECT_EQ(findings(),
            "cuGraphLaunch: graph 1 has nodes that were added after "
            "executable graph 1 was made of it\n");
}

TEST_F(CudaGraphFindingsTest, NodesNotInAChain) {
  CUDA_KERNEL_NODE_PARAMS description = describe();
  CUgraphNode other;
  EXPECT_EQ(cuGraphAddKernelNode(&other, graph, nullptr, 0, &description),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(findings(), "cuGraphAddKernelNode: the node does not come after "
                        "the last one of graph 1\n");
}

TEST_F(CudaGraphFindingsTest, UseOfDestroyedGraphs) {
  cuGraphExecDestroy(executable);
  cuGraphDestroy(graph);
  EXPECT_EQ(cuGraphLaunch(executable, stream), CUDA_ERROR_INVALID_HANDLE);
  CUDA_KERNEL_NODE_PARAMS description = describe();
  EXPECT_EQ(cuGraphExecKernelNodeSetParams(executable, node, &description),
            CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuGraphExecDestroy(executable), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuGraphDestroy(graph), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(add(), CUDA_ERROR_INVALID_HANDLE);
  CUgraphExec other;
  EXPECT_EQ(cuGraphInstantiateWithFlags(&other, graph, 0),
            CUDA_ERROR_INVALID_VALUE);
  executable = nullptr;
  graph = nullptr;
  EXPECT_EQ(findings(),
            "cuGraphLaunch: no executable graph is launched\n"
            "cuGraphExecKernelNodeSetParams: there is no such executable "
            "graph\n"
            "cuGraphExecDestroy: there is no such executable graph\n"
            "cuGraphDestroy: there is no such graph\n"
            "cuGraphAddKernelNode: there is no such graph\n"
            "cuGraphInstantiate: there is no such graph\n");
}

TEST_F(CudaGraphFindingsTest, NodeOfAnotherGraph) {
  CUDA_KERNEL_NODE_PARAMS description = describe();
  CUgraph other;
  CUgraphNode otherNode;
  cuGraphCreate(&other, 0);
  cuGraphAddKernelNode(&otherNode, other, nullptr, 0, &description);
  EXPECT_EQ(cuGraphExecKernelNodeSetParams(executable, otherNode, &description),
            CUDA_ERROR_INVALID_VALUE);
  cuGraphDestroy(other);
  // Nor may a node be used after its graph was destroyed.
  cuGraphDestroy(graph);
  graph = nullptr;
  EXPECT_EQ(cuGraphExecKernelNodeSetParams(executable, node, &description),
            CUDA_ERROR_INVALID_VALUE);
  std::string line =
      "cuGraphExecKernelNodeSetParams: the node is not in the graph from "
      "which executable graph 1 was made\n";
  EXPECT_EQ(findings(), line + line);
}

// The error is found at the launch, not when the node is described.
TEST_F(CudaGraphFindingsTest, UseOfFreedMemory) {
  mgpuMemFree(memory, nullptr);
  EXPECT_STREQ(mock_findings(), "");
  cuGraphLaunch(executable, stream);
  memory = nullptr;
  EXPECT_EQ(findings(), "cuGraphLaunch: parameter 0 of kernel 'scale' is "
                        "memory 1 (16 bytes), which was freed\n");
}

TEST_F(CudaGraphFindingsTest, KernelOfUnloadedModule) {
  cuModuleUnload(module);
  module = nullptr;
  EXPECT_EQ(cuGraphLaunch(executable, stream), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(add(), CUDA_ERROR_INVALID_HANDLE);
  std::string line = "kernel 'scale' is of a module that was unloaded\n";
  EXPECT_EQ(findings(),
            "cuGraphLaunch: " + line + "cuGraphAddKernelNode: " + line);
}

TEST_F(CudaGraphFindingsTest, SizesAboveDeviceLimits) {
  EXPECT_EQ(add(/*blocks=*/0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(findings(), "cuGraphAddKernelNode: kernel 'scale': a grid of 0x1x1 "
                        "blocks is invalid\n");
}

} // namespace
