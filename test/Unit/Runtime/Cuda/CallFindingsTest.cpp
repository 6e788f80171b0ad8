//===- CallFindingsTest.cpp - Invalid calls of the driver -----------------===//
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

using namespace sg::cuda;
using namespace sg::test;

namespace {

class CudaCallFindingsTest : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    mgpuStreamCreate(); // sets up the GPU
  }
};

TEST_F(CudaCallFindingsTest, LaunchOfAnUnloadedModule) {
  CUmodule module;
  CUfunction function;
  cuModuleLoadDataEx(&module, kPtx, 0, nullptr, nullptr);
  cuModuleGetFunction(&function, module, "nothing");
  cuModuleUnload(module);
  EXPECT_EQ(
      cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr),
      CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  EXPECT_EQ(findings(), "cuLaunchKernel: kernel 'nothing' is of a module that "
                        "was unloaded\n"
                        "cuModuleUnload: there is no such module\n");
}

TEST_F(CudaCallFindingsTest, InvalidSizes) {
  struct Case {
    unsigned grid[3], block[3], shared;
    const char *finding;
  } cases[] = {
      {{0, 1, 1}, {1, 1, 1}, 0, "a grid of 0x1x1 blocks is invalid"},
      {{1u << 31, 1, 1},
       {1, 1, 1},
       0,
       "a grid of 2147483648x1x1 blocks is invalid"},
      {{1, 65536, 1}, {1, 1, 1}, 0, "a grid of 1x65536x1 blocks is invalid"},
      {{1, 1, 65536}, {1, 1, 1}, 0, "a grid of 1x1x65536 blocks is invalid"},
      {{1, 1, 1}, {0, 1, 1}, 0, "a block of 0x1x1 threads is invalid"},
      {{1, 1, 1}, {1025, 1, 1}, 0, "a block of 1025x1x1 threads is invalid"},
      {{1, 1, 1}, {1, 1025, 1}, 0, "a block of 1x1025x1 threads is invalid"},
      {{1, 1, 1}, {1, 1, 65}, 0, "a block of 1x1x65 threads is invalid"},
      {{1, 1, 1},
       {512, 4, 1},
       0,
       "a block of 512x4x1 threads has more than the 1024 that are allowed"},
      {{1, 1, 1},
       {1, 1, 1},
       49153,
       "49153 bytes of shared memory are more than the 49152 that were "
       "requested"},
  };
  CUmodule module;
  CUfunction function;
  cuModuleLoadDataEx(&module, kPtx, 0, nullptr, nullptr);
  cuModuleGetFunction(&function, module, "nothing");
  std::string expected;
  for (const Case &entry : cases) {
    EXPECT_EQ(cuLaunchKernel(function, entry.grid[0], entry.grid[1],
                             entry.grid[2], entry.block[0], entry.block[1],
                             entry.block[2], entry.shared, nullptr, nullptr,
                             nullptr),
              CUDA_ERROR_INVALID_VALUE)
        << entry.finding;
    expected += std::string("cuLaunchKernel: kernel 'nothing': ") +
                entry.finding + "\n";
  }
  // Sizes at the device's limits are valid. Each kernel may have lower limits.
  EXPECT_EQ(cuLaunchKernel(function, INT32_MAX, 65535, 65535, 4, 4, 64, 49152,
                           nullptr, nullptr, nullptr),
            CUDA_SUCCESS);
  cuModuleGetFunction(&function, module, "scale");
  cuLaunchKernel(function, 1, 1, 1, 257, 1, 1, 0, nullptr, nullptr, nullptr);
  expected += "cuLaunchKernel: kernel 'scale': a block of 257x1x1 threads has "
              "more than the 256 that are allowed\n";
  cuModuleGetFunction(&function, module, "exact");
  cuLaunchKernel(function, 1, 1, 1, 33, 1, 1, 0, nullptr, nullptr, nullptr);
  expected += "cuLaunchKernel: kernel 'exact': a block of 33x1x1 threads has "
              "more than the 32 that are allowed\n";
  cuCtxSynchronize();
  cuModuleUnload(module);
  EXPECT_EQ(findings(), expected);
}

TEST_F(CudaCallFindingsTest, StaticPlusDynamicSharedMemory) {
  CUmodule module;
  CUfunction function;
  EXPECT_EQ(cuModuleLoadDataEx(&module, kSharedPtx, 0, nullptr, nullptr),
            CUDA_SUCCESS);
  cuModuleGetFunction(&function, module, "with_shared");
  auto launchWith = [&](unsigned bytes) {
    return cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, bytes, nullptr, nullptr,
                          nullptr);
  };
  EXPECT_EQ(launchWith(49152 - 40000), CUDA_SUCCESS);
  EXPECT_EQ(launchWith(49153 - 40000), CUDA_ERROR_INVALID_VALUE);
  const auto attribute = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
  const int maxBytes = (227 << 10) - 40000;
  EXPECT_EQ(cuFuncSetAttribute(function, attribute, maxBytes + 1),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuFuncSetAttribute(function, attribute, maxBytes), CUDA_SUCCESS);
  EXPECT_EQ(launchWith(maxBytes), CUDA_SUCCESS);
  cuCtxSynchronize();
  cuModuleUnload(module);
  EXPECT_EQ(
      findings(),
      "cuLaunchKernel: kernel 'with_shared': 9153 bytes of shared memory are "
      "more than the 9152 that were requested\n");
}

// The mock prints the error message of ptxas.
TEST_F(CudaCallFindingsTest, KernelsExceedingDeviceLimits) {
  auto load = [](const std::string &ptx) {
    char log[200] = "";
    CUmodule module;
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                              CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
    EXPECT_EQ(cuModuleLoadDataEx(&module, ptx.c_str(), 2, options, values),
              CUDA_ERROR_INVALID_PTX);
    return std::string(log);
  };
  const std::string arguments =
      ".visible .entry f(.param .f32 a, .param .align 8 .b8 b[4089]) { ret; }";
  EXPECT_EQ(load(".version 8.0\n" + arguments),
            "ptxas error: Entry function 'f' uses too much parameter space "
            "(4097 bytes, 4096 max)");
  EXPECT_EQ(load(".version 8.0\n.visible .entry f() { .shared .align 16 .b8 "
                 "a[49153]; ret; }"),
            "ptxas error: Entry function 'f' uses too much shared data (49153 "
            "bytes, 49152 max)");
  CUmodule module;
  EXPECT_EQ(cuModuleLoadDataEx(&module, (".version 8.1\n" + arguments).c_str(),
                               0, nullptr, nullptr),
            CUDA_SUCCESS);
  cuModuleUnload(module);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaCallFindingsTest, UnloadOfModuleInUse) {
  CUmodule module;
  CUfunction function;
  CUstream stream;
  cuStreamCreate(&stream, 0);
  cuModuleLoadDataEx(&module, kPtx, 0, nullptr, nullptr);
  cuModuleGetFunction(&function, module, "nothing");
  cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr);
  cuStreamSynchronize(static_cast<CUstream>(mgpuStreamCreate()));
  cuModuleUnload(module);
  cuStreamDestroy_v2(stream);
  EXPECT_EQ(findings(), "cuModuleUnload: module 1 is unloaded without waiting "
                        "for its use on stream 2\n");
}

TEST_F(CudaCallFindingsTest, InvalidHandles) {
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

TEST_F(CudaCallFindingsTest, CallsWithoutAContext) {
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
