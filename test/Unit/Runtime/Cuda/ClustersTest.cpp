//===- ClustersTest.cpp - Thread block clusters and tensor maps -----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"

using namespace sg::cuda;
using namespace sg::test;

namespace {

class CudaClustersTest : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    memory = static_cast<char *>(mgpuMemAlloc(1 << 16, nullptr, false));
  }

  std::string findings() {
    mgpuMemFree(memory, nullptr);
    return CudaTest::findings();
  }

  void launch(intptr_t cluster, intptr_t blocks) {
    float factor = 1;
    void *parameters[] = {&memory, &factor};
    mgpuLaunchClusterKernel(program.get("scale"), cluster, 1, 1, blocks, 1, 1,
                            32, 1, 1, 0, nullptr, parameters, nullptr);
  }

  /// Returns the tensor map of the 64x128 f16s after the first `offset`
  /// elements, in boxes of 32x64, with rows swizzled by 128 bytes.
  void *makeMap(int64_t offset = 0, int64_t boxColumns = 64) {
    struct {
      void *allocated, *aligned;
      int64_t offset, sizes[2], strides[2];
    } memref = {memory, memory, offset, {64, 128}, {128, 1}};
    const int64_t box[] = {32, boxColumns};
    return mgpuTensorMapEncodeTiledMemref(2, &memref, /*type=*/6,
                                          /*interleave=*/0, /*swizzle=*/3,
                                          /*promotion=*/0, /*fill=*/0, box);
  }

  Program program;
  char *memory = nullptr;
};

TEST_F(CudaClustersTest, LaunchesInClusters) {
  launch(2, 4);
  EXPECT_EQ(takeError(), "");
  EXPECT_NE(std::string(mock_log())
                .find("cuLaunchKernelEx kernel 'scale', grid 4x1x1, block "
                      "32x1x1, shared memory 0, cluster 2x1x1\n"),
            std::string::npos)
      << mock_log();
  launch(2, 0); // no blocks
  EXPECT_EQ(mock_count("cuLaunchKernelEx"), 1);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaClustersTest, ErrorsNameCluster) {
  launch(3, 4);
  EXPECT_EQ(takeError(),
            "cuLaunchKernelEx failed for kernel 'scale' on a grid of 4x1x1 "
            "blocks of 32x1x1 threads with 0 bytes of shared memory in "
            "clusters of 3x1x1: CUDA_ERROR_INVALID_VALUE: invalid argument");
  launch(16, 16);
  EXPECT_NE(takeError(), "");
  mgpuMemFree(memory, nullptr);
  launch(2, 4);
  memory = nullptr;
  EXPECT_EQ(findings(),
            "cuLaunchKernelEx: kernel 'scale': a grid of 4x1x1 blocks is not "
            "made up of clusters of 3x1x1\n"
            "cuLaunchKernelEx: kernel 'scale': a cluster of 16x1x1 blocks "
            "is invalid\n"
            "cuLaunchKernelEx: parameter 0 of kernel 'scale' is memory 1 "
            "(65536 bytes), which was freed\n");
}

// Equal maps are shared and live until all users release them.
TEST_F(CudaClustersTest, SharesEqualMaps) {
  void *map = makeMap();
  EXPECT_EQ(takeError(), "");
  ASSERT_NE(map, nullptr);
  EXPECT_EQ(makeMap(), map);
  EXPECT_NE(makeMap(/*offset=*/128), map);
  EXPECT_EQ(mock_count("cuMemAllocAsync"), 3);
  // The map lists the last dimension first; its address includes the offset.
  uint64_t words[5];
  sgcuda_copy(words, map, sizeof words);
  EXPECT_EQ(words[0], reinterpret_cast<uintptr_t>(memory));
  EXPECT_EQ(words[2], 128u << 16 | 64);
  EXPECT_EQ(words[3], 256u);
  EXPECT_EQ(words[4], 64u << 16 | 32);
  sgcuda_copy(words, makeMap(128), sizeof words);
  EXPECT_EQ(words[0], reinterpret_cast<uintptr_t>(memory) + 256);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaClustersTest, InvalidMaps) {
  EXPECT_EQ(makeMap(/*offset=*/1), nullptr);
  EXPECT_EQ(takeError(),
            "cuTensorMapEncodeTiled failed for the map of a tensor of rank 2: "
            "CUDA_ERROR_INVALID_VALUE: invalid argument");
  EXPECT_EQ(makeMap(0, /*boxColumns=*/128), nullptr);
  takeError();
  EXPECT_EQ(makeMap(0, /*boxColumns=*/4), nullptr);
  takeError();
  EXPECT_EQ(makeMap(0, /*boxColumns=*/512), nullptr);
  takeError();
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(makeMap(), nullptr);
  takeError();
  memory = nullptr;
  std::string call = "cuTensorMapEncodeTiled: ";
  EXPECT_EQ(
      findings(),
      call + "the tensor is not aligned to 16 bytes\n" + call +
          "rows of 256 bytes in a box are longer than the swizzle span\n" +
          call + "rows of 8 bytes in a box are not multiples of 16\n" + call +
          "a box of size 512 is invalid\n" + call +
          "the tensor is not memory of the device\n");
}

// A map that cannot be copied is not cached.
TEST_F(CudaClustersTest, MapCopyFailure) {
  mock_fail("cuMemcpyAsync", 1, CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(makeMap(), nullptr);
  EXPECT_NE(takeError(), "");
  mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(makeMap(), nullptr);
  EXPECT_NE(takeError(), "");
  EXPECT_NE(makeMap(), nullptr);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaClustersTest, OldDriverLacksClustersAndMaps) {
  sgcuda_release();
  mock_set_driver_version(11080);
  memory = nullptr;
  launch(2, 4);
  EXPECT_EQ(takeError(),
            "kernel 'scale' on a grid of 4x1x1 blocks of 32x1x1 threads with 0 "
            "bytes of shared memory in clusters of 2x1x1: a driver for CUDA "
            "12.0 or later is needed; update NVIDIA's driver");
  EXPECT_EQ(makeMap(), nullptr);
  EXPECT_EQ(takeError(),
            "the map of a tensor of rank 2: a driver for CUDA 12.0 "
            "or later is needed; update NVIDIA's driver");
}

} // namespace
