//===- CallErrorsTest.cpp - Calls that fail -------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors of calls as documented in docs/ABI.md.
//
//===----------------------------------------------------------------------===//

#include "NativeProgram.h"
#include "sg/Runtime/Call/AddressSanitizer.h"
#include <gtest/gtest.h>
#include <malloc.h>
#include <thread>

using namespace sg::test;

namespace {

constexpr llvm::StringLiteral kSource = R"mlir(
func.func @ones(%n: index) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %0 = tensor.splat %one[%n] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// Allocates a temporary whose size is computed first.
func.func @last(%n: index, %m: index) -> f32 {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %0 = tensor.splat %one[%n, %m] : tensor<?x?xf32>
  %1 = func.call @hold(%0) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %i = arith.subi %n, %c1 : index
  %j = arith.subi %m, %c1 : index
  %2 = tensor.extract %1[%i, %j] : tensor<?x?xf32>
  return %2 : f32
}
func.func private @hold(%x: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {no_inline} {
  return %x : tensor<?x?xf32>
}
// Fails in a callee while the caller holds a temporary.
func.func @sum(%x: tensor<?x?xf32>, %limit: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %copy = arith.negf %x : tensor<?x?xf32>
  %held = func.call @hold(%copy) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %e = tensor.extract %held[%i, %c0] : tensor<?x?xf32>
    %checked = func.call @check(%e, %limit) : (f32, f32) -> f32
    %t = arith.addf %s, %checked : f32
    scf.yield %t : f32
  }
  return %r : f32
}
func.func private @check(%x: f32, %limit: f32) -> f32
    attributes {no_inline} {
  %ok = arith.cmpf ogt, %x, %limit : f32
  cf.assert %ok, "an element is too small"
  return %x : f32
}
)mlir";

class CallErrorsTest : public NativeProgramTest<kSource> {
protected:
};

TEST_F(CallErrorsTest, RejectsResultSizeMismatch) {
  int64_t n = 5;
  float memory[4];
  Buffer bn(&n, SG_I64, {}), br(memory, SG_F32, {4});
  Call call({bn}, {br});
  EXPECT_EQ(run("ones", call), SG_BAD_ARGUMENT);
  EXPECT_STREQ(call.text, "the memory for result 0 has size 4 in dimension 0, "
                          "but the result has 5");
}

TEST_F(CallErrorsTest, NegativeSizesAreErrors) {
  int64_t n = -1, m = 3;
  Buffer br(nullptr, SG_F32, {0});
  Call call({Buffer(&n, SG_I64, {})}, {br});
  EXPECT_EQ(run("ones", call), SG_BAD_ARGUMENT);
  EXPECT_STREQ(call.text, "a tensor would have the size -1");
  float result;
  Call inside({Buffer(&n, SG_I64, {}), Buffer(&m, SG_I64, {})},
              {Buffer(&result, SG_F32, {})});
  EXPECT_EQ(run("last", inside), SG_BAD_ARGUMENT);
  EXPECT_STREQ(inside.text, "a tensor would have the size -1");
}

// A temporary whose size overflows or cannot be allocated is an error. The
// caller's allocator decides whether a result is too large.
TEST_F(CallErrorsTest, OutOfMemoryIsAnError) {
  int64_t large = int64_t(1) << 28, huge = int64_t(1) << 45;
  float result;
  Buffer br(&result, SG_F32, {});
  Buffer bl(&large, SG_I64, {}), bh(&huge, SG_I64, {});
  Call once({bl, bl}, {br});
  EXPECT_EQ(run("last", once), SG_OUT_OF_MEMORY);
  EXPECT_STREQ(once.text,
               "out of memory: a tensor takes 288230376151711744 bytes");
  Call overflowing({bh, bh}, {br});
  EXPECT_EQ(run("last", overflowing), SG_OUT_OF_MEMORY);
  EXPECT_STREQ(overflowing.text, "out of memory: a tensor would have more "
                                 "bytes than can be addressed");
  Buffer br1(nullptr, SG_F32, {0});
  Call refused({bl}, {br1});
  refused.allocate = [](void *, int64_t, int64_t) -> void * { return nullptr; };
  EXPECT_EQ(run("ones", refused), SG_OUT_OF_MEMORY);
  EXPECT_STREQ(refused.text, "out of memory: result 0 takes 1073741824 bytes");
}

