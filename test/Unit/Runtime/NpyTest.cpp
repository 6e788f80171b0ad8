//===- NpyTest.cpp - Reading and writing .npy files -----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "sg/Runtime/Array.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <gtest/gtest.h>

using namespace llvm;
using namespace sg;

namespace {

class NpyTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createTemporaryFile("sg", "npy", path));
  }
  void TearDown() override { sys::fs::remove(path); }

  void write(StringRef bytes) {
    std::error_code error;
    raw_fd_ostream os(path, error);
    ASSERT_FALSE(error);
    os << bytes;
  }

  /// A file of version 1 with that header, and then the data.
  static std::string makeFile(StringRef header, StringRef data) {
    return makeFile(StringRef("\x01\0", 2), header, data);
  }
  static std::string makeFile(StringRef version, StringRef header,
                              StringRef data) {
    std::string text = ("\x93NUMPY" + version).str();
    size_t length = header.size() + 1;
    for (int i = 0, size = version[0] == 1 ? 2 : 4; i < size; ++i)
      text.push_back(static_cast<char>(length >> (8 * i)));
    return text + header.str() + "\n" + data.str();
  }

  /// What the file has, as text, or the error.
  std::string read(mlir::Type element) {
    Expected<Array> array = readNpy(path, element);
    if (!array)
      return toString(array.takeError());
    std::string text;
    raw_string_ostream os(text);
    printArray(os, *array);
    return text;
  }
  std::string read(StringRef bytes, mlir::Type element) {
    write(bytes);
    return read(element);
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::Builder b{&context};
  mlir::Type i1 = b.getI1Type(), i8 = b.getI8Type(), i16 = b.getI16Type(),
             i32 = b.getI32Type(), i64 = b.getI64Type(), f16 = b.getF16Type(),
             bf16 = b.getBF16Type(), f32 = b.getF32Type(), f64 = b.getF64Type(),
             index = b.getIndexType();
  SmallString<64> path;
};

constexpr StringLiteral kBytes123 = "\1\2\3";

