//===- GraphsTest.cpp - Launches that come again --------------------------===//
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

class CudaGraphsTest : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    for (void *&memory : buffers)
      memory = mgpuMemAlloc(64, nullptr, false);
  }

  /// What was found, after everything was given back.
  std::string findings() {
    for (void *memory : buffers)
      mgpuMemFree(memory, nullptr);
    return CudaTest::findings();
  }

  void scale(void *memory, float by, int64_t blocks = 1) {
    void *parameters[] = {&memory, &by};
    const int32_t bytes[] = {8, 4};
    const int64_t sizes[] = {blocks, 1, 1, 32, 1, 1};
    sgcuda_launch(program.get("scale"), sizes, 0, parameters, bytes, 2);
  }

  /// Begins and ends at a place, with a launch for each factor in between.
  void round(const char *place, std::vector<float> factors, int buffer = 0) {
    sgcuda_begin_launches(place);
    for (float by : factors)
      scale(buffers[buffer], by);
    sgcuda_end_launches();
  }

  /// The same as a program that then waits.
  void roundAndWait(const char *place, std::vector<float> factors,
                    int buffer = 0) {
    round(place, factors, buffer);
    mgpuStreamSynchronize(nullptr);
  }

  Program program;
  void *buffers[2] = {};
  const char here[1] = {}, there[1] = {};
};

