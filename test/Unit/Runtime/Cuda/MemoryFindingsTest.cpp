//===- MemoryFindingsTest.cpp - Invalid uses of device memory -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test plants a fault for the mock to find. The fault goes through the
// runtime if the runtime accepts it, otherwise through the driver.
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"
#include <algorithm>

using namespace sg::cuda;
using namespace sg::test;

namespace {

class CudaMemoryFindingsTest : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    mgpuStreamCreate();
    ASSERT_EQ(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  }

  /// Returns the findings after the stream `other` was destroyed.
  std::string findings() {
    cuStreamDestroy_v2(other);
    return CudaTest::findings();
  }

  void launchScale(void *memory, void *stream = nullptr) {
    float factor = 1;
    void *parameters[] = {&memory, &factor};
    launch(program.get("scale"), parameters, stream);
  }

  Program program;
  CUstream other = nullptr;
};

TEST_F(CudaMemoryFindingsTest, LeakedMemory) {
  mgpuMemAlloc(24, nullptr, false);
  mgpuMemFree(mgpuMemAlloc(16, nullptr, false), nullptr);
  mgpuMemAlloc(8, nullptr, true);
  std::string leaks = findings(); // sorted by address
  EXPECT_NE(leaks.find("memory 1 (24 bytes) was never freed\n"),
            std::string::npos);
  EXPECT_NE(leaks.find("memory 3 (8 bytes) was never freed\n"),
            std::string::npos);
  EXPECT_EQ(std::count(leaks.begin(), leaks.end(), '\n'), 2);
}

TEST_F(CudaMemoryFindingsTest, OtherLeaks) {
  mgpuEventCreate();
  float data[1];
  struct {
    float *allocated, *aligned;
    int64_t offset;
  } memref = {data, data, 0};
  mgpuMemHostRegisterMemRef(0, &memref, sizeof(float));
  CUmodule module;
  cuModuleLoadDataEx(&module, kPtx, 0, nullptr, nullptr);
  sgcuda_release();
  EXPECT_STREQ(mock_findings(), "4 bytes of the host were never unregistered\n"
                                "event 1 was never destroyed\n"
                                "stream 2 was never destroyed\n"
                                "module 1 was never unloaded\n");
}

TEST_F(CudaMemoryFindingsTest, InvalidFreeOfPinnedMemory) {
  void *pinned, *kept;
  float data[1];
  cuMemHostAlloc(&pinned, 8, 0);
  cuMemHostAlloc(&kept, 24, 0);
  cuMemHostRegister_v2(data, 4, 0);
  EXPECT_EQ(cuMemHostUnregister(pinned), CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
  EXPECT_EQ(cuMemFreeHost(data), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemFreeHost(pinned), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFreeHost(pinned), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemHostUnregister(data), CUDA_SUCCESS);
  EXPECT_EQ(findings(),
            "cuMemHostUnregister: this memory is not registered\n"
            "cuMemFreeHost: this memory is not what cuMemHostAlloc gave\n"
            "cuMemFreeHost: this memory is not what cuMemHostAlloc gave\n"
            "24 bytes of the host were never freed\n");
}

TEST_F(CudaMemoryFindingsTest, DoubleFree) {
  void *memory = mgpuMemAlloc(24, nullptr, false);
  mgpuMemFree(memory, nullptr);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(takeError(), "cuMemFreeAsync failed: CUDA_ERROR_INVALID_VALUE: "
                         "invalid argument");
  EXPECT_EQ(findings(), "cuMemFreeAsync: memory 1 was freed before\n");
}

TEST_F(CudaMemoryFindingsTest, FreeOfInvalidAddress) {
  char *memory = static_cast<char *>(mgpuMemAlloc(24, nullptr, false));
  float host;
  mgpuMemFree(memory + 8, nullptr);
  mgpuMemFree(&host, nullptr);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(), "cuMemFreeAsync: the address is not the start "
                        "of device memory\n"
                        "cuMemFreeAsync: the address is not the start "
                        "of device memory\n");
}

TEST_F(CudaMemoryFindingsTest, FreeOfManagedMemoryInStream) {
  CUdeviceptr memory;
  cuMemAllocManaged(&memory, 8, CU_MEM_ATTACH_GLOBAL);
  cuMemFreeAsync(memory, other);
  EXPECT_EQ(findings(),
            "cuMemFreeAsync: memory 1 is managed and needs cuMemFree\n");
}

