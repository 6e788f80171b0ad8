//===- AccessHistoryTest.cpp - Finding races in shared memory -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator/AccessHistory.h"
#include <gtest/gtest.h>

using namespace sg;

namespace {

/// Fixture with the history of a buffer of 16 bytes. Each access has four
/// bytes.
class AccessHistoryTest : public testing::Test {
protected:
  /// Returns the thread that races with the access, or -1.
  int32_t add(int32_t thread, int32_t kind, size_t offset = 0) {
    const Access *other = history.add({thread, kind, "here"}, offset, 4);
    return other ? other->thread : -1;
  }
  AccessHistory history{16};
};

TEST_F(AccessHistoryTest, OneThreadHasNoRace) {
  for (int32_t kind : {SGRT_STORE, SGRT_LOAD, SGRT_ATOMIC, SGRT_STORE})
    EXPECT_EQ(add(3, kind), -1);
}

TEST_F(AccessHistoryTest, ReadsOrAtomicsDoNotRace) {
  for (int32_t thread = 0; thread < 5; ++thread) {
    EXPECT_EQ(add(thread, SGRT_LOAD, 0), -1);
    EXPECT_EQ(add(thread, SGRT_ATOMIC, 8), -1);
  }
}

TEST_F(AccessHistoryTest, OtherPairsRace) {
  for (int32_t first : {SGRT_LOAD, SGRT_STORE, SGRT_ATOMIC})
    for (int32_t second : {SGRT_LOAD, SGRT_STORE, SGRT_ATOMIC}) {
      if (first == second && first != SGRT_STORE)
        continue;
      history.clear();
      EXPECT_EQ(add(1, first), -1);
      EXPECT_EQ(add(2, second), 1) << first << " then " << second;
    }
}

// Thread 1 and other threads have read the bytes that thread 1 writes.
TEST_F(AccessHistoryTest, RemembersSecondReader) {
  add(1, SGRT_LOAD);
  add(2, SGRT_LOAD);
  add(3, SGRT_LOAD);
  EXPECT_EQ(add(1, SGRT_STORE), 2);
}

TEST_F(AccessHistoryTest, PartialOverlap) {
  EXPECT_EQ(add(1, SGRT_STORE, 0), -1);
  EXPECT_EQ(add(2, SGRT_STORE, 4), -1);
  EXPECT_EQ(add(3, SGRT_LOAD, 7), 2);
}

TEST_F(AccessHistoryTest, BarrierClearsHistory) {
  add(1, SGRT_STORE);
  history.clear();
  EXPECT_EQ(add(2, SGRT_STORE), -1);
}

TEST_F(AccessHistoryTest, EmptyMemory) {
  AccessHistory none(0);
  EXPECT_TRUE(none.isValid());
  EXPECT_EQ(none.add({1, SGRT_STORE, "here"}, 0, 4), nullptr);
}

} // namespace
