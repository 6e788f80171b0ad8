//===- NpyErrorsTest.cpp - Invalid .npy files -----------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyFixture.h"

using namespace llvm;
using namespace sg;

namespace {

class NpyErrorsTest : public test::NpyFixture {};

struct Malformed {
  const char *description;
  std::string bytes;
  const char *error; // after the path
};

TEST_F(NpyErrorsTest, RejectsMalformedFiles) {
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
        << file.description;
}

TEST_F(NpyErrorsTest, RejectsInvalidBooleans) {
  EXPECT_EQ(
      read(makeFile("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}",
                    StringRef("\0\1\2", 3)),
           i1),
      ("'" + path + "' has the byte 2 as a boolean").str());
}

// Flips each bit of the start of a file.
TEST_F(NpyErrorsTest, SurvivesSingleBitFlips) {
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

TEST_F(NpyErrorsTest, ErrorsNameTheFile) {
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
