//===- Array.h - Arrays in memory and in files ------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_ARRAY_H
#define SG_RUNTIME_ARRAY_H

#include "mlir/IR/BuiltinTypes.h"
#include "sg/Runtime/NativeTypes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace sg {

/// Elements of a builtin type in row-major order, as the native calling
/// convention passes them (sg/Runtime/sg_call.h).
class Array {
public:
  Array() = default;

  /// Uninitialised, or an error if there is not so much memory.
  static llvm::Expected<Array> allocate(mlir::Type element,
                                        llvm::ArrayRef<int64_t> shape);
  /// Elements that lie in `buffer` from `data` on; they are not written to.
  static Array map(mlir::Type element, llvm::ArrayRef<int64_t> shape,
                   std::shared_ptr<llvm::MemoryBuffer> buffer,
                   const char *data);
  /// Memory from malloc, which this takes over.
  static Array adopt(mlir::Type element, llvm::ArrayRef<int64_t> shape,
                     void *data);

  llvm::Expected<Array> copy() const;

  mlir::Type getElementType() const { return element; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  llvm::MutableArrayRef<int64_t> getMutableShape() { return shape; }
  int64_t getNumElements() const;
  int64_t getNumBytes() const;
  char *getData() const { return data; }

  /// An element as a double, as far as that can represent it.
  double getAsDouble(int64_t index) const;

  /// "2x3xf32", for messages.
  std::string describe() const;

private:
  mlir::Type element;
  llvm::SmallVector<int64_t> shape;
  std::shared_ptr<void> owner;
  char *data = nullptr;
};

/// The bytes that an array takes, or nothing if there cannot be one.
std::optional<int64_t> countBytes(mlir::Type element,
                                  llvm::ArrayRef<int64_t> shape);

/// "2x3xf32" of these; a dynamic size is "?".
std::string describeArray(llvm::ArrayRef<int64_t> shape, mlir::Type element);

/// An error with that message. All errors of lib/Runtime are of this kind.
llvm::Error makeError(const llvm::Twine &message);

//===----------------------------------------------------------------------===//
// .npy files
//===----------------------------------------------------------------------===//

/// Reads a .npy file (format 1 to 3; NumPy's documentation, "numpy.lib.format")
/// of `element` elements. A file in C order and of this machine's byte order is
/// mapped into memory if it is large; "-" is standard input. bf16 and the f8
/// types have the type V2 and V1 there, as ml_dtypes writes them; signless
/// integers may be signed or unsigned there, index has 8 bytes. Other bytes
/// than 0 and 1 are no i1.
llvm::Expected<Array> readNpy(llvm::StringRef path, mlir::Type element);

/// Writes a .npy file, by way of a temporary one, so that no part of one stays
/// after an error; what is no regular file is written to in place, and "-" is
/// standard output.
llvm::Error writeNpy(llvm::StringRef path, const Array &array);

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Reads the text of a value: "2x3xf32=1 2 3 4 5 6", "f32=1.5", "1.5", or with
/// brackets as they are printed; one element stands for all. The type may be
/// written as "tensor<2x3xf32>" too. The shape that is expected may have
/// dynamic sizes; one in the text goes before it.
llvm::Expected<Array> parseArray(llvm::StringRef text, mlir::Type element,
                                 llvm::ArrayRef<int64_t> expectedShape);

/// Prints "2x3xf32=[1 2 3][4 5 6]" with enough digits to read it back.
void printArray(llvm::raw_ostream &os, const Array &array);

/// Prints one element like that.
void printElement(llvm::raw_ostream &os, const Array &array, int64_t index);

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// An error if they differ by more than `tolerance`: the largest difference,
/// relative to the largest finite magnitude that is expected (absolute, if that
/// is zero). Infinities and NaNs must be where they are expected, and only
/// there; integers must be equal.
llvm::Error compareArrays(const Array &got, const Array &expected,
                          double tolerance);

} // namespace sg

#endif // SG_RUNTIME_ARRAY_H
