//===- CallArgumentsTest.cpp - Calls with invalid arguments ---------------===//
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
#include <gtest/gtest.h>

using namespace sg::test;

namespace {

constexpr llvm::StringLiteral kSource = R"mlir(
func.func @add(%x: tensor<2x3xf32>, %y: tensor<2x?xf32>) -> tensor<2x3xf32> {
  %c = tensor.cast %y : tensor<2x?xf32> to tensor<2x3xf32>
  %0 = arith.addf %x, %c : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @twice(%x: f32) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = tensor.splat %x : tensor<2x3xf32>
  return %0, %0 : tensor<2x3xf32>, tensor<2x3xf32>
}
func.func @sizes(%x: tensor<?x?xf32>) -> tensor<2x3xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %i = arith.index_cast %n : index to i32
  %f = arith.sitofp %i : i32 to f32
  %0 = tensor.splat %f : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
)mlir";

class CallArgumentsTest : public NativeProgramTest<kSource> {
protected:
  /// A valid call of @add.
  float x[6] = {}, y[6] = {}, z[6] = {};
  Buffer bx{x, SG_F32, {2, 3}}, by{y, SG_F32, {2, 3}}, bz{z, SG_F32, {2, 3}};
  Buffer allocated{nullptr, SG_F32, {0, 0}};

  /// Expects that @add rejects the call with the given message.
  void expectError(Call &call, const char *message) {
    EXPECT_EQ(run("add", call), SG_BAD_ARGUMENT);
    EXPECT_STREQ(call.text, message);
  }
  void expectError(std::vector<sg_array> in, std::vector<sg_array> out,
                   const char *message) {
    Call call(in, out);
    expectError(call, message);
  }
};

TEST_F(CallArgumentsTest, RejectsSignatureMismatch) {
  expectError({bx}, {bz}, "the call has 1 arguments, the function has 2");
  expectError({bx, by}, {}, "the call has 0 results, the function has 1");
  Buffer wide(x, SG_F32, {2, 4});
  expectError({wide, by}, {bz},
              "argument 0 is 2x4xf32, the function has 2x3xf32");
  Buffer negative(y, SG_F32, {2, -1});
  expectError({bx, negative}, {bz},
              "argument 1 is 2x-1xf32, the function has 2x?xf32");
  Buffer flat(x, SG_F32, {6});
  expectError({flat, by}, {bz},
              "argument 0 is 6xf32, the function has 2x3xf32");
  Buffer half(y, SG_F16, {2, 3});
  expectError({bx, half}, {bz},
              "argument 1 is 2x3xf16, the function has 2x?xf32");
  Buffer unknown(y, 77, {2, 3});
  expectError({bx, unknown}, {bz},
              "argument 1 is 2x3xan unknown type, the function has 2x?xf32");
  Buffer scalar(z, SG_F32, {});
  expectError({bx, by}, {scalar}, "result 0 is f32, the function has 2x3xf32");
  Buffer narrow(z, SG_F32, {2, 2});
  expectError({bx, by}, {narrow},
              "result 0 is 2x2xf32, the function has 2x3xf32");
}

// The function is compiled for the host.
TEST_F(CallArgumentsTest, RejectsDeviceArrays) {
  Buffer onDevice(x, SG_F32 | SG_ON_DEVICE, {2, 3});
  expectError(
      {onDevice, by}, {bz},
      "argument 0 is on the device, the function takes it from the host");
  expectError({bx, by}, {onDevice},
              "result 0 is on the device, the function takes it from the host");
  Buffer half(y, SG_F16 | SG_ON_DEVICE, {2, 3});
  expectError({bx, half}, {bz},
              "argument 1 is 2x3xf16, the function has 2x?xf32");
}

TEST_F(CallArgumentsTest, RejectsMissingPointers) {
  sg_array shapeless{x, nullptr, 2, SG_F32};
  expectError({shapeless, by}, {bz}, "argument 0 has no shape");
  Buffer empty(nullptr, SG_F32, {2, 3});
  expectError({empty, by}, {bz}, "argument 0 has no data");
  sg_array unshaped{nullptr, nullptr, 2, SG_F32};
  expectError({bx, by}, {unshaped}, "result 0 has no shape");
  Call call({bx, by}, {allocated});
  call.allocate = nullptr;
  expectError(call, "result 0 has no memory and there is no allocator");
}

TEST_F(CallArgumentsTest, RejectsMisalignedMemory) {
  Buffer odd(reinterpret_cast<char *>(x) + 2, SG_F32, {2, 3});
  expectError({odd, by}, {bz}, "argument 0 is not aligned to its elements");
  expectError({bx, by}, {odd}, "result 0 is not aligned to its elements");
  Call call({bx, by}, {allocated});
  call.state = x;
  call.allocate = [](void *state, int64_t, int64_t) -> void * {
    return static_cast<char *>(state) + 2;
  };
  expectError(call, "the memory allocated for result 0 is not aligned");
}

// Native code would read an element it has just written.
TEST_F(CallArgumentsTest, RejectsOverlappingResults) {
  float memory[12] = {};
  Buffer first(memory, SG_F32, {2, 3}), last(memory + 5, SG_F32, {2, 3}),
      behind(memory + 6, SG_F32, {2, 3});
  expectError({bx, first}, {first},
              "the memory for result 0 overlaps argument 1");
  expectError({first, by}, {last},
              "the memory for result 0 overlaps argument 0");
  expectError({last, by}, {first},
              "the memory for result 0 overlaps argument 0");
  Call besides({first, by}, {behind});
  EXPECT_EQ(run("add", besides), SG_OK) << besides.text;
  Buffer scalar(memory + 11, SG_F32, {});
  Call same({scalar}, {first, last});
  EXPECT_EQ(run("twice", same), SG_BAD_ARGUMENT);
  EXPECT_STREQ(same.text, "the memory for result 1 overlaps result 0");
  // Arrays without elements cannot overlap.
  Buffer none(memory + 3, SG_F32, {0, 0});
  Call empty({none}, {first});
  EXPECT_EQ(run("sizes", empty), SG_OK) << empty.text;
}

// The layout of a call of another version is unknown, including its field for
// the message.
TEST_F(CallArgumentsTest, RejectsOtherVersions) {
  Call newer({bx, by}, {bz});
  newer.version = SG_CALL_VERSION + 1;
  expectError(newer, "");
  Call strange({bx, by}, {bz});
  strange.reserved = 1;
  expectError(strange, "");
}

TEST_F(CallArgumentsTest, TruncatesOrOmitsMessages) {
  Call narrow({bx}, {bz});
  narrow.message_capacity = 9;
  narrow.text[9] = '#';
  EXPECT_EQ(run("add", narrow), SG_BAD_ARGUMENT);
  EXPECT_STREQ(narrow.text, "the call");
  EXPECT_EQ(narrow.text[9], '#');
  Call none({bx}, {bz});
  none.message_capacity = 0;
  expectError(none, "");
  Call null({bx}, {bz});
  null.message = nullptr;
  expectError(null, "");
}

} // namespace