TEST_F(NpyTest, WhatIsWrittenIsReadBack) {
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

// As NumPy 1.20 does, with ml_dtypes for what it has no name for.
TEST_F(NpyTest, WritesTheHeaderThatNumPyWrites) {
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

TEST_F(NpyTest, ReadsHeadersHoweverTheyAreWritten) {
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
}

TEST_F(NpyTest, ReadsFortranOrder) {
  std::string data("\1\4\2\5\3\6", 6);
  EXPECT_EQ(
      read(makeFile("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3)}",
                    data),
           i8),
      "2x3xi8=[1 2 3][4 5 6]");
  // Element (i, j, k) is i + 2 j + 6 k, and of the other byte order.
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

TEST_F(NpyTest, ReadsWhatHasNoElements) {
  for (StringRef shape : {"(0,)", "(2, 0, 3)"})
    for (StringRef order : {"False", "True"})
      EXPECT_TRUE(
          StringRef(read(makeFile(("{'descr': '<f4', 'fortran_order': " +
                                   order + ", 'shape': " + shape + "}")
                                      .str(),
                                  ""),
                         f32))
              .ends_with("xf32="));
  // However large the other sizes are.
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

// Of ten gigabytes, only what is used.
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

TEST_F(NpyTest, WritesInPlaceOfWhatIsThere) {
  Expected<Array> array = Array::allocate(i8, {1});
  array->getData()[0] = 5;
  write("something else, which is much longer than any header of a file");
  ASSERT_FALSE(writeNpy(path, *array));
  EXPECT_EQ(read(i8), "1xi8=5");
  // Through a link, which stays one.
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

struct Malformed {
  const char *what;
  std::string bytes;
  const char *error; // behind the path
};

TEST_F(NpyTest, RefusesMalformedFiles) {
  auto header = [](StringRef text) { return makeFile(text, "12345678"); };
  auto shape = [&](StringRef text) {
    return header(
        ("{'descr': '<f4', 'fortran_order': False, 'shape': " + text + "}")
            .str());
  };
  auto type = [&](StringRef text) {
    return header(
        ("{'descr': " + text + ", 'fortran_order': False, 'shape': (1,)}")
            .str());
  };
  std::string good = shape("(2,)");
  const Malformed files[] = {
      {"nothing", "", " is empty, not a .npy file"},
      {"text", "1 2 3\n", " is not a .npy file"},
      {"another format", "PK\3\4", " is not a .npy file"},
      {"part of the magic", good.substr(0, 4), " is not a .npy file"},
      {"magic only", good.substr(0, 6), " is truncated"},
      {"no length", good.substr(0, 9), " is truncated"},
      {"no header", good.substr(0, 10), " is truncated"},
      {"half a header", good.substr(0, 40), " is truncated"},
      {"no length of version 2", std::string("\x93NUMPY\2\0\1\0\0", 11),
       " is truncated"},
      {"a long header", std::string("\x93NUMPY\2\0\xff\xff\xff\xff{", 13),
       " is truncated"},
      {"half the data", good.substr(0, good.size() - 1),
       " is truncated: there are 7 bytes of 2xf32"},
      {"no data", good.substr(0, good.size() - 8),
       " is truncated: there are 0 bytes of 2xf32"},
      {"version 0", std::string("\x93NUMPY\0\0\0\0\0\0", 12),
       " has version 0 of the .npy format; 1 to 3 are known"},
      {"version 4", std::string("\x93NUMPY\4\0\0\0\0\0", 12),
       " has version 4 of the .npy format; 1 to 3 are known"},
      {"an empty header", header(""),
       " has a .npy header that cannot be read: "},
      {"no dictionary", header("[1, 2]"),
       " has a .npy header that cannot be read: [1, 2]"},
      {"an open dictionary", header("{'descr': '<f4'"),
       " has a .npy header that cannot be read: {'descr': '<f4'"},
      {"an open string", header("{'descr: 5}"),
       " has a .npy header that cannot be read: {'descr: 5}"},
      {"a missing key", header("{'descr': '<f4', 'fortran_order': False}"),
       " has a .npy header that cannot be read: {'descr': '<f4', "
       "'fortran_order': False}"},
      {"a key twice",
       header("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False}"),
       " has a .npy header that cannot be read: {'descr': '<f4', 'descr': "
       "'<f4', 'fortran_order': False}"},
      {"another key", header("{'a': 'b'}"),
       " has a .npy header that cannot be read: {'a': 'b'}"},
      {"no comma", header("{'descr': '<f4' 'fortran_order': False}"),
       " has a .npy header that cannot be read: {'descr': '<f4' "
       "'fortran_order': False}"},
      {"more behind it",
       header("{'descr':'<f4','fortran_order':False,'shape':(2,)}; x"),
       " has a .npy header that cannot be read: "
       "{'descr':'<f4','fortran_order':False,'shape':(2,)}; x"},
      {"no boolean", header("{'fortran_order': 0}"),
       " has a .npy header that cannot be read: {'fortran_order': 0}"},
      {"control characters", header(StringRef("{\n\0\x1b", 4)),
       " has a .npy header that cannot be read: {\\0A\\00\\1B"},
      {"a list for a shape", shape("[2]"),
       " has a .npy header that cannot be read: {'descr': '<f4', "
       "'fortran_order': False, 'shape': [2]}"},
      {"a negative size", shape("(-2,)"),
       " has a .npy header that cannot be read: {'descr': '<f4', "
       "'fortran_order': False, 'shape': (-2,)}"},
      {"a size that is no number", shape("(n,)"),
       " has a .npy header that cannot be read: {'descr': '<f4', "
       "'fortran_order': False, 'shape': (n,)}"},
      {"a size of too many digits", shape("(99999999999999999999,)"),
       " has a .npy header that cannot be read: {'descr': '<f4', "
       "'fortran_order': False, 'shape': (99999999999999999999,)}"},
      {"an absurd size", shape("(1000000000000000000,)"),
       " is truncated: there are 8 bytes of 1000000000000000000xf32"},
      {"sizes that overflow", shape("(4294967296, 4294967296)"),
       " is truncated: there are 8 bytes of 4294967296x4294967296xf32"},
      {"another type", type("'<f8'"),
       " has elements of type '<f8', expected 'f4' for f32"},
      {"an integer type", type("'<i4'"),
       " has elements of type '<i4', expected 'f4' for f32"},
      {"a complex type", type("'<c8'"),
       " has elements of type '<c8', expected 'f4' for f32"},
      {"objects", type("'|O'"),
       " has elements of type '|O', expected 'f4' for f32"},
      {"no type", type("''"),
       " has elements of type '', expected 'f4' for f32"},
      {"only an order", type("'<'"),
       " has elements of type '<', expected 'f4' for f32"},
      {"fields", type("[('x', '<f4')]"),
       " has a .npy header that cannot be read: {'descr': [('x', '<f4')], "
       "'fortran_order': False, 'shape': (1,)}"},
  };
  for (const Malformed &file : files)
    EXPECT_EQ(read(file.bytes, f32), ("'" + path + "'" + file.error).str())
        << file.what;
}

TEST_F(NpyTest, RefusesBooleansThatAreNone) {
  EXPECT_EQ(
      read(makeFile("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}",
                    StringRef("\0\1\2", 3)),
           i1),
      ("'" + path + "' has the byte 2 as a boolean").str());
}

// At the front of a file.
TEST_F(NpyTest, SurvivesEveryChangeOfOneBit) {
  std::string good =
      makeFile("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3)}",
               "abcdefabcdef");
  for (size_t i = 0; i < good.size() - 12; ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string bytes = good;
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
      std::string text = read(bytes, i16);
      EXPECT_TRUE(StringRef(text).starts_with("'" + path.str().str()) ||
                  StringRef(text).contains("xi16="))
          << text;
    }
}

TEST_F(NpyTest, ErrorsNameTheFile) {
  std::string missing = (path + "/missing.npy").str();
  EXPECT_EQ(toString(readNpy(missing, f32).takeError()),
            "cannot read '" + missing + "': Not a directory");
  Expected<Array> array = Array::allocate(f32, {});
  EXPECT_EQ(toString(writeNpy(missing, *array)),
            "cannot write '" + missing + "': Not a directory");
  EXPECT_EQ(toString(writeNpy("/dev/full", *array)),
            "cannot write '/dev/full': No space left on device");
  EXPECT_EQ(toString(writeNpy("/", *array)),
            "cannot write '/': Is a directory");
}

} // namespace
