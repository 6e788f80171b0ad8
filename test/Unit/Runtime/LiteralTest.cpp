//===- LiteralTest.cpp - Arrays as text -----------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "sg/Runtime/Array.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using namespace llvm;
using namespace sg;

namespace {

constexpr int64_t kAny = mlir::ShapedType::kDynamic;

class LiteralTest : public testing::Test {
protected:
  static std::string print(const Array &array) {
    std::string text;
    raw_string_ostream os(text);
    printArray(os, array);
    return text;
  }

  /// Returns the array that was read, as printed, or the error.
  static std::string parse(StringRef text, mlir::Type element,
                           ArrayRef<int64_t> shape) {
    Expected<Array> array = parseArray(text, element, shape);
    return array ? print(*array) : toString(array.takeError());
  }

  /// Prints an array of `count` bit patterns and reads it back.
  void expectRoundTrip(mlir::Type element,
                       function_ref<uint64_t(int64_t)> pattern, int64_t count) {
    Expected<Array> array = Array::allocate(element, {count});
    ASSERT_TRUE(bool(array));
    int64_t size = getElementSize(element);
    for (int64_t i = 0; i < count; ++i) {
      uint64_t bits = pattern(i);
      std::memcpy(array->getData() + i * size, &bits, size);
    }
    Expected<Array> back = parseArray(print(*array), element, {kAny});
    ASSERT_TRUE(bool(back)) << toString(back.takeError());
    for (int64_t i = 0; i < count; ++i) {
      // The payload of a NaN is not printed.
      if (isa<mlir::FloatType>(element) && std::isnan(array->getAsDouble(i)))
        EXPECT_TRUE(std::isnan(back->getAsDouble(i)));
      else
        EXPECT_EQ(std::memcmp(array->getData() + i * size,
                              back->getData() + i * size, size),
                  0)
            << pattern(i);
    }
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::Builder b{&context};
  mlir::Type i1 = b.getI1Type(), i8 = b.getI8Type(), i64 = b.getI64Type(),
             f16 = b.getF16Type(), bf16 = b.getBF16Type(), f32 = b.getF32Type(),
             f64 = b.getF64Type(), index = b.getIndexType(),
             ui8 = b.getIntegerType(8, false), si8 = b.getIntegerType(8, true),
             i16 = b.getIntegerType(16), ui32 = b.getIntegerType(32, false),
             e8m0 = mlir::Float8E8M0FNUType::get(&context),
             e4m3 = mlir::Float8E4M3FNType::get(&context),
             c64 = mlir::ComplexType::get(f32),
             c128 = mlir::ComplexType::get(f64);
};

TEST_F(LiteralTest, ShapeAndTypeAreOptional) {
  EXPECT_EQ(parse("2x3xf32=1 2 3 4 5 6", f32, {2, 3}),
            "2x3xf32=[1 2 3][4 5 6]");
  EXPECT_EQ(parse("1 2 3 4 5 6", f32, {2, 3}), "2x3xf32=[1 2 3][4 5 6]");
  EXPECT_EQ(parse("2x1xf32=1 2", f32, {kAny, kAny}), "2x1xf32=[1][2]");
  EXPECT_EQ(parse("f32=1.5", f32, {}), "f32=1.5");
  EXPECT_EQ(parse("1.5", f32, {}), "f32=1.5");
  EXPECT_EQ(parse("3", index, {}), "index=3");
  EXPECT_EQ(parse("0xf32=", f32, {kAny}), "0xf32=");
  EXPECT_EQ(parse("2x0x3xf32=", f32, {2, 0, 3}), "2x0x3xf32=");
  EXPECT_EQ(parse("[[][]]", f32, {2, 0}), "2x0xf32=");
}

TEST_F(LiteralTest, AcceptsTensorType) {
  EXPECT_EQ(parse("tensor<2x1xf32>=1 2", f32, {kAny, 1}), "2x1xf32=[1][2]");
  EXPECT_EQ(parse("tensor<f64> = 1", f64, {}), "f64=1");
  EXPECT_EQ(parse("tensor<2xf32=1 2", f32, {2}),
            "'tensor<2xf32' is not a type such as tensor<2x3xf32>");
  EXPECT_EQ(parse("tensor<2xf64>=1 2", f32, {2}),
            "the elements are given as 'f64', expected f32");
}

TEST_F(LiteralTest, SplatsSingleElement) {
  EXPECT_EQ(parse("7", f32, {3}), "3xf32=7 7 7");
  EXPECT_EQ(parse("2x2xf32=7", f32, {kAny, kAny}), "2x2xf32=[7 7][7 7]");
  EXPECT_EQ(parse("0xf32=7", f32, {kAny}), "0xf32=");
}

TEST_F(LiteralTest, AcceptsAnySeparators) {
  for (StringRef text : {"1 2 3 4", "1,2,3,4", " 1,\t2\r\n3 , 4\n",
                         "[1 2][3 4]", "[[1, 2], [3, 4]]", "2x2xi8 = 1 2 3 4"})
    EXPECT_EQ(parse(text, i8, {2, 2}), "2x2xi8=[1 2][3 4]") << text.str();
}

TEST_F(LiteralTest, BracketsMustMatchShape) {
  for (StringRef text : {"[1 2 3][4]", "[1 2][3 4", "[1][2][3][4]", "1 2]3 4[",
                         "[[1 2 3 4]]", "[1 2][3 4][]", "12[34 5][6]"})
    EXPECT_TRUE(StringRef(parse(text, i8, {2, 2})).starts_with("the brackets"))
        << text.str();
  EXPECT_EQ(parse("[1 2 3]", i8, {3}), "3xi8=1 2 3");
}

TEST_F(LiteralTest, Floats) {
  EXPECT_EQ(parse("nan -inf inf -0 1e-3 +2 0x1p-3 1e5", f64, {8}),
            "8xf64=nan -inf inf -0 0.001 2 0.125 1e+05");
  EXPECT_EQ(parse("0.1", f16, {}), "f16=0.099975586");
  EXPECT_EQ(parse("3.4028235e38", f32, {}), "f32=3.4028235e+38");
  // Values round to nearest, ties to even.
  EXPECT_EQ(parse("2049 2051", f16, {2}), "2xf16=2048 2052");
  // Values below the smallest denormal become zero.
  EXPECT_EQ(parse("1e-400 -1e-400", f64, {2}), "2xf64=0 -0");
}

TEST_F(LiteralTest, ComplexNumbers) {
  EXPECT_EQ(parse("1+2j -1.5-2j 3 -4j 0.1j", c64, {5}),
            "5xcomplex<f32>=1+2j -1.5-2j 3+0j 0-4j 0+0.1j");
  EXPECT_EQ(parse("1e-3-2e+2j -1e5+1E-5j 0x1p-3-0x1p+1j", c128, {3}),
            "3xcomplex<f64>=0.001-200j -1e+05+1e-05j 0.125-2j");
  EXPECT_EQ(parse("-0-0j nan+infj -inf-infj inf -nanj", c128, {5}),
            "5xcomplex<f64>=-0-0j nan+infj -inf-infj inf+0j 0+nanj");
  EXPECT_EQ(parse("tensor<2xcomplex<f32>>=1j", c64, {kAny}),
            "2xcomplex<f32>=0+1j 0+1j");
  EXPECT_EQ(parse("complex<f64>=0.1+0.1j", c128, {}), "complex<f64>=0.1+0.1j");
  for (StringRef text :
       {"j", "1+j", "1j+2", "1+2", "1+2j3", "1++2j", "1+2i", "1ej", "1e39j"})
    EXPECT_EQ(parse(text, c64, {}),
              ("'" + text + "' is not a valid complex<f32>").str());
}

TEST_F(LiteralTest, Integers) {
  EXPECT_EQ(parse("-128 127 128 255", i8, {4}), "4xi8=-128 127 -128 -1");
  EXPECT_EQ(parse("0 255", ui8, {2}), "2xui8=0 255");
  EXPECT_EQ(parse("-128 127", si8, {2}), "2xsi8=-128 127");
  EXPECT_EQ(parse("9223372036854775807 18446744073709551615", i64, {2}),
            "2xi64=9223372036854775807 -1");
  EXPECT_EQ(parse("true false 1 0", i1, {4}), "4xi1=1 0 1 0");
}

TEST_F(LiteralTest, OutOfRangeValuesAreErrors) {
  struct {
    StringRef text;
    mlir::Type element;
  } rows[] = {{"1e39", f32},
              {"-1e400", f64},
              {"65520", f16},
              {"1.5x", f32},
              {"1e", f32},
              {"1e+", f64},
              {"0x1p", f64},
              {"0x1p-", f16},
              {".", f32},
              {"-", f32},
              {"0x", f32},
              {"0x10", f32},
              {"infinit", f32},
              {"one", f64},
              {"1_000", f64},
              {"inf", e4m3},
              {"449.0e3", e4m3},
              {"0", e8m0},
              {"-1", e8m0},
              {"inf", e8m0},
              {"1.5", i8},
              {"256", i8},
              {"-129", i8},
              {"-1", ui8},
              {"256", ui8},
              {"128", si8},
              {"2", i1},
              {"-", i8},
              {"--1", i8},
              {"0x1", i8},
              {"1e2", i64},
              {"18446744073709551616", i64},
              {"-9223372036854775809", index},
              {"true", i8}};
  for (auto &[text, element] : rows)
    EXPECT_EQ(
        parse(text, element, {}),
        ("'" + text + "' is not a valid " + describeArray({}, element)).str());
}

TEST_F(LiteralTest, UnsupportedTypesAreErrors) {
  EXPECT_EQ(parse("1 2", f32, {3}), "there are 2 elements, 3xf32 has 3");
  EXPECT_EQ(parse("", f32, {}), "there are 0 elements, f32 has 1");
  EXPECT_EQ(parse("2xf32=", f32, {2}), "there are 0 elements, 2xf32 has 2");
  EXPECT_EQ(parse("0xf32=1 2", f32, {0}), "there are 2 elements, 0xf32 has 0");
  EXPECT_EQ(parse("1 2", f32, {kAny}),
            "the sizes must be given, as in 2x3xf32=...: the function has "
            "?xf32");
  EXPECT_EQ(parse("2xf64=1 2", f32, {2}),
            "the elements are given as 'f64', expected f32");
  EXPECT_EQ(parse("2x=1 2", f32, {2}),
            "the elements are given as '', expected f32");
  EXPECT_EQ(parse("2=1 2", f32, {2}), "'2' is not a type such as 2x3xf32");
  EXPECT_EQ(parse("-2xf32=1 2", f32, {2}),
            "the elements are given as '-2xf32', expected f32");
  EXPECT_EQ(parse("?xf32=1 2", f32, {2}),
            "the elements are given as '?xf32', expected f32");
  EXPECT_EQ(parse("99999999999999999999xf32=1", f32, {kAny}),
            "'99999999999999999999xf32' is not a type such as 2x3xf32");
}

TEST_F(LiteralTest, HugeSizesAreErrors) {
  EXPECT_EQ(parse("1000000000000000000xf32=1", f32, {kAny}),
            "out of memory for 1000000000000000000xf32");
  EXPECT_EQ(parse("4294967296x4294967296xf32=1", f32, {kAny, kAny}),
            "out of memory for 4294967296x4294967296xf32");
  EXPECT_EQ(parse("4294967296x4294967296x0xi8=1", i8, {kAny, kAny, kAny})
                .substr(0, 5),
            "42949");
}

// Tests every value of the 16-bit types and a sample of the other types.
TEST_F(LiteralTest, RoundTripsPrintedValues) {
  auto identity = [](int64_t i) { return static_cast<uint64_t>(i); };
  for (mlir::Type element : {f16, bf16, i16})
    expectRoundTrip(element, identity, 1 << 16);
  for (mlir::Type element : {i8, ui8, si8, e8m0, e4m3})
    expectRoundTrip(element, identity, 1 << 8);
  expectRoundTrip(i1, identity, 2);
  for (mlir::Type element : {f32, f64, i64, index, ui32}) {
    std::mt19937_64 random(42);
    std::vector<uint64_t> bits(20000);
    for (uint64_t &value : bits)
      value = random();
    expectRoundTrip(element, [&](int64_t i) { return bits[i]; }, bits.size());
  }
}

} // namespace
