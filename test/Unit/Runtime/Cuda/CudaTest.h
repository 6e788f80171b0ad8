//===- CudaTest.h - Fixture with a mock GPU ---------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_UNIT_RUNTIME_CUDA_CUDATEST_H
#define SG_TEST_UNIT_RUNTIME_CUDA_CUDATEST_H

#include "MockCuda.h"
#include "sg/Runtime/CudaDriverAPI.h"
#include "sg/Runtime/CudaEntryPoints.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <string>

namespace sg::cuda {
extern "C" {
// The driver functions of the mock. Tests call them to plant faults.
#define DECLARE(name, parameters) CUresult name parameters;
SG_CUDA_DRIVER_FUNCTIONS(DECLARE)
SG_CUDA_GRAPH_FUNCTIONS(DECLARE)
SG_CUDA_CLUSTER_FUNCTIONS(DECLARE)
#undef DECLARE
}
} // namespace sg::cuda

namespace sg::test {

inline constexpr char kPtx[] = R"(
.version 7.0
.target sm_80
.address_size 64
// .entry commented()
.visible .entry scale(
	.param .u64 .ptr .align 1 scale_param_0,
	.param .f32 scale_param_1
)
.maxntid 256, 1, 1
{
	ret;
}
.visible .entry nothing() { ret; }
.visible .entry exact() .reqntid 8, 4 { ret; }
)";

/// Two kernels with 40000 and 0 bytes of static shared memory.
inline constexpr char kSharedPtx[] = R"(
.version 7.0
.target sm_80
.shared .align 16 .b8 all[30000];
.extern .shared .align 16 .b8 dynamic[];
.visible .entry with_shared() {
	.shared .align 16 .f32 some[2500];
	{ mov.u64 %rd1, all; mov.u64 %rd2, all; mov.u64 %rd3, dynamic; }
	ret;
}
.visible .entry without_shared() { ret; }
)";

/// Fixture that gives each test a fresh machine with one unused GPU.
class CudaTest : public testing::Test {
protected:
  void SetUp() override {
    setenv("SG_LIBCUDA", MOCK_CUDA, /*overwrite=*/1);
    mock_reset();
  }
  void TearDown() override {
    sgcuda_release();
    takeError();
    mgpuSetDefaultDevice(0);
    mock_reset();
  }

  /// Returns the first error since the last call and clears it.
  static std::string takeError() {
    char message[1000] = "";
    sgcuda_take_error(message, sizeof message);
    return message;
  }

  /// Returns the mock's findings after all resources were released.
  static std::string findings() {
    sgcuda_release();
    return mock_findings();
  }

  static void launch(void *function, void **parameters = nullptr,
                     void *stream = nullptr) {
    mgpuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr,
                     0);
  }

  /// A loaded module of kPtx that is unloaded at the end of the scope.
  struct Program {
    void *module = mgpuModuleLoadJIT(kPtx, 2);
    ~Program() { mgpuModuleUnload(module); }
    void *get(const char *name) { return mgpuModuleGetFunction(module, name); }
  };
};

} // namespace sg::test

#endif // SG_TEST_UNIT_RUNTIME_CUDA_CUDATEST_H
