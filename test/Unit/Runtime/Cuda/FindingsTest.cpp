//===- FindingsTest.cpp - What the mock driver finds ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test plants what the mock is to find, through the runtime where that
// lets it through, and through the driver where it does not.
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"
#include <algorithm>

using namespace sg::cuda;
using namespace sg::test;

namespace {

class CudaFindingsTest : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    mgpuStreamCreate();
    ASSERT_EQ(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  }

  /// What was found; the test's own stream is given back before.
  std::string findings() {
    cuStreamDestroy_v2(other);
    return CudaTest::findings();
  }

  void launchScale(void *memory, void *stream = nullptr) {
    float by = 1;
    void *parameters[] = {&memory, &by};
    launch(program.get("scale"), parameters, stream);
  }

  Program program;
  CUstream other = nullptr;
};

TEST_F(CudaFindingsTest, MemoryThatIsNeverFreed) {
  mgpuMemAlloc(24, nullptr, false);
  mgpuMemFree(mgpuMemAlloc(16, nullptr, false), nullptr);
  mgpuMemAlloc(8, nullptr, true);
  std::string found = findings(); // in the order of the addresses
  EXPECT_NE(found.find("memory 1 (24 bytes) was never freed\n"),
            std::string::npos);
  EXPECT_NE(found.find("memory 3 (8 bytes) was never freed\n"),
            std::string::npos);
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 2);
}

TEST_F(CudaFindingsTest, WhatElseIsNeverGivenBack) {
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

TEST_F(CudaFindingsTest, MemoryThatIsFreedTwice) {
  void *memory = mgpuMemAlloc(24, nullptr, false);
  mgpuMemFree(memory, nullptr);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(takeError(), "cuMemFreeAsync failed: CUDA_ERROR_INVALID_VALUE: "
                         "invalid argument");
  EXPECT_EQ(findings(), "cuMemFreeAsync: memory 1 was freed before\n");
}

TEST_F(CudaFindingsTest, MemoryThatIsNoneAndFreed) {
  char *memory = static_cast<char *>(mgpuMemAlloc(24, nullptr, false));
  float host;
  mgpuMemFree(memory + 8, nullptr);
  mgpuMemFree(&host, nullptr);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(), "cuMemFreeAsync: this is not where memory of the "
                        "device starts\n"
                        "cuMemFreeAsync: this is not where memory of the "
                        "device starts\n");
}

TEST_F(CudaFindingsTest, ManagedMemoryThatIsFreedInAStream) {
  CUdeviceptr memory;
  cuMemAllocManaged(&memory, 8, CU_MEM_ATTACH_GLOBAL);
  cuMemFreeAsync(memory, other);
  EXPECT_EQ(findings(),
            "cuMemFreeAsync: memory 1 is managed and needs cuMemFree\n");
}

TEST_F(CudaFindingsTest, ManagedMemoryThatIsFreedTooEarly) {
  CUdeviceptr memory;
  cuMemAllocManaged(&memory, 8, CU_MEM_ATTACH_GLOBAL);
  cuMemsetD32Async(memory, 0, 2, other);
  cuMemFree_v2(memory);
  EXPECT_EQ(findings(), "cuMemFree: memory 1 is freed without waiting for its "
                        "use on stream 2\n");
}

TEST_F(CudaFindingsTest, UseOfFreedMemory) {
  void *memory = mgpuMemAlloc(8, nullptr, false);
  mgpuMemFree(memory, nullptr);
  float host[2] = {};
  mgpuMemcpy(memory, host, 8, nullptr);
  mgpuMemcpy(host, memory, 8, nullptr);
  mgpuMemset32(memory, 0, 2, nullptr);
  mgpuMemset16(static_cast<char *>(memory) + 4, 0, 2, nullptr);
  launchScale(memory);
  EXPECT_EQ(takeError(), ""); // A driver would say nothing, mostly.
  EXPECT_EQ(
      findings(),
      "cuMemcpyAsync: what is copied to is memory 1 (8 bytes), which was "
      "freed\n"
      "cuMemcpyAsync: what is copied from is memory 1 (8 bytes), which was "
      "freed\n"
      "cuMemsetD32Async: what is to be set is memory 1 (8 bytes), which was "
      "freed\n"
      "cuMemsetD16Async: what is to be set is memory 1 (8 bytes), which was "
      "freed\n"
      "cuLaunchKernel: parameter 0 of kernel 'scale' is memory 1 (8 bytes), "
      "which was freed\n");
}

