//===- KernelsTest.cpp - Modules, functions and launches ------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"

using namespace sg::cuda;
using namespace sg::test;

namespace {

class CudaKernelsTest : public CudaTest {
protected:
  /// Launches @nothing.
  static void launchSizes(intptr_t gx, intptr_t gy, intptr_t gz, intptr_t bx,
                          intptr_t by, intptr_t bz, int32_t shared = 0) {
    Program program;
    mgpuLaunchKernel(program.get("nothing"), gx, gy, gz, bx, by, bz, shared,
                     nullptr, nullptr, nullptr, 0);
  }
};

TEST_F(CudaKernelsTest, LoadsModulesOnFirstUse) {
  Program used, unused;
  EXPECT_EQ(mock_count("cuInit"), 0);
  launch(used.get("nothing"));
  EXPECT_EQ(mock_count("cuModuleLoadDataEx"), 1);
  EXPECT_EQ(mock_count("cuLaunchKernel"), 1);
}

TEST_F(CudaKernelsTest, LooksUpFunctionsOnce) {
  Program program;
  void *first = program.get("nothing");
  EXPECT_EQ(program.get("nothing"), first);
  EXPECT_NE(program.get("scale"), first);
  EXPECT_EQ(mock_count("cuModuleGetFunction"), 2);
}

// Upstream names a kernel after the function that contains it, so names repeat.
TEST_F(CudaKernelsTest, KernelNamesMayRepeat) {
  Program one, two;
  EXPECT_NE(one.get("nothing"), two.get("nothing"));
  EXPECT_EQ(mock_count("cuModuleLoadDataEx"), 2);
}

TEST_F(CudaKernelsTest, PassesSizesAndParameters) {
  Program program;
  void *memory = mgpuMemAlloc(16, nullptr, false);
  float factor = 2;
  void *parameters[] = {&memory, &factor};
  mgpuLaunchKernel(program.get("scale"), 7, 6, 5, 32, 4, 2, 100, nullptr,
                   parameters, nullptr, 2);
  mgpuMemFree(memory, nullptr);
  EXPECT_EQ(takeError(), "");
  EXPECT_NE(
      std::string(mock_log())
          .find("cuLaunchKernel kernel 'scale', grid 7x6x5, block 32x4x2, "
                "shared memory 100\n"),
      std::string::npos)
      << mock_log();
}

TEST_F(CudaKernelsTest, IgnoresLaunchesWithoutBlocks) {
  launchSizes(0, 1, 1, 1, 1, 1);
  launchSizes(1, 0, 1, 1, 1, 1);
  launchSizes(1, 1, 0, 1, 1, 1);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(mock_count("cuLaunchKernel"), 0);
}

TEST_F(CudaKernelsTest, InvalidSizes) {
  launchSizes(-1, 1, 1, 1, 1, 1);
  EXPECT_EQ(takeError(),
            "kernel 'nothing' on a grid of -1x1x1 blocks of 1x1x1 threads with "
            "0 bytes of shared memory: these sizes are invalid");
  launchSizes(1, 1, 1, 1, 1, intptr_t(1) << 32);
  EXPECT_NE(takeError().find("these sizes are invalid"), std::string::npos);
  launchSizes(1, 1, 1, 1, 1, 1, -4);
  EXPECT_NE(takeError().find("these sizes are invalid"), std::string::npos);
  EXPECT_EQ(mock_count("cuLaunchKernel"), 0);
  launchSizes(1, 65536, 1, 1, 1, 1);
  EXPECT_EQ(takeError(),
            "cuLaunchKernel failed for kernel 'nothing' on a grid of 1x65536x1 "
            "blocks of 1x1x1 threads with 0 bytes of shared memory: "
            "CUDA_ERROR_INVALID_VALUE: invalid argument");
}

// Dynamic shared memory above 48 KiB is requested once per kernel. More than
// the device has is an error.
TEST_F(CudaKernelsTest, RequestsLargeDynamicSharedMemory) {
  Program program;
  auto launchWith = [&](int32_t bytes) {
    mgpuLaunchKernel(program.get("nothing"), 1, 1, 1, 1, 1, 1, bytes, nullptr,
                     nullptr, nullptr, 0);
    return takeError();
  };
  EXPECT_EQ(launchWith(48 << 10), "");
  EXPECT_EQ(mock_count("cuFuncSetAttribute"), 0);
  EXPECT_EQ(launchWith(60000), "");
  EXPECT_EQ(launchWith(60000), "");
  EXPECT_EQ(launchWith(50000), "");
  EXPECT_EQ(mock_count("cuFuncSetAttribute"), 1);
  EXPECT_EQ(launchWith(300000),
            "cuFuncSetAttribute failed for 300000 bytes of shared memory for "
            "kernel 'nothing': CUDA_ERROR_INVALID_VALUE: invalid argument");
  EXPECT_EQ(mock_count("cuLaunchKernel"), 4);
  EXPECT_EQ(findings(), "");
  // After a release, a new context requires a new request.
  EXPECT_EQ(launchWith(60000), "");
}

// Static shared memory counts towards the 48 KiB available without a request.
TEST_F(CudaKernelsTest, CountsStaticSharedMemory) {
  void *module = mgpuModuleLoadJIT(kSharedPtx, 2);
  auto launchWith = [&](const char *kernel, int32_t bytes) {
    mgpuLaunchKernel(mgpuModuleGetFunction(module, kernel), 1, 1, 1, 1, 1, 1,
                     bytes, nullptr, nullptr, nullptr, 0);
    EXPECT_EQ(takeError(), "");
    return mock_count("cuFuncSetAttribute");
  };
  EXPECT_EQ(launchWith("without_shared", 48 << 10), 0);
  EXPECT_EQ(launchWith("with_shared", 9152), 0);
  EXPECT_EQ(launchWith("with_shared", 9153), 1);
  EXPECT_EQ(launchWith("with_shared", 9000), 1);
  mgpuModuleUnload(module);
  EXPECT_EQ(mock_launches(), 4);
  EXPECT_EQ(findings(), "");
}

// Unloading waits for running kernels, also in a stream of the caller.
TEST_F(CudaKernelsTest, UnloadWaitsForLaunches) {
  mgpuStreamCreate(); // sets up the GPU
  CUstream testStream;
  ASSERT_EQ(cuStreamCreate(&testStream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
  {
    Program program;
    launch(program.get("nothing"));
    launch(program.get("nothing"), nullptr, testStream);
  }
  EXPECT_EQ(takeError(), "");
  EXPECT_STREQ(mock_findings(), "");
  {
    Program unused;
  }
  EXPECT_EQ(mock_count("cuCtxSynchronize"), 1);
  Program released;
  launch(released.get("nothing"), nullptr, testStream);
  cuStreamDestroy_v2(testStream);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaKernelsTest, UnloadReportsKernelError) {
  {
    Program program;
    launch(program.get("nothing"));
    mock_fail("cuCtxSynchronize", 1, CUDA_ERROR_ILLEGAL_ADDRESS);
  }
  EXPECT_NE(takeError().find("cuCtxSynchronize failed (the last launch was "
                             "kernel 'nothing'"),
            std::string::npos);
  {
    Program program;
    launch(program.get("nothing"));
    // The driver has already been shut down.
    mock_fail("cuCtxSynchronize", 1, CUDA_ERROR_DEINITIALIZED);
    mock_fail("cuModuleUnload", 1, CUDA_ERROR_DEINITIALIZED);
  }
  EXPECT_EQ(takeError(), "");
}

TEST_F(CudaKernelsTest, MissingKernel) {
  Program program;
  EXPECT_EQ(program.get("other"), nullptr);
  EXPECT_EQ(takeError(), "cuModuleGetFunction failed for kernel 'other': "
                         "CUDA_ERROR_NOT_FOUND: named symbol not found");
  EXPECT_EQ(program.get("commented"), nullptr);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(mgpuModuleGetFunction(nullptr, "f"), nullptr);
  EXPECT_EQ(takeError(), "kernel 'f' was requested without a module");
  launch(nullptr);
  EXPECT_EQ(takeError(), "a launch without a kernel");
}

// The error contains the message of the driver's compiler.
TEST_F(CudaKernelsTest, InvalidPtx) {
  void *module = mgpuModuleLoadJIT(
      ".version 7.0\n.extern .func (.param .b32 r) __nv_tanhf (.param .b32 "
      "x);\n.visible .entry f() { ret; }",
      3);
  EXPECT_EQ(mgpuModuleGetFunction(module, "f"), nullptr);
  EXPECT_EQ(takeError(),
            "cuModuleLoadDataEx failed for PTX: CUDA_ERROR_INVALID_PTX: a PTX "
            "JIT compilation failed; ptxas fatal: unresolved extern function "
            "'__nv_tanhf'");
  mgpuModuleUnload(module);
  module = mgpuModuleLoad("\x7f"
                          "ELF",
                          4);
  EXPECT_EQ(mgpuModuleGetFunction(module, "f"), nullptr);
  EXPECT_EQ(takeError(),
            "cuModuleLoadDataEx failed for machine code: "
            "CUDA_ERROR_INVALID_PTX: a PTX JIT compilation failed");
  mgpuModuleUnload(module);
}

TEST_F(CudaKernelsTest, FunctionsOfAnUnloadedModule) {
  void *module = mgpuModuleLoad(kPtx, sizeof kPtx);
  void *function = mgpuModuleGetFunction(module, "nothing");
  mgpuModuleUnload(module);
  launch(function);
  EXPECT_EQ(takeError(),
            "kernel 'nothing' on a grid of 1x1x1 blocks of 1x1x1 threads with "
            "0 bytes of shared memory: its module was unloaded");
  EXPECT_EQ(mgpuModuleGetFunction(module, "nothing"), nullptr);
  EXPECT_EQ(takeError(),
            "kernel 'nothing' was requested from a module that was "
            "unloaded");
  mgpuModuleUnload(module);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(mock_count("cuModuleUnload"), 1);
  sgcuda_release();
  module = mgpuModuleLoad(kPtx, sizeof kPtx);
  mgpuModuleUnload(module); // while no GPU is in use
  EXPECT_EQ(mgpuModuleGetFunction(module, "nothing"), nullptr);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(findings(), "");
}

} // namespace
