//===- CallTest.cpp - Calling native code ---------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What docs/ABI.md promises of calls that succeed.
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
// As many ones as there are true elements: a shape that depends on data.
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
func.func @scalars(%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: index,
                   %g: f16, %h: bf16, %i: f32, %j: f64)
    -> (f64, f32, bf16, f16, index, i64, i32, i16, i8, i1) {
  return %j, %i, %h, %g, %f, %e, %d, %c, %b, %a
      : f64, f32, bf16, f16, index, i64, i32, i16, i8, i1
}
func.func @flip(%x: tensor<3xi1>) -> tensor<3xi1> {
  %true = arith.constant dense<true> : tensor<3xi1>
  %0 = arith.xori %x, %true : tensor<3xi1>
  return %0 : tensor<3xi1>
}
func.func @rank0(%x: tensor<f64>) -> tensor<f64> {
  %0 = arith.addf %x, %x : tensor<f64>
  return %0 : tensor<f64>
}
func.func @no_arguments() -> i32 {
  %0 = arith.constant 7 : i32
  return %0 : i32
}
func.func @no_results(%x: f32) {
  return
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
func.func @bytes(%x: tensor<2x?x3xi8>) -> (tensor<2x?x3xi8>, index) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<2x?x3xi8>
  return %x, %n : tensor<2x?x3xi8>, index
}
)mlir";

class CallTest : public testing::Test {
protected:
  static void SetUpTestSuite() { program = new NativeProgram(kSource); }
  static void TearDownTestSuite() { delete program; }

  int32_t run(llvm::StringRef function, Call &call) {
    return program->lookup(function)(&call);
  }

  static NativeProgram *program;
};
NativeProgram *CallTest::program = nullptr;

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

TEST_F(CallTest, MayHaveNoAllocatorIfAllResultsHaveMemory) {
  float x[] = {1, 2, 3}, y[3];
  Buffer bx(x, SG_F32, {3}), by(y, SG_F32, {3});
  Call call({bx}, {by});
  call.allocate = nullptr;
  ASSERT_EQ(run("double", call), SG_OK) << call.text;
  EXPECT_EQ(y[2], 6);
}

// Memory that is aligned to its elements and no more is good enough.
TEST_F(CallTest, TakesMemoryOfAnyAlignment) {
  alignas(64) float x[101], y[101];
  for (int i = 0; i < 101; ++i)
    x[i] = i;
  Buffer bx(x + 1, SG_F32, {100}), by(y + 1, SG_F32, {100});
  Call call({bx}, {by});
  ASSERT_EQ(run("double", call), SG_OK) << call.text;
  for (int i = 1; i < 101; ++i)
    EXPECT_EQ(y[i], 2 * i);
}

TEST_F(CallTest, CopiesAnArgumentThatIsReturned) {
  float x[] = {1, 2, 3}, y[3];
  Buffer bx(x, SG_F32, {3}), by(y, SG_F32, {3});
  Call call({bx}, {by});
  ASSERT_EQ(run("identity", call), SG_OK) << call.text;
  EXPECT_EQ(std::memcmp(x, y, sizeof x), 0);
}

TEST_F(CallTest, CopiesAValueThatIsReturnedTwice) {
  float x[] = {1, 2, 3}, y[3];
  Buffer bx(x, SG_F32, {3}), by(y, SG_F32, {3}), bz(nullptr, SG_F32, {0});
  Call call({bx}, {by, bz});
  ASSERT_EQ(run("same_twice", call), SG_OK) << call.text;
  auto *z = static_cast<float *>(call.results[1].data);
  EXPECT_NE(z, y);
  EXPECT_EQ(y[2], -3);
  EXPECT_EQ(z[2], -3);
}

