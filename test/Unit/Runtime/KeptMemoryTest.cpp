//===- KeptMemoryTest.cpp - Memory kept for the next call -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call/KeptMemory.h"
#include "sg/Runtime/Call/AddressSanitizer.h"
#include <cstdint>
#include <gtest/gtest.h>

using namespace sg;

namespace {

class KeptMemoryTest : public testing::Test {
protected:
  void SetUp() override {
#ifdef SG_SANITIZES_ADDRESS
    GTEST_SKIP() << "with AddressSanitizer, no memory is kept";
#endif
  }
  void TearDown() override { memory.release(); }

  void *take(size_t bytes) {
    taken = bytes;
    return memory.take(taken);
  }

  KeptMemory memory;
  size_t taken = 0;
};

TEST_F(KeptMemoryTest, ReusesReturnedBlock) {
  void *first = take(100000);
  memory.give(first, taken);
  EXPECT_EQ(take(90000), first);
  EXPECT_EQ(taken, 100000u);
  memory.give(first, taken);
}

TEST_F(KeptMemoryTest, ReusesBestFit) {
  void *large = take(300000), *small = take(200000);
  memory.give(small, 200000);
  memory.give(large, 300000);
  EXPECT_EQ(take(180000), small);
  EXPECT_EQ(take(180000), large);
  memory.give(small, 200000);
  memory.give(large, 300000);
}

TEST_F(KeptMemoryTest, DoesNotReuseMuchLargerBlock) {
  void *large = take(1000000);
  memory.give(large, 1000000);
  void *small = take(100000);
  EXPECT_NE(small, large);
  EXPECT_EQ(taken, 100000u);
  memory.give(small, taken);
}

TEST_F(KeptMemoryTest, KeepsAtMostPeakUse) {
  // The second request does not fit the first block. Keeping both blocks would
  // exceed the peak of 40000 bytes.
  void *first = take(10000);
  memory.give(first, 10000);
  void *second = take(40000);
  memory.give(second, 40000); // more than 40000 with the first
  EXPECT_EQ(take(10000), first);
  memory.give(first, 10000);
}

TEST_F(KeptMemoryTest, LargeBlocksFillHugePages) {
  void *large = take(5 << 20);
  EXPECT_EQ(taken, size_t(6) << 20);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(large) % (2 << 20), 0u);
  memory.give(large, taken);
}

TEST_F(KeptMemoryTest, FailedAllocationReturnsNull) {
  EXPECT_EQ(take(SIZE_MAX / 4), nullptr);
}

} // namespace