TEST_F(CallErrorsTest, AssertionsHaveLocations) {
  float values[] = {1, 2}, limit = 0, result;
  Buffer bv(values, SG_F32, {2, 1});
  Call call({bv, Buffer(&limit, SG_F32, {})}, {Buffer(&result, SG_F32, {})});
  EXPECT_EQ(run("sum", call), SG_ASSERTION_FAILED);
  EXPECT_TRUE(llvm::StringRef(call.text).ends_with(": an element is too small"))
      << call.text;
}

TEST_F(CallErrorsTest, CallsSucceedAfterErrors) {
  float values[] = {1, -2}, limit = 0, lower = -9, result;
  Buffer bv(values, SG_F32, {2, 1});
  Call bad({bv, Buffer(&limit, SG_F32, {})}, {Buffer(&result, SG_F32, {})});
  EXPECT_EQ(run("sum", bad), SG_ASSERTION_FAILED);
  Call good({bv, Buffer(&lower, SG_F32, {})}, {Buffer(&result, SG_F32, {})});
  ASSERT_EQ(run("sum", good), SG_OK) << good.text;
  EXPECT_EQ(result, 1);
}

// Each call holds a megabyte when it fails. (AddressSanitizer keeps freed
// memory for a while and reports leaks at the end.)
TEST_F(CallErrorsTest, ErrorsFreeAllocations) {
  std::vector<float> values(1 << 18, 1);
  float limit = 0, result;
  Buffer bv(values.data(), SG_F32, {1 << 9, 1 << 9});
  auto fail = [&] {
    Call call({bv, Buffer(&limit, SG_F32, {})}, {Buffer(&result, SG_F32, {})});
    EXPECT_EQ(run("sum", call), SG_ASSERTION_FAILED);
  };
  fail();
#ifndef SG_SANITIZES_ADDRESS
  auto used = [] {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  size_t before = used();
  for (int i = 0; i < 20; ++i)
    fail();
  EXPECT_LT(used(), before + (1 << 20));
#endif
}

TEST_F(CallErrorsTest, ErrorsAreThreadLocal) {
  sg_entry_point entry = program->lookup("sum");
  auto work = [&](float limit, int32_t expected, bool *isRight) {
    float values[] = {1, 2}, result;
    for (int round = 0; round < 2000; ++round) {
      Buffer bv(values, SG_F32, {2, 1});
      Call call({bv, Buffer(&limit, SG_F32, {})},
                {Buffer(&result, SG_F32, {})});
      *isRight &= entry(&call) == expected;
    }
  };
  bool isRight[] = {true, true};
  std::thread other(work, 0, SG_ASSERTION_FAILED, &isRight[0]);
  work(-9, SG_OK, &isRight[1]);
  other.join();
  EXPECT_TRUE(isRight[0] && isRight[1]);
}

// An error in a nested call made by the allocator ends that call only.
TEST_F(CallErrorsTest, NestedErrorsStayNested) {
  struct State {
    sg_entry_point entry;
    int32_t status = -1;
    float memory[3];
  } state;
  state.entry = program->lookup("sum");
  int64_t n = 3;
  Buffer br(nullptr, SG_F32, {0});
  Call call({Buffer(&n, SG_I64, {})}, {br});
  call.state = &state;
  call.allocate = [](void *opaque, int64_t, int64_t) -> void * {
    auto *state = static_cast<State *>(opaque);
    float values[] = {1, 2}, limit = 0, result;
    Buffer bv(values, SG_F32, {2, 1});
    Call inner({bv, Buffer(&limit, SG_F32, {})}, {Buffer(&result, SG_F32, {})});
    state->status = state->entry(&inner);
    return state->memory;
  };
  ASSERT_EQ(run("ones", call), SG_OK) << call.text;
  EXPECT_EQ(state.status, SG_ASSERTION_FAILED);
  EXPECT_EQ(state.memory[2], 1);
}

} // namespace
