//===- GraphsErrorsTest.cpp - Graphs that the driver rejects --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphsFixture.h"

using namespace sg::cuda;
using namespace sg::test;

namespace {

using CudaGraphsErrorsTest = GraphsFixture;

TEST_F(CudaGraphsErrorsTest, UnloadDropsGraphsOfKernels) {
  {
    Program other;
    for (int i = 0; i < 2; ++i) {
      sgcuda_begin_launches(siteA);
      for (int k = 0; k < 4; ++k) {
        const int64_t sizes[] = {1, 1, 1, 1, 1, 1};
        sgcuda_launch(other.get("nothing"), sizes, 0, nullptr, nullptr, 0);
      }
      sgcuda_end_launches();
      mgpuStreamSynchronize(nullptr);
    }
  }
  EXPECT_EQ(mock_count("cuGraphExecDestroy"), 1);
  EXPECT_EQ(mock_count("cuGraphDestroy"), 1);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

// Code of another program may be loaded at the address of an unloaded one.
TEST_F(CudaGraphsErrorsTest, UnloadDropsSites) {
  auto runRounds = [&](Program &program, int times) {
    for (int i = 0; i < times; ++i) {
      sgcuda_begin_launches(siteA);
      for (int k = 0; k < 4; ++k) {
        const int64_t sizes[] = {1, 1, 1, 1, 1, 1};
        sgcuda_launch(program.get("nothing"), sizes, 0, nullptr, nullptr, 0);
      }
      sgcuda_end_launches();
      mgpuStreamSynchronize(nullptr);
    }
  };
  mock_fail("cuGraphInstantiate", 1, CUDA_ERROR_OUT_OF_MEMORY);
  {
    Program refused;
    runRounds(refused, 3);
    EXPECT_EQ(mock_count("cuGraphLaunch"), 0);
  }
  Program next;
  runRounds(next, 1);
  EXPECT_EQ(mock_count("cuGraphInstantiate"), 1);
  runRounds(next, 2);
  EXPECT_EQ(mock_count("cuGraphLaunch"), 2);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

// A graph that the driver rejects does not disable graphs of other kernels at
// the same site.
TEST_F(CudaGraphsErrorsTest, RejectionAffectsOnlyItsKernels) {
  auto runRounds = [&](const char *kernel) {
    sgcuda_begin_launches(siteA);
    const int64_t sizes[] = {1, 1, 1, 32, 1, 1};
    scale(buffers[0], 1);
    for (int k = 0; k < 3; ++k)
      sgcuda_launch(program.get(kernel), sizes, 0, nullptr, nullptr, 0);
    sgcuda_end_launches();
    mgpuStreamSynchronize(nullptr);
  };
  mock_fail("cuGraphInstantiate", 1, CUDA_ERROR_OUT_OF_MEMORY);
  for (int i = 0; i < 3; ++i)
    runRounds("nothing");
  EXPECT_EQ(mock_count("cuGraphLaunch"), 0);
  runRounds("exact");
  runRounds("exact");
  EXPECT_EQ(mock_count("cuGraphLaunch"), 2);
  EXPECT_EQ(mock_launches(), 20);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsErrorsTest, ReleaseDestroysGraphs) {
  roundAndWait(siteA, {1, 2, 3, 4});
  roundAndWait(siteA, {1, 2, 3, 4});
  EXPECT_EQ(findings(), "");
  for (void *&memory : buffers)
    memory = mgpuMemAlloc(64, nullptr, false);
  int64_t before = mock_count("cuGraphLaunch");
  roundAndWait(siteA, {1, 2, 3, 4});
  EXPECT_EQ(mock_count("cuGraphLaunch"), before);
  roundAndWait(siteA, {1, 2, 3, 4});
  EXPECT_EQ(mock_count("cuGraphLaunch"), before + 1);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsErrorsTest, DriverWithoutGraphsLaunchesDirectly) {
  EXPECT_EQ(findings(), "");
  mock_set_driver_version(11030);
  SetUp();
  mock_set_driver_version(11030);
  sgcuda_release();
  void *memory = mgpuMemAlloc(64, nullptr, false);
  for (int i = 0; i < 2; ++i) {
    sgcuda_begin_launches(siteA);
    for (int k = 0; k < 4; ++k) {
      scale(memory, 1);
      EXPECT_EQ(mock_launches(), 4 * i + k + 1);
    }
    sgcuda_end_launches();
  }
  EXPECT_EQ(mock_count("cuGraphCreate"), 0);
  EXPECT_EQ(takeError(), "");
}

// If the driver rejects any step of building a graph, each kernel is launched
// directly, once.
TEST_F(CudaGraphsErrorsTest, RejectedGraphsLaunchDirectly) {
  for (const char *call :
       {"cuGraphCreate", "cuGraphAddKernelNode", "cuGraphInstantiate"}) {
    mock_fail(call, 1, CUDA_ERROR_OUT_OF_MEMORY);
    int64_t before = mock_launches();
    for (int i = 0; i < 3; ++i)
      roundAndWait(call, {1, 2, 3, 4});
    EXPECT_EQ(mock_launches(), before + 12);
  }
  mock_fail("cuGraphExecKernelNodeSetParams", 1, CUDA_ERROR_INVALID_VALUE);
  for (int i = 0; i < 6; ++i)
    roundAndWait(siteA, {1, 2, 3, float(i)});
  EXPECT_EQ(mock_count("cuGraphLaunch"), 2);
  EXPECT_EQ(mock_launches(), 36 + 24);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsErrorsTest, ErrorsNameTheKernel) {
  mock_fail("cuGraphLaunch", 1, CUDA_ERROR_ILLEGAL_ADDRESS);
  roundAndWait(siteA, {1, 2, 3, 4});
  roundAndWait(siteA, {1, 2, 3, 4});
  EXPECT_EQ(takeError(),
            "cuGraphLaunch failed for 4 kernels, the last of them kernel "
            "'scale' on a grid of 1x1x1 blocks of 32x1x1 threads with 0 bytes "
            "of shared memory: CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory "
            "access was encountered");
  // A launch with invalid sizes is reported at the launch, before the graph
  // runs.
  sgcuda_begin_launches(siteA);
  scale(buffers[0], 1, /*blocks=*/-1);
  EXPECT_EQ(takeError(),
            "kernel 'scale' on a grid of -1x1x1 blocks of 32x1x1 threads with "
            "0 bytes of shared memory: these sizes are invalid");
  sgcuda_end_launches();
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsErrorsTest, ErrorDropsPendingLaunches) {
  sgcuda_begin_launches(siteA);
  scale(buffers[0], 1);
  EXPECT_EQ(program.get("unknown"), nullptr);
  sgcuda_end_launches();
  mgpuMemFree(buffers[0], nullptr);
  buffers[0] = nullptr;
  EXPECT_NE(takeError(), "");
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(mock_launches(), 0);
  EXPECT_EQ(findings(), "");
}

} // namespace
