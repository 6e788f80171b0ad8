//===- SetUpTest.cpp - Setting up and releasing the GPU -------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"
#include <thread>
#include <vector>

using namespace sg::cuda;
using namespace sg::test;

namespace {

class CudaSetUpTest : public CudaTest {
protected:
  /// Allocates memory, which sets up the GPU. Returns the error, if any.
  static std::string setUpGpu() {
    void *memory = mgpuMemAlloc(16, nullptr, false);
    std::string error = takeError();
    EXPECT_EQ(memory == nullptr, !error.empty());
    mgpuMemFree(memory, nullptr);
    return error;
  }
};

// Programs load their modules before main, also on machines without a GPU.
TEST_F(CudaSetUpTest, ModuleLoadDoesNotCallDriver) {
  setenv("SG_LIBCUDA", "/nowhere/libcuda.so", 1);
  void *module = mgpuModuleLoadJIT(kPtx, 2);
  EXPECT_NE(module, nullptr);
  mgpuModuleUnload(module);
  EXPECT_EQ(takeError(), "");
}

TEST_F(CudaSetUpTest, SetsUpAndReleasesOnce) {
  EXPECT_EQ(setUpGpu(), "");
  EXPECT_EQ(setUpGpu(), "");
  for (const char *call :
       {"cuInit", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent",
        "cuStreamCreate", "cuMemPoolSetAttribute"})
    EXPECT_EQ(mock_count(call), 1) << call;
  // The pool does not return its memory to the driver.
  EXPECT_NE(std::string(mock_log())
                .find("cuMemPoolSetAttribute 4 to 18446744073709551615\n"),
            std::string::npos)
      << mock_log();
  sgcuda_release();
  sgcuda_release();
  for (const char *call :
       {"cuMemPoolTrimTo", "cuStreamDestroy", "cuDevicePrimaryCtxRelease"})
    EXPECT_EQ(mock_count(call), 1) << call;
  EXPECT_EQ(mock_count("cuCtxSetCurrent"), 2); // to the context, then to null
  EXPECT_STREQ(mock_findings(), "");
}

TEST_F(CudaSetUpTest, CanBeSetUpAgain) {
  Program program;
  launch(program.get("nothing"));
  sgcuda_release();
  EXPECT_EQ(setUpGpu(), "");
  launch(program.get("nothing")); // loads the module again
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(mock_count("cuLaunchKernel"), 2);
  EXPECT_EQ(mock_count("cuModuleLoadDataEx"), 2);
  EXPECT_EQ(findings(), "");
}

// Recursive kernels may need more stack than the driver's default.
TEST_F(CudaSetUpTest, StackSizeIsConfigurable) {
  EXPECT_EQ(setUpGpu(), "");
  EXPECT_EQ(mock_count("cuCtxSetLimit"), 0);
  sgcuda_release();
  setenv("SG_CUDA_STACK", "16384", 1);
  EXPECT_EQ(setUpGpu(), "");
  EXPECT_NE(std::string(mock_log()).find("cuCtxSetLimit 0 to 16384\n"),
            std::string::npos);
  sgcuda_release();
  mock_fail("cuCtxSetLimit", 1, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(setUpGpu(),
            "cannot give each thread of GPU 0 16384 bytes of stack "
            "(SG_CUDA_STACK): cuCtxSetLimit: CUDA_ERROR_OUT_OF_MEMORY: "
            "out of memory");
  for (const char *wrong : {"16k", "-1", "0"}) {
    setenv("SG_CUDA_STACK", wrong, 1);
    EXPECT_EQ(setUpGpu(),
              std::string("SG_CUDA_STACK=") + wrong +
                  " is not a number of bytes for the stack of a thread");
  }
  unsetenv("SG_CUDA_STACK");
  EXPECT_EQ(setUpGpu(), "");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaSetUpTest, EachThreadUsesTheContext) {
  EXPECT_EQ(setUpGpu(), "");
  std::thread([] {
    EXPECT_EQ(setUpGpu(), "");
    EXPECT_EQ(setUpGpu(), "");
  }).join();
  EXPECT_EQ(mock_count("cuCtxSetCurrent"), 2);
}

TEST_F(CudaSetUpTest, ConcurrentCalls) {
  Program program;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) {
        void *memory = mgpuMemAlloc(16, nullptr, false);
        float factor = 2;
        void *parameters[] = {&memory, &factor};
        launch(program.get("scale"), parameters);
        mgpuMemFree(memory, nullptr);
        mgpuStreamSynchronize(nullptr);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(mock_count("cuDevicePrimaryCtxRetain"), 1);
  EXPECT_EQ(mock_count("cuModuleLoadDataEx"), 1);
  EXPECT_EQ(mock_count("cuLaunchKernel"), 200);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaSetUpTest, WithoutADriver) {
  setenv("SG_LIBCUDA", "/nowhere/libcuda.so", 1);
  EXPECT_EQ(setUpGpu(),
            "cannot load the CUDA driver: /nowhere/libcuda.so: cannot "
            "open shared object file: No such file or directory "
            "(SG_LIBCUDA names it)");
  EXPECT_EQ(mgpuMemAlloc(16, nullptr, false), nullptr);
  EXPECT_EQ(sgcuda_take_error(nullptr, 0), SGCUDA_UNAVAILABLE);
}

TEST_F(CudaSetUpTest, WithAnotherLibrary) {
  setenv("SG_LIBCUDA", "libm.so.6", 1);
  std::string start = "'libm.so.6' is not a CUDA driver: ";
  EXPECT_EQ(setUpGpu().substr(0, start.size()), start);
}

TEST_F(CudaSetUpTest, WithoutAGPU) {
  mock_fail("cuInit", 1, CUDA_ERROR_NO_DEVICE);
  EXPECT_EQ(setUpGpu(),
            "cannot use the CUDA driver: cuInit: CUDA_ERROR_NO_DEVICE: "
            "no CUDA-capable device is detected; nvidia-smi shows "
            "whether this machine has a GPU that works");
  mock_set_device_count(0);
  EXPECT_EQ(setUpGpu(),
            "this machine has no NVIDIA GPU, or CUDA_VISIBLE_DEVICES "
            "hides it");
}

TEST_F(CudaSetUpTest, WithOldDriver) {
  mock_set_driver_version(11010);
  EXPECT_EQ(setUpGpu(),
            "the CUDA driver is for CUDA 11.1, but CUDA 11.2 or later "
            "is needed; update NVIDIA's driver");
  mock_set_driver_version(11020);
  EXPECT_EQ(setUpGpu(), "");
}

TEST_F(CudaSetUpTest, WithoutMemoryPools) {
  mock_set_memory_pools(false);
  EXPECT_EQ(setUpGpu(),
            "GPU 0 has no memory pools, which are needed; use another "
            "GPU, or a driver with support for them");
}

TEST_F(CudaSetUpTest, SelectsDeviceBeforeSetUp) {
  mock_set_device_count(3);
  mgpuSetDefaultDevice(3);
  EXPECT_EQ(setUpGpu(), "there is no GPU 3; GPUs 0 to 2 can be used");
  mgpuSetDefaultDevice(2);
  EXPECT_EQ(setUpGpu(), "");
  mgpuSetDefaultDevice(2);
  EXPECT_EQ(takeError(), "");
  mgpuSetDefaultDevice(1);
  EXPECT_EQ(takeError(), "cannot use GPU 1: GPU 2 is in use; choose before the "
                         "first call, or after sgcuda_release");
  sgcuda_release();
  mgpuSetDefaultDevice(1);
  EXPECT_EQ(setUpGpu(), "");
  std::string log = mock_log();
  EXPECT_NE(log.find("cuDeviceGet 2\n"), std::string::npos);
  EXPECT_NE(log.find("cuDeviceGet 1\n"), std::string::npos);
}

// Each failure is reported, leaks nothing, and can be retried.
TEST_F(CudaSetUpTest, EachStepMayFail) {
  for (const char *call :
       {"cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet",
        "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent",
        "cuStreamCreate", "cuDeviceGetDefaultMemPool",
        "cuMemPoolSetAttribute"}) {
    mock_reset();
    mock_fail(call, 1, CUDA_ERROR_INVALID_VALUE);
    std::string expected =
        std::string(call) + ": CUDA_ERROR_INVALID_VALUE: " + "invalid argument";
    EXPECT_NE(setUpGpu().find(expected), std::string::npos) << call;
    EXPECT_EQ(mock_count("cuStreamCreate") - mock_count("cuStreamDestroy"),
              std::string(call) == "cuStreamCreate")
        << call; // a failed step needs no release
    EXPECT_EQ(setUpGpu(), "") << call;
    sgcuda_release();
    EXPECT_STREQ(mock_findings(), "") << call;
    EXPECT_EQ(mock_count("cuDevicePrimaryCtxRetain") -
                  mock_count("cuDevicePrimaryCtxRelease"),
              std::string(call) == "cuDevicePrimaryCtxRetain")
        << call;
  }
}

} // namespace