TEST_F(CallTest, ArgumentsThatAreOnlyReadMayShareMemory) {
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

TEST_F(CallTest, TellsAShapeThatDependsOnData) {
  bool x[] = {true, false, true, true};
  Buffer bx(x, SG_I1, {4}), by(nullptr, SG_F32, {0});
  Call call({bx}, {by});
  ASSERT_EQ(run("ones", call), SG_OK) << call.text;
  EXPECT_EQ(by.sizes[0], 3);
  EXPECT_EQ(static_cast<float *>(call.results[0].data)[2], 1);
}

TEST_F(CallTest, TakesMemoryForAShapeThatDependsOnData) {
  bool x[] = {true, false, true, true};
  float y[3];
  Buffer bx(x, SG_I1, {4}), by(y, SG_F32, {3});
  Call call({bx}, {by});
  ASSERT_EQ(run("ones", call), SG_OK) << call.text;
  EXPECT_EQ(call.allocations, 0);
  EXPECT_EQ(y[2], 1);
}

TEST_F(CallTest, PassesScalarsOfEveryType) {
  uint8_t a = 1, ra = 9;
  int8_t b = -8, rb;
  int16_t c = -16, rc;
  int32_t d = -32, rd;
  int64_t e = -64, re;
  int64_t f = 1234567890123, rf;
  uint16_t g = 0x3C01, rg, h = 0x3F81, rh;
  float i = 0.1f, ri;
  double j = -0.1, rj;
  auto scalar = [](void *data, int32_t type) { return Buffer(data, type, {}); };
  Call call({scalar(&a, SG_I1), scalar(&b, SG_I8), scalar(&c, SG_I16),
             scalar(&d, SG_I32), scalar(&e, SG_I64), scalar(&f, SG_I64),
             scalar(&g, SG_F16), scalar(&h, SG_BF16), scalar(&i, SG_F32),
             scalar(&j, SG_F64)},
            {scalar(&rj, SG_F64), scalar(&ri, SG_F32), scalar(&rh, SG_BF16),
             scalar(&rg, SG_F16), scalar(&rf, SG_I64), scalar(&re, SG_I64),
             scalar(&rd, SG_I32), scalar(&rc, SG_I16), scalar(&rb, SG_I8),
             scalar(&ra, SG_I1)});
  ASSERT_EQ(run("scalars", call), SG_OK) << call.text;
  EXPECT_EQ(ra, 1);
  EXPECT_EQ(rb, b);
  EXPECT_EQ(rc, c);
  EXPECT_EQ(rd, d);
  EXPECT_EQ(re, e);
  EXPECT_EQ(rf, f);
  EXPECT_EQ(rg, g);
  EXPECT_EQ(rh, h);
  EXPECT_EQ(ri, i);
  EXPECT_EQ(rj, j);
}

TEST_F(CallTest, ShapesOfRankZeroMayBeNull) {
  double x = 1.5, y = 0;
  sg_array in{&x, nullptr, 0, SG_F64}, out{&y, nullptr, 0, SG_F64};
  Call call({in}, {out});
  ASSERT_EQ(run("rank0", call), SG_OK) << call.text;
  EXPECT_EQ(y, 3);
}

TEST_F(CallTest, PassesBooleansAsBytesOfZeroAndOne) {
  uint8_t x[] = {0, 1, 1}, y[] = {9, 9, 9};
  Buffer bx(x, SG_I1, {3}), by(y, SG_I1, {3});
  Call call({bx}, {by});
  ASSERT_EQ(run("flip", call), SG_OK) << call.text;
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[1], 0);
  EXPECT_EQ(y[2], 0);
}

TEST_F(CallTest, ArraysWithoutElementsNeedNoMemory) {
  Buffer bx(nullptr, SG_F32, {0}), by(nullptr, SG_F32, {7});
  Call call({bx}, {by});
  call.allocate = nullptr;
  ASSERT_EQ(run("double", call), SG_OK) << call.text;
  EXPECT_EQ(by.sizes[0], 0);
  EXPECT_EQ(call.results[0].data, nullptr);
}

TEST_F(CallTest, DynamicSizesMayBeBetweenStaticOnes) {
  int8_t x[2 * 0 * 3 + 1];
  int64_t n = -1;
  Buffer bx(x, SG_I8, {2, 0, 3}), by(nullptr, SG_I8, {5, 5, 5}),
      bn(&n, SG_I64, {});
  Call call({bx}, {by, bn});
  ASSERT_EQ(run("bytes", call), SG_OK) << call.text;
  EXPECT_EQ(n, 0);
  EXPECT_EQ(by.sizes, (std::vector<int64_t>{2, 0, 3}));
}

TEST_F(CallTest, FunctionsMayHaveNoArgumentsOrNoResults) {
  int32_t seven = 0;
  Call without({}, {Buffer(&seven, SG_I32, {})});
  ASSERT_EQ(run("no_arguments", without), SG_OK) << without.text;
  EXPECT_EQ(seven, 7);
  float x = 1;
  Call silent({Buffer(&x, SG_F32, {})}, {});
  ASSERT_EQ(run("no_results", silent), SG_OK) << silent.text;
}

TEST_F(CallTest, WritesThroughMemRefs) {
  float x[] = {1, 2, 3}, y = 20;
  Buffer bx(x, SG_F32, {3});
  Call call({bx, Buffer(&y, SG_F32, {})}, {});
  ASSERT_EQ(run("store", call), SG_OK) << call.text;
  EXPECT_EQ(x[1], 20);
}

TEST_F(CallTest, LeavesArgumentsAloneThatAreNotDonated) {
  float x[] = {1, 2, 3}, y = 20, z[3];
  Buffer bx(x, SG_F32, {3}), bz(z, SG_F32, {3});
  Call call({bx, Buffer(&y, SG_F32, {})}, {bz});
  ASSERT_EQ(run("set", call), SG_OK) << call.text;
  EXPECT_EQ(x[1], 2);
  EXPECT_EQ(z[1], 20);
}

TEST_F(CallTest, ResultsDoNotDependOnWhetherArgumentsAreDonated) {
  NativeProgram donating(kSource, {0});
  float x[] = {1, 2, 3}, y = 20, z[3];
  Buffer bx(x, SG_F32, {3}), bz(z, SG_F32, {3});
  Call call({bx, Buffer(&y, SG_F32, {})}, {bz});
  ASSERT_EQ(donating.lookup("set")(&call), SG_OK) << call.text;
  EXPECT_EQ(z[0], 1);
  EXPECT_EQ(z[1], 20);
  EXPECT_EQ(z[2], 3);
}

// The allocator is the caller's code, which may call native code itself.
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
