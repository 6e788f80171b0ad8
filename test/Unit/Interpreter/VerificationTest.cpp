//===- VerificationTest.cpp - Comparing results with the reference --------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Verification.h"
#include "mlir/Parser/Parser.h"
#include "sg/Register.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace sg;
using namespace sg::interpreter;

namespace {
class VerificationTest : public testing::Test {
protected:
  VerificationTest() {
    DialectRegistry registry;
    sg::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }

  /// Returns the function @f of the parsed program.
  func::FuncOp parse(StringRef program) {
    module = parseSourceString<ModuleOp>(program, &context);
    return module->lookupSymbol<func::FuncOp>("f");
  }

  Array array(StringRef text, Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return llvm::cantFail(
        parseArray(text, getElementTypeOrSelf(type),
                   shaped ? shaped.getShape() : ArrayRef<int64_t>()));
  }

  /// Returns the verdicts on `results`, as if native code had returned them.
  std::vector<ResultVerdict> verify(func::FuncOp function,
                                    ArrayRef<StringRef> arguments,
                                    ArrayRef<StringRef> results) {
    SmallVector<Tensor> tensors;
    for (auto [text, type] :
         llvm::zip_equal(arguments, function.getArgumentTypes()))
      tensors.push_back(llvm::cantFail(toTensor(array(text, type))));
    SmallVector<Array> arrays;
    for (auto [text, type] :
         llvm::zip_equal(results, function.getResultTypes()))
      arrays.push_back(array(text, type));
    return llvm::cantFail(
        verifyResults(function, tensors, arrays, InterpreterOptions()));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(VerificationTest, AcceptsRoundingErrors) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = math.exp %x : tensor<2xf32>
      return %y : tensor<2xf32>
    })");
  // The results differ from e by 4 ulps and from e^2 by 2 ulps.
  std::vector<ResultVerdict> verdicts =
      verify(f, {"1 2"}, {"2.718282699584961 7.389057159423828"});
  EXPECT_FALSE(verdicts[0].isWrong);
  EXPECT_EQ(verdicts[0].numUndecided, 0);
  ASSERT_TRUE(verdicts[0].difference);
  EXPECT_GT(verdicts[0].difference->distance, 0);
  EXPECT_LT(verdicts[0].difference->distance, verdicts[0].difference->bound);
  EXPECT_LT(verdicts[0].difference->bound, 1e-4);
}

TEST_F(VerificationTest, ComparesSmallElementsNextToLarge) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: tensor<3xbf16>) -> tensor<3xbf16> {
      %y = arith.addf %x, %x : tensor<3xbf16>
      return %y : tensor<3xbf16>
    })");
  std::vector<ResultVerdict> verdicts = verify(f, {"1e30 1 -1"}, {"2e30 2 -4"});
  ASSERT_TRUE(verdicts[0].isWrong);
  EXPECT_EQ(verdicts[0].difference->index, SmallVector<int64_t>{2});
  EXPECT_EQ(verdicts[0].difference->native, "-4");
  EXPECT_EQ(verdicts[0].difference->reference, "-2");
  EXPECT_EQ(verdicts[0].difference->distance, 2);
}

TEST_F(VerificationTest, ToleratesCancellationErrors) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: f64, %y: f64) -> f64 {
      %a = arith.mulf %x, %y : f64
      %b = arith.mulf %y, %x : f64
      %c = arith.subf %a, %b : f64
      return %c : f64
    })");
  // A fused multiply-add omits the rounding of one product.
  EXPECT_FALSE(verify(f, {"0.1", "0.3"}, {"1.6e-18"})[0].isWrong);
  EXPECT_TRUE(verify(f, {"0.1", "0.3"}, {"1e-15"})[0].isWrong);
}

TEST_F(VerificationTest, NaNsAndInfinitiesMustMatch) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
      %y = math.log %x : tensor<4xf64>
      return %y : tensor<4xf64>
    })");
  StringRef x = "-1 0 inf 1";
  EXPECT_FALSE(verify(f, {x}, {"nan -inf inf 0"})[0].isWrong);
  for (StringRef wrong : {"0 -inf inf 0", "nan inf inf 0", "nan nan inf 0",
                          "nan -1e308 inf 0", "nan -inf inf nan"})
    EXPECT_TRUE(verify(f, {x}, {wrong})[0].isWrong) << wrong.str();
}

