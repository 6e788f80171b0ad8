//===- CompareTest.cpp - Comparing results with expected ones -------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "sg/Runtime/Array.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace sg;

namespace {

class CompareTest : public testing::Test {
protected:
  /// Returns the error, or an empty string if the arrays are equal within the
  /// tolerance.
  std::string compare(StringRef got, StringRef expected, double tolerance,
                      mlir::Type element = nullptr) {
    auto parse = [&](StringRef text) {
      auto array = parseArray(text, element ? element : b.getF64Type(), {});
      return cantFail(std::move(array));
    };
    return toString(compareArrays(parse(got), parse(expected), tolerance));
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::Builder b{&context};
};

TEST_F(CompareTest, DifferencesAreRelativeToTheLargestMagnitude) {
  EXPECT_EQ(compare("3xf64=1 100 0.5", "3xf64=2 100 0", 0.01), "");
  EXPECT_EQ(compare("3xf64=1 -100 0.5", "3xf64=2 -100 0", 0.009),
            "is not as expected: element [0] is 1, expected 2 (relative error "
            "0.01, tolerance 0.009)");
}

TEST_F(CompareTest, DifferencesFromZerosAreAbsolute) {
  EXPECT_EQ(compare("0.001", "0", 0.001), "");
  EXPECT_EQ(compare("-0", "0", 0), "");
  EXPECT_EQ(compare("0.001", "0", 0.0001),
            "is not as expected: is 0.001, expected 0 (relative error 0.001, "
            "tolerance 0.0001)");
}

TEST_F(CompareTest, NaNsMustMatch) {
  EXPECT_EQ(compare("2xf64=nan 1", "2xf64=nan 1", 0), "");
  EXPECT_EQ(compare("2xf64=nan 1", "2xf64=-nan 1", 0), "");
  EXPECT_EQ(compare("2xf64=nan 1", "2xf64=1 1", HUGE_VAL),
            "is not as expected: element [0] is nan, expected 1");
  EXPECT_EQ(compare("2xf64=1 1", "2xf64=1 nan", HUGE_VAL),
            "is not as expected: element [1] is 1, expected nan");
}

TEST_F(CompareTest, PartsOfComplexNumbersShareTheMagnitude) {
  mlir::Type complex = mlir::ComplexType::get(b.getF64Type());
  EXPECT_EQ(compare("100+1j", "100+2j", 0.01, complex), "");
  EXPECT_EQ(compare("100+1j", "100+2j", 0.009, complex),
            "is not as expected: is 100+1j, expected 100+2j (relative error "
            "0.01, tolerance 0.009)");
  EXPECT_EQ(compare("1+infj", "1-infj", HUGE_VAL, complex),
            "is not as expected: is 1+infj, expected 1-infj");
  EXPECT_EQ(compare("nan-infj", "nan-infj", 0, complex), "");
}

TEST_F(CompareTest, InfinitiesMustMatch) {
  EXPECT_EQ(compare("2xf64=inf -inf", "2xf64=inf -inf", 0), "");
  EXPECT_EQ(compare("inf", "-inf", HUGE_VAL),
            "is not as expected: is inf, expected -inf");
  EXPECT_EQ(compare("1", "inf", HUGE_VAL),
            "is not as expected: is 1, expected inf");
  EXPECT_EQ(compare("inf", "nan", HUGE_VAL),
            "is not as expected: is inf, expected nan");
  // Infinite elements do not enter the scale of the tolerance for the others.
  EXPECT_EQ(compare("2xf64=inf 1", "2xf64=inf 2", 0.5), "");
  EXPECT_NE(compare("2xf64=inf 1", "2xf64=inf 2", 0.4), "");
}

TEST_F(CompareTest, ComparesLargestNumbers) {
  EXPECT_EQ(compare("1.7e308", "-1.7e308", 2), "");
  EXPECT_NE(compare("1.7e308", "-1.7e308", 1.9), "");
}

// Compared as f64, 2^53 and 2^53 + 1 would be equal.
TEST_F(CompareTest, IntegersMustBeEqual) {
  EXPECT_EQ(compare("9007199254740993", "9007199254740993", 0, b.getI64Type()),
            "");
  EXPECT_EQ(compare("9007199254740993", "9007199254740992", 1, b.getI64Type()),
            "is not as expected: is 9007199254740993, expected "
            "9007199254740992");
  EXPECT_EQ(compare("2x2xi1=1 0 0 1", "2x2xi1=1 0 1 1", 1, b.getI1Type()),
            "is not as expected: element [1, 0] is 0, expected 1");
}

TEST_F(CompareTest, HalvesAreComparedByValue) {
  EXPECT_EQ(compare("2xbf16=1 2", "2xbf16=1 2", 0, b.getBF16Type()), "");
  EXPECT_EQ(compare("f16=1", "f16=1.001", 1e-4, b.getF16Type()),
            "is not as expected: is 1, expected 1.0009766 (relative error "
            "0.000976, tolerance 0.0001)");
}

TEST_F(CompareTest, ShapesMustBeEqual) {
  EXPECT_EQ(compare("2x1xf64=1 2", "1x2xf64=1 2", 1),
            "is 2x1xf64, expected 1x2xf64");
  EXPECT_EQ(compare("0xf64=", "0xf64=", 0), "");
}

} // namespace
