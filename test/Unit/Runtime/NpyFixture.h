//===- NpyFixture.h - A .npy file for a test --------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_UNIT_RUNTIME_NPYFIXTURE_H
#define SG_TEST_UNIT_RUNTIME_NPYFIXTURE_H

#include "mlir/IR/Builders.h"
#include "sg/Runtime/Array.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace sg::test {

/// A temporary file for a test, removed afterwards.
class NpyFixture : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("sg", "npy", path));
  }
  void TearDown() override { llvm::sys::fs::remove(path); }

  void write(llvm::StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    ASSERT_FALSE(error);
    os << bytes;
  }

  /// Writes a file of format version 1 with the given header and data.
  static std::string makeFile(llvm::StringRef header, llvm::StringRef data) {
    return makeFile(llvm::StringRef("\x01\0", 2), header, data);
  }
  static std::string makeFile(llvm::StringRef version, llvm::StringRef header,
                              llvm::StringRef data) {
    std::string text = ("\x93NUMPY" + version).str();
    size_t length = header.size() + 1;
    for (int i = 0, size = version[0] == 1 ? 2 : 4; i < size; ++i)
      text.push_back(static_cast<char>(length >> (8 * i)));
    return text + header.str() + "\n" + data.str();
  }

  /// Returns the contents of the file as text, or the error.
  std::string read(mlir::Type element) {
    llvm::Expected<Array> array = readNpy(path, element);
    if (!array)
      return llvm::toString(array.takeError());
    std::string text;
    llvm::raw_string_ostream os(text);
    printArray(os, *array);
    return text;
  }
  std::string read(llvm::StringRef bytes, mlir::Type element) {
    write(bytes);
    return read(element);
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::Builder b{&context};
  mlir::Type i1 = b.getI1Type(), i8 = b.getI8Type(), i16 = b.getI16Type(),
             i32 = b.getI32Type(), i64 = b.getI64Type(), f16 = b.getF16Type(),
             bf16 = b.getBF16Type(), f32 = b.getF32Type(), f64 = b.getF64Type(),
             index = b.getIndexType(), c64 = mlir::ComplexType::get(f32);
  llvm::SmallString<64> path;
};

} // namespace sg::test

#endif // SG_TEST_UNIT_RUNTIME_NPYFIXTURE_H