TEST_F(CudaFindingsTest, UseOfMoreMemoryThanThereIs) {
  char *memory = static_cast<char *>(mgpuMemAlloc(8, nullptr, false));
  char host[16] = {};
  mgpuMemcpy(memory + 4, host, 5, nullptr);
  mgpuMemset32(memory, 0, 3, nullptr);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(),
            "cuMemcpyAsync: what is copied to is memory 1 (8 bytes), of which "
            "5 bytes are used from byte 4\n"
            "cuMemsetD32Async: what is to be set is memory 1 (8 bytes), of "
            "which 12 bytes are used from byte 0\n");
}

TEST_F(CudaFindingsTest, MemoryOfTheHostOnTheDevice) {
  float host[2];
  launchScale(host);
  mgpuMemset32(host, 0, 2, nullptr);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(findings(), "cuLaunchKernel: parameter 0 of kernel 'scale' is not "
                        "memory that the device can use\n"
                        "cuMemsetD32Async: what is to be set is not memory of "
                        "the device\n");
}

TEST_F(CudaFindingsTest, UseInAStreamBeforeTheAllocation) {
  void *memory = mgpuMemAlloc(8, nullptr, false);
  launchScale(memory, other);
  mgpuStreamSynchronize(other);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(),
            "cuLaunchKernel: parameter 0 of kernel 'scale' is memory 1 (8 "
            "bytes), which stream 2 uses without waiting for its allocation on "
            "stream 1\n");
}

TEST_F(CudaFindingsTest, FreeInAStreamBeforeTheEndOfAUse) {
  void *memory = mgpuMemAlloc(8, nullptr, false);
  mgpuStreamSynchronize(nullptr);
  launchScale(memory, other);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(findings(), "cuMemFreeAsync: memory 1 is freed on stream 1 without "
                        "waiting for its use on stream 2\n");
}

TEST_F(CudaFindingsTest, FreeInAStreamBeforeTheAllocation) {
  mgpuMemFree(mgpuMemAlloc(8, nullptr, false), other);
  EXPECT_EQ(findings(), "cuMemFreeAsync: memory 1 is freed on stream 2 without "
                        "waiting for its allocation on stream 1\n");
}

TEST_F(CudaFindingsTest, LaunchOfAnUnloadedModule) {
  CUmodule module;
  CUfunction function;
  cuModuleLoadDataEx(&module, kPtx, 0, nullptr, nullptr);
  cuModuleGetFunction(&function, module, "nothing");
  cuModuleUnload(module);
  EXPECT_EQ(
      cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, other, nullptr, nullptr),
      CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(findings(), "cuLaunchKernel: kernel 'nothing' is of a module that "
                        "was unloaded\n"
                        "cuModuleUnload: there is no such module\n");
}

