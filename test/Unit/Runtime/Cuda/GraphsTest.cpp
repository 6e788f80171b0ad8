//===- GraphsTest.cpp - Repeated launches as graphs -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphsFixture.h"
#include <thread>

using namespace sg::cuda;
using namespace sg::test;

namespace {

using CudaGraphsTest = GraphsFixture;

TEST_F(CudaGraphsTest, SecondRoundLaunchesGraph) {
  roundAndWait(siteA, {1, 2, 3, 4});
  EXPECT_EQ(mock_count("cuLaunchKernel"), 4);
  EXPECT_EQ(mock_count("cuGraphCreate"), 0);
  for (int i = 0; i < 3; ++i)
    roundAndWait(siteA, {1, 2, 3, 4});
  EXPECT_EQ(mock_count("cuLaunchKernel"), 4);
  EXPECT_EQ(mock_count("cuGraphInstantiate"), 1);
  EXPECT_EQ(mock_count("cuGraphLaunch"), 3);
  EXPECT_EQ(mock_count("cuGraphExecKernelNodeSetParams"), 0);
  EXPECT_EQ(mock_launches(), 16);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

// A graph of fewer than four launches would not be faster.
TEST_F(CudaGraphsTest, FewLaunchesUseNoGraph) {
  for (int i = 0; i < 3; ++i)
    roundAndWait(siteA, {1, 2, 3});
  EXPECT_EQ(mock_count("cuLaunchKernel"), 9);
  EXPECT_EQ(mock_count("cuGraphCreate"), 0);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, UpdatesChangedArguments) {
  roundAndWait(siteA, {1, 2, 3, 4});
  roundAndWait(siteA, {1, 2, 3, 4});
  roundAndWait(siteA, {1, 2, 3, 5}); // a second graph
  roundAndWait(siteA, {1, 2, 6, 5}); // updates one node of it
  EXPECT_EQ(mock_count("cuGraphInstantiate"), 2);
  EXPECT_EQ(mock_count("cuGraphExecKernelNodeSetParams"), 1);
  roundAndWait(siteA, {1, 2, 3, 4}); // the first graph, unchanged
  EXPECT_EQ(mock_count("cuGraphExecKernelNodeSetParams"), 1);
  EXPECT_EQ(mock_launches(), 20);
  EXPECT_EQ(findings(), "");
}

// If two buffers are exchanged, each order has its own graph and none is
// updated.
TEST_F(CudaGraphsTest, ExchangedBuffersUseTwoGraphs) {
  for (int i = 0; i < 10; ++i)
    roundAndWait(siteA, {1, 2, 3, 4}, i % 2);
  EXPECT_EQ(mock_count("cuGraphInstantiate"), 2);
  EXPECT_EQ(mock_count("cuGraphExecKernelNodeSetParams"), 0);
  EXPECT_EQ(mock_count("cuGraphLaunch"), 9);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, UpdatesChangedSizes) {
  for (int64_t blocks : {1, 1, 2, 3}) {
    sgcuda_begin_launches(siteA);
    for (int i = 0; i < 4; ++i)
      scale(buffers[0], 1, i == 0 ? blocks : 1);
    sgcuda_end_launches();
    mgpuStreamSynchronize(nullptr);
  }
  EXPECT_EQ(mock_count("cuGraphExecKernelNodeSetParams"), 1);
  std::string log = mock_log();
  EXPECT_NE(log.rfind("kernel 'scale', grid 3x1x1"), std::string::npos);
  EXPECT_EQ(findings(), "");
}

// A launch without blocks is skipped, so the sequence of kernels differs.
TEST_F(CudaGraphsTest, OtherKernelsUseAnotherGraph) {
  for (int64_t blocks : {1, 1, 0, 0, 1}) {
    sgcuda_begin_launches(siteA);
    for (int i = 0; i < 5; ++i)
      scale(buffers[0], 1, i == 0 ? blocks : 1);
    sgcuda_end_launches();
    mgpuStreamSynchronize(nullptr);
  }
  EXPECT_EQ(mock_count("cuLaunchKernel"), 5 + 4);
  EXPECT_EQ(mock_count("cuGraphLaunch"), 3);
  EXPECT_EQ(mock_launches(), 5 + 5 + 4 + 4 + 5);
  EXPECT_EQ(findings(), "");
}

// One graph holds sixteen rounds of two kernels.
TEST_F(CudaGraphsTest, GraphHoldsRoundsOfALoop) {
  for (int i = 0; i < 64; ++i) {
    round(siteA, {1}, i % 2);
    EXPECT_EQ(mock_launches(), i / 32 * 32 + (i % 32 == 31 ? 32 : 0));
  }
  EXPECT_EQ(mock_count("cuLaunchKernel"), 32);
  EXPECT_EQ(mock_count("cuGraphLaunch"), 1);
  // The code after the loop launches the remaining rounds.
  round(siteA, {1});
  round(siteB, {1});
  EXPECT_EQ(mock_launches(), 65);
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(mock_launches(), 66);
  EXPECT_EQ(findings(), "");
}

// With an odd number of rounds per graph, the buffers would be exchanged.
TEST_F(CudaGraphsTest, GraphHoldsEvenNumberOfRounds) {
  std::vector<float> factors(20, 1);
  round(siteA, factors, 0);
  EXPECT_EQ(mock_launches(), 0);
  round(siteA, factors, 1);
  EXPECT_EQ(mock_launches(), 40);
  round(siteA, std::vector<float>(64, 1));
  EXPECT_EQ(mock_launches(), 104); // fills a graph
  EXPECT_EQ(findings(), "");
}

// Launches keep their order with respect to other calls. Later launches of the
// same site are then issued at once.
TEST_F(CudaGraphsTest, OtherCallsFollowPendingLaunches) {
  for (int i = 0; i < 3; ++i) {
    sgcuda_begin_launches(siteA);
    for (int k = 0; k < 4; ++k)
      scale(buffers[0], 1);
    EXPECT_EQ(mock_launches(), 8 * i);
    mgpuMemcpy(buffers[1], buffers[0], 64, nullptr);
    EXPECT_EQ(mock_launches(), 8 * i + 4);
    for (int k = 0; k < 4; ++k)
      scale(buffers[0], 1);
    EXPECT_EQ(mock_launches(), 8 * i + 8);
    sgcuda_end_launches();
  }
  EXPECT_EQ(mock_count("cuGraphLaunch"), 0);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, DroppedLaunchesAreNotIssued) {
  sgcuda_begin_launches(siteA);
  scale(buffers[0], 1);
  sgcuda_drop_launches();
  sgcuda_end_launches();
  sgcuda_flush_launches();
  EXPECT_EQ(mock_launches(), 0);
  round(siteA, {1});
  sgcuda_flush_launches();
  EXPECT_EQ(mock_launches(), 1);
  EXPECT_EQ(findings(), "");
}

// Pending launches that use an arena are launched before another thread may
// take the arena.
TEST_F(CudaGraphsTest, ArenaReleaseFollowsLaunches) {
  void *arena = sgcuda_take_arena(16);
  round(siteA, {1});
  sgcuda_give_arena(arena);
  EXPECT_EQ(mock_launches(), 1);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, GraphsAreThreadLocal) {
  sgcuda_begin_launches(siteA);
  scale(buffers[0], 1);
  std::thread([&] {
    roundAndWait(siteB, {1, 2});
    EXPECT_EQ(mock_launches(), 2);
  }).join();
  scale(buffers[0], 1);
  sgcuda_end_launches();
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(mock_launches(), 4);
  EXPECT_EQ(findings(), "");
}

} // namespace
