//===- ArenasTest.cpp - Device memory kept between calls ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"

using namespace sg::cuda;
using namespace sg::test;

namespace {

using CudaArenasTest = CudaTest;

TEST_F(CudaArenasTest, NextCallReusesArena) {
  void *memory = sgcuda_take_arena(1000);
  ASSERT_NE(memory, nullptr);
  sgcuda_give_arena(memory);
  EXPECT_EQ(sgcuda_take_arena(1000), memory);
  sgcuda_give_arena(memory);
  EXPECT_EQ(sgcuda_take_arena(10), memory);
  sgcuda_give_arena(memory);
  EXPECT_EQ(mock_count("cuMemAllocAsync"), 1);
  EXPECT_EQ(mock_count("cuMemFreeAsync"), 0);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaArenasTest, ConcurrentCallsUseDifferentArenas) {
  void *small = sgcuda_take_arena(10), *large = sgcuda_take_arena(1000);
  EXPECT_NE(small, large);
  sgcuda_give_arena(large);
  sgcuda_give_arena(small);
  // The smallest arena that is large enough is used.
  EXPECT_EQ(sgcuda_take_arena(5), small);
  EXPECT_EQ(sgcuda_take_arena(5), large);
  EXPECT_EQ(mock_count("cuMemAllocAsync"), 2);
}

TEST_F(CudaArenasTest, LargerArenaReplacesSmaller) {
  void *taken = sgcuda_take_arena(20);
  sgcuda_give_arena(sgcuda_take_arena(10));
  void *large = sgcuda_take_arena(1000);
  EXPECT_NE(large, taken);
  EXPECT_EQ(mock_live_bytes(), 1020);
  EXPECT_EQ(findings(), "");
}

// When memory runs out, unused arenas are freed and the error is not reported.
TEST_F(CudaArenasTest, OutOfMemoryFreesUnusedArenas) {
  sgcuda_give_arena(sgcuda_take_arena(10));
  mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_OUT_OF_MEMORY);
  void *memory = mgpuMemAlloc(16, nullptr, false);
  EXPECT_NE(memory, nullptr);
  EXPECT_EQ(mock_live_bytes(), 16);
  mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(mgpuMemAlloc(16, nullptr, false), nullptr);
  EXPECT_EQ(takeError(), "cuMemAllocAsync failed for 16 bytes: "
                         "CUDA_ERROR_OUT_OF_MEMORY: out of memory");
  mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(sgcuda_take_arena(32), nullptr);
  EXPECT_EQ(takeError(), "cuMemAllocAsync failed for 32 bytes: "
                         "CUDA_ERROR_OUT_OF_MEMORY: out of memory");
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaArenasTest, EmptyArenasAndRelease) {
  EXPECT_EQ(sgcuda_take_arena(0), nullptr);
  sgcuda_give_arena(nullptr);
  sgcuda_give_arena(sgcuda_take_arena(10));
  sgcuda_release();
  EXPECT_NE(sgcuda_take_arena(10), nullptr);
  EXPECT_EQ(mock_count("cuMemAllocAsync"), 2);
  EXPECT_EQ(findings(), "");
}

} // namespace