TEST_F(VerificationTest, OverflowIsInconclusive) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: tensor<2xf16>) -> (tensor<2xf16>, tensor<2xf16>) {
      %y = arith.mulf %x, %x : tensor<2xf16>
      %z = arith.divf %y, %x : tensor<2xf16>
      return %y, %z : tensor<2xf16>, tensor<2xf16>
    })");
  for (StringRef z : {"inf 2", "300 2"}) {
    std::vector<ResultVerdict> verdicts = verify(f, {"300 2"}, {"inf 4", z});
    EXPECT_FALSE(verdicts[0].isWrong);
    EXPECT_FALSE(verdicts[1].isWrong);
    EXPECT_EQ(verdicts[1].numUndecided, 1);
  }
  EXPECT_TRUE(verify(f, {"300 2"}, {"inf 4", "300 3"})[1].isWrong);
}

TEST_F(VerificationTest, IntegersMustBeEqual) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: i64) -> (i64, i1) {
      %y = arith.muli %x, %x : i64
      %c = arith.cmpi eq, %x, %y : i64
      return %y, %c : i64, i1
    })");
  StringRef x = "3037000499";
  EXPECT_FALSE(verify(f, {x}, {"9223372030926249001", "0"})[0].isWrong);
  // The same in f64.
  EXPECT_TRUE(verify(f, {x}, {"9223372030926249000", "0"})[0].isWrong);
  EXPECT_TRUE(verify(f, {x}, {"9223372030926249001", "1"})[1].isWrong);
}

TEST_F(VerificationTest, RoundingMayChangeInteger) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: f32, %n: i32) -> (i32, f32, i32) {
      %ten = arith.constant 10.0 : f32
      %c5 = arith.constant 0.5 : f32
      %y = arith.mulf %x, %ten : f32
      %half = arith.addf %y, %c5 : f32
      %i = arith.fptosi %half : f32 to i32
      %s = arith.sitofp %i : i32 to f32
      %m = arith.addi %n, %n : i32
      return %i, %s, %m : i32, f32, i32
    })");
  // 0.45 in f32 is slightly less than 0.45, and ten times the exact value is
  // 4.5.
  StringRef x = "0.45";
  for (StringRef i : {"4", "5"}) {
    std::vector<ResultVerdict> verdicts = verify(f, {x, "1"}, {i, i, "2"});
    EXPECT_FALSE(verdicts[0].isWrong);
    EXPECT_EQ(verdicts[0].numUndecided, 1);
    EXPECT_EQ(verdicts[1].numUndecided, 1);
    EXPECT_EQ(verdicts[2].numUndecided, 0);
  }
  EXPECT_TRUE(verify(f, {x, "1"}, {"5", "5", "3"})[2].isWrong);
}

TEST_F(VerificationTest, SizeMismatch) {
  func::FuncOp f = parse(R"(
    func.func @f(%n: index) -> tensor<?xf64> {
      %one = arith.constant 1.0 : f64
      %y = tensor.splat %one[%n] : tensor<?xf64>
      return %y : tensor<?xf64>
    })");
  std::vector<ResultVerdict> verdicts = verify(f, {"2"}, {"3xf64=1"});
  EXPECT_TRUE(verdicts[0].isWrong);
  EXPECT_EQ(verdicts[0].nativeShape, "[3]");
  EXPECT_EQ(verdicts[0].referenceShape, "[2]");
  EXPECT_FALSE(verdicts[0].difference);
}

TEST_F(VerificationTest, ReferenceFails) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: i32) -> i32 {
      %y = arith.divui %x, %x : i32
      return %y : i32
    })");
  IntegerType i32 = IntegerType::get(&context, 32);
  Tensor zero = llvm::cantFail(toTensor(array("0", i32)));
  auto verdicts =
      verifyResults(f, {zero}, {array("0", i32)}, InterpreterOptions());
  ASSERT_FALSE(verdicts);
  llvm::handleAllErrors(verdicts.takeError(), [](const Fault &fault) {
    EXPECT_EQ(fault.getKind(), Fault::Finding);
    EXPECT_TRUE(StringRef(fault.message()).contains("division by zero"));
  });
}
} // namespace
