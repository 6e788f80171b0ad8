//===- CallTest.cpp - Calling native code ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Successful calls as documented in docs/ABI.md.
//
//===----------------------------------------------------------------------===//

#include "NativeProgram.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace sg::test;

namespace {

constexpr llvm::StringLiteral kSource = R"mlir(
func.func @add(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = arith.addf %x, %y : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @double(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @identity(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func @same_twice(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = arith.negf %x : tensor<?xf32>
  return %0, %0 : tensor<?xf32>, tensor<?xf32>
}
func.func @swap(%x: tensor<?xf32>, %y: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  return %y, %x : tensor<?xf32>, tensor<?xf32>
}
// Returns a vector with one 1 per true element: the shape depends on data.
func.func @ones(%x: tensor<?xi1>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xi1>
  %count = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> index {
    %b = tensor.extract %x[%i] : tensor<?xi1>
    %next = arith.addi %sum, %c1 : index
    %chosen = arith.select %b, %next, %sum : index
    scf.yield %chosen : index
  }
  %0 = tensor.splat %one[%count] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @rank0(%x: tensor<f64>) -> tensor<f64> {
  %0 = arith.addf %x, %x : tensor<f64>
  return %0 : tensor<f64>
}
func.func @store(%x: memref<3xf32>, %y: f32) {
  %c1 = arith.constant 1 : index
  memref.store %y, %x[%c1] : memref<3xf32>
  return
}
func.func @set(%x: tensor<?xf32>, %y: f32) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %y into %x[%c1] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
)mlir";

class CallTest : public NativeProgramTest<kSource> {
protected:
};

TEST_F(CallTest, WritesResultsIntoTheCallersMemory) {
  float x[] = {1, 2, 3, 4, 5, 6}, y[] = {10, 20, 30, 40, 50, 60}, z[6];
  Buffer bx(x, SG_F32, {2, 3}), by(y, SG_F32, {2, 3}), bz(z, SG_F32, {2, 3});
  Call call({bx, by}, {bz});
  ASSERT_EQ(run("add", call), SG_OK) << call.text;
  EXPECT_EQ(call.allocations, 0);
  EXPECT_EQ(call.results[0].data, z);
  EXPECT_EQ(z[0], 11);
  EXPECT_EQ(z[5], 66);
  EXPECT_EQ(x[5], 6) << "an argument is not written to";
}

TEST_F(CallTest, AllocatesResultsThatHaveNoMemory) {
  float x[] = {1, 2, 3};
  Buffer bx(x, SG_F32, {3}), by(nullptr, SG_F32, {-99});
  Call call({bx}, {by});
  ASSERT_EQ(run("double", call), SG_OK) << call.text;
  EXPECT_EQ(call.allocations, 1);
  EXPECT_EQ(by.sizes[0], 3);
  auto *y = static_cast<float *>(call.results[0].data);
  EXPECT_EQ(y[2], 6);
}

TEST_F(CallTest, AllocatorIsOptional) {
  float x[] = {1, 2, 3}, y[3];
  Buffer bx(x, SG_F32, {3}), by(y, SG_F32, {3});
  Call call({bx}, {by});
  call.allocate = nullptr;
  ASSERT_EQ(run("double", call), SG_OK) << call.text;
  EXPECT_EQ(y[2], 6);
}

TEST_F(CallTest, AcceptsElementAlignment) {
  alignas(64) float x[101], y[101];
  for (int i = 0; i < 101; ++i)
    x[i] = i;
  Buffer bx(x + 1, SG_F32, {100}), by(y + 1, SG_F32, {100});
  Call call({bx}, {by});
  ASSERT_EQ(run("double", call), SG_OK) << call.text;
  for (int i = 1; i < 101; ++i)
    EXPECT_EQ(y[i], 2 * i);
}

TEST_F(CallTest, CopiesReturnedArgument) {
  float x[] = {1, 2, 3}, y[3];
  Buffer bx(x, SG_F32, {3}), by(y, SG_F32, {3});
  Call call({bx}, {by});
  ASSERT_EQ(run("identity", call), SG_OK) << call.text;
  EXPECT_EQ(std::memcmp(x, y, sizeof x), 0);
}

TEST_F(CallTest, CopiesValueReturnedTwice) {
  float x[] = {1, 2, 3}, y[3];
  Buffer bx(x, SG_F32, {3}), by(y, SG_F32, {3}), bz(nullptr, SG_F32, {0});
  Call call({bx}, {by, bz});
  ASSERT_EQ(run("same_twice", call), SG_OK) << call.text;
  auto *z = static_cast<float *>(call.results[1].data);
  EXPECT_NE(z, y);
  EXPECT_EQ(y[2], -3);
  EXPECT_EQ(z[2], -3);
}

TEST_F(CallTest, ReadOnlyArgumentsMayAlias) {
  float x[] = {1, 2, 3, 4, 5, 6}, z[6];
  Buffer bx(x, SG_F32, {2, 3}), bz(z, SG_F32, {2, 3});
  Call call({bx, bx}, {bz});
  ASSERT_EQ(run("add", call), SG_OK) << call.text;
  EXPECT_EQ(z[5], 12);
}

TEST_F(CallTest, ReturnsArgumentsInAnotherOrder) {
  float x[] = {1, 2, 3}, y[] = {4, 5}, z[2], w[3];
  Buffer bx(x, SG_F32, {3}), by(y, SG_F32, {2}), bz(z, SG_F32, {2}),
      bw(w, SG_F32, {3});
  Call call({bx, by}, {bz, bw});
  ASSERT_EQ(run("swap", call), SG_OK) << call.text;
  EXPECT_EQ(z[1], 5);
  EXPECT_EQ(w[2], 3);
}

TEST_F(CallTest, ReturnsDataDependentShape) {
  bool x[] = {true, false, true, true};
  Buffer bx(x, SG_I1, {4}), by(nullptr, SG_F32, {0});
  Call call({bx}, {by});
  ASSERT_EQ(run("ones", call), SG_OK) << call.text;
  EXPECT_EQ(by.sizes[0], 3);
  EXPECT_EQ(static_cast<float *>(call.results[0].data)[2], 1);
}

TEST_F(CallTest, AcceptsMemoryForDataDependentShape) {
  bool x[] = {true, false, true, true};
  float y[3];
  Buffer bx(x, SG_I1, {4}), by(y, SG_F32, {3});
  Call call({bx}, {by});
  ASSERT_EQ(run("ones", call), SG_OK) << call.text;
  EXPECT_EQ(call.allocations, 0);
  EXPECT_EQ(y[2], 1);
}

TEST_F(CallTest, ShapesOfRankZeroMayBeNull) {
  double x = 1.5, y = 0;
  sg_array in{&x, nullptr, 0, SG_F64}, out{&y, nullptr, 0, SG_F64};
  Call call({in}, {out});
  ASSERT_EQ(run("rank0", call), SG_OK) << call.text;
  EXPECT_EQ(y, 3);
}

TEST_F(CallTest, ArraysWithoutElementsNeedNoMemory) {
  Buffer bx(nullptr, SG_F32, {0}), by(nullptr, SG_F32, {7});
  Call call({bx}, {by});
  call.allocate = nullptr;
  ASSERT_EQ(run("double", call), SG_OK) << call.text;
  EXPECT_EQ(by.sizes[0], 0);
  EXPECT_EQ(call.results[0].data, nullptr);
}

TEST_F(CallTest, WritesThroughMemRefs) {
  float x[] = {1, 2, 3}, y = 20;
  Buffer bx(x, SG_F32, {3});
  Call call({bx, Buffer(&y, SG_F32, {})}, {});
  ASSERT_EQ(run("store", call), SG_OK) << call.text;
  EXPECT_EQ(x[1], 20);
}

TEST_F(CallTest, PreservesUndonatedArguments) {
  float x[] = {1, 2, 3}, y = 20, z[3];
  Buffer bx(x, SG_F32, {3}), bz(z, SG_F32, {3});
  Call call({bx, Buffer(&y, SG_F32, {})}, {bz});
  ASSERT_EQ(run("set", call), SG_OK) << call.text;
  EXPECT_EQ(x[1], 2);
  EXPECT_EQ(z[1], 20);
}

TEST_F(CallTest, ResultsDoNotDependOnDonation) {
  NativeProgram donating(kSource, {0});
  float x[] = {1, 2, 3}, y = 20, z[3];
  Buffer bx(x, SG_F32, {3}), bz(z, SG_F32, {3});
  Call call({bx, Buffer(&y, SG_F32, {})}, {bz});
  ASSERT_EQ(donating.lookup("set")(&call), SG_OK) << call.text;
  EXPECT_EQ(z[0], 1);
  EXPECT_EQ(z[1], 20);
  EXPECT_EQ(z[2], 3);
}

TEST_F(CallTest, TheAllocatorMayCallAnEntryPoint) {
  struct State {
    sg_entry_point entry;
    double x = 2, y = 0;
    float memory[3];
  } state;
  state.entry = program->lookup("rank0");
  float x[] = {1, 2, 3};
  Buffer bx(x, SG_F32, {3}), by(nullptr, SG_F32, {0});
  Call call({bx}, {by});
  call.state = &state;
  call.allocate = [](void *opaque, int64_t, int64_t) -> void * {
    auto *state = static_cast<State *>(opaque);
    Call inner({Buffer(&state->x, SG_F64, {})},
               {Buffer(&state->y, SG_F64, {})});
    state->entry(&inner);
    return state->memory;
  };
  ASSERT_EQ(run("double", call), SG_OK) << call.text;
  EXPECT_EQ(state.y, 4);
  EXPECT_EQ(state.memory[2], 6);
}

} // namespace
