//===- CallTypesTest.cpp - Types of arguments and results -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments and results of each type as documented in docs/ABI.md.
//
//===----------------------------------------------------------------------===//

#include "NativeProgram.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace sg::test;

namespace {

constexpr llvm::StringLiteral kSource = R"mlir(
func.func @scalars(%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: index,
                   %g: f16, %h: bf16, %i: f32, %j: f64)
    -> (f64, f32, bf16, f16, index, i64, i32, i16, i8, i1) {
  return %j, %i, %h, %g, %f, %e, %d, %c, %b, %a
      : f64, f32, bf16, f16, index, i64, i32, i16, i8, i1
}
func.func @swap(%a: complex<f32>, %b: tensor<2xcomplex<f64>>)
    -> (tensor<2xcomplex<f64>>, complex<f32>) {
  return %b, %a : tensor<2xcomplex<f64>>, complex<f32>
}
func.func @flip(%x: tensor<3xi1>) -> tensor<3xi1> {
  %true = arith.constant dense<true> : tensor<3xi1>
  %0 = arith.xori %x, %true : tensor<3xi1>
  return %0 : tensor<3xi1>
}
func.func @no_arguments() -> i32 {
  %0 = arith.constant 7 : i32
  return %0 : i32
}
func.func @no_results(%x: f32) {
  return
}
func.func @bytes(%x: tensor<2x?x3xi8>) -> (tensor<2x?x3xi8>, index) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<2x?x3xi8>
  return %x, %n : tensor<2x?x3xi8>, index
}
)mlir";

class CallTypesTest : public NativeProgramTest<kSource> {
protected:
};

TEST_F(CallTypesTest, PassesScalarsOfEveryType) {
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

TEST_F(CallTypesTest, ComplexNumbersAreAlignedLikeTheirParts) {
  float a[3] = {0, 1, -2}, ra[3] = {};
  double b[5] = {0, 3, 4, -5, 6}, rb[5] = {};
  // The second element of an array of floats is aligned to 4 bytes only.
  Buffer ba(a + 1, SG_C64, {}), bra(ra + 1, SG_C64, {});
  Buffer bb(b + 1, SG_C128, {2}), brb(rb + 1, SG_C128, {2});
  Call call({ba, bb}, {brb, bra});
  ASSERT_EQ(run("swap", call), SG_OK) << call.text;
  EXPECT_EQ(std::memcmp(a, ra, sizeof a), 0);
  EXPECT_EQ(std::memcmp(b, rb, sizeof b), 0);
  Buffer unaligned(reinterpret_cast<char *>(a) + 2, SG_C64, {});
  Call wrong({unaligned, bb}, {brb, bra});
  EXPECT_EQ(run("swap", wrong), SG_BAD_ARGUMENT);
  EXPECT_STREQ(wrong.text, "argument 0 is not aligned to its elements");
}

TEST_F(CallTypesTest, PassesBooleansAsBytesOfZeroAndOne) {
  uint8_t x[] = {0, 1, 1}, y[] = {9, 9, 9};
  Buffer bx(x, SG_I1, {3}), by(y, SG_I1, {3});
  Call call({bx}, {by});
  ASSERT_EQ(run("flip", call), SG_OK) << call.text;
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[1], 0);
  EXPECT_EQ(y[2], 0);
}

TEST_F(CallTypesTest, DynamicSizesMayBeBetweenStaticOnes) {
  int8_t x[2 * 0 * 3 + 1];
  int64_t n = -1;
  Buffer bx(x, SG_I8, {2, 0, 3}), by(nullptr, SG_I8, {5, 5, 5}),
      bn(&n, SG_I64, {});
  Call call({bx}, {by, bn});
  ASSERT_EQ(run("bytes", call), SG_OK) << call.text;
  EXPECT_EQ(n, 0);
  EXPECT_EQ(by.sizes, (std::vector<int64_t>{2, 0, 3}));
}

TEST_F(CallTypesTest, FunctionsMayHaveNoArgumentsOrNoResults) {
  int32_t seven = 0;
  Call without({}, {Buffer(&seven, SG_I32, {})});
  ASSERT_EQ(run("no_arguments", without), SG_OK) << without.text;
  EXPECT_EQ(seven, 7);
  float x = 1;
  Call silent({Buffer(&x, SG_F32, {})}, {});
  ASSERT_EQ(run("no_results", silent), SG_OK) << silent.text;
}

} // namespace
