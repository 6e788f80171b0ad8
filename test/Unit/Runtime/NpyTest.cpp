//===- NpyTest.cpp - Reading and writing .npy files -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyFixture.h"
#include <cstring>

using namespace llvm;
using namespace sg;

namespace {

class NpyTest : public test::NpyFixture {};

constexpr StringLiteral kBytes123 = "\1\2\3";

TEST_F(NpyTest, RoundTripsWrittenArrays) {
  mlir::Type elements[] = {i1,
                           i8,
                           i16,
                           i32,
                           i64,
                           b.getIntegerType(8, /*isSigned=*/false),
                           b.getIntegerType(16, /*isSigned=*/true),
                           index,
                           f16,
                           bf16,
                           f32,
                           f64,
                           c64,
                           mlir::ComplexType::get(f64),
                           mlir::Float8E4M3FNType::get(&context),
                           mlir::Float8E8M0FNUType::get(&context)};
  SmallVector<int64_t> shapes[] = {
      {},       {0}, {1}, {7}, {2, 3}, {3, 0, 2}, {1, 1, 1, 2, 1, 1, 1, 1},
      {100, 99}};
  for (mlir::Type element : elements)
    for (ArrayRef<int64_t> shape : shapes) {
      Expected<Array> array = Array::allocate(element, shape);
      ASSERT_TRUE(bool(array));
      for (int64_t i = 0; i < array->getNumBytes(); ++i)
        array->getData()[i] = element == i1 ? i % 2 : i * 7 + 1;
      ASSERT_FALSE(writeNpy(path, *array));
      Expected<Array> back = readNpy(path, element);
      ASSERT_TRUE(bool(back)) << toString(back.takeError());
      EXPECT_EQ(back->describe(), array->describe());
      EXPECT_EQ(StringRef(back->getData(), back->getNumBytes()),
                StringRef(array->getData(), array->getNumBytes()));
    }
}

// Headers equal the headers of NumPy 1.20, with ml_dtypes for types unknown to
// NumPy.
TEST_F(NpyTest, WritesNumPyHeaders) {
  auto header = [&](mlir::Type element, ArrayRef<int64_t> shape) {
    Expected<Array> array = Array::allocate(element, shape);
    std::memset(array->getData(), 0, array->getNumBytes());
    EXPECT_FALSE(writeNpy(path, *array));
    auto file = MemoryBuffer::getFile(path);
    StringRef bytes = (*file)->getBuffer();
    EXPECT_EQ(bytes.substr(0, 8), StringRef("\x93NUMPY\1\0", 8));
    size_t length = static_cast<uint8_t>(bytes[8]);
    EXPECT_EQ((10 + length) % 64, 0u);
    EXPECT_EQ(bytes.size(), 10 + length + array->getNumBytes());
    StringRef text = bytes.substr(10, length);
    EXPECT_TRUE(text.ends_with("\n"));
    return text.rtrim().str();
  };
  EXPECT_EQ(header(f32, {2, 3}),
            "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
  EXPECT_EQ(header(f64, {3}),
            "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }");
  EXPECT_EQ(header(c64, {2}),
            "{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }");
  EXPECT_EQ(header(bf16, {}),
            "{'descr': '<V2', 'fortran_order': False, 'shape': (), }");
  EXPECT_EQ(header(i1, {0}),
            "{'descr': '|b1', 'fortran_order': False, 'shape': (0,), }");
  EXPECT_EQ(header(i8, {1}),
            "{'descr': '|i1', 'fortran_order': False, 'shape': (1,), }");
}

TEST_F(NpyTest, ReadsEveryVersion) {
  StringRef header = "{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}";
  for (StringRef version : {StringRef("\1\0", 2), StringRef("\2\0", 2),
                            StringRef("\3\0", 2), StringRef("\1\7", 2)})
    EXPECT_EQ(read(makeFile(version, header, kBytes123), i8), "3xi8=1 2 3");
}

TEST_F(NpyTest, ReadsAnyHeaderLayout) {
  for (StringRef header :
       {"{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }",
        "{'shape':(3,),'fortran_order':False,'descr':'|u1'}   \n",
        "  { \"descr\" : \"|u1\" , \"fortran_order\" : False ,\n\t\"shape\" : "
        "( "
        "3 , ) , }",
        "{'descr': '|u1', 'fortran_order': True, 'shape': (3L,)}",
        "{'descr': 'u1', 'fortran_order': False, 'shape': (3,)}"})
    EXPECT_EQ(read(makeFile(header, kBytes123), i8), "3xi8=1 2 3")
        << header.str();
}

TEST_F(NpyTest, ReadsEitherByteOrder) {
  auto file = [](StringRef type, StringRef data) {
    return makeFile(
        ("{'descr': '" + type + "', 'fortran_order': False, 'shape': (2,)}")
            .str(),
        data);
  };
  StringRef little("\1\0\0\1", 4), big("\0\1\1\0", 4);
  EXPECT_EQ(read(file("<i2", little), i16), "2xi16=1 256");
  EXPECT_EQ(read(file("=i2", little), i16), "2xi16=1 256");
  EXPECT_EQ(read(file(">i2", big), i16), "2xi16=1 256");
  EXPECT_EQ(read(file(">f8", StringRef("\x3f\xf0\0\0\0\0\0\0"
                                       "\xc0\0\0\0\0\0\0\0",
                                       16)),
                 f64),
            "2xf64=1 -2");
  // The bytes of each part are reversed.
  StringRef parts("\x3f\x80\0\0\xc0\0\0\0\0\0\0\0\x40\0\0\0", 16);
  EXPECT_EQ(read(file(">c8", parts), c64), "2xcomplex<f32>=1-2j 0+2j");
}

TEST_F(NpyTest, ReadsFortranOrder) {
  std::string data("\1\4\2\5\3\6", 6);
  EXPECT_EQ(
      read(makeFile("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3)}",
                    data),
           i8),
      "2x3xi8=[1 2 3][4 5 6]");
  // Element (i, j, k) is i + 2 j + 6 k, in the other byte order.
  std::string cube;
  for (char i = 0; i < 24; ++i)
    cube += {0, i};
  EXPECT_EQ(
      read(makeFile(
               "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3, 4)}",
               cube),
           i16),
      "2x3x4xi16=[[0 6 12 18][2 8 14 20][4 10 16 22]]"
      "[[1 7 13 19][3 9 15 21][5 11 17 23]]");
}

TEST_F(NpyTest, ReadsEmptyArrays) {
  for (StringRef shape : {"(0,)", "(2, 0, 3)"})
    for (StringRef order : {"False", "True"})
      EXPECT_TRUE(
          StringRef(read(makeFile(("{'descr': '<f4', 'fortran_order': " +
                                   order + ", 'shape': " + shape + "}")
                                      .str(),
                                  ""),
                         f32))
              .ends_with("xf32="));
  // The array has no elements, although the other sizes are huge.
  EXPECT_EQ(read(makeFile("{'descr': '<f4', 'fortran_order': True, 'shape': "
                          "(4611686018427387904, 0, 4611686018427387904)}",
                          ""),
                 f32)
                .substr(0, 21),
            "4611686018427387904x0");
}

TEST_F(NpyTest, SignlessIntegersMayBeUnsignedInTheFile) {
  StringRef header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}";
  EXPECT_EQ(read(makeFile(header, "\xff"), i8), "1xi8=-1");
  EXPECT_EQ(read(makeFile(header, "\xff"), b.getIntegerType(8, false)),
            "1xui8=255");
}

// Only the used pages of a ten-gigabyte file are read.
TEST_F(NpyTest, LargeFilesAreMapped) {
  write(makeFile("{'descr': '|i1', 'fortran_order': False, 'shape': "
                 "(10000000000,)}",
                 kBytes123));
  uint64_t size;
  ASSERT_FALSE(sys::fs::file_size(path, size));
  int descriptor;
  ASSERT_FALSE(
      sys::fs::openFileForWrite(path, descriptor, sys::fs::CD_OpenExisting));
  std::error_code error =
      sys::fs::resize_file(descriptor, size - 3 + 10000000000);
  sys::fs::file_t file = sys::fs::convertFDToNativeFile(descriptor);
  sys::fs::closeFile(file);
  if (error)
    GTEST_SKIP() << "no such large file: " << error.message();
  Expected<Array> array = readNpy(path, i8);
  ASSERT_TRUE(bool(array)) << toString(array.takeError());
  EXPECT_EQ(array->getNumElements(), 10000000000);
  EXPECT_EQ(array->getAsDouble(2), 3);
  EXPECT_EQ(array->getAsDouble(9999999999), 0);
}

TEST_F(NpyTest, ReplacesExistingFile) {
  Expected<Array> array = Array::allocate(i8, {1});
  array->getData()[0] = 5;
  write("something else, which is much longer than any header of a file");
  ASSERT_FALSE(writeNpy(path, *array));
  EXPECT_EQ(read(i8), "1xi8=5");
  // Writing through a link keeps the link.
  SmallString<64> link(path);
  link += ".link";
  ASSERT_FALSE(sys::fs::create_link(path, link));
  array->getData()[0] = 6;
  ASSERT_FALSE(writeNpy(link, *array));
  EXPECT_EQ(read(i8), "1xi8=6");
  sys::fs::file_status status;
  ASSERT_FALSE(sys::fs::status(link, status, /*follow=*/false));
  EXPECT_EQ(status.type(), sys::fs::file_type::symlink_file);
  sys::fs::remove(link);
}

} // namespace
