//===- EmulatorTest.cpp - Executing kernels without a GPU -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of sg/Runtime/Emulator.h, with kernels in C++.
// test/Runtime/emulator*.mlir test the lowering of ops of the gpu dialect.
//
//===----------------------------------------------------------------------===//

#include "sg/Runtime/Emulator.h"
#include "NativeProgram.h"
#include "sg/Runtime/CallRuntime.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace sg::test;

namespace {

using Numbers = std::vector<int64_t>;

/// Launches `kernel` with `threads` threads along x.
void emulate(sgrt_kernel kernel, int32_t emulation, int64_t memory,
             int64_t blocks, int64_t threads, void *argument) {
  void *arguments[] = {argument};
  sgrt_emulate(kernel, "kernel", emulation, memory, blocks, 1, 1, threads, 1, 1,
               arguments);
}

void appendPosition(void **arguments, const sgrt_position *position) {
  auto &positions = *static_cast<std::vector<Numbers> *>(arguments[0]);
  positions.push_back({position->block[0], position->block[1],
                       position->block[2], position->thread[0],
                       position->thread[1], position->thread[2]});
}

// Each thread of each block runs once, with x varying fastest. This holds for
// cooperating threads too.
TEST(Emulator, ExecutesEachThreadOnce) {
  std::vector<Numbers> expected;
  for (int64_t block = 0; block < 2; ++block)
    for (int64_t z = 0; z < 2; ++z)
      for (int64_t y = 0; y < 2; ++y)
        for (int64_t x = 0; x < 3; ++x)
          expected.push_back({0, 0, block, x, y, z});
  for (int32_t emulation : {0, int32_t(SGRT_COOPERATES)}) {
    std::vector<Numbers> positions;
    void *arguments[] = {&positions};
    sgrt_emulate(appendPosition, "kernel", emulation, 0, 1, 1, 2, 3, 2, 2,
                 arguments);
    EXPECT_EQ(positions, expected);
  }
}

TEST(Emulator, ReversesTheOrderForChecks) {
  for (int32_t emulation : {0, int32_t(SGRT_COOPERATES)}) {
    std::vector<Numbers> positions;
    emulate(appendPosition, emulation | SGRT_CHECKED, 0, 2, 2, &positions);
    EXPECT_EQ(positions, (std::vector<Numbers>{{1, 0, 0, 1, 0, 0},
                                               {1, 0, 0, 0, 0, 0},
                                               {0, 0, 0, 1, 0, 0},
                                               {0, 0, 0, 0, 0, 0}}));
  }
}

TEST(Emulator, EmptyGridExecutesNothing) {
  std::vector<Numbers> positions;
  emulate(appendPosition, SGRT_COOPERATES, 16, 0, 256, &positions);
  emulate(appendPosition, 0, 0, 0, 256, &positions);
  EXPECT_TRUE(positions.empty());
}

const char kWhere[] = "here";

/// Increments uninitialized shared memory. After a barrier, the first thread
/// records the count.
void addInMemory(void **arguments, const sgrt_position *position) {
  auto *counter = static_cast<int32_t *>(position->memory);
  ++*counter;
  sgrt_barrier(kWhere);
  if (position->thread[0] == 0)
    static_cast<Numbers *>(arguments[0])->push_back(*counter);
}

// The memory is initialized to all ones (-1) in each block; all 100 threads add
// 1 before the barrier ends.
TEST(Emulator, SharedMemoryIsPerBlock) {
  Numbers counts;
  emulate(addInMemory, SGRT_COOPERATES, sizeof(int32_t), 3, 100, &counts);
  EXPECT_EQ(counts, (Numbers{99, 99, 99}));
}

/// The body of a call whose kernel fails in one thread while other threads
/// wait.
void failInKernel(sg_call *) {
  emulate(
      [](void **, const sgrt_position *position) {
        if (position->thread[0] == 40)
          sgrt_fail("not 40");
        sgrt_barrier(kWhere);
      },
      SGRT_COOPERATES, 200 << 10, 2, 64, nullptr);
  FAIL() << "the call has ended";
}

void waitInVain(sg_call *) {
  emulate(
      [](void **, const sgrt_position *position) {
        if (position->thread[0] != 1)
          sgrt_barrier(kWhere);
      },
      SGRT_COOPERATES, 0, 1, 3, nullptr);
  FAIL() << "the call has ended";
}

void succeed(sg_call *call) {
  Numbers counts;
  emulate(addInMemory, SGRT_COOPERATES, sizeof(int32_t), 1, 10, &counts);
  EXPECT_EQ(counts, Numbers{9});
}

const int64_t kNoArguments[] = {0, 0};

// A kernel's error ends the call even if other threads wait. The next call is
// unaffected.
TEST(Emulator, ErrorEndsCall) {
  Call first({}, {});
  EXPECT_EQ(sgrt_run(&first, kNoArguments, failInKernel), SG_ASSERTION_FAILED);
  EXPECT_STREQ(first.text, "not 40");
  Call second({}, {});
  EXPECT_EQ(sgrt_run(&second, kNoArguments, waitInVain), SG_ASSERTION_FAILED);
  EXPECT_STREQ(second.text,
               "here: thread (2, 0, 0) waits for the others of block (0, 0, 0) "
               "of kernel 'kernel', but thread (1, 0, 0) has ended");
  Call third({}, {});
  EXPECT_EQ(sgrt_run(&third, kNoArguments, succeed), SG_OK);
}

TEST(Emulator, MatricesNeedCompleteWarp) {
  Call call({}, {});
  auto body = [](sg_call *) {
    auto kernel = [](void **, const sgrt_position *) {
      uint32_t a[4] = {}, b[2] = {};
      float c[4] = {};
      sgrt_multiply(kWhere, SGRT_F16, 16, a, b, c);
    };
    emulate(kernel, SGRT_COOPERATES, 0, 1, 40, nullptr);
  };
  EXPECT_EQ(sgrt_run(&call, kNoArguments, body), SG_ASSERTION_FAILED);
  EXPECT_STREQ(call.text,
               "here: the last warp of kernel 'kernel' has fewer than 32 "
               "threads");
}

TEST(Emulator, MatrixRowsMustBeAligned) {
  Call call({}, {});
  auto body = [](sg_call *) {
    auto kernel = [](void **, const sgrt_position *position) {
      auto *rows = static_cast<char *>(position->memory);
      uint32_t registers[1];
      // Only the addresses of the first eight lanes are read.
      int64_t lane = position->thread[0];
      sgrt_load_matrices(kWhere, 1, 0, lane < 8 ? rows + 16 * lane : rows + 1,
                         registers);
      sgrt_load_matrices(kWhere, 1, 0, rows + 8 * lane, registers);
    };
    emulate(kernel, SGRT_COOPERATES, 512, 1, 32, nullptr);
  };
  EXPECT_EQ(sgrt_run(&call, kNoArguments, body), SG_ASSERTION_FAILED);
  EXPECT_STREQ(call.text, "here: a row is not aligned to 16 bytes");
}

TEST(Emulator, BlockSizeLimits) {
  Call large({}, {});
  auto launchLarge = [](sg_call *) {
    emulate(appendPosition, 0, 0, 1, 1025, nullptr);
  };
  EXPECT_EQ(sgrt_run(&large, kNoArguments, launchLarge), SG_ASSERTION_FAILED);
  EXPECT_STREQ(large.text, "a block of kernel 'kernel' has 1025x1x1 threads; "
                           "it can have 1 to 1024");
  Call empty({}, {});
  auto launchEmpty = [](sg_call *) {
    emulate(appendPosition, SGRT_COOPERATES, 0, 1, 0, nullptr);
  };
  EXPECT_EQ(sgrt_run(&empty, kNoArguments, launchEmpty), SG_ASSERTION_FAILED);
  Call full({}, {});
  auto launchFull = [](sg_call *) {
    emulate(appendPosition, SGRT_COOPERATES, 1 << 20, 1, 32, nullptr);
  };
  EXPECT_EQ(sgrt_run(&full, kNoArguments, launchFull), SG_ASSERTION_FAILED);
  EXPECT_STREQ(full.text, "a block of kernel 'kernel' has 1048576 bytes of "
                          "memory; it can have up to 232448");
}

TEST(Emulator, GridSizeLimits) {
  Call call({}, {});
  auto launch = [](sg_call *) {
    sgrt_emulate(appendPosition, "kernel", 0, 0, 1, 65536, 1, 1, 1, 1, nullptr);
  };
  EXPECT_EQ(sgrt_run(&call, kNoArguments, launch), SG_ASSERTION_FAILED);
  EXPECT_STREQ(call.text,
               "a grid of kernel 'kernel' has 1x65536x1 blocks; it can have up "
               "to 2147483647x65535x65535");
}

} // namespace