TEST_F(CudaFindingsTest, WrongSizes) {
  struct Case {
    unsigned grid[3], block[3], shared;
    const char *finding;
  } cases[] = {
      {{0, 1, 1}, {1, 1, 1}, 0, "a grid of 0x1x1 blocks cannot be"},
      {{1u << 31, 1, 1},
       {1, 1, 1},
       0,
       "a grid of 2147483648x1x1 blocks cannot be"},
      {{1, 65536, 1}, {1, 1, 1}, 0, "a grid of 1x65536x1 blocks cannot be"},
      {{1, 1, 65536}, {1, 1, 1}, 0, "a grid of 1x1x65536 blocks cannot be"},
      {{1, 1, 1}, {0, 1, 1}, 0, "a block of 0x1x1 threads cannot be"},
      {{1, 1, 1}, {1025, 1, 1}, 0, "a block of 1025x1x1 threads cannot be"},
      {{1, 1, 1}, {1, 1, 65}, 0, "a block of 1x1x65 threads cannot be"},
      {{1, 1, 1},
       {512, 4, 1},
       0,
       "a block of 512x4x1 threads has more than the 1024 that are allowed"},
      {{1, 1, 1},
       {1, 1, 1},
       49153,
       "49153 bytes of shared memory are more than the 49152 that were asked "
       "for"},
  };
  CUmodule module;
  CUfunction function;
  cuModuleLoadDataEx(&module, kPtx, 0, nullptr, nullptr);
  cuModuleGetFunction(&function, module, "nothing");
  std::string expected;
  for (const Case &entry : cases) {
    EXPECT_EQ(cuLaunchKernel(function, entry.grid[0], entry.grid[1],
                             entry.grid[2], entry.block[0], entry.block[1],
                             entry.block[2], entry.shared, other, nullptr,
                             nullptr),
              CUDA_ERROR_INVALID_VALUE)
        << entry.finding;
    expected += std::string("cuLaunchKernel: kernel 'nothing': ") +
                entry.finding + "\n";
  }
  // What the limits are, is no finding; nor how a kernel limits itself.
  EXPECT_EQ(cuLaunchKernel(function, INT32_MAX, 65535, 65535, 4, 4, 64, 49152,
                           other, nullptr, nullptr),
            CUDA_SUCCESS);
  cuModuleGetFunction(&function, module, "scale");
  cuLaunchKernel(function, 1, 1, 1, 257, 1, 1, 0, other, nullptr, nullptr);
  expected += "cuLaunchKernel: kernel 'scale': a block of 257x1x1 threads has "
              "more than the 256 that are allowed\n";
  cuModuleUnload(module);
  EXPECT_EQ(findings(), expected);
}

TEST_F(CudaFindingsTest, HandlesThatAreNone) {
  void *event = mgpuEventCreate();
  mgpuEventDestroy(event);
  mgpuEventDestroy(event);
  takeError();
  mgpuEventRecord(event, nullptr);
  takeError();
  mgpuStreamWaitEvent(nullptr, event);
  takeError();
  mgpuEventSynchronize(event);
  takeError();
  cuStreamDestroy_v2(nullptr);
  float data;
  cuMemHostUnregister(&data);
  EXPECT_EQ(findings(), "cuEventDestroy: there is no such event\n"
                        "cuEventRecord: no event cannot be recorded on stream "
                        "1\n"
                        "cuStreamWaitEvent: stream 1 cannot wait for no event\n"
                        "cuEventSynchronize: there is no such event\n"
                        "cuStreamDestroy: there is no such stream\n"
                        "cuMemHostUnregister: this memory is not registered\n");
}

// Calls without a context are errors, as with the driver.
TEST_F(CudaFindingsTest, CallsWithoutAContext) {
  EXPECT_EQ(cuCtxSetCurrent(nullptr), CUDA_SUCCESS);
  CUdeviceptr memory;
  EXPECT_EQ(cuMemAllocAsync(&memory, 8, nullptr), CUDA_ERROR_INVALID_CONTEXT);
  mock_reset();
  EXPECT_EQ(cuMemAllocAsync(&memory, 8, nullptr), CUDA_ERROR_NOT_INITIALIZED);
  EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
  EXPECT_EQ(cuDevicePrimaryCtxRelease_v2(0), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_STREQ(mock_findings(),
               "cuDevicePrimaryCtxRelease: nobody holds the context\n");
}

} // namespace