TEST_F(CudaGraphsTest, TheSecondTimeItIsOneCall) {
  roundAndWait(here, {1, 2, 3, 4});
  EXPECT_EQ(mock_count("cuLaunchKernel"), 4);
  EXPECT_EQ(mock_count("cuGraphCreate"), 0);
  for (int i = 0; i < 3; ++i)
    roundAndWait(here, {1, 2, 3, 4});
  EXPECT_EQ(mock_count("cuLaunchKernel"), 4);
  EXPECT_EQ(mock_count("cuGraphInstantiate"), 1);
  EXPECT_EQ(mock_count("cuGraphLaunch"), 3);
  EXPECT_EQ(mock_count("cuGraphExecKernelNodeSetParams"), 0);
  EXPECT_EQ(mock_launches(), 16);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

// Fewer than four would not gain anything.
TEST_F(CudaGraphsTest, AFewAreLaunchedOneByOne) {
  for (int i = 0; i < 3; ++i)
    roundAndWait(here, {1, 2, 3});
  EXPECT_EQ(mock_count("cuLaunchKernel"), 9);
  EXPECT_EQ(mock_count("cuGraphCreate"), 0);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, WhatHasChangedIsUpdated) {
  roundAndWait(here, {1, 2, 3, 4});
  roundAndWait(here, {1, 2, 3, 4});
  roundAndWait(here, {1, 2, 3, 5}); // a second graph
  roundAndWait(here, {1, 2, 6, 5}); // one of the second
  EXPECT_EQ(mock_count("cuGraphInstantiate"), 2);
  EXPECT_EQ(mock_count("cuGraphExecKernelNodeSetParams"), 1);
  roundAndWait(here, {1, 2, 3, 4}); // the first one, as it is
  EXPECT_EQ(mock_count("cuGraphExecKernelNodeSetParams"), 1);
  EXPECT_EQ(mock_launches(), 20);
  EXPECT_EQ(findings(), "");
}

// Nothing has to be updated where two buffers change places.
TEST_F(CudaGraphsTest, ExchangedBuffersHaveAGraphEach) {
  for (int i = 0; i < 10; ++i)
    roundAndWait(here, {1, 2, 3, 4}, i % 2);
  EXPECT_EQ(mock_count("cuGraphInstantiate"), 2);
  EXPECT_EQ(mock_count("cuGraphExecKernelNodeSetParams"), 0);
  EXPECT_EQ(mock_count("cuGraphLaunch"), 9);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, SizesAreUpdatedToo) {
  for (int64_t blocks : {1, 1, 2, 3}) {
    sgcuda_begin_launches(here);
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

// A launch without blocks is nothing: there are other kernels then.
TEST_F(CudaGraphsTest, OtherKernelsAreAnotherGraph) {
  for (int64_t blocks : {1, 1, 0, 0, 1}) {
    sgcuda_begin_launches(here);
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

// Sixteen rounds of two kernels go into one graph.
TEST_F(CudaGraphsTest, RoundsOfALoopAreLaunchedTogether) {
  for (int i = 0; i < 64; ++i) {
    round(here, {1}, i % 2);
    EXPECT_EQ(mock_launches(), i / 32 * 32 + (i % 32 == 31 ? 32 : 0));
  }
  EXPECT_EQ(mock_count("cuLaunchKernel"), 32);
  EXPECT_EQ(mock_count("cuGraphLaunch"), 1);
  // The rest, by what comes after the loop.
  round(here, {1});
  round(there, {1});
  EXPECT_EQ(mock_launches(), 65);
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(mock_launches(), 66);
  EXPECT_EQ(findings(), "");
}

// An odd number of rounds would end with the buffers exchanged.
TEST_F(CudaGraphsTest, RoundsAreLaunchedByTwos) {
  std::vector<float> factors(20, 1);
  round(here, factors, 0);
  EXPECT_EQ(mock_launches(), 0);
  round(here, factors, 1);
  EXPECT_EQ(mock_launches(), 40);
  round(here, std::vector<float>(64, 1));
  EXPECT_EQ(mock_launches(), 104); // enough
  EXPECT_EQ(findings(), "");
}

// In the order of the calls, whatever comes in between; what then follows is
// launched at once.
TEST_F(CudaGraphsTest, OtherCallsComeBehindTheLaunches) {
  for (int i = 0; i < 3; ++i) {
    sgcuda_begin_launches(here);
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

TEST_F(CudaGraphsTest, WhatIsDroppedIsNotLaunched) {
  sgcuda_begin_launches(here);
  scale(buffers[0], 1);
  sgcuda_drop_launches();
  sgcuda_end_launches();
  sgcuda_flush_launches();
  EXPECT_EQ(mock_launches(), 0);
  round(here, {1});
  sgcuda_flush_launches();
  EXPECT_EQ(mock_launches(), 1);
  EXPECT_EQ(findings(), "");
}

// What an arena holds is launched before another thread may take it.
TEST_F(CudaGraphsTest, MemoryIsGivenBackBehindTheLaunches) {
  void *arena = sgcuda_take_arena(16);
  round(here, {1});
  sgcuda_give_arena(arena);
  EXPECT_EQ(mock_launches(), 1);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, EachThreadHasItsOwn) {
  sgcuda_begin_launches(here);
  scale(buffers[0], 1);
  std::thread([&] {
    roundAndWait(there, {1, 2});
    EXPECT_EQ(mock_launches(), 2);
  }).join();
  scale(buffers[0], 1);
  sgcuda_end_launches();
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(mock_launches(), 4);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, KernelsOfAnUnloadedModuleAreForgotten) {
  {
    Program other;
    for (int i = 0; i < 2; ++i) {
      sgcuda_begin_launches(here);
      for (int k = 0; k < 4; ++k) {
        const int64_t sizes[] = {1, 1, 1, 1, 1, 1};
        sgcuda_launch(other.get("nothing"), sizes, 0, nullptr, nullptr, 0);
      }
      sgcuda_end_launches();
      mgpuStreamSynchronize(nullptr);
    }
  }
  EXPECT_EQ(mock_count("cuGraphExecDestroy"), 1);
  EXPECT_EQ(mock_count("cuGraphDestroy"), 1);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

// Code of another program may come to lie where that of an unloaded one was.
TEST_F(CudaGraphsTest, PlacesOfAnUnloadedModuleAreForgotten) {
  auto come = [&](Program &program, int times) {
    for (int i = 0; i < times; ++i) {
      sgcuda_begin_launches(here);
      for (int k = 0; k < 4; ++k) {
        const int64_t sizes[] = {1, 1, 1, 1, 1, 1};
        sgcuda_launch(program.get("nothing"), sizes, 0, nullptr, nullptr, 0);
      }
      sgcuda_end_launches();
      mgpuStreamSynchronize(nullptr);
    }
  };
  mock_fail("cuGraphInstantiate", 1, CUDA_ERROR_OUT_OF_MEMORY);
  {
    Program refused;
    come(refused, 3);
    EXPECT_EQ(mock_count("cuGraphLaunch"), 0);
  }
  Program next;
  come(next, 1);
  EXPECT_EQ(mock_count("cuGraphInstantiate"), 1);
  come(next, 2);
  EXPECT_EQ(mock_count("cuGraphLaunch"), 2);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

// Nor does a place refuse all kernels because of some.
TEST_F(CudaGraphsTest, OtherKernelsAreNotRefused) {
  auto come = [&](const char *kernel) {
    sgcuda_begin_launches(here);
    const int64_t sizes[] = {1, 1, 1, 32, 1, 1};
    scale(buffers[0], 1);
    for (int k = 0; k < 3; ++k)
      sgcuda_launch(program.get(kernel), sizes, 0, nullptr, nullptr, 0);
    sgcuda_end_launches();
    mgpuStreamSynchronize(nullptr);
  };
  mock_fail("cuGraphInstantiate", 1, CUDA_ERROR_OUT_OF_MEMORY);
  for (int i = 0; i < 3; ++i)
    come("nothing");
  EXPECT_EQ(mock_count("cuGraphLaunch"), 0);
  come("exact");
  come("exact");
  EXPECT_EQ(mock_count("cuGraphLaunch"), 2);
  EXPECT_EQ(mock_launches(), 20);
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, ReleaseForgetsThem) {
  roundAndWait(here, {1, 2, 3, 4});
  roundAndWait(here, {1, 2, 3, 4});
  EXPECT_EQ(findings(), "");
  for (void *&memory : buffers)
    memory = mgpuMemAlloc(64, nullptr, false);
  int64_t before = mock_count("cuGraphLaunch");
  roundAndWait(here, {1, 2, 3, 4});
  EXPECT_EQ(mock_count("cuGraphLaunch"), before);
  roundAndWait(here, {1, 2, 3, 4});
  EXPECT_EQ(mock_count("cuGraphLaunch"), before + 1);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

//===----------------------------------------------------------------------===//
// Drivers that do not, and errors
//===----------------------------------------------------------------------===//

TEST_F(CudaGraphsTest, ADriverWithoutGraphsLaunchesAtOnce) {
  EXPECT_EQ(findings(), "");
  mock_set_driver_version(11030);
  SetUp();
  mock_set_driver_version(11030);
  sgcuda_release();
  void *memory = mgpuMemAlloc(64, nullptr, false);
  for (int i = 0; i < 2; ++i) {
    sgcuda_begin_launches(here);
    for (int k = 0; k < 4; ++k) {
      scale(memory, 1);
      EXPECT_EQ(mock_launches(), 4 * i + k + 1);
    }
    sgcuda_end_launches();
  }
  EXPECT_EQ(mock_count("cuGraphCreate"), 0);
  EXPECT_EQ(takeError(), "");
}

// Whatever of a graph the driver refuses: the kernels are launched, once.
TEST_F(CudaGraphsTest, WhatTheDriverRefusesIsLaunchedOneByOne) {
  for (const char *call :
       {"cuGraphCreate", "cuGraphAddKernelNode", "cuGraphInstantiate"}) {
    mock_fail(call, 1, CUDA_ERROR_OUT_OF_MEMORY);
    int64_t before = mock_launches();
    for (int i = 0; i < 3; ++i)
      roundAndWait(call, {1, 2, 3, 4});
    EXPECT_EQ(mock_launches(), before + 12);
  }
  mock_fail("cuGraphExecKernelNodeSetParams", 1, CUDA_ERROR_INVALID_VALUE);
  for (int i = 0; i < 6; ++i)
    roundAndWait(here, {1, 2, 3, float(i)});
  EXPECT_EQ(mock_count("cuGraphLaunch"), 2);
  EXPECT_EQ(mock_launches(), 36 + 24);
  EXPECT_EQ(takeError(), "");
  EXPECT_EQ(findings(), "");
}

TEST_F(CudaGraphsTest, ErrorsNameTheKernel) {
  mock_fail("cuGraphLaunch", 1, CUDA_ERROR_ILLEGAL_ADDRESS);
  roundAndWait(here, {1, 2, 3, 4});
  roundAndWait(here, {1, 2, 3, 4});
  EXPECT_EQ(takeError(),
            "cuGraphLaunch failed for 4 kernels, the last of them kernel "
            "'scale' on a grid of 1x1x1 blocks of 32x1x1 threads with 0 bytes "
            "of shared memory: CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory "
            "access was encountered");
  // What cannot be launched is told where it is asked for.
  sgcuda_begin_launches(here);
  scale(buffers[0], 1, /*blocks=*/-1);
  EXPECT_EQ(takeError(),
            "kernel 'scale' on a grid of -1x1x1 blocks of 32x1x1 threads with "
            "0 bytes of shared memory: these sizes cannot be");
  sgcuda_end_launches();
  EXPECT_EQ(findings(), "");
}

// After an error, what has not been launched is forgotten.
TEST_F(CudaGraphsTest, AnErrorForgetsWhatIsNotLaunched) {
  sgcuda_begin_launches(here);
  scale(buffers[0], 1);
  EXPECT_EQ(program.get("unknown"), nullptr);
  sgcuda_end_launches();
  mgpuMemFree(buffers[0], nullptr);
  buffers[0] = nullptr;
  EXPECT_NE(takeError(), "");
  mgpuStreamSynchronize(nullptr);
  EXPECT_EQ(mock_launches(), 0);
  EXPECT_EQ(findings(), "");
}

} // namespace
