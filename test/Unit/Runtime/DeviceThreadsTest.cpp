//===- DeviceThreadsTest.cpp - Concurrent calls on an emulated device -----===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several host threads call one program. It has constants and memory on the
// device, and kernels whose threads synchronize.
//
//===----------------------------------------------------------------------===//

#include "NativeProgram.h"
#include "sg/Runtime/CallRuntime.h"
#include "sg/Runtime/DeviceCall.h"
#include "sg/Runtime/Emulator.h"
#include <array>
#include <gtest/gtest.h>
#include <thread>

using namespace sg::test;

namespace {
constexpr int kSize = 64;

/// Copies a vector, then reverses the copy after all threads have copied.
void reverse(void **arguments, const sgrt_position *position) {
  double *x = *static_cast<double **>(arguments[0]);
  const double *source = *static_cast<const double **>(arguments[1]);
  int64_t i = position->thread[0];
  x[i] = source[i];
  sgrt_barrier("here");
  double value = x[kSize - 1 - i];
  sgrt_barrier("there");
  x[i] = value;
}

const sgrt_emulated_kernel kKernels[] = {
    {"reverse", reverse, "pp", SGRT_COOPERATES, 0}};
sgrt_device_program program = {};
sgrt_device_module module = {nullptr, kKernels, sizeof kKernels};

/// A constant that the program keeps on the device.
const std::array<double, kSize> &getSource() {
  static const std::array<double, kSize> source = [] {
    std::array<double, kSize> made;
    for (int i = 0; i < kSize; ++i)
      made[i] = i;
    return made;
  }();
  return source;
}

void callReverse(sg_call *) {
  const std::array<double, kSize> &source = getSource();
  sgrt_device_start(&program, SGRT_EMULATED);
  void *memory = sgrt_device_alloc(sizeof source);
  void *copy = sgrt_device_constant(source.data(), sizeof source);
  void *arguments[] = {&memory, &copy};
  static const int32_t bytes[] = {sizeof memory, sizeof copy};
  sgrt_device_launch(&module, "reverse", 0, 1, 1, 1, kSize, 1, 1, arguments, 2,
                     bytes);
  std::array<double, kSize> x;
  sgrt_device_read(x.data(), memory, sizeof x);
  sgrt_device_free(memory);
  for (int i = 0; i < kSize; ++i)
    if (x[i] != source[kSize - 1 - i])
      sgrt_fail("the vector is not reversed");
  sgrt_device_finish();
}
} // namespace

TEST(DeviceThreadsTest, ThreadsCallOneProgram) {
  static const int64_t noArguments[] = {0, 0};
  for (int round = 0; round < 20; ++round) {
    std::array<int32_t, 4> statuses{};
    std::vector<std::thread> threads;
    for (int32_t &status : statuses)
      threads.emplace_back([&] {
        Call call({}, {});
        status = sgrt_run(&call, noArguments, callReverse);
      });
    for (std::thread &thread : threads)
      thread.join();
    for (int32_t status : statuses)
      EXPECT_EQ(status, SG_OK);
    // Unload the program, so that the next round copies the constant again.
    sg::releaseProgram(program);
  }
}