TEST_F(CudaMemoryFindingsTest, EarlyFreeOfManagedMemory) {
  CUdeviceptr memory;
  cuMemAllocManaged(&memory, 8, CU_MEM_ATTACH_GLOBAL);
  cuMemsetD32Async(memory, 0, 2, other);
  cuMemFree_v2(memory);
  EXPECT_EQ(findings(), "cuMemFree: memory 1 is freed without waiting for its "
                        "use on stream 2\n");
}

TEST_F(CudaMemoryFindingsTest, UseOfFreedMemory) {
  void *memory = mgpuMemAlloc(8, nullptr, false);
  mgpuMemFree(memory, nullptr);
  float host[2] = {};
  mgpuMemcpy(memory, host, 8, nullptr);
  mgpuMemcpy(host, memory, 8, nullptr);
  mgpuMemset32(memory, 0, 2, nullptr);
  mgpuMemset16(static_cast<char *>(memory) + 4, 0, 2, nullptr);
  launchScale(memory);
  EXPECT_EQ(takeError(), ""); // most drivers report no error
  EXPECT_EQ(
      findings(),
      "cuMemcpyAsync: the destination is memory 1 (8 bytes), which was "
      "freed\n"
      "cuMemcpyAsync: the source is memory 1 (8 bytes), which was "
      "freed\n"
      "cuMemsetD32Async: the destination is memory 1 (8 bytes), which was "
      "freed\n"
      "cuMemsetD16Async: the destination is memory 1 (8 bytes), which was "
      "freed\n"
      "cuLaunchKernel: parameter 0 of kernel 'scale' is memory 1 (8 bytes), "
      "which was freed\n");
}

TEST_F(CudaMemoryFindingsTest, AccessBeyondEnd) {
  char *memory = static_cast<char *>(mgpuMemAlloc(8, nullptr, false));
  char host[16] = {};
  mgpuMemcpy(memory + 4, host, 5, nullptr);
  mgpuMemset32(memory, 0, 3, nullptr);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(),
            "cuMemcpyAsync: the destination is memory 1 (8 bytes), of which "
            "5 bytes are used from byte 4\n"
            "cuMemsetD32Async: the destination is memory 1 (8 bytes), of "
            "which 12 bytes are used from byte 0\n");
}

TEST_F(CudaMemoryFindingsTest, HostMemoryOnDevice) {
  float host[2];
  launchScale(host);
  mgpuMemset32(host, 0, 2, nullptr);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(findings(), "cuLaunchKernel: parameter 0 of kernel 'scale' is not "
                        "memory that the device can use\n"
                        "cuMemsetD32Async: the destination is not memory of "
                        "the device\n");
}

// A kernel may receive the address of an empty array.
TEST_F(CudaMemoryFindingsTest, EndAddressIsNoFinding) {
  char *memory = static_cast<char *>(mgpuMemAlloc(8, nullptr, false));
  launchScale(memory + 8);
  launchScale(nullptr);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaMemoryFindingsTest, UseBeforeAllocationInStream) {
  void *memory = mgpuMemAlloc(8, nullptr, false);
  launchScale(memory, other);
  mgpuStreamSynchronize(other);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(),
            "cuLaunchKernel: parameter 0 of kernel 'scale' is memory 1 (8 "
            "bytes), which stream 2 uses without waiting for its allocation on "
            "stream 1\n");
}

TEST_F(CudaMemoryFindingsTest, FreeBeforeEndOfUseInStream) {
  void *memory = mgpuMemAlloc(8, nullptr, false);
  mgpuStreamSynchronize(nullptr);
  launchScale(memory, other);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(), "cuMemFreeAsync: memory 1 is freed on stream 1 without "
                        "waiting for its use on stream 2\n");
}

TEST_F(CudaMemoryFindingsTest, FreeBeforeAllocationInStream) {
  mgpuMemFree(mgpuMemAlloc(8, nullptr, false), other);
  EXPECT_EQ(findings(), "cuMemFreeAsync: memory 1 is freed on stream 2 without "
                        "waiting for its allocation on stream 1\n");
}

} // namespace
