//===- ErrorsTest.cpp - Reporting errors of the driver --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"

using namespace sg::cuda;
using namespace sg::test;

namespace {

using CudaErrorsTest = CudaTest;

TEST_F(CudaErrorsTest, KeepsFirstError) {
  mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_OUT_OF_MEMORY);
  mock_fail("cuMemAllocAsync", 2, CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(mgpuMemAlloc(1024, nullptr, false), nullptr);
  EXPECT_EQ(mgpuMemAlloc(2048, nullptr, false), nullptr);
  char message[200] = "";
  EXPECT_EQ(sgcuda_take_error(message, sizeof message), SGCUDA_FAILED);
  EXPECT_STREQ(message, "cuMemAllocAsync failed for 1024 bytes: "
                        "CUDA_ERROR_OUT_OF_MEMORY: out of memory");
}

TEST_F(CudaErrorsTest, TakingClearsError) {
  mock_fail("cuEventCreate", 1, CUDA_ERROR_OUT_OF_MEMORY);
  mgpuEventCreate();
  EXPECT_EQ(takeError(), "cuEventCreate failed: CUDA_ERROR_OUT_OF_MEMORY: out "
                         "of memory");
  char message[] = "untouched";
  EXPECT_EQ(sgcuda_take_error(message, sizeof message), SGCUDA_OK);
  EXPECT_STREQ(message, "untouched");
  mgpuEventDestroy(mgpuEventCreate());
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaErrorsTest, TruncatesMessage) {
  mock_fail("cuEventCreate", 1, CUDA_ERROR_OUT_OF_MEMORY);
  mgpuEventCreate();
  char message[6] = "";
  EXPECT_EQ(sgcuda_take_error(message, sizeof message), SGCUDA_FAILED);
  EXPECT_STREQ(message, "cuEve");
}

// After an error, only calls that release resources reach the driver. A program
// that continues leaks nothing.
TEST_F(CudaErrorsTest, AfterErrorOnlyReleasesReachDriver) {
  Program program;
  void *function = program.get("nothing"), *event = mgpuEventCreate();
  void *memory = mgpuMemAlloc(64, nullptr, false);
  void *managed = mgpuMemAlloc(64, nullptr, true);
  mock_fail("cuMemAllocAsync", 1, CUDA_ERROR_OUT_OF_MEMORY);
  mgpuMemAlloc(64, nullptr, false);

  std::string before = mock_log();
  float host[4];
  EXPECT_EQ(mgpuStreamCreate(), nullptr);
  EXPECT_EQ(program.get("scale"), nullptr);
  EXPECT_EQ(mgpuEventCreate(), nullptr);
  EXPECT_EQ(mgpuMemAlloc(64, nullptr, false), nullptr);
  EXPECT_EQ(mgpuMemAlloc(64, nullptr, true), nullptr);
  launch(function);
  mgpuMemcpy(memory, host, sizeof host, nullptr);
  mgpuMemset32(memory, 0, 4, nullptr);
  mgpuMemset16(memory, 0, 4, nullptr);
  mgpuEventRecord(event, nullptr);
  mgpuStreamWaitEvent(nullptr, event);
  mgpuEventSynchronize(event);
  mgpuStreamSynchronize(nullptr);
  mgpuSetDefaultDevice(7);
  EXPECT_EQ(mock_log(), before);

  mgpuMemFree(memory, nullptr);
  mgpuMemFree(managed, nullptr);
  mock_fail("cuEventDestroy", 1, CUDA_ERROR_ILLEGAL_ADDRESS);
  mgpuEventDestroy(event);
  mgpuEventDestroy(event);
  EXPECT_EQ(takeError(), "cuMemAllocAsync failed for 64 bytes: "
                         "CUDA_ERROR_OUT_OF_MEMORY: out of memory");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaErrorsTest, WaitReportsKernelError) {
  Program program;
  mock_fail("cuStreamSynchronize", 1, CUDA_ERROR_ILLEGAL_ADDRESS);
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(takeError(), "cuStreamSynchronize failed: "
                         "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access "
                         "was encountered");
  mgpuLaunchKernel(program.get("nothing"), 3, 2, 1, 32, 4, 1, 128, nullptr,
                   nullptr, nullptr, 0);
  void *event = mgpuEventCreate();
  mock_fail("cuEventSynchronize", 1, CUDA_ERROR_ILLEGAL_ADDRESS);
  mgpuEventSynchronize(event);
  EXPECT_EQ(takeError(),
            "cuEventSynchronize failed (the last launch was kernel 'nothing' "
            "on a grid of 3x2x1 blocks of 32x4x1 threads with 128 bytes of "
            "shared memory; CUDA_LAUNCH_BLOCKING=1 finds the one that failed): "
            "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was "
            "encountered");
  mgpuEventDestroy(event);
  mock_fail("cuCtxSynchronize", 1, CUDA_ERROR_ILLEGAL_ADDRESS);
  sgcuda_release();
  EXPECT_NE(takeError().find("cuCtxSynchronize failed (the last launch was "
                             "kernel 'nothing'"),
            std::string::npos);
}

TEST_F(CudaErrorsTest, ErrorWithoutName) {
  mock_fail("cuEventCreate", 1, 98765);
  mgpuEventCreate();
  EXPECT_EQ(takeError(), "cuEventCreate failed: unknown error 98765");
}

// After main, the driver may be shut down before the module is unloaded.
TEST_F(CudaErrorsTest, UnloadAfterDriverShutdown) {
  {
    Program program;
    program.get("nothing");
    mock_fail("cuModuleUnload", 1, CUDA_ERROR_DEINITIALIZED);
  }
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(mock_count("cuModuleUnload"), 1);
}

TEST_F(CudaErrorsTest, PrintsUntakenErrorAtExit) {
  auto fail = [] {
    mock_fail("cuEventCreate", 1, CUDA_ERROR_OUT_OF_MEMORY);
    mgpuEventCreate();
  };
  EXPECT_EXIT(
      {
        fail();
        std::exit(0);
      },
      testing::ExitedWithCode(0),
      "^error: cuEventCreate failed: CUDA_ERROR_OUT_OF_MEMORY: out of "
      "memory\n$");
  EXPECT_EXIT(
      {
        fail();
        sgcuda_take_error(nullptr, 0);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "^$");
}

} // namespace
