//===- DonationTest.cpp - Results in donated arguments --------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Donated arguments as documented in docs/ABI.md.
//
//===----------------------------------------------------------------------===//

#include "NativeProgram.h"
#include <gtest/gtest.h>

using namespace sg::test;

namespace {

constexpr llvm::StringLiteral kSource = R"mlir(
// Two results are written in place; one argument is only read.
func.func @momentum(%p: tensor<?xf32>, %m: tensor<?xf32>, %g: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %m1 = arith.addf %m, %g : tensor<?xf32>
  %p1 = arith.subf %p, %m1 : tensor<?xf32>
  return %p1, %m1 : tensor<?xf32>, tensor<?xf32>
}
// Computed in place, the transpose would read overwritten elements.
func.func @transpose(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %empty = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.transpose ins(%x : tensor<2x2xf32>)
      outs(%empty : tensor<2x2xf32>) permutation = [1, 0]
  return %0 : tensor<2x2xf32>
}
// Each argument is still needed after its memory holds the other result.
func.func @swap(%x: tensor<2xf32>, %y: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>) {
  return %y, %x : tensor<2xf32>, tensor<2xf32>
}
func.func @swap_dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  return %y, %x : tensor<?xf32>, tensor<?xf32>
}
func.func @identity(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @same_twice(%x: tensor<2xf32>, %y: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = arith.addf %x, %y : tensor<2xf32>
  return %0, %0 : tensor<2xf32>, tensor<2xf32>
}
// One argument is donated to two results.
func.func @both(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = arith.addf %x, %x : tensor<2xf32>
  %1 = arith.mulf %x, %x : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
// The result has %n elements, which may equal the number of elements of %x.
func.func @repeat(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0] : tensor<?xf32>
  %0 = tensor.splat %e[%n] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
)mlir";

class DonationTest : public NativeProgramTest<kSource, 0, 1> {
protected:
  static void expectError(llvm::StringRef function, std::vector<sg_array> in,
                          std::vector<sg_array> out, const char *message) {
    Call call(in, out);
    EXPECT_EQ(run(function, call), SG_BAD_ARGUMENT);
    EXPECT_STREQ(call.text, message);
  }
};

TEST_F(DonationTest, WritesResultsToDonatedArguments) {
  for (int64_t n : {0, 1, 3, 17, 1001}) {
    std::vector<float> p(n, 1), m(n, 2), g(n);
    for (int64_t i = 0; i < n; ++i)
      g[i] = i;
    Buffer bp(p.data(), SG_F32, {n}), bm(m.data(), SG_F32, {n}),
        bg(g.data(), SG_F32, {n});
    Call call({bp, bm, bg}, {bp, bm});
    // Each call takes the results of the previous call.
    ASSERT_EQ(run("momentum", call), SG_OK) << call.text;
    ASSERT_EQ(run("momentum", call), SG_OK) << call.text;
    EXPECT_EQ(call.allocations, 0);
    for (int64_t i = 0; i < n; ++i) {
      EXPECT_EQ(m[i], 2 + 2 * i);
      EXPECT_EQ(p[i], 1 - (2 + i) - (2 + 2 * i));
      EXPECT_EQ(g[i], i);
    }
  }
}

TEST_F(DonationTest, DonationIsOptional) {
  float p[] = {1, 2, 3}, m[] = {4, 5, 6}, g[] = {7, 8, 9}, q[3];
  Buffer bp(p, SG_F32, {3}), bm(m, SG_F32, {3}), bg(g, SG_F32, {3}),
      bq(q, SG_F32, {3}), allocated(nullptr, SG_F32, {0});
  Call some({bp, bm, bg}, {bq, bm});
  ASSERT_EQ(run("momentum", some), SG_OK) << some.text;
  EXPECT_EQ(m[1], 13);
  EXPECT_EQ(q[1], -11);
  p[1] = 2;
  Call fresh({bp, bm, bg}, {bq, allocated});
  ASSERT_EQ(run("momentum", fresh), SG_OK) << fresh.text;
  EXPECT_EQ(fresh.allocations, 1);
  EXPECT_NE(fresh.results[1].data, m);
  EXPECT_EQ(static_cast<float *>(fresh.results[1].data)[1], 21);
  EXPECT_EQ(q[1], -19);
}

TEST_F(DonationTest, ReadsBeforeOverwriting) {
  float x[] = {1, 2, 3, 4};
  Buffer bx(x, SG_F32, {2, 2});
  Call call({bx}, {bx});
  ASSERT_EQ(run("transpose", call), SG_OK) << call.text;
  EXPECT_EQ(x[1], 3);
  EXPECT_EQ(x[2], 2);
}

TEST_F(DonationTest, ExchangesArguments) {
  for (const char *function : {"swap", "swap_dynamic"}) {
    float x[] = {1, 2}, y[] = {3, 4}, z[2];
    Buffer bx(x, SG_F32, {2}), by(y, SG_F32, {2}), bz(z, SG_F32, {2});
    Call call({bx, by}, {bx, by});
    ASSERT_EQ(run(function, call), SG_OK) << call.text;
    EXPECT_EQ(x[1], 4);
    EXPECT_EQ(y[1], 2);
    Call half({bx, by}, {bz, by});
    ASSERT_EQ(run(function, half), SG_OK) << half.text;
    EXPECT_EQ(z[1], 2);
    EXPECT_EQ(y[1], 4);
  }
}

TEST_F(DonationTest, ArgumentsMayBeResults) {
  float x[] = {1, 2}, y[] = {3, 4}, z[2];
  Buffer bx(x, SG_F32, {2}), by(y, SG_F32, {2}), bz(z, SG_F32, {2});
  Call kept({bx}, {bx});
  ASSERT_EQ(run("identity", kept), SG_OK) << kept.text;
  EXPECT_EQ(x[1], 2);
  Call copied({bx}, {bz});
  ASSERT_EQ(run("identity", copied), SG_OK) << copied.text;
  EXPECT_EQ(z[1], 2);
  Call twice({bx, by}, {bx, by});
  ASSERT_EQ(run("same_twice", twice), SG_OK) << twice.text;
  EXPECT_EQ(x[1], 6);
  EXPECT_EQ(y[1], 6);
}

TEST_F(DonationTest, OneResultPerArgument) {
  float x[] = {3, 4}, y[2];
  Buffer bx(x, SG_F32, {2}), by(y, SG_F32, {2});
  expectError("both", {bx}, {by, bx},
              "the memory for result 1 overlaps argument 0");
  Call call({bx}, {bx, by});
  ASSERT_EQ(run("both", call), SG_OK) << call.text;
  EXPECT_EQ(x[1], 8);
  EXPECT_EQ(y[1], 16);
}

TEST_F(DonationTest, DynamicSizesMayMatch) {
  float x[] = {5, 6, 7}, y[2];
  int64_t n = 3;
  Buffer bx(x, SG_F32, {3}), bn(&n, SG_I64, {}), by(y, SG_F32, {2});
  Call same({bx, bn}, {bx});
  ASSERT_EQ(run("repeat", same), SG_OK) << same.text;
  EXPECT_EQ(x[2], 5);
  n = 2;
  Call shorter({bx, bn}, {by});
  ASSERT_EQ(run("repeat", shorter), SG_OK) << shorter.text;
  EXPECT_EQ(y[1], 5);
  expectError(
      "repeat", {bx, bn}, {bx},
      "the memory for result 0 has size 3 in dimension 0, but the result "
      "has 2");
}

TEST_F(DonationTest, RejectsOtherOverlaps) {
  float memory[8] = {}, y[3] = {}, z[3] = {};
  Buffer bx(memory, SG_F32, {3}), shifted(memory + 1, SG_F32, {3}),
      part(memory, SG_F32, {2}), by(y, SG_F32, {3}), bz(z, SG_F32, {3});
  // The result overlaps only a part of the argument, or starts at another
  // address.
  expectError("momentum", {bx, by, bz}, {shifted, by},
              "the memory for result 0 overlaps argument 0");
  int64_t n = 2;
  expectError("repeat", {bx, Buffer(&n, SG_I64, {})}, {part},
              "the memory for result 0 overlaps argument 0");
  // A result may not use another result's donated argument, nor an argument
  // that is not donated.
  expectError("momentum", {bx, by, bz}, {by, bx},
              "the memory for result 0 overlaps argument 1");
  expectError("momentum", {bx, by, bz}, {bz, by},
              "the memory for result 0 overlaps argument 2");
  // Two results may not share the memory of one argument.
  expectError("momentum", {bx, by, bz}, {bx, bx},
              "the memory for result 1 overlaps argument 0");
}

TEST_F(DonationTest, RejectsOverlapsOfDonatedArguments) {
  float memory[4] = {}, y[3] = {};
  Buffer bx(memory, SG_F32, {3}), shifted(memory + 1, SG_F32, {3}),
      by(y, SG_F32, {3}), none(memory + 1, SG_F32, {0}),
      nothing(nullptr, SG_F32, {0});
  expectError("momentum", {bx, by, bx}, {bx, by},
              "argument 0, which is donated, overlaps argument 2");
  expectError("momentum", {by, shifted, bx}, {by, shifted},
              "argument 1, which is donated, overlaps argument 2");
  Call empty({none, nothing, none}, {none, nothing});
  EXPECT_EQ(run("momentum", empty), SG_OK) << empty.text;
}

} // namespace
